// Delimited text (.csv, .tsv): its rows, and the table as the one sheet of a workbook, so that the same descriptors read it.
//
// A row of the sheet is a line of the file: a record with line breaks inside quotes is at its first line, and the rows after it are empty.
// Every cell is a text; the reader of values parses numbers. A first line "sep=;" names the separator and is no row.
import {Refusal} from "../../service/refusal.ts";
import {readDecodedText} from "../input/decoded-text.ts";
import {textEnding} from "../input/ending.ts";
import type {SourceFile} from "../source.ts";
import {createSheetBuilder, type Sheet, textCell, type Workbook} from "./sheet.ts";
import type {TextRecord} from "./text-location.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

/** @throws Refusal if the text is not a table (textRows), or has more cells than a sheet may have */
export async function openDelimited(file: SourceFile, limits: WorkbookLimits): Promise<Workbook> {
  const text = await readDecodedText(file);
  const head = {name: tableName(file.name), hidden: false, index: 0};
  let sheet: Sheet | null = null;
  return {
    format: "csv",
    ending: textEnding(file.name, text),
    date1904: false,
    sheets: [head],
    async read() {
      sheet ??= readDelimitedTable(file, head.name, text, limits);
      return sheet;
    },
  };
}

/** Whether the file is a table of text by its name. */
export function isDelimitedName(file: string): boolean {
  return /\.(?:csv|tsv)$/i.test(file);
}

/** The file's name without folders and ending. */
export function tableName(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}

export function readDelimitedTable(file: SourceFile, name: string, text: string, limits: WorkbookLimits): Sheet {
  const named = NAMED_SEPARATOR.exec(text);
  const linesBefore = named === null ? 0 : 1;
  const builder = createSheetBuilder(file.name, name, limits, {locatedBy: "lines", linesBefore});
  // The line stays, without its words: lines keep their numbers.
  const rows = named === null ? text : text.slice(named[0].length);
  for (const row of textRows(file, rows, named?.[1] ?? delimiterOf(text))) {
    const line = row.line - linesBefore;
    if (line === 0) continue;
    for (const [index, cell] of row.cells.entries()) builder.put(line, index + 1, textCell(cell));
    const problem = raggedRow(row);
    if (problem !== null) builder.spoil(line, problem);
  }
  return builder.build();
}

/** FIX-rosstat-71: written for spreadsheet programs, with or without quotes. */
export const NAMED_SEPARATOR = /^"?sep=([^"\r\n])"?(?=\n)/i;

const LETTERS_LOOKED_AT = 16_384;
/** A longer line is no header. */
const LETTERS_OF_FIRST = 2 ** 20;
const DELIMITERS = ["\t", ";"];

/**
 * A tab or a semicolon in the first line is a delimiter; a comma may be part of a text. A title without either may be above a table of them
 * if most lines below have equally many of the sign, and no commas or other numbers of them than the title.
 */
export function delimiterOf(text: string): string {
  const end = text.indexOf("\n");
  const first = text.slice(0, Math.min(end < 0 ? text.length : end, LETTERS_OF_FIRST)).replace(/"[^"]*"/g, "");
  const count = (line: string, sign: string): number => line.split(sign).length - 1;
  const below = unquotedLines(text.slice(0, LETTERS_LOOKED_AT)).slice(1);
  const share = (sign: string, number: number): number =>
    below.filter((line) => count(line, sign) === number).length / below.length;
  const isBelow = (sign: string): boolean => {
    // The last lines may be remarks.
    const number = count(below[below.length >> 1] ?? "", sign);
    const commas = count(first, ",");
    return number > 0 && share(sign, number) > 1 / 2 && (commas === 0 || share(",", commas) < 1 / 2);
  };
  return DELIMITERS.find((sign) => first.includes(sign)) ?? DELIMITERS.find(isBelow) ?? ",";
}

/** Lines with letters, without their quoted parts, which may hold several lines; the last one may be cut off and does not count. */
function unquotedLines(text: string): string[] {
  const plain = text.replace(/"[^"]*"/g, "").replace(/".*/s, "");
  return plain
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.trim() !== "");
}

/** The number of cells with a digit after the first cell: the figures that are lost with a row. */
export function figuresIn(cells: readonly string[]): number {
  return Math.max(1, cells.slice(1).filter((cell) => /\d/.test(cell)).length);
}

/** A blank row, or the last one of a text without a line end, which was cut off. */
function isTrusted(cells: readonly string[], end: string | undefined): boolean {
  return end === undefined || (cells.length === 1 && cells[0]!.trim() === "");
}

/** Why the values of a row may be lost or of other columns; null: it has as many cells as the row above. */
export function raggedRow({cells, above}: TextRecord): string | null {
  return above === null ? null : `has ${cells.length} cells where the row above has ${above}`;
}

/** The limit of a spreadsheet. */
const MAX_COLUMNS = 16_384;

/** @throws Refusal if the text is not a table: control characters, lines that end in CR alone, a quote that hides lines or is never closed */
export function* textRows(file: Pick<SourceFile, "name">, text: string, delimiter: string): Generator<TextRecord> {
  yield* blockRows(file, text, delimiter, {line: 1, before: 0, rest: 0}, true);
}

/** Where the next block of a text goes on. */
export interface BlockState {
  /** The line of its first row. */
  line: number;
  /** The number of cells of the last row with more than one. */
  before: number;
  /** Where the last row of the block begins that did not end in it. */
  rest: number;
}

/**
 * The rows of one block of a text, which begins with a row. @param isLast the text ends with the block; else its last row may go on in the next
 * one, and is left in `state.rest`. @throws as textRows
 */
export function* blockRows(
  {name: file}: Pick<SourceFile, "name">,
  text: string,
  delimiter: string,
  state: BlockState,
  isLast: boolean,
): Generator<TextRecord> {
  refuseControlCharacters(file, text, state.line);
  let [at, line, start] = [0, state.line, state.line];
  let cells: string[] = [];
  let {before} = state;
  state.rest = 0;
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null && !isLast) return;
      if (end === null)
        throw new Refusal(`${file}, line ${line}: a quote is opened and never closed`, "it was probably cut off");
      value = text.slice(at + 1, end).replaceAll('""', '"');
      const lines = value.split("\n").length - 1;
      at = endOfCell(text, end + 1, delimiter);
      // Text after the closing quote belongs to the cell, as in spreadsheets.
      const behind = text.slice(end + 1, at);
      if (lines > 0 && behind.trim() !== "" && (isLast || at < text.length)) refuseSwallowed(file, line, line + lines);
      value += behind;
      line += lines;
    } else {
      const end = endOfCell(text, at, delimiter);
      value = text.slice(at, end);
      at = end;
    }
    cells.push(value.charCodeAt(value.length - 1) === CR ? value.replace(/\r+$/, "") : value);
    if (cells.length > MAX_COLUMNS)
      throw new Refusal(`${file}, line ${start}: has more than ${MAX_COLUMNS} cells`, "save it as several tables");
    if (at >= text.length && !isLast) return;
    const isEnd = text[at++] !== delimiter;
    if (!isEnd && at < text.length) continue;
    if (!isEnd && !isLast) return;
    if (!isEnd) cells.push("");
    const isEven = isTrusted(cells, text[at - 1]) || before === 0 || before === cells.length;
    const above = isEven ? null : before;
    if (cells.length > 1) before = cells.length;
    const row = {line: start, cells, above};
    cells = [];
    start = ++line;
    state.line = line;
    state.before = before;
    state.rest = at;
    yield row;
  }
}

const [LF, CR] = [10, 13];

/** @throws Refusal for a character that no text has: it would be a part of a name or a unit */
export function refuseControlCharacters(file: string, text: string, first = 1): void {
  const found = CONTROL.exec(text);
  if (found === null) return;
  const line = text.slice(0, found.index).split("\n").length + first - 1;
  if (found[0] === "\r")
    throw new Refusal(
      `${file}, line ${line}: contains a CR without an LF after it`,
      "save it with lines that end in LF or CR LF",
    );
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw new Refusal(
    `${file}, line ${line}: contains the control character U+${code}`,
    "the file is damaged: download it again",
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?![\r\n]|$)/;

function refuseSwallowed(file: string, from: number, to: number): never {
  throw new Refusal(
    `${file}, line ${from}: a quote is opened there, and the next one, on line ${to}, does not end a cell`,
    "a quote is missing or extra: download the file again, or correct the line",
  );
}

function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return at;
    at++;
  }
  return null;
}

function endOfCell(text: string, from: number, delimiter: string): number {
  const sign = delimiter.charCodeAt(0);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === sign || code === LF) break;
  }
  return at;
}
