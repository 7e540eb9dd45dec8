// A slice's body as one gzip member, made straight from its observations: no text of rows is ever written.
//
// The text before the first row goes through the caller's packer; rows and what follows are one block of ours behind it. There is
// one buffer for all packers: whoever begins takes it, and has to leave it (pause) before another writes.
import type {Observations} from "../statistics/history/observations.ts";
import {
  addBytes,
  closeBlock,
  openBlock,
  type PausedCodes,
  pauseCodes,
  resumeCodes,
  startCodes,
  takeBytes,
} from "./deflate/code-buffer.ts";
import {addToRegister} from "./deflate/crc-shift.ts";
import {DAY_BYTES, supportedDayText} from "./deflate/day-step.ts";
import {addRowCodes} from "./deflate/row-codes.ts";
import {setSumTexts, sumRows} from "./deflate/row-sum.ts";
import {LONGEST_BETWEEN, type RowTexts, SHORTEST_BETWEEN} from "./deflate/row-texts.ts";
import {addAgainst, type HeldMatch, held, holdEnd, releaseHeld} from "./deflate/text-codes.ts";
import {BATCH_ROWS, endBatch, setBatch, valueText} from "./deflate/value-batch.ts";

/** Raw deflate of a text that ends at a whole byte and leaves the stream open (Z_SYNC_FLUSH). */
export type PackOpen = (text: Buffer) => Buffer;

export interface RowForm {
  /** What stands between a row's period and its value, and between its value and its as_of: a byte or more. */
  readonly beforeValue: string;
  readonly afterValue: string;
  readonly comma: boolean;
}

export interface SlicePacker {
  /** Starts a body; what an earlier answer left unfinished is forgotten. */
  begin(form: RowForm, head: string): void;
  /** Adds one series' rows: the text before the first one's period, and the one from behind an as_of to the next row's period. */
  rows(toFirst: string, toNext: string, columns: Observations): void;
  /** Leaves to other packers what all share; the body goes on with the next call. */
  pause(): void;
  /** Ends the body with a text and gives the gzip member. */
  end(tail: string): Buffer;
}

/** RFC 1952: deflate, no flags, no time, fastest algorithm, unknown system. */
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255);
const EMPTY = Buffer.alloc(0);

export function createSlicePacker(packOpen: PackOpen): SlicePacker {
  let beforeValue: Buffer = EMPTY;
  let afterValue: Buffer = EMPTY;
  let comma = false;
  let head: string | null = null;
  /** CRC register behind the last value (or behind the head), and the bytes of text that are written. */
  let register = 0;
  let textBytes = 0;
  /** The row written last, as texts: what stood before its period, its period to its value, and what stands behind its value. */
  let between: Buffer = EMPTY;
  let own: Buffer = EMPTY;
  let tail: Buffer = EMPTY;
  let paused: {readonly codes: PausedCodes; readonly held: HeldMatch} | null = null;

  function begin(form: RowForm, text: string): void {
    beforeValue = Buffer.from(form.beforeValue);
    afterValue = Buffer.from(form.afterValue);
    comma = form.comma;
    head = text;
    paused = null;
    register = -1;
    textBytes = 0;
    own = EMPTY;
    tail = EMPTY;
    startCodes();
    addBytes(HEADER);
    held.length = 0;
    held.distance = 0;
  }

  function rows(toFirst: string, toNext: string, columns: Observations): void {
    const {count} = columns;
    if (count === 0) return;
    resume();
    addFirst(toFirst, columns, 0);
    if (count === 1) return;
    const next = Buffer.from(toNext);
    if (next.length < SHORTEST_BETWEEN || next.length > LONGEST_BETWEEN) {
      for (let row = 1; row < count; row++) addFirst(toNext, columns, row);
    } else {
      addOthers(next, columns);
    }
  }

  /** A row with any text before it. */
  function addFirst(toFirst: string, columns: Observations, row: number): void {
    if (head === null) {
      const text = Buffer.from(toFirst);
      addAgainst(text, between);
      register = addToRegister(addToRegister(register, tail), text);
      textBytes += text.length;
      between = text;
    } else {
      between = Buffer.from(toFirst);
      openRows(head + toFirst);
      held.distance = between.length;
    }
    const text = ownText(columns, row);
    addAgainst(text, own);
    register = addToRegister(register, text);
    own = text;
    addTail(columns.asOf[row]!);
    textBytes += own.length + tail.length;
  }

  /** The rows behind the first. */
  function addOthers(next: Buffer, columns: Observations): void {
    const {count, asOf} = columns;
    const texts: RowTexts = {beforeValue, afterValue, comma, between: next};
    addAgainst(next, between);
    setSumTexts(texts);
    setBatch(columns, 0, 1, comma);
    endBatch(1);
    let matched = held.length;
    for (let from = 1; from < count; from += BATCH_ROWS) {
      const rows = Math.min(count - from, BATCH_ROWS);
      textBytes += setBatch(columns, from, from + rows, comma);
      matched = addRowCodes(rows, from === 1, texts, matched);
      register = sumRows(rows, texts, register);
      endBatch(rows);
    }
    textBytes += (count - 1) * (2 * DAY_BYTES + beforeValue.length + afterValue.length + next.length);
    between = next;
    own = ownText(columns, count - 1);
    held.distance = own.length + tail.length + next.length;
    holdEnd(matched, own);
    if (count > 2) tail = tailText(asOf[count - 2]!);
    addTail(asOf[count - 1]!);
  }

  function openRows(text: string): void {
    const bytes = Buffer.from(text);
    addBytes(packOpen(bytes));
    openBlock();
    register = addToRegister(register, bytes);
    textBytes += bytes.length;
    head = null;
  }

  function ownText({period, mantissa, decimals}: Observations, row: number): Buffer {
    const day = Buffer.from(supportedDayText(period[row]!));
    return Buffer.concat([day, beforeValue, Buffer.from(valueText(mantissa[row]!, decimals, comma))]);
  }

  function tailText(day: number): Buffer {
    return Buffer.concat([afterValue, Buffer.from(supportedDayText(day))]);
  }

  function addTail(day: number): void {
    const text = tailText(day);
    addAgainst(text, tail);
    tail = text;
  }

  function pause(): void {
    paused ??= {codes: pauseCodes(), held: {...held}};
  }

  function resume(): void {
    if (paused === null) return;
    resumeCodes(paused.codes);
    Object.assign(held, paused.held);
    paused = null;
  }

  function end(text: string): Buffer {
    resume();
    if (head === null) register = addToRegister(register, tail);
    else openRows(head);
    releaseHeld();
    const bytes = Buffer.from(text);
    addAgainst(bytes, EMPTY);
    closeBlock();
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeInt32LE(~addToRegister(register, bytes), 0);
    trailer.writeUInt32LE((textBytes + bytes.length) % 2 ** 32, 4);
    addBytes(trailer);
    return takeBytes();
  }

  return {begin, rows, pause, end};
}
