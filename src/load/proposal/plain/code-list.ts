// Sheets that are lists beside the tables of a workbook: codes of countries with their names, years in which borders changed.
//
// All of their numbers are counts, codes or years, so no number stands beside a period. One other number, and the sheet may be a table.
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {TextReading} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Guess} from "../guesses.ts";
import {numberKind} from "./column-profile.ts";

export function isCodeList(sheet: Sheet, reading: TextReading): boolean {
  for (let column = 1; column <= sheet.columnCount; column++) if (hasValues(sheet, column, reading)) return false;
  return true;
}

/** The tables of the other sheets, with a word about those that are left out. Lists alone stay: one of them may be the table after all. */
export function withoutLists<T extends {readonly sheet: string}>(
  found: readonly T[],
  guesses: readonly Guess[],
  lists: ReadonlySet<string>,
): {found: T[]; guesses: Guess[]} {
  const isLeft = ({sheet}: {readonly sheet: string}): boolean => lists.has(sheet);
  if (found.every(isLeft)) return {found: [...found], guesses: [...guesses]};
  const left = new Set(found.filter(isLeft).map(({sheet}) => sheet));
  const what = "left out: the sheet is a list, without numbers beside periods";
  const told = [...left].map((sheet): Guess => ({sheet, what, certainty: 0.8}));
  return {
    found: found.filter((one) => !isLeft(one)),
    guesses: [...guesses.filter((one) => !left.has(one.sheet)), ...told],
  };
}

function hasValues(sheet: Sheet, column: number, reading: TextReading): boolean {
  const numbers: number[] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    const cell = sheet.cell(row, column);
    if (cell === null || cell.kind === "error") continue;
    if (cell.kind === "formula") return true;
    const text = cell.plain.trim();
    const kind = numberKind(cell, reading);
    if (numbers.length === 0 && kind === "other" && OF_CODES.some((words) => words.test(text))) return false;
    if (kind === "number") numbers.push(Number(text));
  }
  return !numbers.every(isYear) && !isCount(numbers);
}

const OF_CODES = [COLUMN_WORDS.code, COLUMN_WORDS.index];

function isYear(number: number): boolean {
  return Number.isInteger(number) && number >= 1500 && number <= 2100;
}

/** 1, 2, 3 … */
function isCount(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => number === numbers[0]! + at) && (numbers[0] ?? 0) <= 1;
}
