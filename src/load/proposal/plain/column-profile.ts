// The columns of a plain table with a sample of their members: the first rows, and rows from all of the table.
//
// A sample only proposes. The load judges every row, so a row that the sample did not see is refused where it is of another kind.
import {COMMENT} from "../../../country/plain-table-words.ts";
import {readWrittenPeriod} from "../../../country/written-period.ts";
import {headerText} from "../../described/plain/plain-header.ts";
import {missingIn} from "../../described/plain/plain-number.ts";
import {isComment} from "../../described/plain/plain-table.ts";
import type {TextContext} from "../../described/text-facts.ts";
import {type Cell, isDateFormat, type Sheet} from "../../workbook/sheet.ts";

export interface PlainRegion {
  readonly sheet: Sheet;
  readonly header: number;
  /** The first row of the header: it may stand twice, in capitals over the same names. */
  readonly top: number;
  /** Rows of the sample, in order. */
  readonly rows: readonly number[];
  readonly columns: readonly ColumnProfile[];
}

export interface ColumnProfile {
  readonly column: number;
  readonly header: string;
  /** Of the sample; null: empty. */
  readonly cells: readonly (Cell | null)[];
  /** One cell for each text, in order. */
  readonly distinct: readonly Cell[];
  /** All members are numbers or stand for a missing one, and one at least is a number. */
  readonly isNumeric: boolean;
}

const ROWS_SEARCHED = 40;
const FIRST_ROWS = 1000;
const OTHER_ROWS = 4000;

/** null: the sheet is no plain table. */
export function plainRegion(sheet: Sheet, context: TextContext): PlainRegion | null {
  if (sheet.merges.length > 0 || sheet.rowCount < 2) return null;
  const top = headerRow(sheet, context);
  if (top === null) return null;
  const header = saysTheSameBelow(sheet, top) ? top + 1 : top;
  const rows = sampleRows(sheet, header);
  if (rows.length === 0 || (sheet.locatedBy === "cells" && rows.some((row) => isSection(sheet, row)))) return null;
  const columns: ColumnProfile[] = [];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cells = rows.map((row) => sheet.cell(row, column));
    const filled = cells.filter((cell) => cell !== null);
    const distinct = [...new Map(filled.map((cell) => [cell.plain.trim(), cell])).values()];
    const found = headerText(sheet, header, column);
    if (found === "" && filled.length === 0) continue;
    columns.push({column, header: found, cells, distinct, isNumeric: isNumeric(distinct, context)});
  }
  return {sheet, header, top, rows, columns};
}

/** The first row that is about as wide as the rows below it; above it are titles and comments. */
function headerRow(sheet: Sheet, context: TextContext): number | null {
  const count = (row: number): number => {
    let cells = 0;
    for (let column = 1; column <= sheet.columnCount; column++) if (sheet.cell(row, column) !== null) cells++;
    return cells;
  };
  for (let row = 1; row <= Math.min(ROWS_SEARCHED, sheet.rowCount - 1); row++) {
    const cells = count(row);
    if (cells < 2 || COMMENT.test(sheet.cell(row, 1)?.plain.trim() ?? "")) continue;
    const below = Array.from({length: Math.min(20, sheet.rowCount - row)}, (_, at) => count(row + 1 + at));
    const widest = Math.max(...below);
    // A column of numbers of rows may have no header.
    if (cells < widest - 1 && cells * 5 < widest * 4) continue;
    // A header names each of its columns, and the row below is a record.
    return below[0]! >= 2 && isOfNames(sheet, row, context) ? row : null;
  }
  return null;
}

/** Whether the row below has the texts of this one, most of them but for their case, and as many. */
function saysTheSameBelow(sheet: Sheet, row: number): boolean {
  let [texts, same] = [0, 0];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const [cell, below] = [sheet.cell(row, column), sheet.cell(row + 1, column)];
    if ((cell === null) !== (below === null)) return false;
    if (cell === null || below === null) continue;
    texts++;
    if (below.kind === "text" && cell.plain.trim().toLowerCase() === below.plain.trim().toLowerCase()) same++;
  }
  return same * 2 > texts;
}

/** A row of a workbook with its first cell alone: the text is about the rows below it. */
function isSection(sheet: Sheet, row: number): boolean {
  for (let column = 2; column <= sheet.columnCount; column++) if (sheet.cell(row, column) !== null) return false;
  return sheet.cell(row, 1) !== null;
}

/** Texts and periods: a row with another number is a record. */
function isOfNames(sheet: Sheet, row: number, context: TextContext): boolean {
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null || readWrittenPeriod(cell.plain) !== null) continue;
    if (cell.kind === "number" ? !isDateFormat(cell.format) : numberKind(cell, context) === "number") return false;
  }
  return true;
}

function sampleRows(sheet: Sheet, header: number): number[] {
  const rows: number[] = [];
  const step = Math.max(1, Math.floor((sheet.rowCount - header - FIRST_ROWS) / OTHER_ROWS));
  for (let row = header + 1; row <= sheet.rowCount; row += row - header < FIRST_ROWS ? 1 : step)
    if (!isComment((column) => sheet.cell(row, column), sheet.columnCount)) rows.push(row);
  return rows.filter((row) => {
    for (let column = 1; column <= sheet.columnCount; column++) if (sheet.cell(row, column) !== null) return true;
    return false;
  });
}

function isNumeric(cells: readonly Cell[], context: TextContext): boolean {
  let numbers = 0;
  for (const cell of cells) {
    const kind = numberKind(cell, context);
    if (kind === "other") return false;
    if (kind === "number") numbers++;
  }
  return numbers > 0;
}

const NUMBER = /^[-+\u2212]?(?:\d{1,3}(?:[ \u00a0,.'’]\d{3})+|\d+)(?:[.,]\d+)?(?:e[-+]?\d{1,3})?$/i;

export function numberKind(cell: Cell, {country}: TextContext): "number" | "missing" | "other" {
  if (cell.kind === "number") return isDateFormat(cell.format) ? "other" : "number";
  if (cell.kind !== "text") return "other";
  const text = cell.plain.trim();
  if (missingIn(text) !== null) return "missing";
  if (NUMBER.test(text)) return "number";
  const read = country.tables.number(text, {percent: true});
  return read.kind === "value" ? "number" : read.kind === "missing" ? "missing" : "other";
}
