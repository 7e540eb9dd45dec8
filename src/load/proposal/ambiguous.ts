// Texts that two countries read differently: 1,234 and 03/04/2024. They are asked, and their values are left out until a person answers.
//
// Another text of the same column may settle it: 0,8073 has a decimal comma, and 1,234,567 has none.
import type {CellException} from "../described/descriptor.ts";
import type {TextReading} from "../described/text-facts.ts";
import {cellAddress, columnLetters, type Sheet} from "../workbook/sheet.ts";
import type {Header} from "./header.ts";
import type {Say} from "./reading.ts";

const NUMBER = /^-?[1-9]\d{0,2},\d{3}$/;
const SETTLED =
  /^-?(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+|\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3},\d{3}\.\d+|\d+\.\d+)$/;
const DAY = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}$/;

/** Exceptions that leave the ambiguous columns out. */
export function ambiguousCells(
  sheet: Sheet,
  {body, labelCount}: Header,
  _reading: TextReading,
  say: Say,
): CellException[] {
  const numbers: string[] = [];
  const days: string[] = [];
  const exceptions: CellException[] = [];
  let settled = false;
  const doubtful: number[] = [];
  for (let column = 1; column <= sheet.columnCount; column++) {
    const here: string[] = [];
    for (let row = 1; row <= sheet.rowCount; row++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "text") continue;
      const text = cell.plain.trim();
      if (DAY.test(text)) days.push(`${cellAddress(row, column)} ${text}`);
      if (row < body || column <= labelCount) continue;
      if (SETTLED.test(text)) settled = true;
      else if (NUMBER.test(text)) here.push(`${cellAddress(row, column)} ${text}`);
    }
    if (here.length > 0) doubtful.push(column);
    numbers.push(...here);
  }
  if (numbers.length > 0 && !settled) {
    ask(numbers, "is the comma a decimal comma or between thousands?", say);
    for (const column of doubtful) {
      const letters = columnLetters(column);
      const because = "question: is the comma a decimal comma or between thousands?";
      exceptions.push({cells: `${letters}${body}:${letters}${sheet.rowCount}`, ignore: true, because});
    }
  }
  if (days.length > 0) ask(days, "is the first number the day or the month?", say);
  return exceptions;
}

function ask({length, 0: first}: readonly string[], question: string, say: Say): void {
  say(
    `${question} (${length} texts, such as ${first}) name the country whose words the table uses with --country`,
    null,
  );
}
