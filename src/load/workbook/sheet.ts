// A sheet of a workbook (.xlsx, .xls or .csv) for all readers of tables: cells by row and column, both from 1.
//
// `text` is the whole text of the cell, with footnote marks; `plain` is the text without its superscripts. A number is in `number`, and its
// `text` is not parsed again. Of merged cells only the first has a value; `mergedAt` gives their range.
import {Refusal} from "../../service/refusal.ts";
import {dayOf, daysAfter, type StatedDay} from "../../statistics/time/day.ts";
import type {Ending} from "../input/ending.ts";
import {createPackedNumbers} from "./packed-numbers.ts";
import type {TextLocation, TextRecord} from "./text-location.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

export interface Cell {
  /** "formula": without a stored value; a formula with its value has the kind of the value. */
  readonly kind: "number" | "text" | "boolean" | "error" | "formula";
  /** As in the file: the digits of a number, the whole text of a text. */
  readonly text: string;
  /** `text` without its superscripts. */
  readonly plain: string;
  /** NaN unless the cell is a number. */
  readonly number: number;
  /** The code of the number format; "General" without one. */
  readonly format: string;
  /** Of a text in an .xlsx: the steps by which its style moves it to the right; absent: none. */
  readonly indent?: number;
}

/** Rows and columns from 1, both ends inclusive. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** How places are named: by sheet and cell, or by line and column of a text. */
  readonly locatedBy: "cells" | "lines";
  /** Lines of a text before its first row: the one that names the separator to spreadsheet programs is no row of theirs either. */
  readonly linesBefore: number;
  /** The place of a cell of a text that is no table of lines. */
  locate?(row: number, column: number): TextLocation;
  /** The last row and column that are not blank. */
  readonly rowCount: number;
  readonly columnCount: number;
  readonly merges: readonly CellRange[];
  /** null: empty. A text of blanks counts as empty. */
  cell(row: number, column: number): Cell | null;
  /** Why the cells of a row can't be trusted; null: they can. */
  problemAt(row: number): string | null;
  /** The merged range that covers the place; null: none. */
  mergedAt(row: number, column: number): CellRange | null;
}

/** The rows of a long table of text, in blocks. */
export interface TextRecords {
  /** Lines before the first row: the one that names the separator. */
  readonly linesBefore: number;
  sample(): Promise<Sheet>;
  /** @throws Refusal if the text is damaged */
  rows(): AsyncIterable<readonly TextRecord[]>;
}

export interface Workbook {
  readonly format: "xlsx" | "xls" | "csv" | "json";
  /** Dates count from 1904 instead of 1900 (for `cellDay`). */
  readonly date1904: boolean;
  /** A workbook that lacks its end is not opened; of a table of text it is its last line. */
  readonly ending: Ending;
  /** In the order of the file, with hidden ones. Chart sheets are left out. */
  readonly sheets: readonly SheetHead[];
  /** A long table of text, which need not be read whole. */
  readonly records?: TextRecords;
  /** @throws Refusal if the sheet is damaged or larger than WORKBOOK_LIMITS */
  read(sheet: SheetHead): Promise<Sheet>;
}

export interface SheetHead {
  readonly name: string;
  /** Hidden or very hidden. */
  readonly hidden: boolean;
  /** Place among the workbook's sheets, from 0. */
  readonly index: number;
}

/** Collects cells in any order; blank cells are left out. Methods refuse more than `limits` allows. */
export interface SheetBuilder {
  /** false: another cell is there already. */
  put(row: number, column: number, cell: Cell): boolean;
  /** As `put`, for a number. @param text as it is written, ASCII alone */
  putNumber(row: number, column: number, number: number, format: string, text: string): boolean;
  /** The cells of a row can't be trusted. */
  spoil(row: number, problem: string): void;
  merge(range: CellRange): void;
  build(): Sheet;
}

/** @param file for messages */
export function createSheetBuilder(
  file: string,
  name: string,
  limits: WorkbookLimits,
  {
    hidden = false,
    locatedBy = "cells",
    linesBefore = 0,
  }: Partial<Pick<Sheet, "hidden" | "locatedBy" | "linesBefore">> = {},
): SheetBuilder {
  /** For each place of a row that has a cell: the place of a number, or -1 minus the place of another cell. */
  const rows: (number | undefined)[][] = [];
  const numbers = createPackedNumbers();
  const others: Cell[] = [];
  const merges: CellRange[] = [];
  const problems = new Map<number, string>();
  let columnCount = 0;
  let cellCount = 0;
  let mergedRows = 0;
  const refuse = (what: string): never => {
    throw new Refusal(`${file}, sheet "${name}": has more than ${what}`, "save it as several workbooks");
  };
  /** For a cell in a new row or behind the last column. Before the row has its memory: rows that begin far to the right would need gigabytes. */
  const widen = (row: number, column: number): void => {
    const rowCount = Math.max(rows.length - 1, row);
    columnCount = Math.max(columnCount, column);
    if ((rowCount + 1) * columnCount > limits.count)
      refuse(`${limits.count} places: row ${rowCount} or column ${columnLetters(columnCount)} lies far away`);
  };
  const isFilled = (row: number, column: number, index: number): boolean => {
    let cells = rows[row];
    if (cells === undefined || column > columnCount) widen(row, column);
    if (cells === undefined) {
      // exactly long enough: an array that grows takes 16 places more, which rows of a tall table of one column would all have
      cells = new Array(column + 1);
      rows[row] = cells;
    }
    if (cells[column] !== undefined) return false;
    if (++cellCount > limits.cells) refuse(`${limits.cells} cells`);
    cells[column] = index;
    return true;
  };
  return {
    put(row, column, cell) {
      if (cell.kind === "text" && BLANK.test(cell.text)) return true;
      if (!isFilled(row, column, -1 - others.length)) return false;
      others.push(cell);
      return true;
    },
    putNumber(row, column, number, format, text) {
      if (!isFilled(row, column, numbers.count)) return false;
      numbers.add(number, format, text);
      return true;
    },
    spoil(row, problem) {
      problems.set(row, problem);
    },
    merge(range) {
      if (merges.push(range) > limits.merges) refuse(`${limits.merges} merged ranges`);
      if (!isTall(range)) mergedRows += range.bottom - range.top + 1;
      if (mergedRows > limits.mergedRows) refuse(`${limits.mergedRows} rows in its merged ranges`);
    },
    build() {
      const byRow = rangesByRow(merges);
      for (const range of merges) if (!isTall(range)) clearCovered(rows, range);
      return {
        name,
        hidden,
        locatedBy,
        linesBefore,
        rowCount: Math.max(0, rows.length - 1),
        columnCount,
        merges,
        cell(row, column) {
          const index = rows[row]?.[column];
          if (index === undefined) return null;
          return index < 0 ? others[-1 - index]! : numbers.cell(index);
        },
        problemAt: (row) => problems.get(row) ?? null,
        mergedAt: (row, column) =>
          byRow.get(row)?.find((range) => column >= range.left && column <= range.right) ?? null,
      };
    },
  };
}

/** FIX-rosstat-68: a merged cell shows its first cell. What lies under the others is seen by nobody, and may be of an earlier edition. */
function clearCovered(rows: (number | undefined)[][], {top, left, bottom, right}: CellRange): void {
  for (let row = top; row <= Math.min(bottom, rows.length - 1); row++) {
    const cells = rows[row];
    if (cells === undefined) continue;
    for (let column = left; column <= Math.min(right, cells.length - 1); column++)
      if (row !== top || column !== left) cells[column] = undefined;
  }
}

const BLANK = /^[\s\u00a0\u00ad\u200b\u202f\u2007\u2009\ufeff]*$/;

/** A taller range (a whole column) has no meaning for a row of a table. */
const TALL = 10_000;

function isTall({top, bottom}: CellRange): boolean {
  return bottom - top > TALL;
}

function rangesByRow(merges: readonly CellRange[]): ReadonlyMap<number, readonly CellRange[]> {
  const byRow = new Map<number, CellRange[]>();
  for (const range of merges) {
    if (isTall(range)) continue;
    for (let row = range.top; row <= range.bottom; row++) {
      const there = byRow.get(row);
      if (there) there.push(range);
      else byRow.set(row, [range]);
    }
  }
  return byRow;
}

export function textCell(text: string, plain: string = text): Cell {
  return {kind: "text", text, plain, number: Number.NaN, format: "General"};
}

export function numberCell(number: number, text: string = String(number), format = "General"): Cell {
  return {kind: "number", text, plain: text, number, format};
}

/** "AK19" for row 19, column 37. */
export function cellAddress(row: number, column: number): string {
  return columnLetters(column) + row;
}

/** "A", "Z", "AA" for 1, 26, 27. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** Row and column of "AK19" (dollar signs are ignored); null for any other text. */
export function parseAddress(text: string): {row: number; column: number} | null {
  let [row, column, at] = [0, 0, text.charCodeAt(0) === DOLLAR ? 1 : 0];
  const letters = at;
  for (; at < letters + 4; at++) {
    const letter = text.charCodeAt(at) - 64;
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  if (at === letters || at > letters + 3) return null;
  if (text.charCodeAt(at) === DOLLAR) at++;
  const digits = at;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return null;
    row = row * 10 + digit;
  }
  return at === digits || at > digits + 7 ? null : {row, column};
}

const DOLLAR = 0x24;

/** "B2:D4", or one address alone; null for any other text. */
export function parseRange(text: string): CellRange | null {
  const [first, last] = text.split(":").map(parseAddress);
  if (!first) return null;
  const end = last === undefined ? first : last;
  return end === null ? null : {top: first.row, left: first.column, bottom: end.row, right: end.column};
}

/** Ranges with commas between them; null for any other text. */
export function parseRanges(text: string): CellRange[] | null {
  const ranges = text.split(",").map((one) => parseRange(one.trim()));
  return ranges.every((range) => range !== null) ? ranges : null;
}

/** Whether a number under this format is shown as a date. */
export function isDateFormat(format: string): boolean {
  const bare = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "");
  if (/general|[0#?]/i.test(bare)) return false;
  return /[dy]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare));
}

/** The day of a date cell; null: its number is not a day (a time of day, or before 1900-03-01, where Excel counts wrongly). */
export function cellDay(cell: Cell, date1904: boolean): StatedDay | null {
  if (cell.kind !== "number" || !Number.isFinite(cell.number)) return null;
  const serial = Math.floor(cell.number) + (date1904 ? 1462 : 0);
  return serial < 61 || serial > 110_000 ? null : daysAfter(dayOf(1899, 12, 30), serial);
}
