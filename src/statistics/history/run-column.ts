// Whole numbers as arithmetic runs. A release a month, one release for all, a period after every period: one run each.
//
// Columns stand newest first and are read into arrays oldest first, as everyone outside this folder wants them.
import {type Cursor, readVarint, unzigzag, writeVarint, zigzag} from "./layout.ts";

// The low two bits of a run's first number; the rest is how many values it has.
const STEP_ZERO = 0;
const STEP_DOWN = 1;
const STEP_UP = 2;
const STEP_FOLLOWS = 3;

/** Writes the numbers as runs of (start, step, count), each start as the distance from the run before. */
export function writeRuns(bytes: Uint8Array, at: number, numbers: Int32Array, count: number): number {
  let next = at;
  let before = 0;
  for (let row = 0; row < count; ) {
    const start = numbers[row]!;
    const step = row + 1 < count ? numbers[row + 1]! - start : 0;
    let end = row + 1;
    while (end < count && numbers[end]! - numbers[end - 1]! === step) end++;
    const length = end - row;
    const kind = length === 1 || step === 0 ? STEP_ZERO : step === -1 ? STEP_DOWN : step === 1 ? STEP_UP : STEP_FOLLOWS;
    next = writeVarint(bytes, next, length * 4 + kind);
    next = writeVarint(bytes, next, zigzag(start - before));
    if (kind === STEP_FOLLOWS) next = writeVarint(bytes, next, zigzag(step));
    before = numbers[end - 1]!;
    row = end;
  }
  return next;
}

const cursor: Cursor = {at: 0};

/** What readRuns gives back, reused: the place after the last run it read, and the largest number it put. */
export const runsRead = {at: 0, largest: 0};

/**
 * Skips the newest `skip` numbers and puts the next `count` into out[0…count), the oldest of them first. False when the runs
 * end early or a number is not within 0…limit-1; what it read stands in runsRead.
 */
export function readRuns(
  bytes: Uint8Array,
  at: number,
  end: number,
  limit: number,
  skip: number,
  count: number,
  out: Int32Array,
): boolean {
  cursor.at = at;
  let before = 0;
  let largest = 0;
  let place = skip + count - 1;
  while (place >= 0) {
    if (cursor.at >= end) return false;
    const head = readVarint(bytes, cursor);
    const kind = head % 4;
    const length = (head - kind) / 4;
    const start = before + unzigzag(readVarint(bytes, cursor));
    const step =
      kind === STEP_ZERO ? 0 : kind === STEP_DOWN ? -1 : kind === STEP_UP ? 1 : unzigzag(readVarint(bytes, cursor));
    before = start + step * (length - 1);
    if (!(length > 0 && start >= 0 && start < limit && before >= 0 && before < limit)) return false;
    const stop = Math.max(place - length, -1);
    let number = start;
    if (place >= count) {
      const passed = Math.min(place - count + 1, length);
      number += step * passed;
      place -= passed;
    }
    if (place > stop) largest = Math.max(largest, number, number + step * (place - stop - 1));
    for (; place > stop; place--) {
      out[place] = number;
      number += step;
    }
  }
  runsRead.at = cursor.at;
  runsRead.largest = largest;
  return true;
}

/** Writes the distances between periods that fall: runs of (step, count), a step of one costing nothing. */
export function writePeriods(bytes: Uint8Array, at: number, periods: Int32Array, count: number): number {
  let next = at;
  for (let row = 1; row < count; ) {
    const step = periods[row - 1]! - periods[row]!;
    let end = row + 1;
    while (end < count && periods[end - 1]! - periods[end]! === step) end++;
    next = writeVarint(bytes, next, (end - row) * 2 + (step === 1 ? 0 : 1));
    if (step !== 1) next = writeVarint(bytes, next, step);
    row = end;
  }
  return next;
}

/** As readRuns, for periods: `last` is the newest; out gets them ascending. Gives -1 when the runs end early. */
export function readPeriods(
  bytes: Uint8Array,
  at: number,
  end: number,
  last: number,
  skip: number,
  count: number,
  out: Int32Array,
): number {
  cursor.at = at;
  let place = skip + count - 1;
  let period = last;
  if (place >= 0 && place < count) out[place] = period;
  place--;
  while (place >= 0) {
    if (cursor.at >= end) return -1;
    const head = readVarint(bytes, cursor);
    const length = Math.floor(head / 2);
    const step = head % 2 === 0 ? 1 : readVarint(bytes, cursor);
    if (length === 0) return -1;
    const stop = Math.max(place - length, -1);
    if (place >= count) {
      const passed = Math.min(place - count + 1, length);
      period -= step * passed;
      place -= passed;
    }
    for (; place > stop; place--) {
      period -= step;
      out[place] = period;
    }
  }
  return cursor.at;
}

/** How many of the `count` periods are `bound` or later; they stand first. */
export function countPeriodsFrom(
  bytes: Uint8Array,
  at: number,
  end: number,
  first: number,
  last: number,
  count: number,
  bound: number,
): number {
  if (bound <= first) return count;
  if (bound > last) return 0;
  cursor.at = at;
  let period = last;
  let found = 1;
  while (found < count && cursor.at < end) {
    const head = readVarint(bytes, cursor);
    const length = Math.floor(head / 2);
    const step = head % 2 === 0 ? 1 : readVarint(bytes, cursor);
    const within = Math.floor((period - bound) / step);
    if (within < length) return found + within;
    found += length;
    period -= step * length;
  }
  return Math.min(found, count);
}
