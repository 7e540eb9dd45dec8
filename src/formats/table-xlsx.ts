// Tables as an XLSX workbook: numbers are numbers and texts are texts, so no cell is read as a formula.
//
// Days are texts (YYYY-MM-DD), as in every other form: a spreadsheet's dates begin in 1900, and some series begin earlier.
import {utils, write} from "@e965/xlsx";
import type {Table} from "./series-table.ts";

export interface Sheet extends Table {
  readonly name: string;
}

/** The longest text that a cell can hold. */
const MOST_LETTERS = 32_767;

export function tablesToXlsx(sheets: readonly Sheet[]): Buffer {
  const book = utils.book_new();
  for (const {name, head, rows} of sheets) {
    const cells = [head, ...rows].map((row) =>
      row.map((value) => (typeof value === "string" ? {t: "s" as const, v: value.slice(0, MOST_LETTERS)} : value)),
    );
    const sheet = utils.aoa_to_sheet(cells);
    sheet["!cols"] = head.map((_, column) => ({wch: columnWidth([head, ...rows], column)}));
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, {type: "buffer", bookType: "xlsx", compression: true}) as Buffer;
}

function columnWidth(rows: readonly (readonly unknown[])[], column: number): number {
  let widest = 8;
  for (const row of rows.slice(0, 200)) widest = Math.max(widest, String(row[column] ?? "").length + 1);
  return Math.min(widest, 48);
}
