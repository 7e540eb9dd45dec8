// The periods of a plain table: one column of whole periods, a year beside a month or a quarter, or the headers of its values.
//
// Whether "03/04/2024" has the day first is one question for the column, and no question where one of its texts decides.

import {COLUMN_WORDS, PUBLISHED_WORDS} from "../../../country/plain-table-words.ts";
import {withoutStatusMark} from "../../../country/status-mark.ts";
import {
  isYearOutside,
  mayBeTwoYears,
  readPartOfYear,
  readWrittenPeriod,
  type WrittenPeriod,
} from "../../../country/written-period.ts";
import type {Kind, LabelKind} from "../../described/descriptor/descriptor.ts";
import type {DateMeaning} from "../../described/facts.ts";
import {type Cell, cellDay, isDateFormat} from "../../workbook/sheet.ts";
import {DAY_QUESTION, STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";
import {daysIn, meaningOf} from "./date-meaning.ts";

/** Answers about periods that no cell decides; null: not given. */
export interface TimeAnswers {
  readonly dates?: DatesAnswer | null;
  readonly years?: "first" | "last" | null;
  /** The country whose words a person named writes the day first. */
  readonly dayFirst?: boolean | null;
}

export type DatesAnswer = "day first" | "month first";

export interface TimeColumns {
  /** By column. */
  readonly kinds: ReadonlyMap<number, LabelKind>;
  readonly dates: DateMeaning | null;
}

/** Share of the texts that must read as periods. Others are refused by the load. */
const LEAST_SHARE = 0.9;

/** null: no column has periods. */
export function timeColumns(
  columns: readonly ColumnProfile[],
  date1904: boolean,
  answers: TimeAnswers,
  say: Say,
): TimeColumns | null {
  const dated = columns.filter((one) => isOfPeriods(one, date1904));
  const published = publishedDays(dated, say);
  const whole = dated.filter((one) => !published.includes(one));
  const years = whole.filter((one) => one.distinct.every((cell) => isYear(cell) || isOutside(one, cell)));
  const others = whole.filter((one) => !years.includes(one));
  const kinds = new Map<number, LabelKind>(published.map(({column}) => [column, "ignore"]));
  if (others.length > 0) {
    const [first, ...more] = [...others].sort((a, b) => rank(a) - rank(b)) as [ColumnProfile, ...ColumnProfile[]];
    const kind = timeKind(first.distinct, answers, say);
    kinds.set(first.column, kind);
    for (const one of more) {
      kinds.set(one.column, "ignore");
      const isSame = says(one, first, date1904);
      const isNamed = COLUMN_WORDS.time.test(first.header) && !COLUMN_WORDS.time.test(one.header);
      if (isSame)
        say(`labels: the column ${one.header} says the period of ${first.header} once more, and is left out`, 0.9);
      else if (isNamed)
        say(`labels: the column ${one.header} has other periods than ${first.header}, and is left out`, 0.7);
      else
        say(
          `which period? the columns ${first.header} and ${one.header} have different ones: give one of them the kind ignore in a descriptor${STAYS_OPEN}`,
          null,
        );
    }
    // Numbers that only look like years are values.
    for (const one of years) {
      const isSame = says(one, first, date1904);
      const isNamed = COLUMN_WORDS.year.test(one.header) || COLUMN_WORDS.time.test(one.header);
      if (!isNamed && !isSame) continue;
      kinds.set(one.column, "ignore");
      if (!isSame)
        say(
          `which year? ${one.header} differs from the year of ${first.header}: give one of them the kind ignore in a descriptor${STAYS_OPEN}`,
          null,
        );
    }
    for (const one of columns) if (!kinds.has(one.column) && partKind(one) !== null) kinds.set(one.column, "ignore");
    return {kinds, dates: meaningOf(daysIn(first.distinct, kind, date1904), say)};
  }
  const [year] = [...years].sort((a, b) => rank(a) - rank(b));
  if (year === undefined) return null;
  kinds.set(year.column, timeKind(year.distinct, answers, say));
  const outside = year.distinct.filter((cell) => isOutside(year, cell));
  if (outside.length > 0)
    say(
      `rows: the calendar goes from 1700 to 2199: values of other years, such as ${outside[0]!.plain.trim()}, are refused`,
      0.95,
    );
  const parts = columns.filter((one) => one !== year && partKind(one) !== null);
  const month = parts.find((one) => partKind(one) === "month");
  const numbered = columns.find((one) => one.isNumeric && !kinds.has(one.column) && COLUMN_WORDS.part.test(one.header));
  if (numbered !== undefined)
    say(
      `which period? the column ${numbered.header} has parts of the year that are read from no number alone: join it with the year in one column${STAYS_OPEN}`,
      null,
    );
  sayMixedParts(
    columns.filter((one) => one !== year && !parts.includes(one)),
    say,
  );
  for (const one of parts) kinds.set(one.column, month !== undefined && one !== month ? "ignore" : partKind(one)!);
  return {kinds, dates: null};
}

/** Whether a column says the period of another one, or its year, in each row of the sample. */
function says(one: ColumnProfile, other: ColumnProfile, date1904: boolean): boolean {
  return one.cells.every((cell, row) => {
    const beside = other.cells[row];
    if (cell === null || beside == null) return cell === beside;
    const [a, b] = [periodIn(cell, date1904), periodIn(beside, date1904)];
    if (a === null || b === null) return false;
    return JSON.stringify(a) === JSON.stringify(b) || (a.kind === "year" && a.year === yearOf(b));
  });
}

function yearOf(period: WrittenPeriod): number | null {
  if (period.kind === "day") return period.date.year;
  if (period.kind === "week") return period.week.year;
  return period.kind === "open" ? null : period.year;
}

/** A header that names a period goes first. */
function rank({header, column}: ColumnProfile): number {
  return (COLUMN_WORDS.time.test(header) || COLUMN_WORDS.year.test(header) ? 0 : 1000) + column;
}

function isOfPeriods({header, distinct, isNumeric}: ColumnProfile, date1904: boolean): boolean {
  if (distinct.length === 0 || areDaysWithoutYear(distinct)) return false;
  const isNamed = COLUMN_WORDS.time.test(header) || COLUMN_WORDS.year.test(header) || MONTHS_OR_QUARTERS(header);
  const read = distinct.filter((cell) => periodIn(cell, date1904) !== null).length;
  const outside = distinct.filter((cell) => isOutside({header}, cell)).length;
  if (read === 0 || read + outside < distinct.length * LEAST_SHARE) return false;
  if (!isNumeric || isNamed) return true;
  // Numbers such as 1950 and 202401 without a word for them are periods only if no other number stands among them.
  const numbers = distinct.map((cell) => Number(cell.plain));
  const areYears = numbers.every((number) => Number.isInteger(number) && number >= 1800 && number <= 2100);
  const isRun = areYears && Math.max(...numbers) - Math.min(...numbers) < numbers.length * 2;
  return (
    read === distinct.length && !COLUMN_WORDS.value.test(header) && (isRun || numbers.every((one) => one > 180_000))
  );
}

/** The number of a date cell is no year: 1462 is a day of 1904. */
function isYear(cell: Cell): boolean {
  return !isDateCell(cell) && /^\d{4}(?:\.0+)?$/.test(cell.plain.trim());
}

/** A year, by the header of its column, that no series can have. */
function isOutside({header}: Pick<ColumnProfile, "header">, cell: Cell): boolean {
  return COLUMN_WORDS.year.test(header) && !isDateCell(cell) && isYearOutside(cell.plain.trim());
}

/** "Jan 01", "Jan 02": one month goes on and its number counts, so the number is a day. "Jan 24", "Feb 24" is a year. */
function areDaysWithoutYear(distinct: readonly Cell[]): boolean {
  const texts = distinct.map(({plain}) => /^(\p{L}+)\.? (\d{2})$/u.exec(plain.trim()));
  const steps = texts.slice(1).filter((text, at) => {
    const before = texts[at]!;
    return text !== null && before !== null && text[1] === before[1] && text[2] !== before[2];
  });
  return steps.length * 2 > distinct.length - 1;
}

function MONTHS_OR_QUARTERS(header: string): boolean {
  return COLUMN_WORDS.month.test(header) || COLUMN_WORDS.quarter.test(header);
}

/** null: the cell has no period; a date cell of a spreadsheet is a day. */
export function periodIn(cell: Cell, date1904: boolean): WrittenPeriod | null {
  if (isDateCell(cell)) return dayIn(cell, date1904);
  if (cell.kind !== "number" && cell.kind !== "text") return null;
  return readWrittenPeriod(cell.plain) ?? readWrittenPeriod(withoutStatusMark(cell.plain.trim())?.text ?? "");
}

function isDateCell(cell: Cell): boolean {
  return cell.kind === "number" && isDateFormat(cell.format);
}

function dayIn(cell: Cell, date1904: boolean): WrittenPeriod | null {
  const day = cellDay(cell, date1904);
  if (day === null) return null;
  const date = new Date(day * 86_400_000);
  return {
    kind: "day",
    date: {year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate()},
  };
}

function partKind({header, distinct, isNumeric}: ColumnProfile): "month" | "quarter" | null {
  if (distinct.length === 0) return null;
  for (const [kind, of] of [
    ["month", 12],
    ["quarter", 4],
  ] as const) {
    const areParts = distinct.every((cell) => readPartOfYear(cell.plain, of) !== null);
    if (areParts && (COLUMN_WORDS[kind].test(header) || (!isNumeric && distinct.length > 1))) return kind;
  }
  return null;
}

/** Columns of days on which values were published, beside others: the values are of other periods. */
function publishedDays(dated: readonly ColumnProfile[], say: Say): ColumnProfile[] {
  const found = dated.filter(({header}) => PUBLISHED_WORDS.test(header) && !COLUMN_WORDS.time.test(header));
  if (found.length === dated.length) return [];
  for (const {header} of found) say(`labels: the column ${header} has days of publication, and is left out`, 0.8);
  return found;
}

function sayMixedParts(columns: readonly ColumnProfile[], say: Say): void {
  const mixed = columns.find(areMostlyParts);
  if (mixed !== undefined)
    say(
      `which period? the column ${mixed.header} has parts of the year of several kinds, or unknown ones: write the whole period in one column, as 2024-Q1 or 2024-01${STAYS_OPEN}`,
      null,
    );
}

/** "M01", "M13", "Q1" beside a year: as names each would be of the whole year. */
function areMostlyParts({distinct, isNumeric}: ColumnProfile): boolean {
  const read = distinct.filter(({plain}) => [12, 4].some((of) => readPartOfYear(plain, of as 4 | 12) !== null));
  return !isNumeric && distinct.length > 1 && read.length * 2 > distinct.length;
}

/** The kind that reads all texts of a column; what none of them decides is asked. */
export function timeKind(cells: readonly Cell[], {dates, years, dayFirst}: TimeAnswers, say: Say): Kind {
  const texts = cells.filter(({kind}) => kind === "text").map(({plain}) => plain.trim());
  const all = cells.map(({plain}) => plain.trim());
  const open = texts.find((text) => isOpen(text, "day or month"));
  if (open !== undefined) {
    const says = (order: "day" | "month"): boolean =>
      texts.some((text) =>
        readsOnlyWith(text, order === "day" ? /^(?:1[3-9]|2\d|3[01])[-/]/ : /^\d{1,2}[-/](?:1[3-9]|2\d|3[01])[-/]/),
      );
    const [day, month] = [says("day"), says("month")];
    if (day !== month) {
      const order = day ? "day" : "month";
      say(`rows: dates such as ${open} have the ${order} first, as others of the column show`, 0.95);
      return `time, ${order} first`;
    }
    const said = dates ?? (dayFirst == null ? null : dayFirst ? "day first" : "month first");
    if (said !== null && !(day && month)) return `time, ${said}`;
    say(`${DAY_QUESTION} (such as ${open}) give it with --dates "day first" or "month first"`, null);
    return "time";
  }
  if (all.length > 1 && all.every(mayBeTwoYears)) {
    if (years != null) return `time, ${years} year`;
    const months = all.every((text) => !isOpen(text, "which year")) ? ", or is it a month" : "";
    say(`which of the two years does ${all[0]} mean${months}? give it with --years first or last`, null);
  }
  return "time";
}

function isOpen(text: string, question: string): boolean {
  const found = readWrittenPeriod(text);
  return found?.kind === "open" && found.question === question;
}

function readsOnlyWith(text: string, shape: RegExp): boolean {
  return shape.test(text) && readWrittenPeriod(text)?.kind === "day";
}
