// The stored catalogue: a head, and for each block of positions two pieces: its columns, and its last periods. A release that revises one
// value changes one of the small pieces; a new name of a class changes none, because names are in the store's rows of classes.
//
// The head has the SHA-256 of each piece, so damage is an error and never a wrong selection, and a server sees which pieces it holds
// already. The smallest and largest codes of a block tell whether it can have series that a filter selects. Numbers are little-endian.
import {createHash, hash} from "node:crypto";
import {crc32} from "node:zlib";
import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {DIMENSIONS, type FewCodes, KEY_LENGTH, type Texts, type WholeCatalogue, WIDE_FROM_CODES} from "./catalogue.ts";
import {packCodes} from "./packed-codes.ts";

/** The stored catalogue can't be read: it is cut, altered, or was written by another version. */
export class DamagedCatalogue extends Error {
  override name = "DamagedCatalogue";
}

/** Positions of a block: a load of one new period writes 16 kB, and an answer from a block alone reads about 160 kB. */
const BLOCK = 4096;

export const FEW_CODES = DIMENSIONS.filter((dimension): dimension is FewCodes => dimension !== "classification");

/** Everything but the pieces. */
export interface CatalogueHead {
  readonly size: number;
  /** Positions of a block; the last one may have fewer. */
  readonly blockSize: number;
  /** The number of families. */
  readonly families: number;
  /** The number of classes, with null where a series has none. */
  readonly classes: number;
  readonly hasNoClass: boolean;
  /** SHA-256 of the names of the classes, which the store has in rows. */
  readonly classNames: string;
  /** What all keys begin with. */
  readonly keyPrefix: string;
  readonly codes: Readonly<Record<FewCodes, readonly (string | null)[]>>;
  readonly territories: readonly Territory[];
  readonly indicatorLabels: readonly string[];
  readonly frontiers: readonly (readonly [Frequency, Day])[];
  readonly weeks: {readonly base: number; readonly days: readonly number[]} | null;
  readonly hasContinuesAs: boolean;
  readonly hasContinuesFrom: boolean;
  readonly blocks: readonly BlockHead[];
  /** The version of the program that derived all state of the dataset; absent: it is not known. It is no part of the catalogue. */
  readonly derivedBy?: string;
}

export interface BlockHead {
  /** The number of families that begin in it. */
  readonly families: number;
  /** The place of its first class among all classes, and the first and the last class. */
  readonly firstClass: number;
  readonly classes: readonly [string | null, string | null];
  /** The smallest and the largest place of a code, by dimension as in FEW_CODES. */
  readonly bounds: readonly (readonly [number, number])[];
  /** SHA-256 of its pieces. */
  readonly columns: string;
  readonly periods: string;
}

/** The pieces of block n are `pieces[2 * n]`, its columns, and `pieces[2 * n + 1]`, its last periods. */
export interface StoredCatalogue {
  readonly head: Uint8Array;
  readonly pieces: readonly Uint8Array[];
}

export const MAGIC = 0x43_59_52_01;
const VERSION = 2;
/** Magic, version, CRC-32 of the JSON that follows. */
const HEADER_BYTES = 12;

export function encodeCatalogue(catalogue: WholeCatalogue, blockSize = BLOCK): StoredCatalogue {
  const pieces: Uint8Array[] = [];
  const blocks: BlockHead[] = [];
  for (let from = 0; from < catalogue.size; from += blockSize) {
    const [columns, periods, head] = encodeBlock(catalogue, from, Math.min(from + blockSize, catalogue.size));
    pieces.push(columns, periods);
    blocks.push(head);
  }
  const {classification, classNames, weeks, continuesAs, continuesFrom} = catalogue;
  const head: CatalogueHead = {
    size: catalogue.size,
    blockSize,
    families: catalogue.families.length - 1,
    classes: classification.codes.length,
    hasNoClass: classification.codes[0] === null,
    classNames: hashNames(classNames),
    keyPrefix: catalogue.keyPrefix,
    codes: Object.fromEntries(FEW_CODES.map((name) => [name, catalogue[name].codes])) as CatalogueHead["codes"],
    territories: catalogue.territories.map(({code, name, level, canonical, parent}) => ({
      code,
      name,
      level,
      canonical,
      parent,
    })),
    indicatorLabels: catalogue.indicatorLabels,
    frontiers: [...catalogue.frontiers],
    weeks: weeks === null ? null : {base: weeks.base, days: [...weeks.days]},
    hasContinuesAs: continuesAs !== null,
    hasContinuesFrom: continuesFrom !== null,
    blocks,
  };
  return {head: encodeHead(head), pieces};
}

/** The SHA-256 of the names as JSON, without a text of all of them, which may be as large as the rest of a load. */
function hashNames(names: readonly (string | null)[]): string {
  const sum = createHash("sha256").update("[");
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const json = JSON.stringify(names.slice(from, from + NAMES_AT_ONCE)).slice(1, -1);
    sum.update(from === 0 ? json : `,${json}`);
  }
  return sum.update("]").digest("base64url");
}

const NAMES_AT_ONCE = 1000;

export function encodeHead(head: CatalogueHead): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  [MAGIC, VERSION, crc32(json)].forEach((number, place) => {
    header.setUint32(4 * place, number, true);
  });
  return Buffer.concat([new Uint8Array(header.buffer), json]);
}

/** Throws DamagedCatalogue. */
export function readHead(bytes: Uint8Array): CatalogueHead {
  if (bytes.length < HEADER_BYTES) throw new DamagedCatalogue("the catalogue is cut off: its header is not complete");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new DamagedCatalogue("these bytes are not a catalogue");
  const version = view.getUint32(4, true);
  if (version !== VERSION)
    throw new DamagedCatalogue(`the catalogue has version ${version}, this program reads ${VERSION}`);
  const json = bytes.subarray(HEADER_BYTES);
  if (view.getUint32(8, true) !== crc32(json))
    throw new DamagedCatalogue("the catalogue does not agree with its checksum");
  return JSON.parse(new TextDecoder().decode(json)) as CatalogueHead;
}

export function hashOf(piece: Uint8Array): string {
  return hash("sha256", piece, "base64url");
}

/** Two catalogues with the same `shape` differ only in last periods and frontiers; with the same `periods` too they are the same. */
export interface CatalogueDigest {
  readonly shape: string;
  readonly periods: string;
}

export function digestCatalogue({frontiers, blocks, derivedBy: _derivedBy, ...head}: CatalogueHead): CatalogueDigest {
  const shape = {...head, blocks: blocks.map(({periods: _, ...block}) => block)};
  const periods = [frontiers, blocks.map((block) => block.periods)];
  return {shape: hash("sha256", JSON.stringify(shape)), periods: hash("sha256", JSON.stringify(periods))};
}

/** The bytes of a number of a column: none if all series have the same code. */
export function widthOf(codes: Texts | {readonly length: number}): 0 | 2 | 4 {
  return codes.length < 2 ? 0 : codes.length < WIDE_FROM_CODES ? 2 : 4;
}

/** The columns in their order: starts of families, numbers, continuations, places of codes, keys, the codes of classes. */
function encodeBlock(catalogue: WholeCatalogue, from: number, to: number): [Uint8Array, Uint8Array, BlockHead] {
  const {classification, families, continuesAs, continuesFrom} = catalogue;
  const starts = families.subarray(familyFrom(families, from), familyFrom(families, to));
  const places = classification.index;
  const keyLength = KEY_LENGTH - catalogue.keyPrefix.length;
  const [firstClass, lastClass] = [places[from]!, places[to - 1]!];
  const own = classification.codes.slice(firstClass, lastClass + 1);
  const columns = concat([
    starts,
    catalogue.numbers.subarray(from, to),
    ...[continuesAs, continuesFrom].flatMap((column) => column?.subarray(from, to) ?? []),
    ...DIMENSIONS.flatMap((name) => {
      const {codes, index} = catalogue[name];
      return widthOf(codes) === 0 ? [] : [index.subarray(from, to)];
    }),
    catalogue.keys.subarray(from * keyLength, to * keyLength),
    packCodes(own.filter((code) => code !== null)),
  ]);
  const periods = concat([catalogue.lastPeriod.subarray(from, to)]);
  const head: BlockHead = {
    families: starts.length,
    firstClass,
    classes: [classification.codes[firstClass]!, classification.codes[lastClass]!],
    bounds: FEW_CODES.map((name) => boundsOf(catalogue[name].index.subarray(from, to))),
    columns: hashOf(columns),
    periods: hashOf(periods),
  };
  return [columns, periods, head];
}

/** The first family that begins at the position or behind it; the last start is the end of all. */
function familyFrom(families: Uint32Array, position: number): number {
  let low = 0;
  let high = families.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (families[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function boundsOf(places: Uint16Array | Uint32Array): [number, number] {
  let [least, most] = [places[0]!, places[0]!];
  for (const place of places) {
    if (place < least) least = place;
    if (place > most) most = place;
  }
  return [least, most];
}

function concat(parts: readonly ArrayBufferView[]): Uint8Array {
  return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
}
