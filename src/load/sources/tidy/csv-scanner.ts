// A strict reader of delimited rows over bytes (RFC 4180): it finds cells as bytes and makes no texts of them.
//
// Only complete rows are given. A row that breaks the rules of quoting is given with its fault and ends with its line. An unclosed quote
// has no such end and would swallow good rows: then the whole file is refused.
import {Refusal} from "../../../service/refusal.ts";

export interface CsvScanner {
  /** Cell i of the present row is bytes[start[i], end[i]) without its quotes; valid until the next call. */
  bytes: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Number of cells of the present row; those after MAX_CELLS are only counted. */
  count: number;
  /** Line on which the present row begins, from 1. */
  line: number;
  /** The fault in the quoting of the present row, and its cell (from 0). */
  fault: string | null;
  faultCell: number;
  /** Adds the next bytes of the file. Only after `next` has returned false. */
  feed(bytes: Uint8Array): void;
  /** The end of the file: the rest is its last row. */
  finish(): void;
  /** Moves to the next row that is not blank; false: more bytes are needed, or the file has ended. @throws Refusal */
  next(): boolean;
  /** The present row as in the file, without its line break. */
  rowText(): string;
}

export const MAX_CELLS = 64;
const MAX_ROW_BYTES = 2 ** 20;

const [LF, CR, QUOTE] = [10, 13, 34];

/** @param delimiter code of the byte between cells */
export function createCsvScanner(name: string, delimiter: number): CsvScanner {
  const [start, end, isDoubled] = [new Int32Array(MAX_CELLS), new Int32Array(MAX_CELLS), new Uint8Array(MAX_CELLS)];
  let [bytes, filled, rowStart, rowEnd, nextRow, nextLine] = [new Uint8Array(2 ** 16), 0, 0, 0, 0, 1];
  let [isOver, isBegun, hasDoubled] = [false, false, false];
  let rowCopy: Uint8Array | null = null;

  /** Place after the quoted cell that begins at `at`; -1: its end has not been read yet. */
  function scanQuoted(at: number, cell: number): number {
    for (let index = at + 1; index < filled; index++) {
      const byte = bytes[index];
      if (byte === QUOTE) {
        if (index + 1 === filled && !isOver) return -1;
        if (bytes[index + 1] !== QUOTE || index + 1 >= filled) {
          put(cell, at + 1, index);
          return index + 1;
        }
        index++;
        hasDoubled = true;
        if (cell < MAX_CELLS) isDoubled[cell] = 1;
      } else if (byte === LF || (byte === CR && bytes[index + 1] !== LF)) nextLine++;
    }
    if (isOver)
      throw new Refusal(`${name}, line ${scanner.line}: a quote is opened in cell ${cell + 1} and never closed`);
    return -1;
  }

  /** Place after the cell without quotes that begins at `at`: the loop that takes most of the time. */
  function scanPlain(source: Uint8Array, at: number, to: number): number {
    for (; at < to; at++) {
      const byte = source[at]!;
      if (byte === delimiter) return at;
      if (byte > QUOTE) continue;
      if (byte === LF || byte === CR) return at;
      if (byte === QUOTE) scanner.fault ??= "a cell without quotes contains a quote";
    }
    return at;
  }

  function put(cell: number, from: number, to: number): void {
    if (cell >= MAX_CELLS) return;
    start[cell] = from;
    end[cell] = to;
  }

  /** Place of the row's line break (or the end of the file); -1: it has not been read yet. */
  function scanRow(from: number): number {
    let cell = 0;
    for (let at = from; ; at++, cell++) {
      const cellStart = at;
      if (at < filled && bytes[at] === QUOTE) {
        at = scanQuoted(at, cell);
        if (at < 0) return -1;
        if (at < filled && bytes[at] !== delimiter && bytes[at] !== LF && bytes[at] !== CR) {
          scanner.faultCell = scanner.fault === null ? cell : scanner.faultCell;
          scanner.fault ??= "a quoted cell has text after its closing quote";
          while (at < filled && bytes[at] !== LF && bytes[at] !== CR) at++;
        }
      } else {
        const wasSound = scanner.fault === null;
        at = scanPlain(bytes, at, filled);
        if (wasSound && scanner.fault !== null) scanner.faultCell = cell;
        put(cell, cellStart, at);
      }
      if (at < filled && bytes[at] === delimiter) continue;
      scanner.count = cell + 1;
      // A CR at the end of the present bytes may be half of a line break.
      if (at >= filled ? !isOver : bytes[at] === CR && at + 1 === filled && !isOver) return -1;
      return at;
    }
  }

  function skipBlank(): void {
    for (; nextRow < filled && (bytes[nextRow] === LF || bytes[nextRow] === CR); nextLine++) {
      if (bytes[nextRow] === CR && nextRow + 1 === filled && !isOver) return;
      nextRow += bytes[nextRow] === CR && bytes[nextRow + 1] === LF && nextRow + 1 < filled ? 2 : 1;
    }
  }

  /** Replaces doubled quotes in place; a copy of the row is kept for messages. */
  function undouble(): void {
    rowCopy = bytes.slice(rowStart, rowEnd);
    for (let cell = 0; cell < Math.min(scanner.count, MAX_CELLS); cell++) {
      if (isDoubled[cell] === 0) continue;
      let to = start[cell]!;
      for (let from = to; from < end[cell]!; from++) {
        if (bytes[from] === QUOTE) from++;
        bytes[to++] = bytes[from]!;
      }
      end[cell] = to;
    }
    isDoubled.fill(0);
  }

  const scanner: CsvScanner = {
    bytes,
    start,
    end,
    count: 0,
    line: 0,
    fault: null,
    faultCell: 0,
    feed(more) {
      const left = filled - nextRow;
      const room = left + more.length;
      const target = room > bytes.length ? new Uint8Array(Math.max(room, bytes.length * 2)) : bytes;
      target.set(bytes.subarray(nextRow, filled));
      target.set(more, left);
      [bytes, filled, nextRow] = [target, room, 0];
      scanner.bytes = target;
    },
    finish() {
      isOver = true;
    },
    next() {
      if (!isBegun && filled < 3 && !isOver) return false;
      if (!isBegun) nextRow = skipMark(name, bytes, filled);
      isBegun = true;
      skipBlank();
      if (nextRow === filled) return false;
      scanner.line = nextLine;
      scanner.fault = rowCopy = null;
      hasDoubled = false;
      const at = scanRow(nextRow);
      if (at < 0) {
        nextLine = scanner.line;
        isDoubled.fill(0);
        if (filled - nextRow <= MAX_ROW_BYTES) return false;
        throw new Refusal(
          `${name}, line ${nextLine}: the row is longer than ${MAX_ROW_BYTES} bytes`,
          "a quote may never be closed",
        );
      }
      [rowStart, rowEnd] = [nextRow, at];
      if (hasDoubled) undouble();
      nextRow = at;
      if (at < filled) {
        nextRow += bytes[at] === CR && at + 1 < filled && bytes[at + 1] === LF ? 2 : 1;
        nextLine++;
      }
      return true;
    },
    rowText: () => new TextDecoder("utf-8", {ignoreBOM: true}).decode(rowCopy ?? bytes.subarray(rowStart, rowEnd)),
  };
  return scanner;
}

/** The start of the text, after a byte order mark. */
function skipMark(name: string, bytes: Uint8Array, filled: number): number {
  const [first, second, third] = filled < 3 ? [0, 0, 0] : [bytes[0], bytes[1], bytes[2]];
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new Refusal(`${name} is UTF-16`, "save it as UTF-8");
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
