// What the periods of a table mean together: cumulative from January on, states on the first day of a month, values moved by footnotes.
import type {FixedFacts, TableDescription} from "../described/descriptor/descriptor.ts";
import {dayOfDate, isProblem} from "../described/facts.ts";
import {factsOfCell, type TextContext} from "../described/text-facts.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";
import type {ProposedHeader} from "./header.ts";
import {rowCells, type Say} from "./reading.ts";

function cellsOf(sheet: Sheet, header: ProposedHeader, kind: "period" | "date"): Cell[] {
  const across = header.periodRows
    .filter((one) => one.kind === kind)
    .flatMap(({row, first}) => rowCells(sheet, row, first));
  const down = header.periodColumns
    .filter((one) => one.kind === kind)
    .flatMap(({column}) =>
      Array.from({length: sheet.rowCount - header.body + 1}, (_, at) => sheet.cell(header.body + at, column)),
    );
  return [...across, ...down.filter((cell) => cell !== null)];
}

/** Whether all periods count from January on: one does, and no later part of the year is alone. */
export function isCumulative(sheet: Sheet, header: ProposedHeader, {country}: TextContext, say: Say): boolean {
  const words = cellsOf(sheet, header, "period")
    .map(({plain}) => country.tables.period(plain.replace(/\s+/g, " ").trim()))
    .filter((found) => found?.kind === "part");
  if (!words.some(({cumulative}) => cumulative)) return false;
  const alone = words.some(({cumulative, offset}) => !cumulative && offset > 0);
  if (alone) say("cumulative: some periods count from January on, others do not: see what is refused", 0.6);
  else say("cumulative: all periods count from January on", 0.95);
  return !alone;
}

export interface DatesFound {
  readonly fields: Pick<TableDescription, "dates">;
  readonly isWeekly: boolean;
}

export function datesOf(sheet: Sheet, header: ProposedHeader, context: TextContext, say: Say): DatesFound {
  const cells = cellsOf(sheet, header, "date");
  const dates = cells.flatMap((cell) => {
    const said = factsOfCell(cell, "date", context);
    return isProblem(said) || said.date === undefined ? [] : [said.date];
  });
  if (dates.length === 0) return {fields: {}, isWeekly: false};
  // A leap year, so that every day of a date without a year exists.
  const days = [...new Set(dates.map((date) => dayOfDate(date, date.year ?? 2024) ?? 0))].sort((a, b) => a - b);
  const gaps = days
    .slice(1)
    .map((day, at) => day - days[at]!)
    .sort((a, b) => a - b);
  const middle = gaps[gaps.length >> 1] ?? 0;
  if (days.length >= LEAST_WEEKS && middle >= 5 && middle <= 9 && dates.every(({year}) => year === null)) {
    say(
      "dataset.frequency: the dates are about a week apart, and the periods are weeks in the source's own count",
      0.8,
    );
    return {fields: {}, isWeekly: true};
  }
  if (shownAs(cells) === "year") {
    say("dates: each date shows its year alone, and means it", 0.8);
    return {fields: {dates: "in year"}, isWeekly: false};
  }
  const span = SPANS.find(([least]) => middle >= least)?.[1];
  if (dates.some(({dayOfMonth, year}) => dayOfMonth !== 1 || year === null)) {
    const shown = shownAs(cells);
    if (shown !== null) {
      const isLonger = span !== undefined && span !== "a month" && shown === "month";
      const apart = isLonger ? `, though the dates are ${span} apart` : "";
      say(`dates: each date shows no day, and means its ${shown}${apart}`, isLonger ? 0.5 : 0.8);
      return {fields: {dates: `in ${shown}`}, isWeekly: false};
    }
    const isPeriod = span !== undefined && span !== "a week";
    const hint = isPeriod ? `: "dates": "in ${span.slice(2)}" would say so` : "";
    if (span !== undefined)
      say(`dates: each date is a day, though the dates are ${span} apart and may mean all of it${hint}`, 0.5);
    return {fields: {}, isWeekly: false};
  }
  const months = new Set(dates.map(({month}) => month));
  const quarters = months.size > 1 && [...months].every((month) => month % 3 === 1);
  const of = quarters ? "quarter" : "month";
  // September beside December may be the third quarter.
  const isLonger = !quarters && middle >= SPANS[1]![0];
  const apart = isLonger ? `, though the dates are ${span} apart` : "";
  say(
    `dates: each date is the first day of a ${of}, and means all of it${apart}`,
    isLonger ? 0.5 : quarters ? 0.7 : 0.9,
  );
  return {fields: {dates: of}, isWeekly: false};
}

/** FIX-country-21: "Jan-24" is what a person sees of 2024-01-31. null: a cell shows its day, or is no date of the workbook. */
function shownAs(cells: readonly Cell[]): "month" | "year" | null {
  const formats = cells.map(({kind, format}) =>
    kind === "number" ? format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "") : "d",
  );
  if (formats.some((format) => /d|general/i.test(format))) return null;
  return formats.some((format) => /m/i.test(format)) ? "month" : "year";
}

const LEAST_WEEKS = 8;
/** Days between dates that are about so far apart, the longest first. */
const SPANS: readonly (readonly [least: number, span: string])[] = [
  [350, "a year"],
  [85, "a quarter"],
  [27, "a month"],
  [5, "a week"],
];

/** The base of the columns whose header has a sign such as **, as the footnote with this sign says. */
export function footnoteSigns(
  sheet: Sheet,
  header: ProposedHeader,
  {country}: TextContext,
  say: Say,
): TableDescription["marks"] | null {
  const signs = new Set(
    header.periodRows
      .flatMap(({row, first}) => rowCells(sheet, row, first))
      .map(({text}) => /\*+$/.exec(text.trim())?.[0]),
  );
  const marks: Record<string, FixedFacts> = {};
  for (const sign of signs) {
    if (sign === undefined) continue;
    for (let row = Math.max(header.body, sheet.rowCount - LAST_ROWS); row <= sheet.rowCount; row++)
      for (const {text} of rowCells(sheet, row, 1, 3)) {
        const words = text.trim();
        if (!words.startsWith(sign) || words[sign.length] === "*") continue;
        const base = words.slice(sign.length).trim();
        if (country.tables.transformation(base) === null) continue;
        marks[sign] = {base};
        say(`marks: the footnote ${sign} gives the base of its columns`, 0.9);
      }
  }
  return Object.keys(marks).length === 0 ? null : marks;
}

const LAST_ROWS = 40;

/** FIX-rosstat-07: a footnote that names another period than the header. */
export function footnotesOf(
  sheet: Sheet,
  header: ProposedHeader,
  {country}: TextContext,
  say: Say,
): Pick<TableDescription, "footnotes"> {
  for (let row = Math.max(header.body, sheet.rowCount - LAST_ROWS); row <= sheet.rowCount; row++)
    for (const {text} of rowCells(sheet, row, 1, 3))
      for (const mark of ["1", "2", "3", "4", "5"])
        if (country.tables.footnotePeriod(text, mark) !== null) {
          say(`footnotes: footnote ${mark} gives the period of the values that it marks`, 0.8);
          return {footnotes: "period"};
        }
  return {};
}

/** "Fiscal years ended September 30": the number of such a year is read as the calendar year. */
export function sayOtherYear(
  sheet: Sheet,
  {body, labelCount}: Pick<ProposedHeader, "body" | "labelCount">,
  {country}: TextContext,
  say: Say,
): void {
  const rows = Array.from({length: body - 1}, (_, at) => rowCells(sheet, at + 1, 1, Math.max(labelCount + 1, 8)));
  const found = rows.flat().find(({plain}) => country.tables.layout.otherYear.test(plain));
  if (found === undefined) return;
  const text = JSON.stringify(found.plain.trim().slice(0, 60));
  say(`${text} names years of another kind: each is read as the calendar year`, 0.5);
}

/** "November 2015 – January 2016": as a month or a quarter it would be a wrong period. */
const MOVING = /\p{L}{3,}\.?\s\d{4}\D{0,8}[-–—]\s?\p{L}{3,}\.?\s\d{4}/u;

export function sayMovingSpan(sheet: Sheet, {top, body, labelCount}: ProposedHeader, say: Say): boolean {
  const cells = Array.from({length: body - top}, (_, at) => rowCells(sheet, top + at, labelCount + 1)).flat();
  const span = cells.find(({plain}) => MOVING.test(plain));
  if (span === undefined) return false;
  say(
    `which period? the headers are spans of months, such as ${span.plain.trim()}, which are no periods of this program: their values are left out`,
    null,
  );
  return true;
}

/** "2016 January-December" of a title that says more; undefined: no title says a part of a year. */
export function periodInTitle(lines: readonly {readonly text: string}[], {country}: TextContext): string | undefined {
  for (const {text} of lines) {
    const [, words, year] = /(\S+(?: ?[-–—] ?\S+)?) ((?:19|20)\d\d)(?!\d)/u.exec(text) ?? [];
    if (year !== undefined && country.tables.periodBeforeYear(words!) !== null) return `${year} ${words}`;
  }
  return undefined;
}
