// The header of a plain table: the row that has all of its labels, and the columns of labels and values.
//
// Columns may stand in another order in the next release, so they are found by their headers. A header that stands twice is no place.
import {folded} from "../../../country/plain-text.ts";
import type {Cell, Sheet} from "../../workbook/sheet.ts";
import type {TableDescription} from "../descriptor/descriptor.ts";

export interface PlainHeader {
  readonly row: number;
  /** The column of each label, in the order of the description. */
  readonly labels: readonly number[];
  readonly values: readonly {readonly column: number; readonly cell: Cell}[];
  /** Columns without a header that are no label. */
  readonly unnamed: readonly number[];
}

const ROWS_SEARCHED = 100;

/** null: no row has all labels, each once. */
export function findPlainHeader(sheet: Sheet, {labels, headerRow}: TableDescription): PlainHeader | null {
  const wanted = labels!.map(folded);
  const last = Math.min(sheet.rowCount, ROWS_SEARCHED);
  for (let row = headerRow ?? 1; row <= (headerRow ?? last); row++) {
    const found = headerAt(sheet, row, wanted);
    if (found !== null) return found;
  }
  return null;
}

function headerAt(sheet: Sheet, row: number, wanted: readonly string[]): PlainHeader | null {
  const columns = new Map<string, number[]>();
  for (let column = 1; column <= sheet.columnCount; column++) {
    const text = headerText(sheet, row, column);
    const known = columns.get(text);
    if (known === undefined) columns.set(text, [column]);
    else known.push(column);
  }
  const labels = wanted.map((label) => columns.get(label) ?? []);
  if (!labels.every(({length}, at) => length === 1 || (wanted[at] === "" && length > 0))) return null;
  const taken = new Set(labels.flat());
  const values: {column: number; cell: Cell}[] = [];
  const unnamed: number[] = [];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (taken.has(column)) continue;
    if (cell === null) unnamed.push(column);
    else values.push({column, cell});
  }
  return {row, labels: labels.map(([column]) => column!), values, unnamed};
}

export function headerText(sheet: Sheet, row: number, column: number): string {
  return folded(sheet.cell(row, column)?.plain ?? "");
}
