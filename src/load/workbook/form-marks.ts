// What a printed form has among its values and is no value: codes of rows ("0100"), and the row that counts the columns (1, 2, 3 …).
//
// Both read as numbers: a code would be 100 roubles. A number of the publisher never begins with a zero, unless decimals follow.
import type {Cell, Sheet} from "./sheet.ts";

/** FIX-rosstat-74: "0100", also as the number 100 that its format shows with zeros; "0,5" and a sole zero are values. */
export function isCode({kind, plain, number, format}: Cell): boolean {
  if (kind === "text") return /^[-+\u2212]?0\d+$/.test(plain.trim());
  return kind === "number" && format !== "General" && /^0{2,}$/.test(format) && Number.isInteger(number);
}

export const CODE_REASON = "begins with a zero, as codes do";
const COUNTED: readonly {readonly reason: string; readonly text: string}[] = [
  {reason: "is in a row that counts the columns", text: ""},
];
const NOT_COUNTED: readonly (typeof COUNTED)[number][] = [];

/** A single letter in the place of a number: columns of labels are often lettered. */
const LETTER = /^\p{L}$/u;
const LEAST_CELLS = 3;
/** "1" may be the number of a month, and then 2 and 3 its values. */
const LEAST_WITH_PERIODS = 5;

/** FIX-rosstat-75: the problem of all values of a row that counts the columns. @param labels the kinds of the labels of a table */
export function createCountedRows(sheet: Sheet, labelCount: number, labels: readonly string[]) {
  const hasPeriods = labels.some((kind) => PERIODS.has(kind.replace("?", "")));
  return (row: number) => (countsColumns(sheet, row, labelCount, hasPeriods) ? COUNTED : NOT_COUNTED);
}

const PERIODS: ReadonlySet<string> = new Set(["year", "period", "date", "month", "quarter", "year inside"]);

/** @param labelCount columns of labels, which are counted or lettered too. `hasPeriods`: one of them is a period, or a number of it */
function countsColumns(sheet: Sheet, row: number, labelCount: number, hasPeriods: boolean): boolean {
  const cells: string[] = [];
  let letters = 0;
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell === null) {
      // The label of the rows above reaches down into this row.
      if (column <= labelCount && sheet.mergedAt(row, column) !== null) return false;
      continue;
    }
    const text = cell.plain.trim();
    if (cells.length === 0 && column <= labelCount && LETTER.test(text)) letters++;
    else if (/^\d{1,4}$/.test(text)) cells.push(text);
    else return false;
  }
  const first = Number(cells[0]);
  const isFirst = first === 1 || (letters > 0 && first === letters + 1);
  const least = hasPeriods ? LEAST_WITH_PERIODS : LEAST_CELLS;
  return isFirst && cells.length + letters >= least && cells.every((text, at) => Number(text) === first + at);
}
