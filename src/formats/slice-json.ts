// The JSON body of a slice, written directly to bytes: {"series":[…],"observations":[…], then the members of the tail}.
//
// A row is two dates and a value between constant texts. The text from one date of publication to the next row's period is the same for the
// whole series; it is copied in words. A writer writes one answer at a time; several writers may be in use.

import type {Observations} from "../statistics/history/window.ts";
import {FIRST_DAY} from "../statistics/time/day.ts";
import {
  type Arena,
  asWord,
  type BodyMemory,
  type ConstantText,
  copyConstantText,
  createConstantText,
  ensureRoom,
  setConstantText,
  writeText,
} from "./body-bytes.ts";
import {MONTH_DAY, prepareDay, YEAR_MONTH} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";

export interface SliceJsonWriter {
  /**
   * Starts a body and drops an unfinished one.
   * @param series the elements of that array, already JSON
   * @param rows expected number of observations: memory for them is allocated at once
   */
  begin(series: readonly string[], rows?: number): void;
  /** Adds one series' observations. */
  observations(seriesKey: string, columns: Observations): void;
  /** Returns the bytes since the last pause if the body is taken in chunks, else null. */
  pause(): Buffer | null;
  /** Adds a part of the members behind the observations; more parts may follow, and others may be let in between. */
  members(text: string): void;
  /**
   * Ends the body with the tail's members; no other answer uses its memory until it is given back (body-bytes.ts).
   * @param dataset the text of a first member of that name, already JSON
   */
  end(tail: object, dataset?: string): Buffer;
}

const VALUE = asWord('","value');
const AS_OF = asWord(',"as_of"');
const QUOTE_COLON = 0x3a22;
const COLON_QUOTE = 0x223a;
/** Bytes of the text between rows that end the row before: "} */
const ROW_END = 2;
/** Words of `"},{"series_key":"…","period":"` with a key of this program, 46 bytes; a longer key takes more. */
const KEY_WORDS = 6;
const ROW_BYTES = 10 + 10 + 10 + 10 + DECIMAL_ROOM;
/** For a key of this program and a value of seven digits. */
const USUAL_ROW_BYTES = 96;
/** Of the description of one series. */
const USUAL_SERIES_BYTES = 800;

/**
 * A writer, for one answer after another. @param inChunks each pause gives a chunk; no other answer uses its memory until it is given back
 */
export function createSliceJsonWriter(memory: BodyMemory, inChunks = false): SliceJsonWriter {
  const between = createConstantText();
  let at = 0;
  let empty = true;
  /** Whether members follow the observations already. */
  let isClosed = false;
  let arena: Arena | null = null;

  function begin(series: readonly string[], rows = 0): void {
    arena ??= memory.borrow(series.length * USUAL_SERIES_BYTES + rows * USUAL_ROW_BYTES);
    at = 0;
    for (let index = 0; index < series.length - 1; index++)
      at = writeText(arena, at, index === 0 ? `{"series":[${series[index]}` : `,${series[index]}`);
    at = writeText(arena, at, `${series.length > 1 ? "," : '{"series":['}${series.at(-1) ?? ""}],"observations":[`);
    empty = true;
    isClosed = false;
  }

  function observations(seriesKey: string, columns: Observations): void {
    const {count} = columns;
    if (arena === null) throw new Error("observations before begin");
    if (count === 0) return;
    setConstantText(between, `"},{"series_key":${JSON.stringify(seriesKey)},"period":"`);
    ensureRoom(arena, at, (count + 1) * (ROW_BYTES + between.length));
    at = copyConstantText(arena, at, between, empty ? ROW_END + 1 : ROW_END);
    empty = false;

    const next = writeRows(arena.view, at, columns, between);
    // The last row ends at its own brace: no row follows.
    at = next - between.length + ROW_END;
  }

  function pause(): Buffer | null {
    if (arena === null) throw new Error("a pause before begin");
    if (!inChunks) return null;
    const body = arena.memory.finish(arena, at);
    arena = memory.borrow(at);
    at = 0;
    return body;
  }

  function addMembers(text: string): void {
    if (arena === null) throw new Error("members before begin");
    at = writeText(arena, at, isClosed ? text : `],${text}`);
    isClosed = true;
  }

  function end(tail: object, dataset?: string): Buffer {
    if (arena === null) throw new Error("end before begin");
    const rest = JSON.stringify(tail).slice(1);
    const members = dataset === undefined ? rest : `"dataset":${dataset}${rest === "}" ? "" : ","}${rest}`;
    at = writeText(arena, at, members === "}" ? (isClosed ? "}" : "]}") : `${isClosed ? "," : "],"}${members}`);
    const body = arena.memory.finish(arena, at);
    arena = null;
    return body;
  }

  return {begin, observations, pause, members: addMembers, end};
}

function writeRows(
  view: DataView,
  at: number,
  {count, period, asOf, mantissa, decimals}: Observations,
  {words, wordCount, length}: ConstantText,
): number {
  const yearMonth = YEAR_MONTH;
  const monthDay = MONTH_DAY;
  const word0 = words[0]!;
  const word1 = words[1]!;
  const word2 = words[2]!;
  const word3 = words[3]!;
  const word4 = words[4]!;
  const word5 = words[5]!;
  let next = at;
  for (let row = 0; row < count; row++) {
    const periodIndex = period[row]! - FIRST_DAY;
    const periodDay = monthDay[periodIndex] || prepareDay(period[row]!);
    view.setFloat64(next, yearMonth[periodIndex]!, true);
    view.setInt16(next + 8, periodDay, true);
    view.setFloat64(next + 10, VALUE, true);
    view.setInt16(next + 18, QUOTE_COLON, true);
    next = writeDecimal(view, next + 20, mantissa[row]!, decimals);
    view.setFloat64(next, AS_OF, true);
    view.setInt16(next + 8, COLON_QUOTE, true);
    const asOfIndex = asOf[row]! - FIRST_DAY;
    const asOfDay = monthDay[asOfIndex] || prepareDay(asOf[row]!);
    view.setFloat64(next + 10, yearMonth[asOfIndex]!, true);
    view.setInt16(next + 18, asOfDay, true);
    next += 20;
    view.setFloat64(next, word0, true);
    view.setFloat64(next + 8, word1, true);
    view.setFloat64(next + 16, word2, true);
    view.setFloat64(next + 24, word3, true);
    view.setFloat64(next + 32, word4, true);
    view.setFloat64(next + 40, word5, true);
    for (let word = KEY_WORDS; word < wordCount; word++) view.setFloat64(next + word * 8, words[word]!, true);
    next += length;
  }
  return next;
}
