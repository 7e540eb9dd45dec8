// The settled observations of a release: in memory, or in a temporary file when they were spilled.
//
// In both cases one series is read at a time, in any order, into the same two arrays.
import {copyElements, type Segment, SHORT} from "./rows.ts";
import {bufferedAppend, bytesOf, createTemporaryFile} from "./spill.ts";

export interface SettledSeries {
  /** Adds the next series; returns its place. */
  append(segment: Segment): number;
  /** After the last series. */
  end(): void;
  /** The arrays are valid until the next call. */
  read(index: number): {readonly period: Int32Array; readonly value: Float64Array};
  discard(): void;
}

export function settledInMemory(rows: number): SettledSeries {
  let period = new Int32Array(rows);
  let value = new Float64Array(rows);
  const starts = [0];
  // the same arrays for each short series: a view of the columns costs more than its values
  const short = Array.from({length: SHORT + 1}, (_, count) => ({
    period: new Int32Array(count),
    value: new Float64Array(count),
  }));
  return {
    append(segment) {
      const start = starts[starts.length - 1]!;
      copyElements(segment.period, 0, segment.count, period, start);
      copyElements(segment.value, 0, segment.count, value, start);
      return starts.push(start + segment.count) - 2;
    },
    end() {},
    read(index) {
      const start = starts[index]!;
      const count = starts[index + 1]! - start;
      const few = short[count];
      if (few === undefined)
        return {period: period.subarray(start, start + count), value: value.subarray(start, start + count)};
      copyElements(period, start, count, few.period, 0);
      copyElements(value, start, count, few.value, 0);
      return few;
    },
    discard() {
      period = new Int32Array(0);
      value = new Float64Array(0);
    },
  };
}

const BYTES_AN_OBSERVATION = 12;
/** Limits of one read when series are read one after the other. */
const AHEAD_BYTES = {most: 1024 * 1024, least: 32 * 1024, share: 1 / 32};
/** Size of one read when series are read in another order. */
const JUMP_BYTES = 4096;

/** @param memoryLimit of the gathering; the window takes a small share of it, because many releases may be open at once */
export function settledInFile(memoryLimit: number, folder?: string): SettledSeries {
  const ahead = Math.min(AHEAD_BYTES.most, Math.max(AHEAD_BYTES.least, Math.floor(memoryLimit * AHEAD_BYTES.share)));
  const file = createTemporaryFile(folder);
  const write = bufferedAppend(file);
  const starts = [0];
  const window = new Uint8Array(ahead);
  let windowStart = 0;
  let windowEnd = 0;
  let lastEnd = 0;
  let period = new Int32Array(0);
  let value = new Float64Array(0);

  /** The bytes of the file from start to end, from the window if they are in it. */
  const bytesBetween = (start: number, end: number): Uint8Array => {
    if (start < windowStart || end > windowEnd) {
      const isNear = start >= lastEnd && start - lastEnd < JUMP_BYTES;
      const length = Math.max(end - start, isNear ? ahead : JUMP_BYTES);
      const target = length > window.length ? new Uint8Array(length) : window.subarray(0, length);
      const read = file.readAt(target, start);
      if (read < end - start) throw new Error("a temporary file ended too early");
      if (length > window.length) return target.subarray(0, end - start);
      windowStart = start;
      windowEnd = start + read;
    }
    return window.subarray(start - windowStart, end - windowStart);
  };

  return {
    append(segment) {
      write.bytes(bytesOf(segment.value, segment.count));
      write.bytes(bytesOf(segment.period, segment.count));
      return starts.push(starts.at(-1)! + segment.count) - 2;
    },
    end: () => write.flush(),
    read(index) {
      const [start, end] = [starts[index]!, starts[index + 1]!];
      const count = end - start;
      if (period.length < count) {
        period = new Int32Array(count * 2);
        value = new Float64Array(count * 2);
      }
      const bytes = bytesBetween(start * BYTES_AN_OBSERVATION, end * BYTES_AN_OBSERVATION);
      lastEnd = end * BYTES_AN_OBSERVATION;
      bytesOf(value, count).set(bytes.subarray(0, count * 8));
      bytesOf(period, count).set(bytes.subarray(count * 8));
      return {period: period.subarray(0, count), value: value.subarray(0, count)};
    },
    discard: () => file.close(),
  };
}
