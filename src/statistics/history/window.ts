// Windows of a packed history: the observations between two periods, as they are known now or were known on a past day.
//
// A slice reads each of its series with this file. Superseded estimates are read only for a past day: then each period has the last
// estimate published by that day, and a period whose first estimate came later is absent.

import type {PeriodOrdinal, PeriodTable} from "../time/day.ts";
import {type Day, NO_DAY} from "../time/day.ts";
import {checkSum, type Header, POWERS_OF_TEN, readHeader, unscale} from "./layout.ts";
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
  type Superseded,
} from "./sections.ts";
import type {WithdrawnSpan} from "./withdrawal.ts";
import {decodeSpans, isWithdrawnOn} from "./withdrawn.ts";

/** Both bounds are inclusive. `asOf` null: the latest estimates; else the last ones published on or before that day. */
export interface HistoryWindow {
  readonly from: PeriodOrdinal;
  readonly to: PeriodOrdinal;
  readonly asOf: Day | null;
  /** Only so many observations, the latest ones of the window; null or absent: all. */
  readonly last?: number | null;
}

/** A window of one history: its header is read and its observations are counted. It is valid as long as the bytes. */
export interface OpenedWindow {
  readonly bytes: Uint8Array;
  readonly header: Header;
  /** Periods after the window, and periods in it that have a value today. */
  readonly skip: number;
  readonly periods: number;
  /** Data for the past day; null: the latest estimates are requested, or all of them were published by that day. */
  readonly past: Past | null;
  /** The exact number of observations that readWindow gives. */
  readonly count: number;
  /** How many of them the publisher had withdrawn by then. */
  readonly withdrawn: number;
}

interface Past {
  readonly asOf: Day;
  readonly table: ReleaseTable;
  /** The index of the latest release in the table, for each period of the window. */
  readonly latest: Int32Array;
  readonly superseded: Superseded;
  /** Superseded estimates of the periods before the window. */
  readonly before: number;
}

/**
 * Columns of one series' observations, reused for the next series: copy a value that is needed later. Value i is mantissa[i] if decimals is
 * negative, else mantissa[i] / 10**decimals. `period` (its first day) and `asOf` are Days. Ascending by period; only the first `count`
 * places are filled.
 */
export interface Observations {
  count: number;
  period: Int32Array;
  asOf: Int32Array;
  mantissa: Float64Array;
  decimals: number;
  /** The day on which each value was withdrawn, NO_DAY if it is in force; null: all are, or nobody asked (markWithdrawn). */
  withdrawn: Int32Array | null;
}

/** Observations to read windows into, with space for the releases and the superseded values of a history. */
export interface WindowColumns extends Observations {
  readonly releases: ReleaseTable;
  older: Float64Array;
}

/** The memory of observations; all columns have the same number of places. */
export type ObservationColumns = Pick<Observations, "period" | "asOf" | "mantissa">;

/** With memory for the first windows; a longer one gets its own. */
export function createObservations(): WindowColumns {
  return {
    count: 0,
    decimals: 0,
    withdrawn: null,
    ...columnsFor(512),
    releases: createReleaseTable(64),
    older: new Float64Array(0),
  };
}

/** The value at an index of the columns. */
export function valueAt({mantissa, decimals}: Observations, index: number): number {
  return decimals > 0 ? mantissa[index]! / POWERS_OF_TEN[decimals]! : mantissa[index]!;
}

/** Makes space for `count` observations; the values are lost if it must grow. */
export function growObservations(observations: Observations, count: number): void {
  if (observations.period.length < count) Object.assign(observations, columnsFor(count * 2));
}

function columnsFor(capacity: number): ObservationColumns {
  return {period: new Int32Array(capacity), asOf: new Int32Array(capacity), mantissa: new Float64Array(capacity)};
}

/** Counts the observations of the window. Without a past day it trusts the header; readWindow checks the checksum. Throws DamagedHistory. */
export function openWindow(bytes: Uint8Array, within: HistoryWindow): OpenedWindow {
  const {from, to, asOf, last = null} = within;
  if (asOf !== null) checkSum(bytes);
  const header = readHeader(bytes);
  const skip = countPeriodsFrom(bytes, header, to + 1);
  const all = Math.max(countPeriodsFrom(bytes, header, from) - skip, 0);
  const past = asOf === null || all === 0 ? null : readPast(bytes, header, skip, all, asOf);
  const known = past === null ? all : countPast(past, header, skip, all);
  const count = Math.min(known, last ?? known);
  // on a past day it is known only behind the decoding which periods are the latest
  const periods = past === null ? count : all;
  const opened = {bytes, header, skip, periods, past, count, withdrawn: 0};
  if (header.end === header.withdrawnEnd) return opened;
  const begin = count < known && count > 0 ? firstPeriodOf(opened) : from;
  return {...opened, withdrawn: spansWithin(bytes, header, {from: begin, to, asOf}).length};
}

/** The ordinal of the first observation of a window that is cut to its latest ones. */
function firstPeriodOf(window: OpenedWindow): PeriodOrdinal {
  const columns = createObservations();
  readOrdinals(window, columns);
  return columns.period[0]!;
}

/** The withdrawals of a window that were in force on its day, ascending by period. */
export function withdrawnIn({bytes, header}: OpenedWindow, within: HistoryWindow): WithdrawnSpan[] {
  return spansWithin(bytes, header, within);
}

/** Adds the days of withdrawal to the observations that readWindow has read from the window. */
export function markWithdrawn(
  window: OpenedWindow,
  within: HistoryWindow,
  {base, days}: PeriodTable,
  into: Observations,
): void {
  into.withdrawn = null;
  if (window.withdrawn === 0) return;
  const marks = new Int32Array(into.count).fill(NO_DAY);
  let row = 0;
  for (const {period, day} of withdrawnIn(window, within)) {
    const first = days[period - base]!;
    while (row < into.count && into.period[row]! < first) row++;
    if (row < into.count && into.period[row] === first) marks[row] = day;
  }
  into.withdrawn = marks;
}

function spansWithin(bytes: Uint8Array, {end, withdrawnEnd}: Header, {from, to, asOf}: HistoryWindow): WithdrawnSpan[] {
  return decodeSpans(bytes, end, withdrawnEnd).filter(
    (span) => span.period >= from && span.period <= to && isWithdrawnOn(span, asOf),
  );
}

function readPast(bytes: Uint8Array, header: Header, skip: number, periods: number, asOf: Day): Past | null {
  // One allocation: a page has up to 300 windows, and small arrays cost more than the work on them.
  const releases = header.periodsAt - header.releasesAt;
  const memory = new Int32Array(2 * releases + periods + header.latest + header.superseded);
  const table = {count: 0, day: memory.subarray(0, releases), sequence: memory.subarray(releases, 2 * releases)};
  readReleaseTable(bytes, header, 0, table);
  if (asOf >= table.day[0]!) return null;
  readReleaseTable(bytes, header, ALL_RELEASES, table);
  const depthsAt = 2 * releases + periods;
  const latest = memory.subarray(2 * releases, depthsAt);
  readLatestReleases(bytes, header, skip, periods, latest);
  const indexesAt = depthsAt + header.latest;
  const superseded = {depths: memory.subarray(depthsAt, indexesAt), indexes: memory.subarray(indexesAt)};
  readDepths(bytes, header, superseded.depths);
  readSupersededReleases(bytes, header, table, {skip: 0, count: header.superseded}, superseded.indexes);
  let before = 0;
  for (let index = 0; index < header.latest - skip - periods; index++) before += superseded.depths[index]!;
  return {asOf, table, latest, superseded, before};
}

/** The number of periods of the window with an estimate by that day. */
function countPast(past: Past, header: Header, skip: number, periods: number): number {
  const {asOf, table, latest} = past;
  const {depths, indexes} = past.superseded;
  const firstIndex = header.latest - skip - periods;
  let older = past.before;
  let known = 0;
  for (let index = 0; index < periods; index++) {
    const depth = depths[firstIndex + index]!;
    const firstRelease = depth > 0 ? indexes[older]! : latest[index]!;
    if (table.day[firstRelease]! <= asOf) known++;
    older += depth;
  }
  return known;
}

/**
 * Fills `into` with the window, ascending by period; `calendar` converts ordinals to first days. Throws DamagedHistory, and RangeError if
 * the calendar has no date for a period.
 */
export function readWindow(window: OpenedWindow, calendar: PeriodTable, into: WindowColumns): void {
  readOrdinals(window, into);
  datePeriods(into.period, into.count, calendar);
}

/** The same with ordinals in the column of periods. */
export function readOrdinals(window: OpenedWindow, into: WindowColumns): void {
  const {bytes, header, skip, periods, past, count} = window;
  checkSum(bytes);
  growObservations(into, periods);
  into.count = periods;
  if (periods === 0) return;
  readLatestPeriods(bytes, header, skip, periods, into.period);
  into.decimals = readLatestValues(bytes, header, skip, periods, into.mantissa);
  if (past === null) {
    const oldest = readLatestReleases(bytes, header, skip, periods, into.asOf);
    readReleaseTable(bytes, header, oldest, into.releases);
    publicationDays(into.asOf, periods, into.releases.day);
  } else {
    applyPast(window, past, into);
    const before = into.count - count;
    if (before > 0)
      for (const column of [into.period, into.asOf, into.mantissa]) column.copyWithin(0, before, into.count);
    into.count = count;
  }
}

/** Replaces the latest estimates of the window by those of the past day, in place. */
function applyPast({bytes, header, skip}: OpenedWindow, past: Past, into: WindowColumns): void {
  const {asOf, latest} = past;
  const {depths, indexes} = past.superseded;
  const {day} = past.table;
  const {period, asOf: published, mantissa} = into;
  if (into.older.length < header.superseded) into.older = new Float64Array(header.superseded * 2);
  const olderValues = into.older;
  const decimals =
    header.superseded > 0 ? readSupersededValues(bytes, header, 0, header.superseded, olderValues) : into.decimals;
  if (decimals !== into.decimals) {
    // If the two have different scales, both become plain doubles, which are written with the same digits.
    unscale(mantissa, into.count, into.decimals);
    unscale(olderValues, header.superseded, decimals);
    into.decimals = -1;
  }
  const firstIndex = header.latest - skip - into.count;
  let older = past.before;
  let known = 0;
  for (let index = 0; index < into.count; index++) {
    const depth = depths[firstIndex + index]!;
    let estimate = day[latest[index]!]!;
    let value = mantissa[index]!;
    for (let row = older + depth - 1; estimate > asOf && row >= older; row--) {
      estimate = day[indexes[row]!]!;
      value = olderValues[row]!;
    }
    older += depth;
    if (estimate > asOf) continue;
    period[known] = period[index]!;
    published[known] = estimate;
    mantissa[known++] = value;
  }
  into.count = known;
}

/** Converts indexes in the release table to days of publication, in place. */
function publicationDays(asOf: Int32Array, count: number, days: Int32Array): void {
  for (let row = 0; row < count; row++) asOf[row] = days[asOf[row]!]!;
}

/** Converts ordinals to first days, in place. */
function datePeriods(period: Int32Array, count: number, {base, days}: PeriodTable): void {
  for (let row = 0; row < count; row++) {
    const day = days[period[row]! - base];
    if (day === undefined || day === NO_DAY) throw new RangeError(`the calendar has no date for period ${period[row]}`);
    period[row] = day;
  }
}
