// Makes the stored form of a catalogue: cuts its series into blocks, and writes the blobs of each.
//
// A block ends where a key says so, and its blobs have no number that depends on the blocks before it: its families begin at its own
// positions, and its classes count from its first. So the series of some blocks give the same blobs alone as in the whole (added-series.ts).
// Only continuations are positions of the whole.

import {firstAtLeast} from "../order/binary-search.ts";
import type {Frequency} from "../time/frequency.ts";
import {type Catalogue, DIMENSIONS, type FewCodes, KEY_LENGTH, type WholeCatalogue} from "./catalogue.ts";
import {
  type BlockOfManifest,
  type CatalogueManifest,
  encodeCatalogueManifest,
  FEW_CODES,
  hashOf,
  type StoredCatalogue,
  widthOf,
} from "./catalogue-code.ts";
import {packCodes} from "./packed-codes.ts";

/** About how many positions a block has: a load of one new period writes 16 kB, and an answer from a block alone reads about 160 kB. */
const BLOCK = 4096;

/** Neighbouring series in the order of the slice, with the classes and names that they have. Families begin at positions among them. */
export interface SeriesRange
  extends Pick<Catalogue, FewCodes | "size" | "families" | "numbers" | "keyPrefix" | "keys" | "lastPeriod"> {
  readonly classification: WholeCatalogue["classification"];
  readonly classNames: WholeCatalogue["classNames"];
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
}

export interface EncodedBlock {
  readonly columns: Uint8Array;
  readonly periods: Uint8Array;
  /** `from` and `firstClass` count from the beginning of the range. */
  readonly manifest: BlockOfManifest;
}

export function encodeCatalogue(catalogue: WholeCatalogue, blockSize = BLOCK): StoredCatalogue {
  const encoded: EncodedBlock[] = [];
  for (let from = 0; from < catalogue.size; ) {
    const to = endOfBlock(catalogue, from, blockSize);
    encoded.push(encodeBlock(catalogue, from, to));
    from = to;
  }
  const {classification, weeks, continuesAs, continuesFrom} = catalogue;
  const manifest: CatalogueManifest = {
    size: catalogue.size,
    blockSize,
    families: catalogue.families.length - 1,
    classes: classification.codes.length,
    hasNoClass: classification.codes[0] === null,
    keyPrefix: catalogue.keyPrefix,
    codes: Object.fromEntries(FEW_CODES.map((name) => [name, catalogue[name].codes])) as CatalogueManifest["codes"],
    territories: catalogue.territories.map(({code, name, level, canonical, parent}) => ({
      code,
      name,
      level,
      canonical,
      parent,
    })),
    indicatorLabels: catalogue.indicatorLabels,
    // In this order wherever the first series of a frequency is.
    frontiers: catalogue.frequency.codes.map((code) => [
      code as Frequency,
      catalogue.frontiers.get(code as Frequency)!,
    ]),
    weeks: weeks === null ? null : {base: weeks.base, days: [...weeks.days]},
    hasContinuesAs: continuesAs !== null,
    hasContinuesFrom: continuesFrom !== null,
    blocks: withOwnBlobs(encoded.map((block) => block.manifest)),
  };
  return {
    manifest: encodeCatalogueManifest(manifest),
    blobs: encoded.flatMap(({columns, periods}) => [columns, periods]),
    numbers: manifest.blocks.flatMap(({blob}) => [blob, blob + 1]),
  };
}

/** How long a block is at least and at most, and which of the keys after the least length end it: one in `odds`. */
export function cutsOf(blockSize: number): {readonly least: number; readonly most: number; readonly odds: number} {
  const part = (share: number) => Math.max(1, Math.floor(blockSize * share));
  return {least: part(1 / 2), odds: part(3 / 8), most: part(3 / 2)};
}

/** The position behind the last series of the block that begins at a position: that of the first key that ends it, or of the end of the range. */
export function endOfBlock({keys, keyPrefix, size}: SeriesRange, from: number, blockSize: number): number {
  const {least, most, odds} = cutsOf(blockSize);
  const length = KEY_LENGTH - keyPrefix.length;
  const last = Math.min(size, from + most);
  for (let at = from + least; at < last; at++) if (numberIn(keys, (at + 1) * length, 5) % odds === 0) return at;
  return last;
}

/** Two blocks of a million series hardly ever have the same number; if they do, the later one takes the next. */
function withOwnBlobs(blocks: readonly BlockOfManifest[]): BlockOfManifest[] {
  const taken = new Set<number>();
  return blocks.map((block) => {
    let {blob} = block;
    while (taken.has(blob)) blob += 2;
    taken.add(blob);
    return {...block, blob};
  });
}

const BLOBS = 2 ** 30;

/** The characters of a key before a place as a number: keys are hashes, so the number is any. */
function numberIn(keys: Buffer, end: number, length: number): number {
  let number = 0;
  for (let at = end - length; at < end; at++) {
    const character = keys[at]!;
    number = 36 * number + character - (character < 0x60 ? 0x30 : 0x57);
  }
  return number;
}

/** The columns in their order: starts of families, numbers, continuations, indexes of codes, keys, the codes of classes. */
export function encodeBlock(range: SeriesRange, from: number, to: number): EncodedBlock {
  const {classification, classNames, families, continuesAs, continuesFrom} = range;
  const starts = families.subarray(firstAtLeast(families, from), firstAtLeast(families, to));
  const indexes = classification.index;
  const keyLength = KEY_LENGTH - range.keyPrefix.length;
  const [firstClass, lastClass] = [indexes[from]!, indexes[to - 1]!];
  const own = classification.codes.slice(firstClass, lastClass + 1);
  const names = classNames.slice(firstClass, lastClass + 1);
  const columns = concat([
    starts.map((start) => start - from),
    range.numbers.subarray(from, to),
    ...[continuesAs, continuesFrom].flatMap((column) => column?.subarray(from, to) ?? []),
    ...DIMENSIONS.flatMap((name) => {
      if (name === "classification") return own.length < 2 ? [] : [indexesFrom(indexes.subarray(from, to), firstClass)];
      const {codes, index} = range[name];
      return widthOf(codes) === 0 ? [] : [index.subarray(from, to)];
    }),
    range.keys.subarray(from * keyLength, to * keyLength),
    packCodes(own.filter((code) => code !== null)),
  ]);
  const periods = concat([range.lastPeriod.subarray(from, to)]);
  const manifest: BlockOfManifest = {
    // Other characters than those that end a block.
    blob: 2 * (numberIn(range.keys, (from + 1) * keyLength - 5, 6) % (BLOBS / 2)),
    from,
    families: starts.length,
    firstClass,
    classes: [own[0]!, own.at(-1)!],
    first: FEW_CODES.map((name) => range[name].index[from]!),
    bounds: FEW_CODES.map((name) => boundsOf(range[name].index.subarray(from, to))),
    names: hashOf(JSON.stringify(names)),
    unnamed: names.filter((name, index) => name === null && own[index] !== null).length,
    columns: hashOf(columns),
    periods: hashOf(periods),
  };
  return {columns, periods, manifest};
}

/** A block has fewer classes than Uint16 has numbers, however many its dataset has. */
function indexesFrom(indexes: Uint16Array | Uint32Array, first: number): Uint16Array {
  const own = new Uint16Array(indexes.length);
  for (let at = 0; at < own.length; at++) own[at] = indexes[at]! - first;
  return own;
}

function boundsOf(indexes: Uint16Array | Uint32Array): [number, number] {
  let least = indexes[0]!;
  let most = least;
  for (let at = 1; at < indexes.length; at++) {
    const index = indexes[at]!;
    if (index < least) least = index;
    if (index > most) most = index;
  }
  return [least, most];
}

function concat(parts: readonly ArrayBufferView[]): Uint8Array {
  return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
}
