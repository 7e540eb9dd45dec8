// The tables of one sheet: below lines such as "Table 2", or each below a header of its own.
//
// FIX-rosstat-50: a second header has other years than the first one, and the title over it another unit. Read as rows of the first table its
// values would be wrong without a sign.
import type {CellException, Kind, TableDescription} from "../described/descriptor/descriptor.ts";
import {comesAgain} from "../described/header/repeated-header.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {LAST_COLUMN, LAST_ROW} from "./exclusions.ts";
import {type PeriodRow, periodRowAt, periodRows} from "./period-axis.ts";
import {readsAs, rowCells} from "./reading.ts";
import {type OneDescription, oneDescription, rowsFrom, type TitledTable, titlesOver} from "./titles/titled-tables.ts";

export interface ProposedPart {
  readonly sheet: Sheet;
  readonly between: TableDescription["between"] | null;
  readonly first: number;
  readonly last: number;
  readonly bounds: TableBounds;
}

/** What a table of several needs beside its own description. */
export interface TableBounds {
  /** Its header is found by its row. */
  readonly hasRow: boolean;
  /** The header comes again without a title: the table goes on. */
  readonly hasPages: boolean;
  /** The rows of other tables, of headers of pages, or with units of their own. */
  readonly exceptions: readonly CellException[];
  /** A header with one date is found by the first header of the sheet. */
  readonly periodRows?: readonly PeriodRow[];
  /** Rows where the header comes again below a title that is a section. */
  readonly again?: readonly number[];
  /** The header comes again below titles of these kinds; `isUnited`: each of them names a unit. */
  readonly titled?: {readonly kinds: readonly Kind[]} & Pick<OneDescription, "isUnited" | "unread">;
}

const WHOLE: TableBounds = {hasRow: false, hasPages: false, exceptions: []};

/** The whole sheet, unless two rows or more begin a table. */
export function tablesOn(sheet: Sheet, context: TextContext): ProposedPart[] {
  const {table} = context.country.tables.layout;
  const starts: {row: number; text: string}[] = [];
  for (let row = 1; row <= sheet.rowCount; row++)
    for (let column = 1; column <= Math.min(sheet.columnCount, 30); column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      const text = cell.kind === "text" ? (table.exec(cell.plain.trim())?.[0] ?? null) : null;
      if (text !== null && !starts.some((one) => one.text === text)) starts.push({row, text});
      break;
    }
  if (starts.length < 2) return belowHeaders(sheet, context);
  return starts.map(({row, text}, at) => {
    const next = starts[at + 1];
    const last = next === undefined ? sheet.rowCount : next.row - 1;
    return {
      between: next === undefined ? [`^\\s*${text}(?:\\D|$)`] : [`^\\s*${text}(?:\\D|$)`, `^\\s*${next.text}(?:\\D|$)`],
      ...{sheet: rowsOf(sheet, row + 1, last), first: row + 1, last, bounds: WHOLE},
    };
  });
}

function rowsOf(sheet: Sheet, first: number, last: number): Sheet {
  return {
    ...sheet,
    rowCount: last,
    cell: (row, column) => (row >= first && row <= last ? sheet.cell(row, column) : null),
    mergedAt: (row, column) => (row >= first && row <= last ? sheet.mergedAt(row, column) : null),
  };
}

/** A header that comes again below a title begins a table; without a title it is the header of the next page. */
function belowHeaders(sheet: Sheet, context: TextContext): ProposedPart[] {
  const whole = {sheet, between: null, first: 1, last: sheet.rowCount, bounds: WHOLE};
  const levels = periodRows(sheet, context);
  const [top] = levels;
  if (top === undefined) return [whole];
  const below = (row: number): number => row + levels.length - 1;
  const tables: TitledTable[] = [
    {
      top: top.row,
      bottom: below(top.row),
      titles: rowsFrom(1, top.row - 1).filter((row) => rowCells(sheet, row).length > 0),
    },
  ];
  const pages: number[] = [];
  for (let row = top.row + 2; row <= sheet.rowCount; row++)
    if (isHeaderAgain(sheet, row, top, context)) {
      const titles = titlesOver(sheet, row, tables.at(-1)!.bottom + 1, context);
      if (titles.length > 0) tables.push({top: row, bottom: below(row), titles});
      else pages.push(row);
    }
  if (tables.length === 1 && pages.length > 0)
    return [{...whole, bounds: {...WHOLE, hasPages: true, exceptions: [headersAgain(pages, below)]}}];
  if (tables.length === 1) return [whole];
  const one = tables.length === 2 ? null : oneDescription(sheet, {levels, tables, pages}, context);
  if (one !== null) {
    const {titles, isUnited, unread, rows, exceptions} = one;
    const again = [...tables.slice(1).map(({top: header}) => header), ...pages];
    const titled = titles === null ? {again} : {titled: {kinds: titles, isUnited, unread}};
    return [{...whole, sheet: withoutRows(sheet, rows), bounds: {...WHOLE, exceptions, ...titled}}];
  }
  return tables.map((table, at): ProposedPart => {
    const first = at === 0 ? 1 : table.titles[0]!;
    const next = tables[at + 1]?.titles[0];
    const last = next === undefined ? sheet.rowCount : next - 1;
    const others = {cells: `A${next}:${LAST_COLUMN}${LAST_ROW}`, ignore: true, because: "another table"} as const;
    const one = at > 0 && isOneDate(sheet, table.top, top, context) ? {periodRows: [{...top, row: table.top}]} : {};
    const bounds = {...WHOLE, ...one, hasRow: at > 0, exceptions: next === undefined ? [] : [others]};
    return {sheet: rowsOf(sheet, first, last), between: null, first, last, bounds};
  });
}

function headersAgain(rows: readonly number[], below: (row: number) => number): CellException {
  const cells = rows.map((row) => `A${row}:${LAST_COLUMN}${below(row)}`).join(", ");
  return {cells, ignore: true, because: "the header again"};
}

function withoutRows(sheet: Sheet, rows: readonly number[]): Sheet {
  const left = new Set(rows);
  return {
    ...sheet,
    cell: (row, column) => (left.has(row) ? null : sheet.cell(row, column)),
    mergedAt: (row, column) => (left.has(row) ? null : sheet.mergedAt(row, column)),
  };
}

function isHeaderAgain(sheet: Sheet, row: number, top: PeriodRow, context: TextContext): boolean {
  const found = periodRowAt(sheet, row, [top.kind], context);
  if (found === null) return top.kind === "date" && isOneDate(sheet, row, top, context);
  if (found.first !== top.first) return false;
  return comesAgain(sheet, row, top.row, top.first - 1);
}

/** The header of a table with one date. */
function isOneDate(sheet: Sheet, row: number, {first}: PeriodRow, context: TextContext): boolean {
  const [only, ...others] = rowCells(sheet, row);
  return (
    only?.kind === "number" && others.length === 0 && sheet.cell(row, first) !== null && readsAs(only, "date", context)
  );
}
