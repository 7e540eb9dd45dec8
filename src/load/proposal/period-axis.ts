// Where the periods of a table are: in rows above the values, or in columns left of them.
//
// The place of a row says whether its numbers are years or values: nothing above it is a value.
import {partKind} from "../../country/written-period.ts";
import type {Kind} from "../described/descriptor/descriptor.ts";
import {isProblem} from "../described/facts.ts";
import {comesAgain} from "../described/header/repeated-header.ts";
import {isRefusedYear} from "../described/period-facts.ts";
import {factsOfCell, type TextContext} from "../described/text-facts.ts";
import {type Cell, columnLetters, type Sheet} from "../workbook/sheet.ts";
import {type Found, isCount, isOfNotes, isValue, readsAs, rowCells, type Say} from "./reading.ts";

export interface PeriodRow extends Found {
  readonly row: number;
  /** The first column with a period. */
  readonly first: number;
}

export interface PeriodColumn extends Found {
  readonly column: number;
}

const ROWS_SEARCHED = 60;
const COLUMNS_SEARCHED = 8;
const LEAST_SHARE = 0.8;
const LEAST_AMONG_NAMES = 0.5;
const KINDS: readonly Kind[] = ["year", "period", "date"];

/** The rows of periods one below the other; empty: no row has two periods or more. */
export function periodRows(sheet: Sheet, context: TextContext): PeriodRow[] {
  let top = 1;
  while (top < sheet.rowCount && rowCells(sheet, top).length === 0) top++;
  for (const kinds of [KINDS, ["year inside"] as const]) {
    for (let row = top; row <= Math.min(top + ROWS_SEARCHED, sheet.rowCount); row++) {
      const found = periodRowAt(sheet, row, kinds, context);
      if (found === null) {
        const cells = rowCells(sheet, row);
        if (cells.some((cell) => isValue(cell, context) && !readsAs(cell, "year", context)) && !isCount(cells)) break;
        continue;
      }
      const rows = [found];
      for (let next = row + 1; next <= row + 2; next++) {
        const below = periodRowAt(sheet, next, KINDS, context);
        if (below === null || rows.some(({kind}) => kind === below.kind)) break;
        rows.push(below);
      }
      return rows;
    }
  }
  return [];
}

/** The rows below the first header where it comes again, if it does so twice or more. */
export function repeatedRows(sheet: Sheet, [top]: readonly PeriodRow[], context: TextContext): number[] {
  if (top === undefined) return [];
  const again: number[] = [];
  for (let row = top.row + 1; row <= sheet.rowCount; row++)
    if (
      periodRowAt(sheet, row, [top.kind], context)?.first === top.first &&
      comesAgain(sheet, row, top.row, top.first - 1)
    )
      again.push(row);
  return again.length < 2 ? [] : again;
}

export function periodRowAt(sheet: Sheet, row: number, kinds: readonly Kind[], context: TextContext): PeriodRow | null {
  for (const kind of kinds) {
    let [first, read] = [0, 0];
    const others: number[] = [];
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      // The years beside a forecast are those of a header, in which the load refuses the forecast.
      const fits =
        readsAs(cell, kind, context) || (kind === "year inside" && isRefusedYear(cell.plain.trim(), context.country));
      if (fits && first === 0) first = column;
      if (fits) read++;
      else if (first > 0) others.push(column);
    }
    // One year makes a header only if its cell is merged over several columns: in a row of values one number may look like a year.
    const enough =
      read >= 2 || (read === 1 && mergedAcross(sheet, row, first) && rowCells(sheet, row, 1, first - 1).length === 0);
    const hasValues = rowCells(sheet, row, 1, first - 1).some((cell) => isValue(cell, context));
    if (!enough || hasValues) continue;
    // "2024 in % of 2023" beside two years is a column of its own, which is refused.
    const areNames = others.every((column) => /\p{L}/u.test(sheet.cell(row, column)!.plain));
    const least = areNames ? LEAST_AMONG_NAMES : LEAST_SHARE;
    const isMost = (strange: number): boolean => read >= (read + strange) * least;
    // The name of a column of notes is no period, whatever the others are.
    const strange = isMost(others.length)
      ? others.length
      : others.filter((column) => !isOfNotes(sheet, row, column, context)).length;
    if (isMost(strange)) return {row, kind, share: read / (read + strange), first};
  }
  return null;
}

function mergedAcross(sheet: Sheet, row: number, column: number): boolean {
  const range = sheet.mergedAt(row, column);
  return range !== null && range.left > 1 && range.right > range.left;
}

/** Columns of periods at the left, judged by the rows from `from` on that have values. */
export function periodColumns(sheet: Sheet, from: number, context: TextContext): PeriodColumn[] {
  const found: PeriodColumn[] = [];
  for (let column = 1; column <= Math.min(COLUMNS_SEARCHED, sheet.columnCount); column++) {
    const cells: Cell[] = [];
    let rows = 0;
    for (let row = from; row <= sheet.rowCount; row++) {
      if (!rowCells(sheet, row, column + 1).some((other) => isValue(other, context))) continue;
      rows++;
      const cell = sheet.cell(row, column);
      if (cell !== null) cells.push(cell);
    }
    // Few numbers such as 1900 in a column with blanks are values.
    if (cells.length < 2 || cells.length < rows * LEAST_SHARE) continue;
    for (const kind of [...KINDS, "year inside"] as const) {
      const fits = kind === "year inside" ? namesPartAndYear : readsAs;
      const others = cells.filter((cell) => !fits(cell, kind, context));
      const share = 1 - others.length / cells.length;
      if (share < LEAST_SHARE && !(kind === "date" && areSlips(others, cells.length))) continue;
      found.push({column, kind, share});
      break;
    }
    const isFound = found.at(-1)?.column === column;
    const named = isFound ? null : partKind(cells.map(({plain}) => plain));
    if (named !== null) found.push({column, kind: named, share: 1});
    const isNumbered = cells.every(({plain}) => /^\d{1,2}$/.test(plain));
    const numbered = isNumbered ? numberedPart(sheet, from, column, context) : null;
    if (numbered !== null) found.push({column, kind: numbered, share: 1});
  }
  return withoutRepetition(found);
}

/** Dates that do not exist, or one other text among dates: the column stays the period, and their rows are refused. */
function areSlips(others: readonly Cell[], count: number): boolean {
  const dates = count - others.length;
  if (dates < 2 || dates < others.length) return false;
  return others.length === 1 || others.every(({kind, plain}) => kind === "text" && DATE_SHAPE.test(plain.trim()));
}

const DATE_SHAPE = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/;

/** Days of a spreadsheet are whole numbers, 45322 for 2024-01-31: only their format says that they are days. */
export function askSerials(sheet: Sheet, from: number, say: Say): void {
  for (let column = 1; column <= Math.min(COLUMNS_SEARCHED, sheet.columnCount); column++) {
    const cells = Array.from({length: sheet.rowCount - from + 1}, (_, at) => sheet.cell(from + at, column));
    const days = cells.filter((cell) => cell !== null).map(({plain}) => Number(plain));
    const isRising = days.every((day, at) => at === 0 || (day - days[at - 1]!) * (days[1]! - days[0]!) > 0);
    if (days.length < 3 || !isRising || !days.every((day) => Number.isInteger(day) && day > 20_000 && day < 60_000))
      continue;
    const letters = columnLetters(column);
    say(`are the numbers of column ${letters}, such as ${days[0]}, days? give its cells the format of a date`, null);
  }
}

const LONGEST_PERIOD = 24;

/** "Q4 1952": a part of a year with its year in one label, and nothing else. */
function namesPartAndYear(cell: Cell, kind: Kind, context: TextContext): boolean {
  const facts = factsOfCell(cell, kind, context);
  return !isProblem(facts) && facts.words !== undefined && cell.plain.length <= LONGEST_PERIOD;
}

/** Numbers of months or quarters, if the header of the column says so. */
function numberedPart(sheet: Sheet, from: number, column: number, {country}: TextContext): Kind | null {
  const {month, quarter} = country.tables.layout;
  for (let row = from - 1; row >= 1; row--) {
    const name = sheet.cell(row, column)?.plain.trim() ?? "";
    if (month.test(name)) return "month";
    if (quarter.test(name)) return "quarter";
  }
  return null;
}

/** A date beside a year says the same period again, as its last day. */
function withoutRepetition(found: readonly PeriodColumn[]): PeriodColumn[] {
  const hasYear = found.some(({kind}) => kind === "year");
  return found.map((one) => (hasYear && one.kind === "date" ? {...one, kind: "ignore"} : one));
}
