// A catalogue put together from stored blocks: from all of them, or from those that can have the selected series.
//
// Reading copies columns and decodes no text but those of the head, so it takes a few milliseconds for 100,000 series.
import type {PeriodTable} from "../time/day.ts";
import {weighCatalogue} from "./build-catalogue.ts";
import {
  type Catalogue,
  type Column,
  DIMENSIONS,
  type Dimension,
  KEY_LENGTH,
  type Texts,
  type WholeCatalogue,
} from "./catalogue.ts";
import {type CatalogueHead, DamagedCatalogue, FEW_CODES, hashOf, widthOf} from "./catalogue-code.ts";
import {type CodeSection, openCodes} from "./packed-codes.ts";

/** The pieces of a block. */
export interface StoredBlock {
  readonly number: number;
  readonly columns: Uint8Array;
  readonly periods: Uint8Array;
}

/** Up to this many codes are kept in memory as texts, which are quicker to read. */
const FEW = 4096;

/**
 * The series of some blocks, ascending by number, of a catalogue; positions count from the first of them. The pieces may be reused.
 * Throws DamagedCatalogue, and RangeError if the dataset has continuations, which lead to other blocks, and a block is missing.
 */
export function joinBlocks(head: CatalogueHead, blocks: readonly StoredBlock[]): Catalogue {
  const joining = beginJoin(
    head,
    blocks.map(({number}) => number),
  );
  for (const block of blocks) joining.add(block);
  return joining.end();
}

/** A catalogue that takes its blocks one by one, so that others can be let in between. */
export interface Joining {
  /** The next of the blocks. */
  add(block: StoredBlock): void;
  /** After all of them. */
  end(): Catalogue;
}

/** As joinBlocks. @param asked the numbers of the blocks, ascending */
export function beginJoin(head: CatalogueHead, asked: readonly number[]): Joining {
  const isWhole = asked.length === head.blocks.length;
  const hasContinuations = head.hasContinuesAs || head.hasContinuesFrom;
  if (!isWhole && hasContinuations) throw new RangeError("a catalogue with continuations is read as a whole");
  const size = asked.reduce((sum, number) => sum + sizeOf(head, number), 0);
  const columns = createColumns(head, size);
  const sections: CodeSection[] = [];
  const starts = new Uint32Array(head.families + asked.length + 1);
  let [families, at] = [0, 0];
  return {
    add(block) {
      verifyBlock(head, block);
      const from = block.number * head.blockSize;
      const own = takeBlock(head, block, columns, at);
      // The family that began in a block before it.
      if (own.starts[0] !== from && asked[sections.length - 1] !== block.number - 1) starts[families++] = at;
      for (const start of own.starts) starts[families++] = start - from + at;
      sections.push(own.section);
      at += sizeOf(head, block.number);
    },
    end() {
      starts[families++] = at;
      return finishJoin(head, columns, sections, {size, isWhole, families: starts.slice(0, families)});
    },
  };
}

function finishJoin(
  head: CatalogueHead,
  columns: Columns,
  sections: readonly CodeSection[],
  {isWhole, ...of}: {readonly size: number; readonly isWhole: boolean; readonly families: Uint32Array},
): Catalogue {
  const codes = openCodes(sections, head.classes, head.hasNoClass);
  const {numbers, keys, lastPeriod, continuesAs, continuesFrom, index} = columns;
  const few = Object.fromEntries(FEW_CODES.map((name) => [name, {codes: head.codes[name], index: index[name]}]));
  return weighCatalogue({
    ...(few as Record<(typeof FEW_CODES)[number], Column>),
    classification: {codes: isWhole && head.classes <= FEW ? [...codes] : codes, index: index.classification},
    ...of,
    territories: head.territories,
    indicatorLabels: head.indicatorLabels,
    numbers,
    keyPrefix: head.keyPrefix,
    keys,
    lastPeriod,
    continuesAs,
    continuesFrom,
    frontiers: new Map(head.frontiers),
    weeks: weeksOf(head),
  });
}

export function weeksOf({weeks}: CatalogueHead): PeriodTable | null {
  return weeks === null ? null : {base: weeks.base, days: Int32Array.from(weeks.days)};
}

/** The catalogue in a later state of the same shape. @param changed the last periods of the blocks whose last periods are others */
export function redateCatalogue<C extends Catalogue>(
  older: C,
  head: CatalogueHead,
  changed: ReadonlyMap<number, Uint8Array>,
): C {
  const lastPeriod = older.lastPeriod.slice();
  for (const [number, periods] of changed) {
    verifyPiece(periods, head.blocks[number]?.periods, `piece ${2 * number + 1}`);
    bytesOf(lastPeriod, number * head.blockSize, sizeOf(head, number)).set(periods);
  }
  return {...older, lastPeriod, frontiers: new Map(head.frontiers)};
}

/** The catalogue with all its texts. @param names of classes, by code */
export function wholeCatalogue(catalogue: Catalogue, names: ReadonlyMap<string, string>): WholeCatalogue {
  const codes = [...catalogue.classification.codes];
  const classNames = codes.map((code) => (code === null ? null : (names.get(code) ?? null)));
  return {...catalogue, classification: {codes, index: catalogue.classification.index}, classNames};
}

/** The memory of its columns, without the codes of classes. */
export function columnBytes(head: CatalogueHead): number {
  const {size, families, hasContinuesAs, hasContinuesFrom} = head;
  const widths = DIMENSIONS.reduce((sum, dimension) => sum + widthOf(codesOf(head, dimension)), 0);
  const continuations = 4 * (Number(hasContinuesAs) + Number(hasContinuesFrom));
  return 4 * families + size * (8 + widths + keyLengthOf(head) + continuations);
}

/** The number of series of a block. */
function sizeOf({size, blockSize}: CatalogueHead, number: number): number {
  return Math.min(blockSize, size - number * blockSize);
}

function keyLengthOf({keyPrefix}: CatalogueHead): number {
  return KEY_LENGTH - keyPrefix.length;
}

type Numbers = Uint16Array | Uint32Array | Int32Array;

interface Columns {
  readonly numbers: Uint32Array;
  readonly keys: Buffer;
  readonly lastPeriod: Int32Array;
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  readonly index: Readonly<Record<Dimension, Uint16Array | Uint32Array>>;
}

function codesOf(head: CatalogueHead, dimension: Dimension): Texts | {readonly length: number} {
  return dimension === "classification" ? {length: head.classes} : head.codes[dimension];
}

function createColumns(head: CatalogueHead, size: number): Columns {
  const blank = new Uint16Array(size);
  const index = DIMENSIONS.map((dimension) => {
    const width = widthOf(codesOf(head, dimension));
    return [dimension, width === 0 ? blank : width === 2 ? new Uint16Array(size) : new Uint32Array(size)];
  });
  return {
    numbers: new Uint32Array(size),
    keys: Buffer.alloc(size * keyLengthOf(head)),
    lastPeriod: new Int32Array(size),
    continuesAs: head.hasContinuesAs ? new Int32Array(size) : null,
    continuesFrom: head.hasContinuesFrom ? new Int32Array(size) : null,
    index: Object.fromEntries(index) as Columns["index"],
  };
}

/** Copies the columns of a block to a position. @returns the starts of its families, as stored, and its codes of classes */
function takeBlock(head: CatalogueHead, {number, columns: bytes, periods}: StoredBlock, into: Columns, at: number) {
  const size = sizeOf(head, number);
  const {families, firstClass} = head.blocks[number]!;
  let next = 0;
  const take = (column: Numbers | Buffer, from: number, count: number): void => {
    const target = bytesOf(column, from, count);
    target.set(bytes.subarray(next, next + target.length));
    next += target.length;
  };
  const starts = new Uint32Array(families);
  take(starts, 0, families);
  take(into.numbers, at, size);
  for (const column of [into.continuesAs, into.continuesFrom]) if (column !== null) take(column, at, size);
  for (const dimension of DIMENSIONS) if (widthOf(codesOf(head, dimension)) > 0) take(into.index[dimension], at, size);
  const keyLength = keyLengthOf(head);
  take(into.keys, at * keyLength, size * keyLength);
  bytesOf(into.lastPeriod, at, size).set(periods);
  // Copied: the piece is much larger.
  const section = {
    first: firstClass === 0 && head.hasNoClass ? 1 : firstClass,
    bytes: Buffer.from(bytes.subarray(next)),
  };
  return {starts, section};
}

/** The numbers of the series of a block, in the order of its positions: behind the starts of its families. */
export function seriesOfBlock(head: CatalogueHead, {number, columns}: StoredBlock): Uint32Array {
  const numbers = new Uint32Array(sizeOf(head, number));
  const from = 4 * head.blocks[number]!.families;
  bytesOf(numbers, 0, numbers.length).set(columns.subarray(from, from + numbers.byteLength));
  return numbers;
}

/** `count` numbers of a column from one on, as bytes. */
function bytesOf(column: Numbers | Buffer, from: number, count: number): Uint8Array {
  const width = column.BYTES_PER_ELEMENT;
  return new Uint8Array(column.buffer, column.byteOffset + from * width, count * width);
}

/** Throws DamagedCatalogue. */
export function verifyBlock(head: CatalogueHead, {number, columns, periods}: StoredBlock): void {
  verifyPiece(columns, head.blocks[number]?.columns, `piece ${2 * number}`);
  verifyPiece(periods, head.blocks[number]?.periods, `piece ${2 * number + 1}`);
}

function verifyPiece(piece: Uint8Array, expected: string | undefined, name: string): void {
  if (hashOf(piece) !== expected) throw new DamagedCatalogue(`the catalogue is damaged: ${name} has another checksum`);
}
