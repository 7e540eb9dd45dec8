// The bytes of a long CSV of estimates in chunks of one size, which a receiver takes while it is written. A chunk is the receiver's only until
// it returns, so a file of any size needs no more memory.
import {NO_DAY} from "../statistics/time/day.ts";
import {writeDay} from "./day-word.ts";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";
import {type ByteReceiver, type EstimateRows, isLatest} from "./estimate-rows.ts";

const CHUNK_BYTES = 1 << 20;
const DAY_BYTES = 10;
const SEMICOLON = 0x3b;
const LINE_END = 0x0a;
const LATEST = Buffer.from(";true\n");
const SUPERSEDED = Buffer.from(";false\n");
/** Of a row, besides the texts of its series. */
const OWN_BYTES = DAY_BYTES + 1 + DECIMAL_ROOM + 3 * (1 + DAY_BYTES) + SUPERSEDED.length;

/** The cells of a series in each of its rows. */
export interface CellsOfSeries {
  /** Before those of the estimate, with a semicolon behind each. */
  readonly start: Buffer;
  /** Behind the day on which the estimate was superseded, with a semicolon before each. */
  readonly end: Buffer;
}

/** The writer sets `at` behind the bytes that it has written. */
export class CsvChunks {
  chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  view = viewOf(this.chunk);
  at = 0;
  private readonly take: ByteReceiver;

  constructor(take: ByteReceiver) {
    this.take = take;
  }

  /** Room for so many bytes from `at` on: if the chunk has none, what is written is handed on. */
  makeRoom(bytes: number): void {
    if (this.at + bytes > this.chunk.length) this.handOn(bytes);
  }

  /** Hands on what is written. */
  handOn(room = 0): void {
    if (this.at > 0) this.take(this.chunk.subarray(0, this.at));
    this.at = 0;
    if (room <= this.chunk.length) return;
    this.chunk = Buffer.allocUnsafeSlow(room);
    this.view = viewOf(this.chunk);
  }
}

/** @param last the cells behind the day of publication: whether it is the latest estimate; the day of its withdrawal; and before that, the day on which it was superseded */
export function writeEstimateRows(
  chunks: CsvChunks,
  {start, end}: CellsOfSeries,
  rows: EstimateRows,
  last: "is_latest" | "withdrawn" | "superseded, withdrawn",
): void {
  const {count, period, value, day, withdrawn} = rows;
  const room = start.length + OWN_BYTES + end.length;
  for (let row = 0; row < count; row++) {
    chunks.makeRoom(room);
    const {chunk, view} = chunks;
    let {at} = chunks;
    chunk.set(start, at);
    at = writeDay(view, at + start.length, period[row]!);
    view.setUint8(at, SEMICOLON);
    at = writeDecimal(view, at + 1, value[row]!, -1);
    view.setUint8(at, SEMICOLON);
    at = writeDay(view, at + 1, day[row]!);
    if (last === "is_latest") {
      const text = isLatest(rows, row) ? LATEST : SUPERSEDED;
      chunk.set(text, at);
      chunks.at = at + text.length;
      continue;
    }
    if (last === "superseded, withdrawn") {
      view.setUint8(at++, SEMICOLON);
      if (!isLatest(rows, row)) at = writeDay(view, at, day[row + 1]!);
    }
    chunk.set(end, at);
    at += end.length;
    view.setUint8(at++, SEMICOLON);
    const gone = withdrawn?.[row] ?? NO_DAY;
    if (gone !== NO_DAY) at = writeDay(view, at, gone);
    view.setUint8(at++, LINE_END);
    chunks.at = at;
  }
}

function viewOf(chunk: Buffer): DataView {
  return new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
