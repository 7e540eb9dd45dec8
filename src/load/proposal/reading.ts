// The cells of a sheet that nobody described: which of them are values, and the kind that most texts of a row or a column have.
//
// A number shown as a date is no value, and a whole number such as 2024 is a value only where the row is no row of years.
import type {Country} from "../../country/country.ts";
import {isFigure} from "../described/cell-value.ts";
import type {Kind} from "../described/descriptor/descriptor.ts";
import {isProblem} from "../described/facts.ts";
import {factsOfCell, type TextContext} from "../described/text-facts.ts";
import {type Cell, isDateFormat, type Sheet} from "../workbook/sheet.ts";

/** Notes one guess: its words and its certainty from 0 to 1; null: a question. */
export type Say = (what: string, certainty: number | null) => void;

export interface Found {
  readonly kind: Kind;
  readonly share: number;
}

export function isValue(cell: Cell | null, {country}: TextContext): boolean {
  if (cell === null) return false;
  if (cell.kind === "text" && ODD_NUMBER.test(cell.plain.trim())) return true;
  return isFigure(cell, country.tables) && !(cell.kind === "number" && isDateFormat(cell.format));
}

/** "1,5E+07", "(5,1)" and "7,1-" are in the places of values, and a load refuses each of them: "(1)" may be the number of a column. */
const ODD_NUMBER =
  /^(?:[-+\u2212]?\d+(?:[.,]\d+)?e[-+]?\d{1,3}|\(\s?(?:\d{1,3}(?:[ \u00a0]\d{3})+|\d+)(?:[.,]\d+)\s?\)|\(\s?\d{1,3}(?:[ \u00a0]\d{3})+\s?\)|[-\u2212]?\d[\d \u00a0]*(?:[.,]\d+)?[-\u2212])$/i;

/** A sign for a missing value takes the place of a value too. */
export function holdsValue(cell: Cell | null, context: TextContext): boolean {
  if (cell === null) return false;
  return (
    isValue(cell, context) || (cell.kind === "text" && context.country.tables.number(cell.plain).kind === "missing")
  );
}

/** The sheets of a workbook have the same texts, which are asked for kind by kind: an answer is kept in the context. */
export function readsAs(cell: Cell, kind: Kind, context: TextContext): boolean {
  const {plain, text} = cell;
  if (cell.kind !== "text" || text.length > LONGEST_KEPT) return !isProblem(factsOfCell(cell, kind, context));
  const {fits = new Map<string, boolean>()} = context;
  const key = text === plain ? `${kind}\u0001${plain}` : `${kind}\u0001${plain}\u0001${text}`;
  const known = fits.get(key);
  if (known !== undefined) return known;
  const reads = !isProblem(factsOfCell(cell, kind, context));
  if (fits.size < MOST_ANSWERS) fits.set(key, reads);
  return reads;
}

const MOST_ANSWERS = 20_000;
const LONGEST_KEPT = 300;

export function rowCells(sheet: Sheet, row: number, from = 1, to = sheet.columnCount): Cell[] {
  const cells: Cell[] = [];
  for (let column = from; column <= to; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null) cells.push(cell);
  }
  return cells;
}

/** The first of the kinds that has the largest share of the cells. */
export function bestKind(cells: readonly Cell[], kinds: readonly Kind[], context: TextContext): Found {
  let best: Found = {kind: "class", share: 0};
  for (const kind of kinds) {
    const share = cells.filter((cell) => readsAs(cell, kind, context)).length / Math.max(1, cells.length);
    if (share > best.share) best = {kind, share};
  }
  return best;
}

/**
 * FIX-rosstat-49: whether a column has texts below a row and nothing else but signs for missing values: notes beside the values. A text
 * that begins as a number does may be a value that can't be read, and is no note.
 */
export function isOfNotes(sheet: Sheet, above: number, column: number, context: TextContext): boolean {
  let texts = 0;
  for (let row = above + 1; row <= sheet.rowCount; row++) {
    const cell = sheet.cell(row, column);
    if (cell === null) continue;
    if (cell.kind !== "text" || /^[-\u2212–(]?\s?\d/.test(cell.plain.trim())) return false;
    if (!holdsValue(cell, context)) texts++;
  }
  return texts > 0;
}

/** 1, 2, 3 …: the numbers of columns under a header. */
export function isCount(cells: readonly Cell[]): boolean {
  const numbers = cells.map(({plain}) => Number(plain));
  return cells.length > 1 && numbers.every((number, at) => Number.isInteger(number) && number === numbers[0]! + at);
}

/** A unit or a base of comparison in one of its parts. */
export function namesUnit(words: string, {units, tables}: Country): boolean {
  return [words, ...words.split(/[;,]/)].some(
    (part) => units.inside(part.trim()) !== null || tables.transformation(part.trim()) !== null,
  );
}
