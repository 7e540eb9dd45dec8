// The header rows of a table and the number of its label columns, found from its periods.
//
// A row over the values is a header only if its texts begin right of the labels: a title begins at the left and is read as a line.
import {folded} from "../../country/plain-text.ts";
import {mostPartKind} from "../../country/written-period.ts";
import type {Kind} from "../described/descriptor/descriptor.ts";
import {isProblem} from "../described/facts.ts";
import {factsOfText, type TextContext} from "../described/text-facts.ts";
import type {Cell, Sheet} from "../workbook/sheet.ts";
import {askSerials, type PeriodColumn, type PeriodRow, periodColumns, periodRows} from "./period-axis.ts";
import {
  bestKind,
  type Found,
  holdsValue,
  isCount,
  isOfNotes,
  isValue,
  namesUnit,
  rowCells,
  type Say,
} from "./reading.ts";

export interface ProposedHeader {
  readonly top: number;
  readonly kinds: readonly Kind[];
  readonly labelCount: number;
  /** The first row below the header. */
  readonly body: number;
  readonly periodRows: readonly PeriodRow[];
  readonly periodColumns: readonly PeriodColumn[];
}

const MOST_LEVELS = 6;
const LEAST_SHARE = 0.8;
const MOST_LABELS = 8;

/** null: the sheet has no values below a header. @param known rows of periods that were found already */
export function findHeader(
  sheet: Sheet,
  known: readonly PeriodRow[] | undefined,
  context: TextContext,
  say: Say,
): ProposedHeader | null {
  const rows = known ?? periodRows(sheet, context);
  const firstBody = rows.length > 0 ? rows.at(-1)!.row + 1 : firstValueRow(sheet, context);
  if (firstBody === null) return null;
  const columns = periodColumns(sheet, firstBody, context);
  const labelCount =
    rows.length > 0 ? Math.min(...rows.map(({first}) => first)) - 1 : labelColumns(sheet, firstBody, columns, context);
  const kinds = new Map<number, Found>();
  const note = (row: number, found: Found): void => void kinds.set(row, found);
  for (const one of rows) note(one.row, one);
  const start = rows.length > 0 ? firstBody : aboveSections(sheet, firstBody, labelCount);
  const [above, below] = rows.length > 0 ? [rows[0]!.row, rows.at(-1)!.row] : [start, start - 1];
  const named = (row: number) => note(row, kindOfHeader(sheet, row, labelCount, context));
  let body = below + 1;
  while (rows.length > 0 && kinds.size < MOST_LEVELS && isLowerLevel(sheet, body, labelCount, context)) named(body++);
  let top = above;
  while (top > 1 && kinds.size < MOST_LEVELS && isUpperLevel(sheet, top - 1, labelCount, rows.length > 0, context))
    named(--top);
  if (kinds.size === 0) return null;
  if (rows.length === 0 && columns.length === 0) askSerials(sheet, firstBody, say);
  const ordered = [...kinds].sort(([a], [b]) => a - b);
  for (const [row, {kind, share}] of ordered) say(`columns: header row ${row} has the kind ${kind}`, share);
  return {top, kinds: ordered.map(([, {kind}]) => kind), labelCount, body, periodRows: rows, periodColumns: columns};
}

/** The first of the lines right above the values that have a text left of them and nothing else: a year over its months. */
function aboveSections(sheet: Sheet, body: number, labelCount: number): number {
  let row = body;
  while (row > 2 && rowCells(sheet, row - 1, 1, labelCount).length === 1 && rowCells(sheet, row - 1).length === 1)
    row--;
  return row;
}

/** The first row with a label and a value that can't be the number of a column or a year. */
function firstValueRow(sheet: Sheet, context: TextContext): number | null {
  for (let row = 2; row <= sheet.rowCount; row++) {
    const cells = rowCells(sheet, row);
    if (cells.length < 2 || isCount(cells)) continue;
    const values = cells.filter((cell) => isValue(cell, context) && context.country.tables.year(cell.plain) === null);
    if (values.length > 0 && values.length * 3 >= cells.length - 3) return row;
  }
  return null;
}

/** All columns up to the last period, and the texts beside them. */
function labelColumns(sheet: Sheet, body: number, periods: readonly PeriodColumn[], context: TextContext): number {
  let last = Math.max(0, ...periods.map(({column}) => column));
  for (let column = last + 1; column <= Math.min(MOST_LABELS, sheet.columnCount); column++) {
    let [texts, all] = [0, 0];
    for (let row = body; row <= sheet.rowCount; row++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      all++;
      if (!holdsValue(cell, context)) texts++;
    }
    if (all === 0 || texts * 2 <= all) break;
    last = column;
  }
  return last;
}

/** Names below the periods: no values, and not one text that spans the table. */
function isLowerLevel(sheet: Sheet, row: number, labelCount: number, context: TextContext): boolean {
  const cells = rowCells(sheet, row, labelCount + 1);
  if (cells.length < 2 || rowCells(sheet, row, 1, labelCount).length > 0) return isCount(rowCells(sheet, row));
  return isCount(cells) || cells.every((cell) => cell.kind === "text" && !holdsValue(cell, context));
}

function isUpperLevel(
  sheet: Sheet,
  row: number,
  labelCount: number,
  hasPeriods: boolean,
  context: TextContext,
): boolean {
  const cells = rowCells(sheet, row, labelCount + 1);
  // The cells above reach down into this row.
  if (cells.length === 0) return (sheet.mergedAt(row, labelCount + 1)?.top ?? row) < row;
  if (isCount(rowCells(sheet, row))) return true;
  if (cells.some((cell) => isValue(cell, context))) return false;
  const left = rowCells(sheet, row, 1, labelCount);
  const covers = left.length === 0 || !isMerged(sheet, row, 1, labelCount);
  // One text alone is a title, unless it says what the columns below it are compared with.
  if (cells.length === 1 && hasPeriods)
    return (
      sheet.cell(row, labelCount + 1) !== null &&
      left.length === 0 &&
      bestKind(cells, ["base", "unit"], context).share === 1
    );
  if (cells.length === 1 && sheet.columnCount - labelCount > 1)
    return left.length === 0 && labelCount > 0 && isMerged(sheet, row, labelCount + 1, labelCount + 1);
  return covers;
}

/** Whether the cell belongs to a merged range that is wider than the columns `from` to `to`. */
function isMerged(sheet: Sheet, row: number, from: number, to: number): boolean {
  const range = sheet.mergedAt(row, from);
  return range !== null && range.right > to;
}

function kindOfHeader(sheet: Sheet, row: number, labelCount: number, context: TextContext): Found {
  if (isCount(rowCells(sheet, row))) return {kind: "ignore", share: 1};
  const cells = namesOfValues(sheet, row, labelCount, context);
  if (cells.length === 0) return {kind: "class", share: 1};
  // The only column of values of a long table says nothing about them.
  if (cells.length === 1 && context.country.tables.layout.value.test(cells[0]!.plain.trim()))
    return {kind: "ignore", share: 1};
  // One month among names would be a year of its name: the names are refused instead.
  const periods = bestKind(cells, ["period"], context);
  const parts = periods.share === 1 ? null : mostPartKind(cells.map(({plain}) => plain.trim()));
  if (parts !== null) return {kind: parts, share: 1};
  if (periods.share > 0) return periods;
  // Words for a base read as per cent too, so a row with both is mixed.
  const bases = bestKind(cells, ["base"], context);
  const kinds: readonly Kind[] = bases.share > 0 ? ["territory"] : ["unit", "territory", "class, unit"];
  const found = bases.share === 1 ? bases : bestKind(cells, kinds, context);
  if (found.share >= LEAST_SHARE) return found.kind === "unit" ? unitOrClass(cells, found, context) : found;
  const mixed = cells.filter(({plain}) => namesUnit(plain, context.country)).length / cells.length;
  if (mixed >= LEAST_SHARE) return {kind: "mixed", share: mixed};
  return {kind: "class", share: 1 - Math.max(found.share, mixed)};
}

/** "Plan, per cent" beside "Fact, per cent": as units alone both columns would be one series. */
function unitOrClass(cells: readonly Cell[], found: Found, context: TextContext): Found {
  const texts = new Map(cells.map(({plain, text}) => [folded(plain).toLowerCase(), {plain, text}]));
  const codes = [...texts.values()].map(({plain, text}) => {
    const facts = factsOfText(plain, "unit", context, text);
    return isProblem(facts) ? null : (facts.unit?.code ?? null);
  });
  const isTwice = codes.some((code, at) => code !== null && codes.indexOf(code) !== at);
  if (!isTwice) return found;
  const named = bestKind(cells, ["class, unit"], context);
  return named.share >= LEAST_SHARE ? named : {kind: "mixed", share: found.share};
}

/** Header cells, without those of columns of notes. */
function namesOfValues(sheet: Sheet, row: number, labelCount: number, context: TextContext): Cell[] {
  const cells: Cell[] = [];
  for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null && !isOfNotes(sheet, row, column, context)) cells.push(cell);
  }
  return cells;
}
