// The rows of text over a header, its titles. Those of a repeated header are no rows of the table before it.
//
// They are counted from the header up, and a footnote of the table before is none. A row with a value or a sign for a missing one ends them.
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
  return withoutNotes(sheet, rows, words);
}

/** The rows from the first one that is no note: "1) Preliminary" or "* estimate" of the table before. Titles with such signs alone stay. */
export function withoutNotes(sheet: Sheet, rows: readonly number[], {layout}: TableWords): number[] {
  const isNote = (row: number): boolean => {
    const {text} = titleAt(sheet, row);
    return FOOTNOTE.test(text) || layout.note.test(text);
  };
  const first = rows.findIndex((row) => !isNote(row));
  return rows.slice(Math.max(0, first));
}

const FOOTNOTE = /^(?:\d{1,2}\)|\*|[\u00b9\u00b2\u00b3])/;

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
