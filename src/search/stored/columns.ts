// Columns of whole numbers one after another in a section, each as wide as its largest number needs. A column whose numbers are all 0 takes
// nothing.
import {aligned} from "./layout.ts";
import type {SectionRange} from "./reading.ts";

export type StoredNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Bytes of a number below `count`. */
export type Width = 0 | 1 | 2 | 4;

/** How wide the columns of a segment are. */
export interface Widths {
  /** In the order of the columns of a chunk. */
  readonly chunk: readonly Width[];
  readonly family: Width;
  readonly set: Width;
}

export function columnWidth(count: number): Width {
  return count <= 1 ? 0 : count <= 2 ** 8 ? 1 : count <= 2 ** 16 ? 2 : 4;
}

export interface ColumnWriter {
  add(numbers: ArrayLike<number>, width: Width): void;
  addBytes(bytes: Uint8Array): void;
  finish(): Uint8Array;
}

export function createColumnWriter(): ColumnWriter {
  const columns: Uint8Array[] = [];
  const addBytes = (bytes: Uint8Array): void => {
    columns.push(bytes);
  };
  return {
    add(numbers, width) {
      if (width === 0) return;
      const column = new ARRAYS[width](numbers);
      addBytes(new Uint8Array(column.buffer));
    },
    addBytes,
    finish() {
      const bytes = new Uint8Array(columns.reduce((sum, {length}) => sum + aligned(length), 0));
      let at = 0;
      for (const column of columns) {
        bytes.set(column, at);
        at += aligned(column.length);
      }
      return bytes;
    },
  };
}

/** A section of one column. */
export function encodeColumn(numbers: ArrayLike<number>, width: Width): Uint8Array {
  const writer = createColumnWriter();
  writer.add(numbers, width);
  return writer.finish();
}

export interface ColumnReader {
  /** The next column. */
  next(width: Width, length: number): StoredNumbers;
}

/** The section begins at a multiple of four bytes of its buffer. */
export function createColumnReader({buffer, byteOffset}: Uint8Array): ColumnReader {
  let at = byteOffset;
  return {
    next(width, length) {
      if (width === 0) return length <= ZEROS.length ? ZEROS : new Uint8Array(length);
      const numbers = new ARRAYS[width](buffer as ArrayBuffer, at, length);
      at += aligned(numbers.byteLength);
      return numbers;
    },
  };
}

/** One of several columns of equal length. */
export function columnAt(
  {block, from}: SectionRange,
  widths: readonly Width[],
  index: number,
  length: number,
): StoredNumbers {
  const width = widths[index]!;
  if (width === 0) return length <= ZEROS.length ? ZEROS : new Uint8Array(length);
  let at = block.byteOffset + from;
  for (let before = 0; before < index; before++) at += aligned(widths[before]! * length);
  return new ARRAYS[width](block.buffer as ArrayBuffer, at, length);
}

const ARRAYS = {1: Uint8Array, 2: Uint16Array, 4: Uint32Array} as const;
/** Of columns without a number other than 0. */
const ZEROS: Readonly<Uint8Array> = new Uint8Array(2 ** 12);
