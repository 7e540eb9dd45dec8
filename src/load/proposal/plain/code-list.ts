// Sheets that are lists beside the tables of a workbook: codes of countries with their names, years in which borders changed.
//
// All of their numbers are counts, codes or years, so no number stands beside a period. One other number, and the sheet may be a table.
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet, Workbook} from "../../workbook/sheet.ts";
import type {Guess} from "../guesses.ts";
import {numberKind} from "./column-profile.ts";

export function isCodeList(sheet: Sheet, context: TextContext): boolean {
  for (let column = 1; column <= sheet.columnCount; column++) if (hasValues(sheet, column, context)) return false;
  return true;
}

interface OfSheet {
  readonly sheet: string;
}

/** The tables and guesses of the other sheets, if there are any, with a guess for each list that is left out. */
export function withoutLists<T extends OfSheet>(
  tables: T[],
  guesses: Guess[],
  lists: ReadonlySet<string>,
): [tables: T[], guesses: Guess[]] {
  if (!tables.some(({sheet}) => !lists.has(sheet))) return [tables, guesses];
  const left = new Set(tables.map(({sheet}) => sheet).filter((sheet) => lists.has(sheet)));
  const what = "left out: the sheet is a list, without numbers beside periods";
  const said = Array.from(left, (sheet): Guess => ({sheet, what, certainty: 0.8}));
  const isKept = ({sheet}: OfSheet): boolean => !left.has(sheet);
  return [tables.filter(isKept), [...guesses.filter(isKept), ...said]];
}

function hasValues(sheet: Sheet, column: number, context: TextContext): boolean {
  const numbers: number[] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    const cell = sheet.cell(row, column);
    if (cell === null || cell.kind === "error") continue;
    if (cell.kind === "formula") return true;
    const text = cell.plain.trim();
    const kind = numberKind(cell, context);
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

/** The visible sheets without those that describe the others. */
export function sheetsOfTables({sheets}: Workbook, {tables}: Country, guesses: Guess[]) {
  const visible = sheets.filter(({hidden}) => !hidden);
  const others = visible.filter(({name}) => !tables.layout.passport.test(name));
  if (others.length === 0) return visible;
  for (const {name} of visible.filter((head) => !others.includes(head)))
    guesses.push({sheet: name, what: "left out: the sheet describes the others", certainty: 0.8});
  return others;
}
