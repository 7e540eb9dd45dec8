// The marks of a printed form that a proposal leaves out: columns of codes with leading zeros, and rows that count the columns.
//
// They are no question: no publisher writes a figure as 0100. A column that has other lengths is not left out, and a load refuses its codes.
import {counted} from "../../text/counted.ts";
import type {CellException} from "../described/descriptor/descriptor.ts";
import type {TextContext} from "../described/text-facts.ts";
import {createCountedRows, isCode} from "../workbook/form-marks.ts";
import {columnLetters, type Sheet} from "../workbook/sheet.ts";
import {LAST_ROW, rowRanges} from "./exclusions.ts";
import type {ProposedHeader} from "./header.ts";
import type {LabelFields} from "./labels.ts";
import {holdsValue, type Say} from "./reading.ts";

export function formExceptions(
  sheet: Sheet,
  {top, body, labelCount}: ProposedHeader,
  {rows}: LabelFields,
  context: TextContext,
  say: Say,
): CellException[] {
  const countedAt = createCountedRows(sheet, labelCount, rows);
  const all = Array.from({length: Math.max(0, sheet.rowCount - body + 1)}, (_, at) => body + at);
  const counts = all.filter((row) => countedAt(row).length > 0);
  const exceptions: CellException[] = [];
  if (counts.length > 0) {
    const others = counts.length === 1 ? "" : ` and ${counted(counts.length - 1, "more row")}`;
    say(`exceptions: left out because the columns are counted there: row ${counts[0]}${others}`, 0.95);
    exceptions.push({cells: rowRanges(counts).join(", "), ignore: true, because: "a row that counts the columns"});
  }
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    if (
      !isOfCodes(
        sheet,
        all.filter((row) => !counts.includes(row)),
        column,
        context,
      )
    )
      continue;
    const names = Array.from({length: body - top}, (_, at) => sheet.cell(top + at, column)?.plain.trim() ?? "");
    const name = names.find((text) => text !== "") ?? columnLetters(column);
    say(`exceptions: the column ${name} has codes with leading zeros and no values, and is left out`, 0.95);
    const letters = columnLetters(column);
    exceptions.push({cells: `${letters}${body}:${letters}${LAST_ROW}`, ignore: true, because: "a column of codes"});
  }
  return exceptions;
}

/** Digits of one length, and a zero before one of them; signs for a missing value may stand between. */
function isOfCodes(sheet: Sheet, rows: readonly number[], column: number, context: TextContext): boolean {
  const lengths = new Set<number>();
  let hasZero = false;
  for (const row of rows) {
    const cell = sheet.cell(row, column);
    if (cell === null || context.country.tables.number(cell.plain).kind === "missing") continue;
    const text = cell.plain.trim();
    if (cell.kind === "text" && !holdsValue(cell, context) && !isCode(cell)) return false;
    if (!/^\d+$/.test(text)) return false;
    if (isCode(cell)) hasZero = true;
    lengths.add(cell.kind === "number" && isCode(cell) ? Math.max(text.length, cell.format.length) : text.length);
  }
  return hasZero && lengths.size === 1;
}
