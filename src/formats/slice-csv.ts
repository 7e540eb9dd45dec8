// The CSV body of a slice, written directly to bytes: one row per value, the cells of its series before and after.
//
// The text from one row's as_of to the next row's period is the same for the whole series; it is copied in words.

import type {Observations} from "../statistics/history/window.ts";
import {FIRST_DAY} from "../statistics/time/day.ts";
import {
  type Arena,
  type BodyMemory,
  copyConstantText,
  createConstantText,
  ensureRoom,
  setConstantText,
  writeText,
} from "./body-bytes.ts";
import {MONTH_DAY, prepareDay, YEAR_MONTH} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";
import {csvCell, csvHead} from "./table-csv.ts";

export interface SliceCsvForm {
  /** Names of all columns in order; period, value and as_of are between the series' cells. */
  readonly columns: readonly string[];
  readonly decimal: "point" | "comma";
  readonly bom: boolean;
}

/** Cells of one series as plain texts: those before `period`, and those after `as_of`. */
export interface SeriesCells {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface SliceCsvWriter {
  /**
   * Starts a body with its header and drops an unfinished one.
   * @param rows expected number of observations: memory for them is allocated at once
   */
  begin(form: SliceCsvForm, rows?: number): void;
  /** Adds a row for each of one series' observations. */
  observations(cells: SeriesCells, columns: Observations): void;
  /** Returns the bytes since the last pause if the body is taken in chunks, else null. */
  pause(): Buffer | null;
  /** The body; no other answer uses its memory until it is given back (body-bytes.ts). */
  end(): Buffer;
}

/** period, value and as_of. */
const OWN_COLUMNS = 3;
const SEMICOLON = 0x3b;
const POINT = 0x2e;
const COMMA = 0x2c;
const ROW_BYTES = 10 + 1 + 1 + 10 + DECIMAL_ROOM;
/** For the cells of a series with all dimensions. */
const USUAL_ROW_BYTES = 128;

/**
 * A writer, for one answer after another. @param inChunks each pause gives a chunk; no other answer uses its memory until it is given back
 */
export function createSliceCsvWriter(memory: BodyMemory, inChunks = false): SliceCsvWriter {
  const between = createConstantText();
  let at = 0;
  let commas = false;
  let heads: readonly string[] = [];
  let arena: Arena | null = null;

  function begin({columns, decimal, bom}: SliceCsvForm, rows = 0): void {
    commas = decimal === "comma";
    heads = columns;
    arena ??= memory.borrow(rows * USUAL_ROW_BYTES);
    at = writeText(arena, 0, `${bom ? "\uFEFF" : ""}${csvHead(columns)}\n`);
  }

  function observations({before, after}: SeriesCells, columns: Observations): void {
    const {count, period, asOf, mantissa, decimals} = columns;
    if (arena === null) throw new Error("observations before begin");
    if (count === 0) return;
    const rowStart = before.map((cell, nth) => `${csvCell(cell, heads[nth]!)};`).join("");
    const behind = before.length + OWN_COLUMNS;
    const rowEnd = `${after.map((cell, nth) => `;${csvCell(cell, heads[behind + nth]!)}`).join("")}\n`;
    setConstantText(between, rowEnd + rowStart);
    ensureRoom(arena, at, (count + 1) * (ROW_BYTES + between.length));
    const startLength = copyConstantText(arena, at, between, Buffer.byteLength(rowEnd)) - at;
    at += startLength;

    const {view} = arena;
    const {words, wordCount, length} = between;
    const yearMonth = YEAR_MONTH;
    const monthDay = MONTH_DAY;
    let next = at;
    for (let row = 0; row < count; row++) {
      const periodIndex = period[row]! - FIRST_DAY;
      const periodDay = monthDay[periodIndex] || prepareDay(period[row]!);
      view.setFloat64(next, yearMonth[periodIndex]!, true);
      view.setInt16(next + 8, periodDay, true);
      view.setUint8(next + 10, SEMICOLON);
      const valueAt = next + 11;
      next = writeDecimal(view, valueAt, mantissa[row]!, decimals);
      if (commas) replacePoint(view, valueAt, next);
      view.setUint8(next, SEMICOLON);
      const asOfIndex = asOf[row]! - FIRST_DAY;
      const asOfDay = monthDay[asOfIndex] || prepareDay(asOf[row]!);
      view.setFloat64(next + 1, yearMonth[asOfIndex]!, true);
      view.setInt16(next + 9, asOfDay, true);
      next += 11;
      let word = 0;
      for (; word + 3 < wordCount; word += 4) {
        const to = next + word * 8;
        view.setFloat64(to, words[word]!, true);
        view.setFloat64(to + 8, words[word + 1]!, true);
        view.setFloat64(to + 16, words[word + 2]!, true);
        view.setFloat64(to + 24, words[word + 3]!, true);
      }
      for (; word < wordCount; word++) view.setFloat64(next + word * 8, words[word]!, true);
      next += length;
    }
    at = next - startLength;
  }

  function pause(): Buffer | null {
    if (arena === null) throw new Error("a pause before begin");
    if (!inChunks) return null;
    const body = arena.memory.finish(arena, at);
    arena = memory.borrow(at);
    at = 0;
    return body;
  }

  function end(): Buffer {
    if (arena === null) throw new Error("end before begin");
    const body = arena.memory.finish(arena, at);
    arena = null;
    return body;
  }

  return {begin, observations, pause, end};
}

function replacePoint(view: DataView, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    if (view.getUint8(at) === POINT) {
      view.setUint8(at, COMMA);
      return;
    }
  }
}
