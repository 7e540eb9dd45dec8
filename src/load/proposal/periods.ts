// What the periods of a table mean together: cumulative from January on, states on the first day of a month, values moved by footnotes.
import type {TableDescription} from "../described/descriptor.ts";
import {dayOfDate, isProblem} from "../described/facts.ts";
import {factsOfCell, type TextReading} from "../described/text-facts.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";
import type {Header} from "./header.ts";
import {rowCells, type Say} from "./reading.ts";

function cellsOf(sheet: Sheet, header: Header, kind: "period" | "date"): Cell[] {
  const across = header.periodRows.filter((one) => one.kind === kind).flatMap(({row, first}) => rowCells(sheet, row, first));
  const down = header.periodColumns
    .filter((one) => one.kind === kind)
    .flatMap(({column}) =>
      Array.from({length: sheet.rowCount - header.body + 1}, (_, at) => sheet.cell(header.body + at, column)),
    );
  return [...across, ...down.filter((cell) => cell !== null)];
}

/** Whether all periods count from January on: one does, and no later part of the year stands alone. */
export function isCumulative(sheet: Sheet, header: Header, {country}: TextReading, say: Say): boolean {
  const words = cellsOf(sheet, header, "period")
    .map(({plain}) => country.tables.period(plain.replace(/\s+/g, " ").trim()))
    .filter((found) => found?.kind === "part");
  if (!words.some(({cumulative}) => cumulative)) return false;
  const alone = words.some(({cumulative, offset}) => !cumulative && offset > 0);
  if (alone) say("some periods count from January on, others do not: see what is refused", 0.6);
  else say("all periods count from January on", 0.95);
  return !alone;
}

export function datesOf(sheet: Sheet, header: Header, reading: TextReading, say: Say): Pick<TableDescription, "dates"> {
  const days = new Set<number>();
  for (const cell of cellsOf(sheet, header, "date")) {
    const said = factsOfCell(cell, "date", reading);
    if (isProblem(said) || said.date === undefined) continue;
    const day = said.date.year === null ? null : dayOfDate(said.date, said.date.year);
    if (day === null || said.date.dayOfMonth !== 1) return {};
    days.add(said.date.month);
  }
  if (days.size === 0) return {};
  const quarters = days.size > 1 && [...days].every((month) => month % 3 === 1);
  const dates = quarters ? "quarter" : "month";
  say(`each date is the first day of a ${dates}, and stands for it`, quarters ? 0.7 : 0.9);
  return {dates};
}

const LAST_ROWS = 40;

/** FIX-rosstat-07: a footnote that names another period than the header. */
export function footnotesOf(sheet: Sheet, header: Header, {country}: TextReading, say: Say): Pick<TableDescription, "footnotes"> {
  for (let row = Math.max(header.body, sheet.rowCount - LAST_ROWS); row <= sheet.rowCount; row++)
    for (const {text} of rowCells(sheet, row, 1, 3))
      for (const mark of ["1", "2", "3", "4", "5"])
        if (country.tables.footnotePeriod(text, mark) !== null) {
          say(`footnote ${mark} gives the period of the values that it marks`, 0.8);
          return {footnotes: "period"};
        }
  return {};
}
