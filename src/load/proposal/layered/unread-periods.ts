// Periods that a table has and nobody can read: an answer for the whole table would be the period of values that have others.
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import {readPartOfYear} from "../../../country/written-period.ts";
import type {Kind} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {ProposedHeader} from "../header.ts";
import {sayOtherYear} from "../periods.ts";
import {rowCells, type Say} from "../reading.ts";

/** What a period of the whole table, or one of two columns of dates, would be wrong for. */
export function sayDoubtfulPeriods(
  sheet: Sheet,
  header: ProposedHeader,
  {hasPeriod, isAnswered}: {readonly hasPeriod: boolean; readonly isAnswered: boolean},
  context: TextContext,
  say: Say,
): void {
  sayTwoDates(sheet, header, say);
  sayOtherNames(sheet, header, say);
  if (hasPeriod) {
    sayOtherYear(sheet, header, context, say);
    return;
  }
  sayUnreadPeriods(sheet, header, say);
  if (isAnswered) sayWrappedMonths(sheet, header, say);
}

/** The first and the last day of a period, or a day of publication beside a period. */
function sayTwoDates(sheet: Sheet, {top, body, periodColumns}: ProposedHeader, say: Say): void {
  const [first, second] = periodColumns.filter(({kind}) => kind === "date");
  if (second === undefined) return;
  const differs = (row: number): boolean => {
    const [one, other] = [sheet.cell(row, first!.column), sheet.cell(row, second.column)];
    return one !== null && other !== null && one.plain.trim() !== other.plain.trim();
  };
  if (!Array.from({length: sheet.rowCount - body + 1}, (_, at) => body + at).some(differs)) return;
  const name = ({column}: {readonly column: number}): string => sheet.cell(top, column)?.plain.trim() ?? `${column}`;
  say(
    `which period? the columns ${name(first!)} and ${name(second)} have different dates: give one of them the kind ignore in a descriptor, or write the period in one column, as 2024-Q1${STAYS_OPEN}`,
    null,
  );
}

/** "Population 2022" beside "Income 2023": as years alone they would be one series. */
function sayOtherNames(sheet: Sheet, {top, labelCount, kinds}: ProposedHeader, say: Say): void {
  const level = kinds.indexOf("year inside");
  if (level < 0 || kinds.length > 1) return;
  const names = new Map<string, string>();
  for (const {plain} of rowCells(sheet, top + level, labelCount + 1)) {
    const [year] = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(plain) ?? [];
    const name = /^(\p{Lu}[\p{Ll}-]{3,}(?: \p{Ll}{3,})*),? (?=(?:19|20)\d\d)/u.exec(plain.trim())?.[1];
    if (year === undefined || name === undefined || readPartOfYear(name, 12) !== null) continue;
    names.set(name, plain.trim());
  }
  const [first, second] = [...names.values()];
  if (second === undefined) return;
  say(
    `are ${first} and ${second} one series? their headers have names beside the years: write the names into a header row of their own${STAYS_OPEN}`,
    null,
  );
}

/** A column that is called a date or a year, in a table of which no period could be read. */
function sayUnreadPeriods(sheet: Sheet, {top, body}: ProposedHeader, say: Say): void {
  for (let column = 1; column <= sheet.columnCount; column++)
    for (let row = top; row < body; row++) {
      const name = sheet.cell(row, column)?.plain.trim() ?? "";
      const first = sheet.cell(body, column)?.plain.trim() ?? "";
      if (first === "" || !(COLUMN_WORDS.time.test(name) || COLUMN_WORDS.year.test(name))) continue;
      say(
        `which period? the column ${name} has no writing of a period that is known, such as ${first}: write it as 2024, 2024-Q1, 2024-01 or 2024-01-31${STAYS_OPEN}`,
        null,
      );
      return;
    }
}

/** "October … December, January": a year that a person gives for all of them would be wrong for the months behind December. */
function sayWrappedMonths(sheet: Sheet, {top, body, labelCount}: ProposedHeader, say: Say): void {
  const across = Array.from({length: body - top}, (_, at) => rowCells(sheet, top + at, labelCount + 1));
  const down = Array.from({length: labelCount}, (_, at) =>
    Array.from({length: sheet.rowCount - body + 1}, (_, row) => sheet.cell(body + row, at + 1)).filter(
      (cell) => cell !== null,
    ),
  );
  for (const cells of [...across, ...down]) {
    const months = cells.flatMap(({plain}) => {
      const words = /\p{L}/u.test(plain) ? readPartOfYear(plain.trim(), 12) : null;
      return words?.kind === "part" ? [words.offset] : [];
    });
    const wraps = months.some((month, at) => month === 0 && months[at - 1] === 11);
    if (!wraps || months.length * 2 <= cells.length) continue;
    say(
      `which period? January stands behind December, so the months are of two years and not of one: write each with its year${STAYS_OPEN}`,
      null,
    );
    return;
  }
}

const ROMAN = /^(?:I{1,3}|IV)$/;

/** I, II, III and IV below years are quarters; fewer of them may be groups of something. */
export function withRomanQuarters(sheet: Sheet, header: ProposedHeader, say: Say): ProposedHeader {
  const {kinds, top, labelCount} = header;
  if (!kinds.includes("year")) return header;
  const found = kinds.map((kind, level): Kind => {
    const texts = rowCells(sheet, top + level, labelCount + 1).map(({plain}) => plain.trim());
    if (kind !== "class" || texts.length < 2 || !texts.every((text) => ROMAN.test(text))) return kind;
    if (new Set(texts).size === 4) {
      say(`columns: I to IV in header row ${top + level} are quarters`, 0.8);
      return "quarter";
    }
    say(
      `are ${[...new Set(texts)].join(" and ")} in header row ${top + level} quarters? write the kind quarter or class in a descriptor${STAYS_OPEN}`,
      null,
    );
    return kind;
  });
  return {...header, kinds: found};
}
