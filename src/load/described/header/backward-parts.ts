// Parts of a year that go back below one year of the header: the year of the columns behind them is not known, and they are refused.
import type {Sheet} from "../../workbook/sheet.ts";
import type {Kind} from "../descriptor/descriptor.ts";
import type {ValueColumn} from "../value-facts.ts";
import {headerCell, type SheetLayout} from "./sheet-layout.ts";

const YEARS: ReadonlySet<Kind> = new Set(["year", "year inside"]);

/**
 * The columns, with a problem for each of a year under which the parts go back: the next year has no cell of its own, or the years stand in
 * the middle of their columns. A merged year says its columns itself, and parts that are listed backwards all the way are of one year.
 */
export function refuseBackwardParts(
  sheet: Sheet,
  {headerTop, columns: headers}: SheetLayout,
  kinds: readonly Kind[],
  columns: ValueColumn[],
): ValueColumn[] {
  const level = kinds.findIndex((kind) => YEARS.has(kind));
  if (level < 0) return columns;
  const row = headerTop + level;
  const groups = new Map<string, {column: ValueColumn; offset: number; length: number}[]>();
  let start = 0;
  for (const [at, column] of columns.entries()) {
    if (sheet.cell(row, column.column) !== null) start = column.column;
    const isMerged = sheet.mergedAt(row, column.column) !== null;
    const {words} = column.found;
    if (isMerged || words?.kind !== "part" || headerCell(sheet, row, start) === null) continue;
    // Names beside the parts may each have parts of their own.
    const names = headers[at]!.cells.map((cell, index) =>
      index === level || kinds[index] === "period" || kinds[index] === "month" || kinds[index] === "quarter"
        ? ""
        : cell?.plain,
    );
    const key = JSON.stringify([start, words.periodsAYear, words.cumulative, names]);
    const group = groups.get(key) ?? [];
    groups.set(key, [...group, {column, offset: words.offset, length: words.periodsAYear}]);
  }
  const unclear = new Set([...groups.values()].filter(goesBack).flatMap((group) => group.map(({column}) => column)));
  if (unclear.size === 0) return columns;
  const reason = "is under a year below which the parts of the year go back: which year is meant?";
  return columns.map((one) =>
    unclear.has(one) ? {...one, problem: {reason, text: one.header.join(" "), kind: "period"}} : one,
  );
}

function goesBack(group: readonly {readonly offset: number; readonly length: number}[]): boolean {
  const steps = group.slice(1).map(({offset}, at) => offset - group[at]!.offset);
  if (steps.every((step) => step >= 0)) return false;
  return !steps.every((step, at) => step < 0 && -step * 2 <= group[at]!.length);
}
