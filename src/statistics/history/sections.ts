// Reads the sections of a packed history into arrays. The bytes have the newest first; the arrays get the oldest first.
//
// The checksum protects the values. These functions only check for damage that would make them read after the end of a section, or name a
// release that does not exist; then they throw DamagedHistory.
import {
  DamagedHistory,
  formDecimals,
  type Header,
  isKnownForm,
  readValues,
  readVarint,
  STEP_MINUS_ONE,
  STEP_PLUS_ONE,
  STEP_ZERO,
  unzigzag,
} from "./layout.ts";

/** The number of latest estimates of period `bound` or later; they come first in the bytes. */
export function countPeriodsFrom(
  bytes: Uint8Array,
  {periodsAt, latestReleasesAt: end, first, last, latest: count}: Header,
  bound: number,
): number {
  if (bound <= first) return count;
  if (bound > last) return 0;
  const cursor = {at: periodsAt};
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

/** Reads periods of the latest estimates: skips the newest `skip`, puts the next `count` into `out`, ascending. */
export function readLatestPeriods(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Int32Array,
): void {
  const end = header.latestReleasesAt;
  const cursor = {at: header.periodsAt};
  let index = skip + count - 1;
  let period = header.last;
  if (index >= 0 && index < count) out[index] = period;
  index--;
  while (index >= 0) {
    refuseUnless(cursor.at < end, "periods");
    const head = readVarint(bytes, cursor);
    const length = Math.floor(head / 2);
    const step = head % 2 === 0 ? 1 : readVarint(bytes, cursor);
    refuseUnless(length > 0, "periods");
    const stop = Math.max(index - length, -1);
    if (index >= count) {
      const passed = Math.min(index - count + 1, length);
      period -= step * passed;
      index -= passed;
    }
    for (; index > stop; index--) {
      period -= step;
      out[index] = period;
    }
  }
  refuseUnless(cursor.at <= end, "periods");
  if (skip + count === header.latest && count > 0) {
    refuseUnless(cursor.at === end && out[0] === header.first, "periods");
  }
}

/** Places in the release table of the same estimates. Returns the largest. */
export function readLatestReleases(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Int32Array,
): number {
  const from = header.latestReleasesAt;
  const to = header.latestValuesAt;
  if (from === to) {
    out.fill(0, 0, count);
    return 0;
  }
  const largest = readRuns(
    bytes,
    {at: from, end: to, limit: releaseLimit(header), isWhole: skip + count === header.latest},
    skip,
    count,
    out,
  );
  refuseUnless(largest >= 0, "releases");
  return largest;
}

/** Values of the same estimates, scaled by the decimals returned (-1: plain doubles). */
export function readLatestValues(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Float64Array,
): number {
  refuseUnless(isKnownForm(header.latestForm), "values");
  const next = readValues(bytes, {at: header.latestValuesAt, form: header.latestForm}, skip, count, out);
  refuseUnless(skip + count === header.latest ? next === header.depthsAt : next <= header.depthsAt, "values");
  return formDecimals(header.latestForm);
}

/** Superseded estimates: their number for each period, by period; and the release of each, by period, then stamp, ascending. */
export interface Superseded {
  depths: Int32Array;
  indexes: Int32Array;
}

/** The number of superseded estimates of each period, ascending by period. @param out for all periods */
export function readDepths(bytes: Uint8Array, header: Header, out: Int32Array): void {
  const {latest, superseded, depthsAt, supersededReleasesAt} = header;
  if (superseded === 0) {
    out.fill(0, 0, latest);
    return;
  }
  const deepest = readRuns(
    bytes,
    {at: depthsAt, end: supersededReleasesAt, limit: superseded + 1, isWhole: true},
    0,
    latest,
    out,
  );
  let sum = 0;
  for (let row = 0; row < latest; row++) sum += out[row]!;
  refuseUnless(deepest >= 0 && sum === superseded, "depths");
}

/** Places in the release table of superseded estimates: without the newest `skip`, the next `count`. @param table all releases of the history */
export function readSupersededReleases(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  {skip, count}: {readonly skip: number; readonly count: number},
  out: Int32Array,
): void {
  if (count === 0) return;
  const {superseded, supersededReleasesAt: from, supersededValuesAt: to} = header;
  const largest = readRuns(
    bytes,
    {at: from, end: to, limit: releaseLimit(header), isWhole: skip + count === superseded},
    skip,
    count,
    out,
  );
  refuseUnless(largest >= 0, "superseded releases");
  refuseReleaseBeyond(table, largest);
}

/** Values of the superseded estimates in the same order, scaled by the decimals returned (-1: plain doubles). */
export function readSupersededValues(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Float64Array,
): number {
  const {supersededForm: form, supersededValuesAt, superseded, end} = header;
  refuseUnless(isKnownForm(form), "superseded values");
  const next = readValues(bytes, {at: supersededValuesAt, form}, skip, count, out);
  refuseUnless(skip + count === superseded ? next === end : next <= end, "superseded values");
  return formDecimals(form);
}

/** Distinct stamps, newest first: index in the table → day, sequence. Only the first `count` rows are filled. */
export interface ReleaseTable {
  count: number;
  day: Int32Array;
  sequence: Int32Array;
}

export function createReleaseTable(capacity: number): ReleaseTable {
  return {count: 0, day: new Int32Array(capacity), sequence: new Int32Array(capacity)};
}

/** Makes space for `capacity` stamps; the stamps in the table may be lost. */
export function growReleases(table: ReleaseTable, capacity: number): void {
  if (table.day.length >= capacity) return;
  table.day = new Int32Array(capacity * 2);
  table.sequence = new Int32Array(capacity * 2);
}

/** A place after the end of every table. */
export const ALL_RELEASES = 0x3fffffff;

/** Fills the table up to the given place, or ALL_RELEASES; the history must have that place. */
export function readReleaseTable(bytes: Uint8Array, header: Header, upTo: number, into: ReleaseTable): void {
  const end = header.periodsAt;
  growReleases(into, end - header.releasesAt);
  const {day: days, sequence: sequences} = into;
  const cursor = {at: header.releasesAt};
  let count = 0;
  let day = 0;
  if (cursor.at < end) {
    const head = readVarint(bytes, cursor);
    day = unzigzag(Math.floor(head / 2));
    days[0] = day;
    sequences[0] = head % 2 === 0 ? 0 : readVarint(bytes, cursor);
    count = 1;
  }
  let at = cursor.at;
  for (; at < end && count <= upTo; count++) {
    const head = bytes[at]!;
    if ((head & 129) === 0) {
      // One byte, no sequence: a release within two months of the next one.
      at++;
      day -= head >> 1;
      sequences[count] = 0;
    } else {
      cursor.at = at;
      const wide = readVarint(bytes, cursor);
      day -= Math.floor(wide / 2);
      sequences[count] = wide % 2 === 0 ? 0 : readVarint(bytes, cursor);
      at = cursor.at;
    }
    days[count] = day;
  }
  if (at > end || (upTo === ALL_RELEASES ? count === 0 && header.latest > 0 : count <= upTo)) {
    throw new DamagedHistory("the release table of a history does not fit its section");
  }
  into.count = count;
}

export function refuseReleaseBeyond(table: ReleaseTable, largest: number): void {
  if (largest >= table.count) throw new DamagedHistory("a history names a release that it does not have");
}

/**
 * Skips the newest `skip` numbers of a column and puts the next `count` into out[0…count), the oldest of them first. Returns the largest of
 * these numbers; -1: the runs do not fit their section (`isWhole`: they must fill it), or a number is not in 0…limit-1.
 */
function readRuns(
  bytes: Uint8Array,
  {
    at,
    end,
    limit,
    isWhole,
  }: {readonly at: number; readonly end: number; readonly limit: number; readonly isWhole: boolean},
  skip: number,
  count: number,
  out: Int32Array,
): number {
  const cursor = {at};
  let before = 0;
  let largest = 0;
  let index = skip + count - 1;
  while (index >= 0) {
    if (cursor.at >= end) return -1;
    const head = readVarint(bytes, cursor);
    const kind = head % 4;
    const length = (head - kind) / 4;
    const start = before + unzigzag(readVarint(bytes, cursor));
    const step =
      kind === STEP_ZERO
        ? 0
        : kind === STEP_MINUS_ONE
          ? -1
          : kind === STEP_PLUS_ONE
            ? 1
            : unzigzag(readVarint(bytes, cursor));
    before = start + step * (length - 1);
    if (!(length > 0 && start >= 0 && start < limit && before >= 0 && before < limit)) return -1;
    const stop = Math.max(index - length, -1);
    let number = start;
    if (index >= count) {
      const passed = Math.min(index - count + 1, length);
      number += step * passed;
      index -= passed;
    }
    if (index > stop) largest = Math.max(largest, number, number + step * (index - stop - 1));
    for (; index > stop; index--) {
      out[index] = number;
      number += step;
    }
  }
  return (isWhole ? cursor.at === end : cursor.at <= end) ? largest : -1;
}

/** A release takes at least one byte. Only the table tells whether the place really exists. */
function releaseLimit(header: Header): number {
  return header.periodsAt - header.releasesAt;
}

function refuseUnless(fits: boolean, section: string): void {
  if (!fits) throw new DamagedHistory(`the ${section} of a history do not fit their section`);
}
