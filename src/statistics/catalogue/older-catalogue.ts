// The catalogue as earlier programs stored it: one value with a header, the numbers as they are in memory, and the words as JSON.
//
// Read by a migration alone. Numbers are little-endian; a CRC-32 covers everything after it.
import {crc32} from "node:zlib";
import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {cutKeys} from "./build-catalogue.ts";
import {
  type Column,
  DIMENSIONS,
  type Dimension,
  KEY_LENGTH,
  type WholeCatalogue,
  WIDE_FROM_CODES,
} from "./catalogue.ts";
import {DamagedCatalogue, MAGIC} from "./catalogue-code.ts";

// Header: magic, version, CRC-32 of all that follows it, series, bytes of JSON, weeks, flags, families: eight Uint32.
// Then families, numbers, last periods, continuations and weeks if flagged, the columns in the order of the slice, keys, JSON.
// A dimension with one code has no column.
const VERSION = 1;
const HEADER = {
  magic: 0,
  version: 1,
  crc: 2,
  size: 3,
  wordsLength: 4,
  weeksLength: 5,
  flags: 6,
  families: 7,
  count: 8,
} as const;
const CRC_FROM = 12;
const HAS_CONTINUES_AS = 1;
const HAS_CONTINUES_FROM = 2;
const HAS_WEEKS = 4;

/** Everything except the numbers of each series. */
interface Words {
  readonly codes: Readonly<Record<Dimension, readonly (string | null)[]>>;
  readonly territories: readonly Territory[];
  readonly classNames: readonly (string | null)[];
  readonly indicatorLabels: readonly string[];
  readonly frontiers: readonly (readonly [Frequency, Day])[];
  readonly weeksBase: number;
}

/** Reads a stored catalogue into new memory: the given bytes may be reused. Throws DamagedCatalogue. */
export function decodeOlderCatalogue(bytes: Uint8Array): WholeCatalogue {
  const header = readHeader(bytes);
  const {size, flags} = header;
  const words = readWords(bytes, header.wordsLength);
  const take = createTaker(bytes, bytes.length - header.wordsLength);
  const families = new Uint32Array(take(header.families * 4));
  const numbers = new Uint32Array(take(size * 4));
  const lastPeriod = new Int32Array(take(size * 4));
  const continuesAs = flags & HAS_CONTINUES_AS ? new Int32Array(take(size * 4)) : null;
  const continuesFrom = flags & HAS_CONTINUES_FROM ? new Int32Array(take(size * 4)) : null;
  const columns = {} as Record<Dimension, Column>;
  const blank = new Uint16Array(size);
  const weekDays = new Int32Array(take(header.weeksLength * 4));
  for (const dimension of DIMENSIONS) {
    const codes = words.codes[dimension];
    if (codes.length < 2) columns[dimension] = {codes, index: blank};
    else if (codes.length < WIDE_FROM_CODES) columns[dimension] = {codes, index: new Uint16Array(take(size * 2))};
    else columns[dimension] = {codes, index: new Uint32Array(take(size * 4))};
  }
  const keys = Buffer.from(take(size * KEY_LENGTH));
  take.end();
  return {
    ...columns,
    size,
    families,
    territories: words.territories,
    classNames: words.classNames,
    indicatorLabels: words.indicatorLabels,
    numbers,
    ...cutKeys(keys),
    lastPeriod,
    continuesAs,
    continuesFrom,
    frontiers: new Map(words.frontiers),
    weeks: flags & HAS_WEEKS ? {base: words.weeksBase, days: weekDays} : null,
  };
}

function readHeader(bytes: Uint8Array) {
  if (bytes.length < HEADER.count * 4)
    throw new DamagedCatalogue("the catalogue is cut off: its header is not complete");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const field = (name: keyof typeof HEADER) => view.getUint32(HEADER[name] * 4, true);
  if (field("magic") !== MAGIC) throw new DamagedCatalogue("these bytes are not a catalogue");
  if (field("version") !== VERSION) {
    throw new DamagedCatalogue(`the catalogue has version ${field("version")}, this program reads ${VERSION}`);
  }
  if (field("crc") !== crc32(bytes.subarray(CRC_FROM))) {
    throw new DamagedCatalogue("the catalogue does not agree with its checksum");
  }
  return {
    size: field("size"),
    wordsLength: field("wordsLength"),
    weeksLength: field("weeksLength"),
    flags: field("flags"),
    families: field("families"),
  };
}

function readWords(bytes: Uint8Array, length: number): Words {
  const start = bytes.length - length;
  if (start < HEADER.count * 4) throw new DamagedCatalogue("the catalogue is shorter than its header says");
  return JSON.parse(new TextDecoder().decode(bytes.subarray(start))) as Words;
}

/** Returns the next bytes in a new buffer, which is aligned for every type of number. */
function createTaker(bytes: Uint8Array, end: number) {
  let at = HEADER.count * 4;
  function take(length: number): ArrayBuffer {
    if (at + length > end) throw new DamagedCatalogue("the catalogue is shorter than its header says");
    // Not bytes.slice: the slice of a Buffer is a view on memory that may be reused.
    const copy = new Uint8Array(length);
    copy.set(bytes.subarray(at, at + length));
    at += length;
    return copy.buffer;
  }
  take.end = () => {
    if (at !== end) throw new DamagedCatalogue("the catalogue is longer than its header says");
  };
  return take;
}
