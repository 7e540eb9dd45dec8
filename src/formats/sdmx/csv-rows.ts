// Rows of SDMX-CSV, written directly to bytes from columns of numbers, as the CSV of a slice is: as texts they take twice as long.
//
// The texts before and behind the cells of a row are the same for the whole series, and a period is one word of eight bytes and perhaps two
// bytes more.
import type {Observations} from "../../statistics/history/window.ts";
import type {Day} from "../../statistics/time/day.ts";
import {
  type Arena,
  asWord,
  type BodyMemory,
  copyConstantText,
  createConstantText,
  ensureRoom,
  setConstantText,
  writeText,
} from "../body-bytes.ts";
import {writeDay} from "../day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "../decimals.ts";

/** The texts of periods of one kind by their first days, made when they are first written. */
export interface PeriodBytes {
  readonly length: number;
  /** The first day that has a place. */
  readonly from: Day;
  /** The first eight letters, by day. */
  readonly words: Float64Array;
  /** The last two, which texts of eight letters and fewer lack. */
  readonly ends: Int16Array;
  textOf(day: Day): string;
}

/** @param textOf the text of a period, of the same length for every day from `from` to `to`: at most ten letters */
export function createPeriodBytes(textOf: (day: Day) => string, from: Day, to: Day): PeriodBytes {
  const days = to - from + 1;
  return {length: textOf(from).length, from, words: new Float64Array(days), ends: new Int16Array(days), textOf};
}

function prepare({from, words, ends, textOf}: PeriodBytes, day: Day): void {
  if (!(day >= from && day - from < words.length)) throw new RangeError(`${day} is no day of these periods`);
  const text = textOf(day).padEnd(10);
  words[day - from] = asWord(text.slice(0, 8));
  ends[day - from] = text.charCodeAt(8) | (text.charCodeAt(9) << 8);
}

/** The texts of one series' rows around its periods and values. */
export interface RowTexts {
  readonly before: string;
  /** Behind the value, or behind the day of publication; with the line break. */
  readonly after: string;
  readonly hasAsOf: boolean;
}

export interface CsvRows {
  text(text: string): void;
  /** Adds a row for each observation of one series. */
  rows(texts: RowTexts, periods: PeriodBytes, columns: Observations): void;
  /** Bytes since the last `take`. */
  size(): number;
  /** The bytes since the last one; no other answer uses their memory until they are given back (body-bytes.ts). */
  take(): Buffer;
}

const COMMA = 0x2c;
const ROW_BYTES = 10 + 1 + DECIMAL_ROOM + 1 + 10;

/** @param expected bytes */
export function createCsvRows(memory: BodyMemory, expected: number): CsvRows {
  const between = createConstantText();
  let arena: Arena | null = memory.borrow(expected);
  let at = 0;

  function open(): Arena {
    arena ??= memory.borrow(expected);
    return arena;
  }

  return {
    text(text) {
      at = writeText(open(), at, text);
    },
    rows({before, after, hasAsOf}, periods, {count, period, asOf, mantissa, decimals}) {
      if (count === 0) return;
      const into = open();
      setConstantText(between, after + before);
      ensureRoom(into, at, (count + 1) * (ROW_BYTES + between.length));
      const startLength = copyConstantText(into, at, between, Buffer.byteLength(after)) - at;
      const {view} = into;
      const {words, wordCount, length} = between;
      const {words: firsts, ends, from, length: periodLength} = periods;
      let next = at + startLength;
      for (let row = 0; row < count; row++) {
        const index = period[row]! - from;
        // 0: not made yet; undefined: no day of these periods, which prepare refuses
        if (!(firsts[index]! > 0)) prepare(periods, period[row]!);
        view.setFloat64(next, firsts[index]!, true);
        view.setInt16(next + 8, ends[index]!, true);
        next += periodLength;
        view.setUint8(next, COMMA);
        next = writeDecimal(view, next + 1, mantissa[row]!, decimals);
        if (hasAsOf) {
          view.setUint8(next, COMMA);
          next = writeDay(view, next + 1, asOf[row]!);
        }
        for (let word = 0; word < wordCount; word++) view.setFloat64(next + word * 8, words[word]!, true);
        next += length;
      }
      at = next - startLength;
    },
    size: () => at,
    take() {
      const body = open().memory.finish(open(), at);
      [arena, at] = [null, 0];
      return body;
    },
  };
}
