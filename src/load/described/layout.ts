// The place of a table on its sheet: its header rows, its label columns, its value columns with the header cells above them.
//
// The header is the first place where consecutive rows read as the descriptor's kinds, so titles may move between releases. A merged
// header cell counts for all its columns.

import {type Cell, isDateFormat, type Sheet} from "../workbook/sheet.ts";
import type {Kind, TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf, type LinearExpression} from "./descriptor/expression.ts";
import {isProblem} from "./facts.ts";
import {factsOfCell, type TextReading} from "./text-facts.ts";
import {titleRows} from "./title-rows.ts";
import type {ValueColumn} from "./value-facts.ts";

export interface SheetLayout {
  /** First and last header row. */
  readonly headerTop: number;
  readonly headerBottom: number;
  /** The rows of its titles, if the description has their kinds. */
  readonly titles: readonly number[];
  readonly labelCount: number;
  readonly columns: readonly ColumnHeader[];
  /** Columns right of the labels without a header: a number in them is refused (FIX-rosstat-33). */
  readonly unnamed: readonly number[];
  /** The last row that may belong to the table. */
  readonly lastRow: number;
}

export interface ColumnHeader {
  readonly column: number;
  /** One for each level; null: the column has no header at that level. */
  readonly cells: readonly (Cell | null)[];
}

/** null: the sheet has no such table. */
export function findLayout(sheet: Sheet, reading: TextReading): SheetLayout | null {
  return findLayouts(sheet, reading)[0] ?? null;
}

/** From top to bottom, several if the header is repeated; empty: the sheet has no such table. */
export function findLayouts(sheet: Sheet, reading: TextReading): SheetLayout[] {
  const {table} = reading;
  const [firstRow, lastRow] = rowsBetween(sheet, table.between);
  if (firstRow === null) return [];
  const first = table.headerRow ?? findHeader(sheet, firstRow, lastRow, reading);
  if (first === null || first > lastRow) return [];
  const tops = [first];
  for (let top: number | null = first; table.repeated && top !== null; ) {
    top = findHeader(sheet, top + table.columns.length, lastRow, reading, first);
    if (top !== null) tops.push(top);
  }
  const own = tops.map((top, index) => {
    const from = index === 0 ? firstRow : tops[index - 1]! + table.columns.length;
    return titleRows(sheet, top, from, table.titles?.length ?? 0, reading.country.tables);
  });
  let titles: readonly number[] = [];
  return tops.map((top, index) => {
    const next = own[index + 1]?.[0] ?? tops[index + 1] ?? lastRow + 1;
    // A header without a title is that of the next page.
    if (own[index]!.length > 0) titles = own[index]!;
    return {...layoutAt(sheet, reading, top, next - 1), titles};
  });
}

function layoutAt(sheet: Sheet, {table}: TextReading, headerTop: number, lastRow: number): Omit<SheetLayout, "titles"> {
  const labelCount = table.rows.length;
  const levels = table.columns.length;
  const headerBottom = headerTop + levels - 1;
  const columns: ColumnHeader[] = [];
  const unnamed: number[] = [];
  const carried: (Cell | null)[] = new Array(levels).fill(null);
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const own = table.columns.map((_, level) => headerCell(sheet, headerTop + level, column, headerTop + level));
    const last = own[levels - 1] ?? null;
    // A header cell applies to the columns on its right until the next one.
    for (let level = 0; level < levels; level++) if (own[level] != null) carried[level] = own[level]!;
    if (own.every((cell) => cell === null)) {
      unnamed.push(column);
      continue;
    }
    columns.push({
      column,
      cells: own.map((cell, level) => {
        if (cell !== null) return cell;
        // A name that spans two rows of names is complete.
        if (FREE.has(table.columns[level]!) && (level > 0 || last === null)) return null;
        return level < levels - 1 && last !== null ? carried[level]! : null;
      }),
    });
  }
  return {headerTop, headerBottom, labelCount, columns, unnamed, lastRow};
}

/** The cell, or the first cell of its merged range if that begins in row `from` or below. */
export function headerCell(sheet: Sheet, row: number, column: number, from = 1): Cell | null {
  const own = sheet.cell(row, column);
  if (own !== null) return own;
  const range = sheet.mergedAt(row, column);
  return range === null || range.top < from ? null : sheet.cell(range.top, range.left);
}

function rowsBetween(sheet: Sheet, between: TableDescription["between"]): [from: number | null, to: number] {
  if (between === undefined) return [1, sheet.rowCount];
  const from = expressionOf(between[0]);
  const to = between[1] === undefined ? undefined : expressionOf(between[1]);
  const start = findRow(sheet, 1, from);
  if (start === null) return [null, 0];
  if (to === undefined) return [start + 1, sheet.rowCount];
  const end = findRow(sheet, start + 1, to);
  // FIX-rosstat-61: without its end the table would go on into the next one.
  return end === null ? [null, 0] : [start + 1, end - 1];
}

function findRow(sheet: Sheet, from: number, text: LinearExpression): number | null {
  for (let row = from; row <= sheet.rowCount; row++) {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind === "text" && text.test(cell.text)) return row;
    }
  }
  return null;
}

/** @param first the row of the first header, of a header that is repeated */
function findHeader(sheet: Sheet, from: number, to: number, reading: TextReading, first?: number): number | null {
  const {columns, rows, headerAt} = reading.table;
  const marked = headerAt === undefined ? from : findRow(sheet, from, expressionOf(headerAt));
  if (marked === null || marked > to) return null;
  if (headerAt !== undefined) return marked;
  for (let row = from; row + columns.length - 1 <= to; row++) {
    if (!columns.every((kind, level) => readsAs(sheet, row + level, rows.length, kind, reading))) continue;
    const isHeader = (kind: Kind, level: number): boolean =>
      FREE.has(kind) || kind === "ignore" || comesAgain(sheet, row + level, first! + level, rows.length);
    if (first === undefined || columns.every(isHeader)) return row;
  }
  return null;
}

/**
 * Whether a row that reads as periods is the header once more: "2010 | 1995 | 1900" reads as three years, and may be values. A row without bare numbers is a header if it reads as one. Bare numbers must be the years of the first header in the same columns, or
 * years that go on in one direction in a row without labels of values. In doubt the row is no header, and its values are read or refused.
 * @param top the row of the first header to compare with
 */
export function comesAgain(sheet: Sheet, row: number, top: number, labelCount: number): boolean {
  const years: number[] = [];
  let isSame = true;
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    const text = cell.plain.trim();
    if (text !== sheet.cell(top, column)?.plain.trim()) isSame = false;
    const isBare = cell.kind === "number" ? !isDateFormat(cell.format) : BARE.test(text);
    if (isBare) years.push(YEAR.test(text) ? Number(text) : Number.NaN);
  }
  if (isSame || years.length === 0) return true;
  const steps = years.slice(1).map((year, at) => year - years[at]!);
  // A comparison with NaN is false.
  const isOrdered = !years.some(Number.isNaN) && [1, -1].some((sign) => steps.every((step) => step * sign > 0));
  if (!isOrdered) return false;
  const labels = (from: number): string[] =>
    Array.from({length: labelCount}, (_, at) => sheet.cell(from, at + 1)?.plain.trim() ?? "");
  const own = labels(row);
  if (own.some((label) => label !== "")) return own.join("\n") === labels(top).join("\n");
  // Two years in a row without a label may be values, unless the first header has no label either.
  const isConsecutive =
    steps.every((step) => Math.abs(step) === 1) && (steps.length > 1 || labels(top).every((label) => label === ""));
  return isConsecutive || !hasNumbers(sheet, row - 1, labelCount);
}

const BARE = /^[-+\u2212]?\d[\d\s\u00a0.,]*$/;
const YEAR = /^(?:1[7-9]|2[01])\d\d$/;

function hasNumbers(sheet: Sheet, row: number, labelCount: number): boolean {
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null && (cell.kind === "number" || BARE.test(cell.plain.trim()))) return true;
  }
  return false;
}

/** Whether at least half of the row's cells right of the labels read as the kind. */
function readsAs(sheet: Sheet, row: number, labelCount: number, kind: Kind, reading: TextReading): boolean {
  let [read, all] = [0, 0];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    all++;
    if (!FREE.has(kind) || cell.kind === "text") {
      const facts = factsOfCell(cell, kind, reading);
      if (!isProblem(facts)) read++;
    }
  }
  // A level of free texts may be empty below a merged cell; years, periods and the like must be there.
  return all === 0 ? kind === "ignore" : read * 2 >= all;
}

/** Kinds that every text reads as. */
export const FREE: ReadonlySet<Kind> = new Set(["class", "indicator", "measure", "mixed"]);

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
