// Unpacks a history into plain estimates, for loads and checks. Slices read windows instead (window.ts).
import type {PeriodOrdinal} from "../time/day.ts";
import {createColumns, type Estimates} from "./estimates.ts";
import {checkSum, DamagedHistory, readHeader, unscale} from "./layout.ts";
import {
  ALL_RELEASES,
  countPeriodsFrom,
  createReleaseTable,
  type ReleaseTable,
  readDepths,
  readLatestPeriods,
  readLatestReleases,
  readLatestValues,
  readReleaseTable,
  readSupersededReleases,
  readSupersededValues,
  refuseReleaseBeyond,
} from "./sections.ts";
import {decodeSpans} from "./withdrawn.ts";

/** Memory that is reused for unpacking many histories. */
export interface DecodeScratch {
  readonly releases: ReleaseTable;
  depths: Int32Array;
  indexes: Int32Array;
  values: Float64Array;
}

export function createDecodeScratch(): DecodeScratch {
  return {
    releases: createReleaseTable(0),
    depths: new Int32Array(0),
    indexes: new Int32Array(0),
    values: new Float64Array(0),
  };
}

/** Both inclusive. */
export interface PeriodSpan {
  readonly from: PeriodOrdinal;
  readonly to: PeriodOrdinal;
}

/**
 * All estimates, bit for bit as they were given. Throws DamagedHistory (checksum, version, lengths).
 * @param scratch pass the same one for many histories: its creation takes a third of the time
 * @param within only estimates of these periods; null: all
 */
export function decodeHistory(
  bytes: Uint8Array,
  scratch = createDecodeScratch(),
  within: PeriodSpan | null = null,
): Estimates {
  const steps = decodeInSteps(bytes, scratch, within);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Estimates of a history that is decoded without a rest, and moved to their places between two of a longer one. */
const DECODED_AT_ONCE = 8000;

/** decodeHistory step by step: for a server. @param scratch of this one alone until it has ended */
export function* decodeInSteps(
  bytes: Uint8Array,
  scratch = createDecodeScratch(),
  within: PeriodSpan | null = null,
): Generator<undefined, Estimates> {
  checkSum(bytes);
  const header = readHeader(bytes);
  const table = scratch.releases;
  readReleaseTable(bytes, header, ALL_RELEASES, table);
  const {latest, superseded} = header;
  const isLong = latest + superseded > DECODED_AT_ONCE;
  if (superseded === 0 && header.depthsAt !== header.end) {
    throw new DamagedHistory("a history has bytes that belong to no section");
  }
  const newer = within === null ? 0 : countPeriodsFrom(bytes, header, within.to + 1);
  const count = (within === null ? latest : countPeriodsFrom(bytes, header, within.from)) - newer;
  const first = latest - newer - count;
  if (scratch.depths.length < latest) scratch.depths = new Int32Array(latest);
  const {depths} = scratch;
  readDepths(bytes, header, depths);
  if (isLong) yield;
  const olderNewer = sumOf(depths, first + count, latest);
  const olderHere = sumOf(depths, first, first + count);
  if (scratch.indexes.length < olderHere) scratch.indexes = new Int32Array(olderHere);
  if (scratch.values.length < olderHere) scratch.values = new Float64Array(olderHere * 2);
  const {indexes, values: olderValues} = scratch;
  readSupersededReleases(bytes, header, table, {skip: olderNewer, count: olderHere}, indexes);
  if (isLong) yield;
  if (superseded > 0)
    unscale(olderValues, olderHere, readSupersededValues(bytes, header, olderNewer, olderHere, olderValues));
  if (isLong) yield;

  const all = createColumns(count + olderHere);
  const {period, day, sequence, value} = all;
  readLatestPeriods(bytes, header, newer, count, period);
  if (isLong) yield;
  const largest = readLatestReleases(bytes, header, newer, count, day);
  if (count > 0) refuseReleaseBeyond(table, largest);
  if (isLong) yield;
  unscale(value, count, readLatestValues(bytes, header, newer, count, value));
  if (isLong) yield;

  // The latest estimates are together at the start; from the last period back each row is moved to its place.
  let row = count + olderHere;
  let older = olderHere;
  for (let index = count - 1; index >= 0; index--) {
    const release = day[index]!;
    period[--row] = period[index]!;
    day[row] = table.day[release]!;
    sequence[row] = table.sequence[release]!;
    value[row] = value[index]!;
    for (let left = depths[first + index]!; left > 0; left--) {
      const olderRelease = indexes[--older]!;
      period[--row] = period[index]!;
      day[row] = table.day[olderRelease]!;
      sequence[row] = table.sequence[olderRelease]!;
      value[row] = olderValues[older]!;
    }
    if (isLong && index % DECODED_AT_ONCE === 0) yield;
  }
  all.count = count + olderHere;
  if (header.end < header.withdrawnEnd) all.withdrawn = decodeSpans(bytes, header.end, header.withdrawnEnd);
  return all;
}

function sumOf(numbers: Int32Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += numbers[index]!;
  return sum;
}
