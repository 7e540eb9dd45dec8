// Verifies places in delimited text and in JSON: a line by its number, then a cell of its row or a character of the line.
//
// Rows are split with every delimiter until one gives the cell. No code is shared with the readers of such files.
import type {SourceFile} from "../source.ts";
import {type CellLookup, type ExplainedValue, type Mismatch, mismatchesOf} from "./explained-value.ts";
import {readTextLines} from "./file-text.ts";

export function createLineLookup(file: SourceFile): CellLookup {
  let lines = readTextLines(file);
  /** The number of the first line in `ahead`, and lines that were read and may be requested again. */
  let first = 1;
  let ahead: string[] = [];

  async function restart(): Promise<void> {
    await lines.return(undefined);
    lines = readTextLines(file);
    first = 1;
    ahead = [];
  }

  /** The line; null after the last. Only an earlier line needs a second pass. */
  async function lineAt(number: number): Promise<string | null> {
    if (number < first) await restart();
    if (number > first) {
      const passed = Math.min(number - first, ahead.length);
      ahead = ahead.slice(passed);
      first += passed;
    }
    for (;;) {
      const known = ahead[number - first];
      if (known !== undefined) return known;
      const {value, done} = await lines.next();
      if (done) return null;
      if (ahead.length === 0 && first < number) first++;
      else ahead.push(value);
    }
  }

  /** The row that begins on the line: a quoted cell may continue on the next lines. */
  async function rowAt(number: number): Promise<string | null> {
    let row = await lineAt(number);
    for (let next = number + 1; row !== null && isOpen(row) && next < number + MOST_LINES; next++) {
      const more = await lineBehind(number, next);
      if (more === null) break;
      row += `\n${more}`;
    }
    return row;
  }

  /** A later line; those from `kept` on stay in memory for the next rows. */
  async function lineBehind(kept: number, number: number): Promise<string | null> {
    while (ahead.length <= number - kept) {
      const {value, done} = await lines.next();
      if (done) return null;
      ahead.push(value);
    }
    return ahead[number - kept]!;
  }

  async function mismatchOf(explained: ExplainedValue): Promise<Mismatch | null> {
    const {line, column, element} = explained.locator;
    if (line === null || column === null) return {explained, reason: "is not a line and column"};
    if (element !== null) {
      const text = await lineAt(line);
      if (text === null) return {explained, reason: "is after the end of the file"};
      const there = text.slice(column - 1, column - 1 + explained.raw.length);
      return there === explained.raw ? null : {explained, reason: `contains ${JSON.stringify(there)}`};
    }
    const row = await rowAt(line);
    if (row === null) return {explained, reason: "is after the end of the file"};
    const wanted = explained.raw.trim();
    if (DELIMITERS.some((delimiter) => cellsOf(row, delimiter)[column - 1]?.trim() === wanted)) return null;
    return {explained, reason: `is in the row ${JSON.stringify(row.slice(0, 200))}`};
  }

  return {
    confirm: (values) =>
      mismatchesOf(
        values.toSorted((a, b) => (a.locator.line ?? 0) - (b.locator.line ?? 0)),
        mismatchOf,
      ),
    async close() {
      await lines.return(undefined);
    },
  };
}

const MOST_LINES = 1000;
const DELIMITERS = [",", ";", "\t"];

function isOpen(row: string): boolean {
  let quotes = 0;
  for (let at = row.indexOf('"'); at >= 0; at = row.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 1;
}

function cellsOf(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  let rest = row;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const end = quoted ? quoted[0].length : rest.indexOf(delimiter) < 0 ? rest.length : rest.indexOf(delimiter);
    cells.push(quoted ? quoted[1]!.replaceAll('""', '"') : rest.slice(0, end));
    if (!rest.startsWith(delimiter, end)) return cells;
    rest = rest.slice(end + delimiter.length);
  }
}
