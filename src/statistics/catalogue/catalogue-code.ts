// The catalogue as one binary value, as the store keeps it: a header, the numbers as they are in memory, the words as JSON.
//
// Numbers are little-endian. A CRC-32 covers everything after it, so damage is an error and never a wrong selection.
import {hash} from "node:crypto";
import {crc32} from "node:zlib";
import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {weighCatalogue} from "./build-catalogue.ts";
import {type Catalogue, type Column, DIMENSIONS, type Dimension, KEY_LENGTH, WIDE_FROM_CODES} from "./catalogue.ts";

/** The stored catalogue can't be read: it is cut, altered, or was written by another version. */
export class DamagedCatalogue extends Error {
  override name = "DamagedCatalogue";
}

// Header: magic, version, CRC-32 of all that follows it, series, bytes of JSON, weeks, flags, families: eight Uint32.
// Then families, numbers, last periods, continuations and weeks if flagged, the columns in the order of the slice, keys, JSON.
// A dimension with one code has no column.
const MAGIC = 0x43_59_52_01;
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

export function encodeCatalogue(catalogue: Catalogue): Uint8Array {
  const words = JSON.stringify(wordsOf(catalogue));
  const wordsLength = Buffer.byteLength(words);
  const header = new Uint32Array(HEADER.count);
  const parts: readonly ArrayBufferView[] = [
    header,
    catalogue.families,
    catalogue.numbers,
    catalogue.lastPeriod,
    ...[catalogue.continuesAs, catalogue.continuesFrom].filter((positions) => positions !== null),
    ...(catalogue.weeks === null ? [] : [catalogue.weeks.days]),
    ...DIMENSIONS.map((dimension) => catalogue[dimension]).flatMap(({codes, index}) =>
      codes.length > 1 ? [index] : [],
    ),
    catalogue.keys,
  ];
  header[HEADER.magic] = MAGIC;
  header[HEADER.version] = VERSION;
  header[HEADER.size] = catalogue.size;
  header[HEADER.wordsLength] = wordsLength;
  header[HEADER.weeksLength] = catalogue.weeks?.days.length ?? 0;
  header[HEADER.families] = catalogue.families.length;
  header[HEADER.flags] =
    (catalogue.continuesAs === null ? 0 : HAS_CONTINUES_AS) |
    (catalogue.continuesFrom === null ? 0 : HAS_CONTINUES_FROM) |
    (catalogue.weeks === null ? 0 : HAS_WEEKS);
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, wordsLength));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  // Into its place: names of a survey are twenty megabytes, and each copy more counts in a load.
  new TextEncoder().encodeInto(words, bytes.subarray(at));
  new DataView(bytes.buffer).setUint32(CRC_FROM - 4, crc32(bytes.subarray(CRC_FROM)), true);
  return bytes;
}

/** Two catalogues with the same `shape` differ only in last periods and frontiers; with the same `periods` too they are the same. */
export interface CatalogueDigest {
  readonly shape: string;
  readonly periods: string;
}

/** Throws DamagedCatalogue. */
export function digestCatalogue(bytes: Uint8Array): CatalogueDigest {
  const {counts, periods, frontiers, periodsFrom} = findDates(bytes);
  const wordsEnd = bytes.length - frontiers.length;
  const others = [
    bytes.subarray(HEADER.count * 4, periodsFrom),
    bytes.subarray(periodsFrom + periods.length, wordsEnd),
  ];
  return {
    shape: [...Object.values(counts), ...others.map((part) => hash("sha256", part))].join(" "),
    periods: [periods, frontiers].map((part) => hash("sha256", part)).join(" "),
  };
}

/** A stored catalogue that has the shape of another one, which it shares. Throws DamagedCatalogue. */
export function redateCatalogue(older: Catalogue, bytes: Uint8Array): Catalogue {
  const {periods, frontiers} = findDates(bytes);
  const words = JSON.parse(`{${new TextDecoder().decode(frontiers).slice(1)}`) as Pick<Words, "frontiers">;
  const lastPeriod = new Int32Array(Uint8Array.from(periods).buffer);
  return {...older, lastPeriod, frontiers: new Map(words.frontiers)};
}

/** The last periods, and the end of the words, from their frontiers on, which have no texts of others. */
function findDates(bytes: Uint8Array) {
  const {wordsLength, ...counts} = readHeader(bytes);
  const {size, families} = counts;
  const periodsFrom = HEADER.count * 4 + (families + size) * 4;
  const words = Buffer.from(bytes.buffer, bytes.byteOffset + bytes.length - wordsLength, wordsLength);
  return {
    counts,
    periodsFrom,
    periods: bytes.subarray(periodsFrom, periodsFrom + size * 4),
    frontiers: words.subarray(words.lastIndexOf(',"frontiers":')),
  };
}

/** Reads a stored catalogue into new memory: the given bytes may be reused. Throws DamagedCatalogue. */
export function decodeCatalogue(bytes: Uint8Array): Catalogue {
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
  return weighCatalogue({
    ...columns,
    size,
    families,
    territories: words.territories,
    classNames: words.classNames,
    indicatorLabels: words.indicatorLabels,
    numbers,
    keys,
    lastPeriod,
    continuesAs,
    continuesFrom,
    frontiers: new Map(words.frontiers),
    weeks: flags & HAS_WEEKS ? {base: words.weeksBase, days: weekDays} : null,
  });
}

function wordsOf(catalogue: Catalogue): Words {
  const codes = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, catalogue[dimension].codes]));
  return {
    codes: codes as Words["codes"],
    territories: catalogue.territories.map(({code, name, level, canonical, parent}) => ({
      code,
      name,
      level,
      canonical,
      parent,
    })),
    classNames: catalogue.classNames,
    indicatorLabels: catalogue.indicatorLabels,
    frontiers: [...catalogue.frontiers],
    weeksBase: catalogue.weeks?.base ?? 0,
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
