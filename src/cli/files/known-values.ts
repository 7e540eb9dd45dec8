// The last published values of a version, kept beside its files so that the next version can tell what changed. Never served.
//
// Blocks of series in the order of the files, packed, then an index of the series with the place of each. Two versions have almost the same order,
// so the next one reads the blocks of this one after another; a series in another place is found by its key.
import {closeSync, fstatSync, openSync, readSync} from "node:fs";
import {zstdCompressSync, zstdDecompressSync} from "node:zlib";
import type {EstimateRows} from "../../formats/estimate-rows.ts";
import {NO_DAY} from "../../statistics/time/day.ts";

export const KNOWN_VALUES_NAME = "known-values.bin";

/** Values of one series by period ascending; `withdrawn` 1 where the value was taken back. */
export interface KnownValues {
  readonly period: Int32Array;
  readonly value: Float64Array;
  readonly withdrawn: Uint8Array;
}

const KEY = 16;
/** key, count of values, of those in force, block, place in the block */
const ENTRY = KEY + 4 * 4;
const VALUE = 4 + 8 + 1;
const BLOCK_BYTES = 1 << 19;
const FOOTER = 3 * 8;

export interface KnownValuesWriter {
  /** @param rows one for each period */
  series(key: string, rows: EstimateRows): void;
  end(): void;
}

/** @param write appends bytes to the file */
export function createKnownValues(write: (bytes: Uint8Array) => void): KnownValuesWriter {
  let block = Buffer.allocUnsafe(BLOCK_BYTES * 2);
  let at = 0;
  let written = 0;
  const starts: number[] = [];
  let index = Buffer.allocUnsafe(ENTRY * 1024);
  let entries = 0;

  function put(bytes: Uint8Array): void {
    write(bytes);
    written += bytes.length;
  }
  function endBlock(): void {
    if (at === 0) return;
    starts.push(written);
    put(zstdCompressSync(block.subarray(0, at)));
    at = 0;
  }

  return {
    series(key, {count, period, value, withdrawn}) {
      if (at + count * VALUE > block.length) {
        endBlock();
        if (count * VALUE > block.length) block = Buffer.allocUnsafe(count * VALUE);
      }
      if ((entries + 1) * ENTRY > index.length) index = Buffer.concat([index, Buffer.allocUnsafe(index.length)]);
      const entry = entries++ * ENTRY;
      index.write(key, entry, KEY, "latin1");
      index.writeUInt32LE(count, entry + KEY);
      index.writeUInt32LE(starts.length, entry + KEY + 8);
      index.writeUInt32LE(at, entry + KEY + 12);
      let inForce = 0;
      for (let row = 0; row < count; row++) {
        const gone = (withdrawn?.[row] ?? NO_DAY) !== NO_DAY;
        if (!gone) inForce++;
        block.writeInt32LE(period[row]!, at + row * 4);
        block.writeDoubleLE(value[row]!, at + count * 4 + row * 8);
        block[at + count * 12 + row] = gone ? 1 : 0;
      }
      index.writeUInt32LE(inForce, entry + KEY + 4);
      at += count * VALUE;
      if (at >= BLOCK_BYTES) endBlock();
    },
    end() {
      endBlock();
      const indexAt = written;
      put(zstdCompressSync(index.subarray(0, entries * ENTRY)));
      const startsAt = written;
      const tail = Buffer.alloc(starts.length * 8 + FOOTER);
      for (const [nth, start] of starts.entries()) tail.writeDoubleLE(start, nth * 8);
      tail.writeDoubleLE(indexAt, starts.length * 8);
      tail.writeDoubleLE(startsAt, starts.length * 8 + 8);
      tail.writeDoubleLE(entries, starts.length * 8 + 16);
      put(tail);
    },
  };
}

export interface KnownValuesReader {
  /** The values of a series; null: the version does not have it. It counts as seen. */
  take(key: string): KnownValues | null;
  /** The series that were not taken: their key, and how many values of them were in force. */
  rest(): Generator<{readonly key: string; readonly inForce: number}>;
  close(): void;
}

/** @throws Error if the file is not as it was written */
export function openKnownValues(path: string): KnownValuesReader {
  const descriptor = openSync(path, "r");
  try {
    return readerOf(descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function readerOf(descriptor: number): KnownValuesReader {
  const {size} = fstatSync(descriptor);
  const chunk = (from: number, end: number): Buffer => {
    const bytes = Buffer.allocUnsafe(end - from);
    if (readSync(descriptor, bytes, 0, bytes.length, from) !== bytes.length) throw new Error("the file ends too early");
    return bytes;
  };
  const footer = chunk(size - FOOTER, size);
  const [indexAt, startsAt, entries] = [0, 8, 16].map((at) => footer.readDoubleLE(at)) as [number, number, number];
  const index = zstdDecompressSync(chunk(indexAt, startsAt));
  const table = chunk(startsAt, size - FOOTER);
  const starts = Array.from({length: table.length / 8}, (_, nth) => table.readDoubleLE(nth * 8));
  starts.push(indexAt);
  if (index.length !== entries * ENTRY) throw new Error("its index has another length");

  const seen = new Uint8Array(entries);
  const keyOf = (entry: number): string => index.toString("latin1", entry * ENTRY, entry * ENTRY + KEY);
  const compare = (one: number, other: number): number =>
    index.compare(index, other * ENTRY, other * ENTRY + KEY, one * ENTRY, one * ENTRY + KEY);
  let sorted: Uint32Array | null = null;
  let next = 0;
  let block = {number: -1, bytes: Buffer.alloc(0)};

  function find(key: string): number {
    if (next < entries && keyOf(next) === key) return next++;
    sorted ??= Uint32Array.from({length: entries}, (_, entry) => entry).sort(compare);
    const wanted = Buffer.from(key, "latin1");
    let [low, high] = [0, entries - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const entry = sorted[middle]!;
      const compared = index.compare(wanted, 0, KEY, entry * ENTRY, entry * ENTRY + KEY);
      if (compared === 0) {
        next = entry + 1;
        return entry;
      }
      if (compared < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  return {
    take(key) {
      const entry = find(key);
      if (entry === -1) return null;
      seen[entry] = 1;
      const at = entry * ENTRY + KEY;
      const [count, number, from] = [index.readUInt32LE(at), index.readUInt32LE(at + 8), index.readUInt32LE(at + 12)];
      if (count === 0) return {period: new Int32Array(0), value: new Float64Array(0), withdrawn: new Uint8Array(0)};
      if (block.number !== number)
        block = {number, bytes: zstdDecompressSync(chunk(starts[number]!, starts[number + 1]!))};
      // Copied, because typed arrays must begin at a multiple of their size.
      const bytes = block.bytes.buffer.slice(
        block.bytes.byteOffset + from,
        block.bytes.byteOffset + from + count * VALUE,
      ) as ArrayBuffer;
      return {
        period: new Int32Array(bytes.slice(0, count * 4)),
        value: new Float64Array(bytes.slice(count * 4, count * 12)),
        withdrawn: new Uint8Array(bytes, count * 12, count),
      };
    },
    *rest() {
      for (let entry = 0; entry < entries; entry++)
        if (seen[entry] === 0) yield {key: keyOf(entry), inForce: index.readUInt32LE(entry * ENTRY + KEY + 4)};
    },
    close: () => closeSync(descriptor),
  };
}
