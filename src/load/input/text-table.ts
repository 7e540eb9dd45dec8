// The rows of a table as text: cells between delimiters, quoted where they hold quotes or line ends, each row with the line it begins on.
//
// FIX-rosstat-30: a stray quote takes everything up to the next quote of the file for one cell, and rows are gone without a word: so a quoted cell
// that goes over lines has to end with its quote.
import {Refusal} from "../../refusal.ts";
import type {SourceFile} from "../source.ts";

export interface TextRow {
  /** From 1. */
  readonly line: number;
  /** As they stand, without their quotes. */
  readonly cells: readonly string[];
}

/** As many as a spreadsheet has. */
const MAX_COLUMNS = 16_384;

/** @throws Refusal when the text is no table: control characters, lines that end in CR alone, a quote that swallows lines or is never closed */
export function* textRows(
  {name: file, isArchived}: Pick<SourceFile, "name" | "isArchived">,
  text: string,
  delimiter: string,
): Generator<TextRow> {
  if (!isArchived) refuseControlCharacters(file, text);
  let [at, line, start] = [0, 1, 1];
  let cells: string[] = [];
  while (at < text.length) {
    let value = "";
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null)
        throw new Refusal(`${file}, line ${line}: a quote is opened and never closed`, "it was probably cut off");
      value = text.slice(at + 1, end).replaceAll('""', '"');
      const lines = value.split("\n").length - 1;
      at = endOfCell(text, end + 1, delimiter);
      // What stands behind the closing quote belongs to the cell, as spreadsheets have it.
      const behind = text.slice(end + 1, at);
      if (lines > 0 && behind.trim() !== "" && !isArchived) refuseSwallowed(file, line, line + lines);
      value += behind;
      line += lines;
    } else {
      const end = endOfCell(text, at, delimiter);
      value = text.slice(at, end);
      at = end;
    }
    cells.push(value.replace(/\r+$/, ""));
    if (cells.length > MAX_COLUMNS)
      throw new Refusal(`${file}, line ${start}: has more than ${MAX_COLUMNS} cells`, "save it as several tables");
    const isEnd = text[at++] !== delimiter;
    if (!isEnd && at < text.length) continue;
    if (!isEnd) cells.push("");
    yield {line: start, cells};
    cells = [];
    start = ++line;
  }
}

function refuseControlCharacters(file: string, text: string): void {
  const found = CONTROL.exec(text);
  if (found === null) return;
  const line = text.slice(0, found.index).split("\n").length;
  if (found[0] === "\r")
    throw new Refusal(
      `${file}, line ${line}: holds a CR without an LF behind it`,
      "save it with lines that end in LF or CR LF",
    );
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw new Refusal(`${file}, line ${line}: holds the control character U+${code}`, "it is damaged: download it again");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?![\r\n]|$)/;

function refuseSwallowed(file: string, from: number, to: number): never {
  throw new Refusal(
    `${file}, line ${from}: a quote is opened there, and the next one, on line ${to}, closes nothing`,
    "a quote was lost or is one too many: download the file again, or correct the line",
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
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n") at++;
  return at;
}
