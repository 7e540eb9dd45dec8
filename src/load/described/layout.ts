// The place of a table on its sheet: its header rows, its label columns, its value columns with the header cells above them.
//
// The header is the first place where consecutive rows read as the descriptor's kinds, so titles may move between releases. A merged
// header cell counts for all its columns.

import type {Cell, Sheet} from "../workbook/sheet.ts";
import type {Kind, TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf, type LinearExpression} from "./descriptor/expression.ts";
import {isProblem} from "./facts.ts";
import {comesAgain} from "./header/repeated-header.ts";
import {type ColumnHeader, headerCell, type SheetLayout} from "./header/sheet-layout.ts";
import {factsOfCell, type TextContext} from "./text-facts.ts";
import {titleRows} from "./title-rows.ts";

/** null: the sheet has no such table. */
export function findLayout(sheet: Sheet, context: TextContext): SheetLayout | null {
  return findLayouts(sheet, context)[0] ?? null;
}

/** From top to bottom, several if the header is repeated; empty: the sheet has no such table. */
export function findLayouts(sheet: Sheet, context: TextContext): SheetLayout[] {
  const {table} = context;
  const [firstRow, lastRow] = rowsBetween(sheet, table.between);
  if (firstRow === null) return [];
  const first = table.headerRow ?? findHeader(sheet, firstRow, lastRow, context);
  if (first === null || first > lastRow) return [];
  const tops = [first];
  for (let top: number | null = first; table.repeated && top !== null; ) {
    top = findHeader(sheet, top + table.columns.length, lastRow, context, first);
    if (top !== null) tops.push(top);
  }
  const own = tops.map((top, index) => {
    const from = index === 0 ? firstRow : tops[index - 1]! + table.columns.length;
    return titleRows(sheet, top, from, table.titles?.length ?? 0, context.country.tables);
  });
  let titles: readonly number[] = [];
  return tops.map((top, index) => {
    const next = own[index + 1]?.[0] ?? tops[index + 1] ?? lastRow + 1;
    // A header without a title is that of the next page.
    if (own[index]!.length > 0) titles = own[index]!;
    return {...layoutAt(sheet, context, top, next - 1), titles};
  });
}

function layoutAt(sheet: Sheet, {table}: TextContext, headerTop: number, lastRow: number): Omit<SheetLayout, "titles"> {
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
function findHeader(sheet: Sheet, from: number, to: number, context: TextContext, first?: number): number | null {
  const {columns, rows, headerAt} = context.table;
  const marked = headerAt === undefined ? from : findRow(sheet, from, expressionOf(headerAt));
  if (marked === null || marked > to) return null;
  if (headerAt !== undefined) return marked;
  for (let row = from; row + columns.length - 1 <= to; row++) {
    if (!columns.every((kind, level) => readsAs(sheet, row + level, rows.length, kind, context))) continue;
    const isHeader = (kind: Kind, level: number): boolean =>
      FREE.has(kind) || kind === "ignore" || comesAgain(sheet, row + level, first! + level, rows.length);
    if (first === undefined || columns.every(isHeader)) return row;
  }
  return null;
}

/** Whether at least half of the row's cells right of the labels read as the kind. */
function readsAs(sheet: Sheet, row: number, labelCount: number, kind: Kind, context: TextContext): boolean {
  let [read, all] = [0, 0];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    all++;
    if (!FREE.has(kind) || cell.kind === "text") {
      const facts = factsOfCell(cell, kind, context);
      if (!isProblem(facts)) read++;
    }
  }
  // A level of free texts may be empty below a merged cell; years, periods and the like must be there.
  return all === 0 ? kind === "ignore" : read * 2 >= all;
}

/** Kinds that every text reads as. */
export const FREE: ReadonlySet<Kind> = new Set(["class", "indicator", "measure", "mixed"]);
