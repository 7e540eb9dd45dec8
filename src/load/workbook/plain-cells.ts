// Cells of a sheet in their most usual form, read from the text of its XML without an object or a text for each of their parts.
//
// `<c r="B7" s="3" t="s"><v>17</v></c>`: the attributes r, s and t, and a number or the place of a shared text. A cell of any other form, or
// one that is cut by the end of the text, is left to the events of its elements (plain-xml.ts), which give what is given here.
import {readDecimal} from "../../statistics/decimal-text.ts";

/** The place of the last cell. */
export interface CellPlace {
  row: number;
  column: number;
}

export interface CellTaker {
  /** @returns false: the cell is left to its events, which refuse it */
  shared(place: number): boolean;
  /** The number is written in `text` from `from` to `to`. */
  number(value: number, style: number, text: string, from: number, to: number): boolean;
}

const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** Up to this number of digits the quotient by a power of ten is the nearest double. */
const EXACT_DIGITS = 15;
const MOST_DIGITS = 40;
const POWERS = Array.from({length: EXACT_DIGITS + 1}, (_, power) => 10 ** power);
const [LESS, GREATER, SLASH, QUOTE, EQUALS, BLANK, MINUS, POINT] = [0x3c, 0x3e, 0x2f, 0x22, 0x3d, 0x20, 0x2d, 0x2e];
const [LETTER_C, LETTER_E, LETTER_N, LETTER_R, LETTER_S, LETTER_T, LETTER_V] = [99, 101, 110, 114, 115, 116, 118];
const VALUE_END = "</v></c>";
/** Nearer to the end of the text a cell is left to its events: V8 compiles a function again when it has looked behind a text. */
const LONGEST_CELL = 128;

/** The function for `PartEvents.cells`. Blank cells move the place, and are not given. */
export function createCellScanner(place: CellPlace, taker: CellTaker): (text: string, at: number) => number {
  let row = 0;
  let column = 0;
  let style = 0;
  let type = LETTER_N;
  let at = 0;

  /** `r="B7"` */
  function readAddress(text: string): boolean {
    if (text.charCodeAt(at) !== LETTER_R || text.charCodeAt(at + 1) !== EQUALS || text.charCodeAt(at + 2) !== QUOTE)
      return false;
    at += 3;
    column = 0;
    for (let letter = text.charCodeAt(at) - 64; letter >= 1 && letter <= 26; letter = text.charCodeAt(++at) - 64) {
      column = column * 26 + letter;
      if (column > MOST_COLUMNS) return false;
    }
    row = readPlace(text);
    return column > 0 && row >= 1 && row <= MOST_ROWS && text.charCodeAt(at++) === QUOTE;
  }

  /** -1: no digits, or more than any place has. */
  function readPlace(text: string): number {
    const start = at;
    let number = 0;
    for (let digit = text.charCodeAt(at) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - 48)
      number = number * 10 + digit;
    return at > start && at - start <= 7 ? number : -1;
  }

  /** ` s="3" t="s"`, each at most once. */
  function readKind(text: string): boolean {
    style = -1;
    type = 0;
    while (text.charCodeAt(at) === BLANK) {
      const name = text.charCodeAt(at + 1);
      if (text.charCodeAt(at + 2) !== EQUALS || text.charCodeAt(at + 3) !== QUOTE) return false;
      at += 4;
      if (name === LETTER_S && style < 0) {
        style = readPlace(text);
        if (style < 0) return false;
      } else if (name === LETTER_T && type === 0) type = text.charCodeAt(at++);
      else return false;
      if (text.charCodeAt(at++) !== QUOTE) return false;
    }
    if (style < 0) style = 0;
    if (type === 0) type = LETTER_N;
    return type === LETTER_N || type === LETTER_S;
  }

  /** NaN: no plain number. */
  function readNumber(text: string): number {
    const start = at;
    const isNegative = text.charCodeAt(at) === MINUS;
    if (isNegative) at++;
    let number = 0;
    let digits = 0;
    let point = -1;
    for (; at - start <= MOST_DIGITS; at++) {
      const digit = text.charCodeAt(at) - 48;
      if (digit >= 0 && digit <= 9) {
        number = number * 10 + digit;
        digits++;
      } else if (digit === POINT - 48 && point < 0 && digits > 0) point = at;
      else break;
    }
    const end = text.charCodeAt(at);
    if (digits === 0 || at === point + 1) return Number.NaN;
    if (end === LESS && digits <= EXACT_DIGITS) {
      const value = number / POWERS[point < 0 ? 0 : at - point - 1]!;
      return isNegative && value !== 0 ? -value : value;
    }
    if (end !== LESS) {
      if ((end | 0x20) !== LETTER_E) return Number.NaN;
      at = text.indexOf("<", at);
      if (at < 0 || at - start > MOST_DIGITS) return Number.NaN;
    }
    return readDecimal(text.slice(start, at)) ?? Number.NaN;
  }

  function takeValue(text: string): boolean {
    const start = at;
    if (type === LETTER_S) {
      const shared = readPlace(text);
      if (shared < 0 || !text.startsWith(VALUE_END, at)) return false;
      setPlace();
      return taker.shared(shared);
    }
    const value = readNumber(text);
    if (Number.isNaN(value) || !text.startsWith(VALUE_END, at)) return false;
    setPlace();
    return taker.number(value, style, text, start, at);
  }

  function setPlace(): void {
    place.row = row;
    place.column = column;
  }

  /** Whether a whole cell was read; `at` is behind it then. */
  function readCell(text: string): boolean {
    if (text.charCodeAt(at) !== LESS || text.charCodeAt(at + 1) !== LETTER_C || text.charCodeAt(at + 2) !== BLANK)
      return false;
    at += 3;
    if (!readAddress(text) || !readKind(text)) return false;
    const next = text.charCodeAt(at);
    if (next === SLASH && text.charCodeAt(at + 1) === GREATER) {
      setPlace();
      at += 2;
      return true;
    }
    if (next !== GREATER || text.charCodeAt(at + 1) !== LESS) return false;
    if (text.charCodeAt(at + 2) !== LETTER_V || text.charCodeAt(at + 3) !== GREATER) return false;
    at += 4;
    if (!takeValue(text)) return false;
    at += VALUE_END.length;
    return true;
  }

  return (text, start) => {
    const last = text.length - LONGEST_CELL;
    let end = start;
    for (at = start; at <= last && readCell(text); ) end = at;
    return end;
  };
}
