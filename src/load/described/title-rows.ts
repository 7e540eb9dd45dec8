// The rows of text over a header, its titles. Those of a repeated header are no rows of the table before it.
//
// They are counted from the header up, so a footnote of the table before is no title. A row with a value or a sign for a missing one ends them.
import type {TableWords} from "../../country/country.ts";
import {folded} from "../../country/plain-text.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";

/** Rows of titles from top to bottom, at most `most`; blank rows between them do not count. @param from the first row that may be one */
export function titleRows(sheet: Sheet, header: number, from: number, most: number, words: TableWords): number[] {
  const rows: number[] = [];
  for (let row = header - 1; row >= from && rows.length < most; row--) {
    const cells = cellsOf(sheet, row);
    if (cells.length === 0) continue;
    if (!cells.every(({kind, plain}) => kind === "text" && words.number(plain, {percent: true}).kind === "unreadable"))
      break;
    rows.unshift(row);
  }
  return rows;
}

/** The first text of a row. */
export function titleAt(sheet: Sheet, row: number): {text: string; whole: string} {
  const [first] = cellsOf(sheet, row);
  return {text: folded(first!.plain), whole: folded(first!.text)};
}

function cellsOf(sheet: Sheet, row: number): Cell[] {
  const cells: Cell[] = [];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null) cells.push(cell);
  }
  return cells;
}
