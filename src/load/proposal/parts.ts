// The tables of one sheet: below lines such as "Table 2", or each below a header of its own.
//
// FIX-rosstat-50: a second header has other years than the first one, and the title over it another unit. Read as rows of the first table its
// values would be wrong without a sign.
import type {CellException, TableDescription} from "../described/descriptor.ts";
import type {TextReading} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {LAST_COLUMN, LAST_ROW} from "./doubts.ts";
import {type PeriodRow, periodRowAt, periodRows} from "./period-axis.ts";
import {holdsValue, rowCells} from "./reading.ts";
import {namesUnit} from "./titles.ts";

export interface SheetPart {
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
  /** The rows of other tables, or of headers of pages. */
  readonly exceptions: readonly CellException[];
}

const WHOLE: TableBounds = {hasRow: false, hasPages: false, exceptions: []};

/** The whole sheet, unless two rows or more begin a table. */
export function tablesOn(sheet: Sheet, reading: TextReading): SheetPart[] {
  const {table} = reading.country.tables.layout;
  const starts: {row: number; text: string}[] = [];
  for (let row = 1; row <= sheet.rowCount; row++)
    for (let column = 1; column <= Math.min(sheet.columnCount, 30); column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      const text = cell.kind === "text" ? (table.exec(cell.plain.trim())?.[0] ?? null) : null;
      if (text !== null && !starts.some((one) => one.text === text)) starts.push({row, text});
      break;
    }
  if (starts.length < 2) return belowHeaders(sheet, reading);
  return starts.map(({row, text}, at) => {
    const next = starts[at + 1];
    const last = next === undefined ? sheet.rowCount : next.row - 1;
    return {
      between: next === undefined ? [`^\\s*${text}(?!\\d)`] : [`^\\s*${text}(?!\\d)`, `^\\s*${next.text}(?!\\d)`],
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
function belowHeaders(sheet: Sheet, reading: TextReading): SheetPart[] {
  const whole = {sheet, between: null, first: 1, last: sheet.rowCount, bounds: WHOLE};
  const levels = periodRows(sheet, reading);
  const [top] = levels;
  if (top === undefined) return [whole];
  const titles: {first: number; hasUnit: boolean}[] = [];
  const pages: string[] = [];
  for (let row = top.row + 2; row <= sheet.rowCount; row++)
    if (isHeaderAgain(sheet, row, top, reading)) {
      const title = titleOver(sheet, row, reading);
      if (title !== null) titles.push(title);
      else pages.push(`A${row}:${LAST_COLUMN}${row + levels.length - 1}`);
    }
  if (titles.length === 0 && pages.length > 0) {
    const again = {cells: pages.join(", "), ignore: true, because: "the header again"} as const;
    return [{...whole, bounds: {hasRow: false, hasPages: true, exceptions: [again]}}];
  }
  // Many tables of one unit are one description: the header is repeated, and the titles are sections.
  if (titles.length === 0 || (titles.length > 1 && !titles.some(({hasUnit}) => hasUnit))) return [whole];
  return [{first: 1}, ...titles].map(({first}, at): SheetPart => {
    const next = titles[at]?.first;
    const last = next === undefined ? sheet.rowCount : next - 1;
    const others = {cells: `A${next}:${LAST_COLUMN}${LAST_ROW}`, ignore: true, because: "another table"} as const;
    const bounds = {hasRow: at > 0, hasPages: false, exceptions: next === undefined ? [] : [others]};
    return {sheet: rowsOf(sheet, first, last), between: null, first, last, bounds};
  });
}

/** Values such as 1950 and 2010 read as years too, so a row of years must have the labels or the steps of a header. */
function isHeaderAgain(sheet: Sheet, row: number, top: PeriodRow, reading: TextReading): boolean {
  const found = periodRowAt(sheet, row, [top.kind], reading);
  if (found === null || found.first !== top.first) return false;
  if (top.kind !== "year") return true;
  const labels = (at: number) => rowCells(sheet, at, 1, top.first - 1).map(({plain}) => plain.trim());
  if (labels(row).join("\u0001") === labels(top.row).join("\u0001")) return true;
  const years = rowCells(sheet, row, top.first).flatMap(({plain}) => reading.country.tables.year(plain.trim()) ?? []);
  return years.length > 1 && years.every((year, at) => at === 0 || Math.abs(year - years[at - 1]!) === 1);
}

/** The rows of text over a header and below the values of the table before; null: there are none. */
function titleOver(sheet: Sheet, header: number, reading: TextReading): {first: number; hasUnit: boolean} | null {
  let row = header - 1;
  while (rowCells(sheet, row).length === 0 && row > 1) row--;
  let first: number | null = null;
  let hasUnit = false;
  for (; row > 1; row--) {
    const cells = rowCells(sheet, row);
    if (cells.length === 0 || cells.some((cell) => holdsValue(cell, reading))) break;
    first = row;
    hasUnit ||= cells.some(({plain}) => namesUnit(plain, reading.country));
  }
  return first === null ? null : {first, hasUnit};
}
