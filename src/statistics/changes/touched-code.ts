// The packed list of what a load run touched: blobs of at most some kilobytes, each read alone.
//
//   version · kind · entries · CRC-32 of everything before it
//
// Kind 0 has the keys of series that are gone: length and UTF-8 of each. Kind 1 has series, ascending by number. An entry of kind 1 is a range
// of neighbours that were touched in the same way: distance to the number before, length - 1, and then what was touched. So a first load of
// millions of series is one entry. What was touched:
//   0 added · 1 described · 2 described and told whole · 3 periods: groups of the same days
//   a group: 0 (told whole) or 1 + number of days and the days as distances; ranges of periods: distance to the range before, length - 1
// Numbers are varints, distances of days and periods are zigzagged.
import {crc32} from "node:zlib";
import {type ByteCursor, CRC_BYTES, readVarint, unzigzag, writeVarint, zigzag} from "../history/layout.ts";
import type {Day, PeriodOrdinal} from "../time/day.ts";
import {ADDED, REDATED, RENAMED, type TouchedPeriod, type TouchedSeries} from "./touched.ts";

const VERSION = 1;
const [GONE, SERIES] = [0, 1];
const [TAG_ADDED, TAG_RENAMED, TAG_REDATED, TAG_PERIODS] = [0, 1, 2, 3];

/** A blob is closed when it has this many bytes. */
const BLOB_BYTES = 32 << 10;
const CRC_RESIDUE = 0x2144df1c;

/** The bytes differ from the written ones, or are of another version. */
export class DamagedChanges extends Error {
  override readonly name = "DamagedChanges";
}

/** Neighbours by number that were touched in the same way. */
export interface TouchedRange {
  readonly first: number;
  readonly last: number;
  readonly touched: TouchedSeries;
}

export type TouchedBlob =
  | {readonly kind: "gone"; readonly keys: readonly string[]}
  | {readonly kind: "series"; readonly ranges: readonly TouchedRange[]};

export interface TouchedWriter {
  /** Adds a series; the numbers ascend. */
  add(number: number, touched: TouchedSeries): void;
  /** All blobs. Nothing can be added afterwards. */
  end(): Uint8Array[];
}

export function createTouchedWriter(): TouchedWriter {
  const blobs: Uint8Array[] = [];
  let bytes: number[] = [];
  let [first, last, before] = [-1, -1, 0];
  let body: readonly number[] = [];
  let known: TouchedSeries | null = null;

  function closeRange(): void {
    if (first < 0) return;
    if (bytes.length === 0) before = 0;
    push(bytes, first - before);
    push(bytes, last - first);
    for (const byte of body) bytes.push(byte);
    before = last;
    first = -1;
    if (bytes.length >= BLOB_BYTES) closeBlob();
  }

  function closeBlob(): void {
    if (bytes.length > 0) blobs.push(sealed(SERIES, bytes));
    bytes = [];
  }

  return {
    add(number, touched) {
      const isSame = touched === known;
      const own = isSame ? body : bodyOf(touched);
      if (first >= 0 && number === last + 1 && (isSame || isEqual(own, body))) {
        last = number;
        return;
      }
      closeRange();
      [first, last, body, known] = [number, number, own, touched];
    },
    end() {
      closeRange();
      closeBlob();
      return blobs;
    },
  };
}

/** The blobs that name series which are gone. */
export function encodeGone(keys: readonly string[]): Uint8Array[] {
  const blobs: Uint8Array[] = [];
  let bytes: number[] = [];
  for (const key of keys) {
    const text = Buffer.from(key);
    push(bytes, text.length);
    for (const byte of text) bytes.push(byte);
    if (bytes.length < BLOB_BYTES) continue;
    blobs.push(sealed(GONE, bytes));
    bytes = [];
  }
  if (bytes.length > 0) blobs.push(sealed(GONE, bytes));
  return blobs;
}

/** Throws DamagedChanges. */
export function decodeBlob(bytes: Uint8Array): TouchedBlob {
  const end = bytes.length - CRC_BYTES;
  if (end < 2 || crc32(bytes) !== CRC_RESIDUE || bytes[0] !== VERSION)
    throw new DamagedChanges(`a list of changes of ${bytes.length} bytes is damaged`);
  const cursor: ByteCursor = {at: 2};
  if (bytes[1] === GONE) {
    const keys: string[] = [];
    while (cursor.at < end) {
      const length = readVarint(bytes, cursor);
      keys.push(Buffer.from(bytes.buffer, bytes.byteOffset + cursor.at, length).toString());
      cursor.at += length;
    }
    return {kind: "gone", keys};
  }
  const ranges: TouchedRange[] = [];
  let before = 0;
  while (cursor.at < end) {
    const first = before + readVarint(bytes, cursor);
    const last = first + readVarint(bytes, cursor);
    ranges.push({first, last, touched: readBody(bytes, cursor)});
    before = last;
  }
  return {kind: "series", ranges};
}

/** The same blobs without some series: what is told whole is not told again. */
export function withoutSeries(blobs: readonly Uint8Array[], numbers: ReadonlySet<number>): Uint8Array[] {
  if (numbers.size === 0) return [...blobs];
  const writer = createTouchedWriter();
  for (const blob of blobs) {
    const decoded = decodeBlob(blob);
    for (const {first, last, touched} of decoded.kind === "series" ? decoded.ranges : [])
      for (let number = first; number <= last; number++) if (!numbers.has(number)) writer.add(number, touched);
  }
  return writer.end();
}

function bodyOf({isDescribed, periods}: TouchedSeries): readonly number[] {
  if (periods === null) return [isDescribed ? TAG_REDATED : TAG_ADDED];
  if (isDescribed) return [TAG_RENAMED];
  const groups = groupByDays(periods);
  const bytes = [TAG_PERIODS];
  push(bytes, groups.length);
  for (const same of groups) {
    const {days} = same[0]!;
    push(bytes, days === null ? 0 : days.length + 1);
    let before = 0;
    for (const day of days ?? []) {
      push(bytes, zigzag(day - before));
      before = day;
    }
    pushRanges(bytes, same);
  }
  return bytes;
}

/** Most releases touch all periods of a series on one day. */
function groupByDays(periods: readonly TouchedPeriod[]): readonly (readonly TouchedPeriod[])[] {
  const {days: first} = periods[0]!;
  if (first?.length === 1 && periods.every(({days}) => days?.length === 1 && days[0] === first[0])) return [periods];
  return [...Map.groupBy(periods, ({days}) => days?.join() ?? null).values()];
}

function pushRanges(bytes: number[], periods: readonly TouchedPeriod[]): void {
  const ranges: [first: number, last: number][] = [];
  for (const {period} of periods) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] + 1 === period) range[1] = period;
    else ranges.push([period, period]);
  }
  push(bytes, ranges.length);
  let before = 0;
  for (const [first, last] of ranges) {
    push(bytes, zigzag(first - before));
    push(bytes, last - first);
    before = last;
  }
}

function readBody(bytes: Uint8Array, cursor: ByteCursor): TouchedSeries {
  const tag = readVarint(bytes, cursor);
  if (tag === TAG_ADDED) return ADDED;
  if (tag === TAG_RENAMED) return RENAMED;
  if (tag === TAG_REDATED) return REDATED;
  if (tag !== TAG_PERIODS) throw new DamagedChanges(`a list of changes has the unknown mark ${tag}`);
  const periods: TouchedPeriod[] = [];
  const groups = readVarint(bytes, cursor);
  for (let group = 0; group < groups; group++) {
    const days = readDays(bytes, cursor);
    const ranges = readVarint(bytes, cursor);
    let before = 0;
    for (let range = 0; range < ranges; range++) {
      const first: PeriodOrdinal = before + unzigzag(readVarint(bytes, cursor));
      const last = first + readVarint(bytes, cursor);
      for (let period = first; period <= last; period++) periods.push({period, days});
      before = last;
    }
  }
  return {isDescribed: false, periods: periods.sort((a, b) => a.period - b.period)};
}

function readDays(bytes: Uint8Array, cursor: ByteCursor): Day[] | null {
  const count = readVarint(bytes, cursor);
  if (count === 0) return null;
  const days: Day[] = [];
  for (let day = 0; days.length < count - 1; ) {
    day += unzigzag(readVarint(bytes, cursor));
    days.push(day);
  }
  return days;
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function push(bytes: number[], number: number): void {
  if (number < 128) {
    bytes.push(number);
    return;
  }
  const packed = new Uint8Array(8);
  const end = writeVarint(packed, 0, number);
  for (let at = 0; at < end; at++) bytes.push(packed[at]!);
}

function sealed(kind: number, body: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 + body.length + CRC_BYTES);
  bytes[0] = VERSION;
  bytes[1] = kind;
  bytes.set(body, 2);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -CRC_BYTES)), bytes.length - CRC_BYTES);
  return bytes;
}
