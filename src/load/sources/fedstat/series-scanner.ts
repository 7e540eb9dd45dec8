// Reads a Series element from its bytes if it has exactly the form of EMISS: many times as fast as saxes.
//
// It accepts only that form: no entity, comment, other attribute or order. Saxes reads all other elements, so the scanner changes only the
// speed. Most series repeat the bytes of the one before up to their observations; then key and attributes are not read again.
import {Buffer} from "node:buffer";
import {
  endSeries,
  type MessageSeries,
  repeatSeries,
  startObservation,
  startSeries,
  takeDimension,
} from "./message-series.ts";

export const SERIES_START = Buffer.from("<generic:Series>");
export const SERIES_END = Buffer.from("</generic:Series>");

export interface SeriesScanner {
  /**
   * Fills the series from the element in bytes[0, end) that starts at `from`, on `line`. Returns the place after it, or -1 if it is not
   * complete or saxes has to read it.
   */
  scan(bytes: Buffer, from: number, end: number, line: number): number;
  readonly lines: number;
}

const KEY_START = Buffer.from("<generic:SeriesKey>");
const KEY_END = Buffer.from("</generic:SeriesKey>");
const VALUE = Buffer.from('<generic:Value concept="');
const VALUE_MIDDLE = Buffer.from('" value="');
const EMPTY_END = Buffer.from('"/>');
const ATTRIBUTES_START = Buffer.from("<generic:Attributes>");
const ATTRIBUTES_END = Buffer.from("</generic:Attributes>");
const OBSERVATION_START = Buffer.from("<generic:Obs>");
const OBSERVATION_END = Buffer.from("</generic:Obs>");
const TIME_START = Buffer.from("<generic:Time>");
const TIME_END = Buffer.from("</generic:Time>");
const OBSERVED_VALUE = Buffer.from('<generic:ObsValue value="');

const [TAB, LF, CR, BLANK, QUOTE, AND, SLASH, LESS] = [9, 10, 13, 32, 34, 38, 47, 60];
const YEAR_DIGITS = 4;

export function createSeriesScanner(series: MessageSeries): SeriesScanner {
  let bytes: Buffer = Buffer.alloc(0);
  let end = 0;
  let lines = 0;
  // Each step gets a place and returns the next; -1: the bytes have another form.
  let quoted = "";
  /** The bytes of the last series up to its observations, and the lines that end in them. */
  let head = Buffer.alloc(1024);
  let headLength = 0;
  let headLines = 0;

  const skipBlanks = (from: number): number => {
    for (let at = from; ; at++) {
      const byte = bytes[at];
      if (byte === LF) lines++;
      else if (byte !== TAB && byte !== CR && byte !== BLANK) return at;
    }
  };
  const take = (at: number, expected: Uint8Array): number => {
    const {length} = expected;
    if (at < 0 || at + length > end) return -1;
    for (let index = 0; index < length; index++) if (bytes[at + index] !== expected[index]) return -1;
    return at + length;
  };
  /** The place of the next quotation mark; -1: the text before it has an entity, a control character or a character that XML forbids. */
  const quoteAfter = (from: number): number => {
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte < BLANK || byte === AND || byte === LESS) return -1;
      // U+FFFE and U+FFFF
      if (byte === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) return -1;
    }
    return -1;
  };
  const takeQuoted = (from: number): number => {
    const quote = from < 0 ? -1 : quoteAfter(from);
    if (quote >= 0) quoted = bytes.toString("utf8", from, quote);
    return quote;
  };
  /** Calls `each` for the Value elements up to `last`. */
  const takeValues = (from: number, last: Uint8Array, each: (concept: string, value: string) => void): number => {
    for (let at = from; at >= 0; ) {
      at = skipBlanks(at);
      if (bytes[at + 1] === SLASH) return take(at, last);
      at = takeQuoted(take(at, VALUE));
      const concept = quoted;
      at = takeQuoted(take(at, VALUE_MIDDLE));
      if (at >= 0) each(concept, quoted);
      at = take(at, EMPTY_END);
    }
    return -1;
  };
  const takeKeyValue = (concept: string, value: string) => takeDimension(series, concept, value);
  const takeAttribute = (concept: string, value: string) => {
    if (concept === "PERIOD") series.words = value;
    else if (concept === "EI") series.nextUnit = value;
  };
  /** From the start of the series to the end of its attributes. */
  const takeHead = (from: number): number => {
    if (headLength > 0 && from + headLength <= end) {
      if (head.compare(bytes, from, from + headLength, 0, headLength) === 0) {
        repeatSeries(series);
        lines = headLines;
        return from + headLength;
      }
    }
    startSeries(series);
    let at = take(from, SERIES_START);
    if (at >= 0) at = take(skipBlanks(at), KEY_START);
    at = takeValues(at, KEY_END, takeKeyValue);
    if (at >= 0) at = take(skipBlanks(at), ATTRIBUTES_START);
    at = takeValues(at, ATTRIBUTES_END, takeAttribute);
    if (at < 0) return -1;
    endSeries(series);
    headLength = at - from;
    headLines = lines;
    if (headLength > head.length) head = Buffer.alloc(headLength * 2);
    bytes.copy(head, 0, from, at);
    return at;
  };
  const takeYear = (from: number): number => {
    if (from < 0 || from + YEAR_DIGITS > end) return -1;
    let year = 0;
    for (let at = from; at < from + YEAR_DIGITS; at++) {
      const digit = bytes[at]! - 48;
      if (!(digit >= 0 && digit <= 9)) return -1;
      year = year * 10 + digit;
    }
    series.years[series.observationCount] = year;
    return from + YEAR_DIGITS;
  };
  const takeValue = (from: number): number => {
    const quote = from < 0 ? -1 : quoteAfter(from);
    if (quote < 0) return -1;
    const observation = series.observationCount;
    const number = readPlainNumber(bytes, from, quote);
    series.numbers[observation] = number;
    series.from[observation] = from;
    series.to[observation] = quote;
    if (Number.isNaN(number)) series.texts[observation] = bytes.toString("utf8", from, quote);
    return quote;
  };
  const takeObservation = (from: number, line: number): number => {
    startObservation(series, line);
    let at = take(skipBlanks(from), TIME_START);
    at = take(takeYear(at), TIME_END);
    if (at >= 0) at = take(skipBlanks(at), OBSERVED_VALUE);
    at = take(takeValue(at), EMPTY_END);
    if (at >= 0) at = take(skipBlanks(at), OBSERVATION_END);
    series.observationCount++;
    return at;
  };
  const takeObservations = (from: number, line: number): number => {
    for (let at = from; at >= 0; ) {
      at = skipBlanks(at);
      if (bytes[at + 1] === SLASH) return take(at, SERIES_END);
      at = take(at, OBSERVATION_START);
      if (at >= 0) at = takeObservation(at, line + lines);
    }
    return -1;
  };

  return {
    scan(text, from, textEnd, line) {
      bytes = text;
      end = textEnd;
      lines = 0;
      series.bytes = text;
      const at = takeObservations(takeHead(from), line);
      // Saxes reads this series and changes the key, so the next series can't repeat it.
      if (at < 0) headLength = 0;
      return at;
    },
    get lines() {
      return lines;
    },
  };
}

/**
 * The number in bytes[from, to); NaN for any other text, which number-text.ts reads. The digits as one integer and the power of ten are
 * both exact doubles, so their quotient is the nearest double to the text.
 */
export function readPlainNumber(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  if (first === to || to - first > MOST_LENGTH) return Number.NaN;
  let digits = 0;
  let comma = -1;
  for (let at = first; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) digits = digits * 10 + (byte - ZERO);
    else if (byte === COMMA && comma < 0 && at > first) comma = at;
    else return Number.NaN;
  }
  const decimals = comma < 0 ? 0 : to - comma - 1;
  if ((comma >= 0 && decimals === 0) || digits > Number.MAX_SAFE_INTEGER) return Number.NaN;
  const size = decimals === 0 ? digits : digits / POWERS_OF_TEN[decimals]!;
  return isNegative && size !== 0 ? -size : size;
}

const [MINUS, COMMA, ZERO, NINE] = [45, 44, 48, 57];
/** Sixteen digits, or fifteen digits and a comma. */
const MOST_LENGTH = 16;
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
