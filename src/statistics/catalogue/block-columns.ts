// The columns of a stored block, as they are in its blobs: nothing is copied unless a column begins at an odd place in memory.
//
// A block is verified once, when it is read, so nothing is verified here. A column is a view: to keep it keeps the whole blob in memory.
import {DIMENSIONS, type Dimension, type FewCodes, KEY_LENGTH, WIDE_FROM_CODES} from "./catalogue.ts";
import {type CatalogueManifest, DamagedCatalogue, hashOf, widthOf} from "./catalogue-code.ts";
import type {CodeSection} from "./packed-codes.ts";

/** The blobs of a block. */
export interface StoredBlock {
  readonly number: number;
  readonly columns: Uint8Array;
  readonly periods: Uint8Array;
}

export interface BlockColumns {
  /** Where families begin in it, from its first position on. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  /** null: all series of the dataset have the same code. */
  readonly index: Readonly<Record<FewCodes, Uint16Array | Uint32Array | null>>;
  /** Places of classes, from that of its first class on; null: all of its series have the same class. */
  readonly classes: Uint16Array | Uint32Array | null;
  readonly keys: Buffer;
  readonly lastPeriod: Int32Array;
  /** The codes of its classes. */
  readonly section: CodeSection;
}

export function blockColumns(manifest: CatalogueManifest, {number, columns, periods}: StoredBlock): BlockColumns {
  const size = sizeOf(manifest, number);
  const {families} = manifest.blocks[number]!;
  let next = 0;
  const take = <C extends Numbers>(type: NumbersType<C>, count: number): C => {
    const from = next;
    next += count * type.BYTES_PER_ELEMENT;
    return numbersAt(type, columns, from, count);
  };
  const starts = take(Uint32Array, families);
  const numbers = take(Uint32Array, size);
  const continuesAs = manifest.hasContinuesAs ? take(Int32Array, size) : null;
  const continuesFrom = manifest.hasContinuesFrom ? take(Int32Array, size) : null;
  const {classification: classes, ...index} = Object.fromEntries(
    DIMENSIONS.map((dimension) => {
      const width = dimension === "classification" ? classWidthIn(manifest, number) : widthIn(manifest, dimension);
      return [dimension, width === 0 ? null : width === 2 ? take(Uint16Array, size) : take(Uint32Array, size)];
    }),
  ) as Record<Dimension, Uint16Array | Uint32Array | null>;
  const keys = bufferOf(columns.subarray(next, next + size * keyLengthOf(manifest)));
  const bytes = bufferOf(columns.subarray(next + keys.length));
  return {
    ...{starts, numbers, continuesAs, continuesFrom, index, classes, keys},
    lastPeriod: numbersAt(Int32Array, periods, 0, size),
    section: {first: firstCodeOf(manifest, number), bytes},
  };
}

/** The index of the first class of a block that is no null. */
export function firstCodeOf({blocks, hasNoClass}: CatalogueManifest, number: number): number {
  const {firstClass} = blocks[number]!;
  return firstClass === 0 && hasNoClass ? 1 : firstClass;
}

/** The indexes of its classes among all, for the positions of a block. */
export function indexesOfClasses(
  manifest: CatalogueManifest,
  number: number,
  {classes, numbers: {length}}: BlockColumns,
): Uint16Array | Uint32Array {
  const indexes = manifest.classes < WIDE_FROM_CODES ? new Uint16Array(length) : new Uint32Array(length);
  const {firstClass} = manifest.blocks[number]!;
  if (classes === null) return indexes.fill(firstClass);
  for (let at = 0; at < length; at++) indexes[at] = classes[at]! + firstClass;
  return indexes;
}

/** The number of series of a block. */
export function sizeOf({size, blocks}: CatalogueManifest, number: number): number {
  return (blocks[number + 1]?.from ?? size) - blocks[number]!.from;
}

export function keyLengthOf({keyPrefix}: CatalogueManifest): number {
  return KEY_LENGTH - keyPrefix.length;
}

/** The bytes of a number of a column of the whole: none if all series have the same code. */
export function widthIn(manifest: CatalogueManifest, dimension: Dimension): 0 | 2 | 4 {
  return widthOf(dimension === "classification" ? {length: manifest.classes} : manifest.codes[dimension]);
}

/** The bytes of the index of a class in a block. */
function classWidthIn(manifest: CatalogueManifest, number: number): 0 | 2 | 4 {
  const [first, last] = manifest.blocks[number]!.classes;
  return first === last ? 0 : 2;
}

/** Throws DamagedCatalogue. */
export function verifyBlock(manifest: CatalogueManifest, {number, columns, periods}: StoredBlock): void {
  const {blob, ...hashes} = manifest.blocks[number]!;
  verifyBlob(columns, hashes.columns, blob);
  verifyBlob(periods, hashes.periods, blob + 1);
}

export function verifyBlob(blob: Uint8Array, expected: string, number: number): void {
  if (hashOf(blob) !== expected)
    throw new DamagedCatalogue(`the catalogue is damaged: chunk ${number} has another checksum`);
}

type Numbers = Uint16Array | Uint32Array | Int32Array;

interface NumbersType<C extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, from: number, count: number): C;
}

function numbersAt<C extends Numbers>(type: NumbersType<C>, blob: Uint8Array, from: number, count: number): C {
  const at = blob.byteOffset + from;
  if (at % type.BYTES_PER_ELEMENT === 0) return new type(blob.buffer, at, count);
  // Not blob.slice: the slice of a Buffer is a view too.
  return new type(new Uint8Array(blob.subarray(from, from + count * type.BYTES_PER_ELEMENT)).buffer, 0, count);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
