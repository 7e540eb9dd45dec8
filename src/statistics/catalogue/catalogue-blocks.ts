// A catalogue put together from stored blocks: from all of them, or from those that can have the selected series.
//
// Reading copies columns and decodes no text but those of the manifest, so it takes a few milliseconds for 100,000 series.
import {firstAtLeast} from "../order/binary-search.ts";
import type {PeriodTable} from "../time/day.ts";
import {
  type BlockColumns,
  blockColumns,
  firstCodeOf,
  indexesOfClasses,
  keyLengthOf,
  type StoredBlock,
  sizeOf,
  verifyBlob,
  widthIn,
} from "./block-columns.ts";
import {type Catalogue, type Column, DIMENSIONS, type Dimension, type Texts, type WholeCatalogue} from "./catalogue.ts";
import {type CatalogueManifest, FEW_CODES} from "./catalogue-code.ts";
import {type CodeSection, openCodes, type PackedCodes, packCodes} from "./packed-codes.ts";

/** Up to this many codes are kept in memory as texts, which are quicker to read. */
const FEW = 4096;

/** A catalogue with all of its blocks. */
export interface WholeState {
  readonly manifest: CatalogueManifest;
  readonly catalogue: Catalogue;
}

/** Which block of an older manifest has the same bytes, for each block that one has. */
export function sameBlocks(manifest: CatalogueManifest, older: CatalogueManifest): ReadonlyMap<number, number> {
  const isOther = manifest.keyPrefix !== older.keyPrefix || manifest.hasContinuesAs || manifest.hasContinuesFrom;
  // blobs have places in the short lists
  if (isOther || JSON.stringify(manifest.codes) !== JSON.stringify(older.codes)) return new Map();
  const known = new Map(older.blocks.map(({columns, periods}, number) => [columns + periods, number]));
  return new Map(
    manifest.blocks.flatMap(({columns, periods}, number) => {
      const same = known.get(columns + periods);
      return same === undefined ? [] : [[number, same] as const];
    }),
  );
}

/** A catalogue that takes its blocks one by one, so that others can be let in between. */
export interface Joining {
  /** The next of the blocks, which is verified. */
  add(block: StoredBlock): void;
  /** The next of the blocks, which an older state has with the same bytes (sameBlocks). */
  copy(number: number, older: WholeState, olderNumber: number): void;
  /** After all of them. */
  end(): Catalogue;
}

/** Joins blocks of a catalogue, in which positions count from the first of them. @param numbers of the blocks, ascending */
export function beginJoin(manifest: CatalogueManifest, numbers: readonly number[]): Joining {
  const isWhole = numbers.length === manifest.blocks.length;
  const hasContinuations = manifest.hasContinuesAs || manifest.hasContinuesFrom;
  if (!isWhole && hasContinuations) throw new RangeError("a catalogue with continuations is read as a whole");
  const size = numbers.reduce((sum, number) => sum + sizeOf(manifest, number), 0);
  const columns = createColumns(manifest, size);
  const sections: CodeSection[] = [];
  const starts = new Uint32Array(manifest.families + numbers.length + 1);
  let [families, at] = [0, 0];
  function take(number: number, own: BlockColumns): void {
    takeBlock(manifest, number, own, columns, at);
    // The family that began in a block before it.
    if (own.starts[0] !== 0 && numbers[sections.length - 1] !== number - 1) starts[families++] = at;
    for (const start of own.starts) starts[families++] = start + at;
    // the blob is much larger
    sections.push({first: own.section.first, bytes: Buffer.from(own.section.bytes)});
    at += sizeOf(manifest, number);
  }
  return {
    add(block) {
      take(block.number, blockColumns(manifest, block));
    },
    copy(number, older, olderNumber) {
      take(number, columnsIn(manifest, number, older, olderNumber));
    },
    end() {
      starts[families++] = at;
      return finishJoin(manifest, columns, sections, {size, isWhole, families: starts.slice(0, families)});
    },
  };
}

function finishJoin(
  manifest: CatalogueManifest,
  columns: Columns,
  sections: readonly CodeSection[],
  {isWhole, ...of}: {readonly size: number; readonly isWhole: boolean; readonly families: Uint32Array},
): Catalogue {
  const codes = openCodes(sections, manifest.classes, manifest.hasNoClass);
  const {numbers, keys, lastPeriod, continuesAs, continuesFrom, index} = columns;
  const few = Object.fromEntries(FEW_CODES.map((name) => [name, {codes: manifest.codes[name], index: index[name]}]));
  return {
    ...(few as Record<(typeof FEW_CODES)[number], Column>),
    classification: {codes: isWhole && manifest.classes <= FEW ? [...codes] : codes, index: index.classification},
    ...of,
    territories: manifest.territories,
    indicatorLabels: manifest.indicatorLabels,
    numbers,
    keyPrefix: manifest.keyPrefix,
    keys,
    keyOrder: {made: null},
    lastPeriod,
    continuesAs,
    continuesFrom,
    frontiers: new Map(manifest.frontiers),
    weeks: weeksOf(manifest),
  };
}

export function weeksOf({weeks}: CatalogueManifest): PeriodTable | null {
  return weeks === null ? null : {base: weeks.base, days: Int32Array.from(weeks.days)};
}

/** The catalogue in a later state of the same shape. @param changed the last periods of the blocks whose last periods are others */
export function redateCatalogue<C extends Catalogue>(
  older: C,
  manifest: CatalogueManifest,
  changed: ReadonlyMap<number, Uint8Array>,
): C {
  const lastPeriod = older.lastPeriod.slice();
  for (const [number, periods] of changed) {
    const {from, blob, periods: expected} = manifest.blocks[number]!;
    verifyBlob(periods, expected, blob + 1);
    new Uint8Array(lastPeriod.buffer, 4 * from, 4 * sizeOf(manifest, number)).set(periods);
  }
  return {...older, lastPeriod, frontiers: new Map(manifest.frontiers)};
}

/** The catalogue with all its texts. @param names of classes, by code */
export function wholeCatalogue(catalogue: Catalogue, names: ReadonlyMap<string, string>): WholeCatalogue {
  const codes = [...catalogue.classification.codes];
  const classNames = codes.map((code) => (code === null ? null : (names.get(code) ?? null)));
  return {...catalogue, classification: {codes, index: catalogue.classification.index}, classNames};
}

/** The memory of its columns, without the codes of classes. */
export function columnBytes(manifest: CatalogueManifest): number {
  const {size, families, hasContinuesAs, hasContinuesFrom} = manifest;
  const widths = DIMENSIONS.reduce((sum, dimension) => sum + widthIn(manifest, dimension), 0);
  const continuations = 4 * (Number(hasContinuesAs) + Number(hasContinuesFrom));
  return 4 * families + size * (8 + widths + keyLengthOf(manifest) + continuations);
}

interface Columns {
  readonly numbers: Uint32Array;
  readonly keys: Buffer;
  readonly lastPeriod: Int32Array;
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  readonly index: Readonly<Record<Dimension, Uint16Array | Uint32Array>>;
}

function createColumns(manifest: CatalogueManifest, size: number): Columns {
  const blank = new Uint16Array(size);
  const index = DIMENSIONS.map((dimension) => {
    const width = widthIn(manifest, dimension);
    return [dimension, width === 0 ? blank : width === 2 ? new Uint16Array(size) : new Uint32Array(size)];
  });
  return {
    numbers: new Uint32Array(size),
    keys: Buffer.alloc(size * keyLengthOf(manifest)),
    lastPeriod: new Int32Array(size),
    continuesAs: manifest.hasContinuesAs ? new Int32Array(size) : null,
    continuesFrom: manifest.hasContinuesFrom ? new Int32Array(size) : null,
    index: Object.fromEntries(index) as Columns["index"],
  };
}

/** Copies the columns of a block to a position. */
function takeBlock(manifest: CatalogueManifest, number: number, own: BlockColumns, into: Columns, at: number): void {
  into.numbers.set(own.numbers, at);
  into.continuesAs?.set(own.continuesAs!, at);
  into.continuesFrom?.set(own.continuesFrom!, at);
  for (const dimension of FEW_CODES)
    if (own.index[dimension] !== null) into.index[dimension].set(own.index[dimension], at);
  if (manifest.classes > 1) into.index.classification.set(indexesOfClasses(manifest, number, own), at);
  into.keys.set(own.keys, at * keyLengthOf(manifest));
  into.lastPeriod.set(own.lastPeriod, at);
}

/** The columns of a block as an older catalogue has them. */
function columnsIn(
  manifest: CatalogueManifest,
  number: number,
  {manifest: olderManifest, catalogue}: WholeState,
  olderNumber: number,
): BlockColumns {
  const {from} = olderManifest.blocks[olderNumber]!;
  const to = from + sizeOf(olderManifest, olderNumber);
  const {classification, families} = catalogue;
  const indexes = classification.index.subarray(from, to);
  const firstFamily = firstAtLeast(families, from);
  const starts = families.subarray(firstFamily, firstAtLeast(families, to, firstFamily, families.length));
  const keyLength = keyLengthOf(manifest);
  const few = FEW_CODES.map((name) => [name, catalogue[name].index.subarray(from, to)]);
  return {
    starts: starts.map((start) => start - from),
    numbers: catalogue.numbers.subarray(from, to),
    ...{continuesAs: null, continuesFrom: null},
    index: Object.fromEntries(few) as BlockColumns["index"],
    classes: indexes.map((index) => index - indexes[0]!),
    keys: catalogue.keys.subarray(from * keyLength, to * keyLength),
    lastPeriod: catalogue.lastPeriod.subarray(from, to),
    section: {first: firstCodeOf(manifest, number), bytes: codesIn(classification.codes, indexes, olderNumber)},
  };
}

/** @param number of the block among all */
function codesIn(codes: Texts & Partial<PackedCodes>, indexes: Uint16Array | Uint32Array, number: number): Buffer {
  if (codes.sections !== undefined) return codes.sections[number]!.bytes;
  const own: string[] = [];
  for (let index = indexes[0]!; index <= indexes.at(-1)!; index++) {
    const code = codes.at(index);
    if (typeof code === "string") own.push(code);
  }
  return Buffer.from(packCodes(own));
}
