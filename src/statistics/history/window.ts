// Windows of a packed history: the observations between two periods, as they are known now or were known on a day.
//
// The hot path of every slice: nothing is allocated, and superseded estimates are touched only where a past day asks.
import {type Day, NO_DAY} from "../time/day.ts";
import type {PeriodOrdinal, PeriodTable} from "../time/period.ts";
import {countAsOf, readAsOf} from "./as-of.ts";
import {checkSum, createHeader, type Header, readHeader} from "./layout.ts";
import {growObservations, type Observations} from "./observations.ts";
import {createReleaseTable, readReleases} from "./release-table.ts";
import {countPeriodsFrom} from "./run-column.ts";
import {readLatestPeriods, readLatestReleases, readLatestValues} from "./sections.ts";

/** Both bounds inclusive. `asOf` null: the latest estimates; else the last published on or before that day. */
export interface HistoryWindow {
  readonly from: PeriodOrdinal;
  readonly to: PeriodOrdinal;
  readonly asOf: Day | null;
}

const table = createReleaseTable();

/** A window on one history: its header is read and its observations are counted. It is good for as long as the bytes are. */
export interface OpenedWindow {
  readonly bytes: Uint8Array;
  readonly asOf: Day | null;
  readonly header: Header;
  /** Periods after the window, and periods in it that have a value today. */
  readonly skip: number;
  readonly periods: number;
  /** Observations that readWindow gives, exactly. */
  readonly count: number;
}

/** Counts what the window holds. Without a past day it trusts the header: only readWindow checks the sum. Throws DamagedHistory. */
export function openWindow(bytes: Uint8Array, {from, to, asOf}: HistoryWindow): OpenedWindow {
  if (asOf !== null) checkSum(bytes);
  const header = readHeader(bytes, createHeader());
  const skip = countFrom(bytes, header, to + 1);
  const periods = Math.max(countFrom(bytes, header, from) - skip, 0);
  return {bytes, asOf, header, skip, periods, count: countKnown(bytes, header, skip, periods, asOf)};
}

/** Of the periods of a window those that had a value by the day. */
function countKnown(bytes: Uint8Array, header: Header, skip: number, periods: number, asOf: Day | null): number {
  if (asOf === null || periods === 0) return periods;
  readReleases(bytes, header, 0, table);
  return asOf >= table.day[0]! ? periods : countAsOf(bytes, header, table, skip, periods, asOf);
}

/**
 * Fills `into` with the window, ascending by period; `calendar` turns ordinals into first days. Throws DamagedHistory, and
 * RangeError when the calendar does not date a period.
 */
export function readWindow(window: OpenedWindow, calendar: PeriodTable, into: Observations): void {
  const {bytes, asOf, header, skip, periods} = window;
  checkSum(bytes);
  growObservations(into, periods);
  into.count = periods;
  if (periods === 0) return;
  readLatestPeriods(bytes, header, skip, periods, into.period);
  readReleases(bytes, header, readLatestReleases(bytes, header, skip, periods, into.asOf), table);
  into.decimals = readLatestValues(bytes, header, skip, periods, into.mantissa);
  if (asOf === null || asOf >= table.day[0]!) {
    publicationDays(into.asOf, periods, table.day);
  } else {
    readAsOf(bytes, header, table, skip, asOf, into);
  }
  datePeriods(into.period, into.count, calendar);
}

function countFrom(
  bytes: Uint8Array,
  {periodsAt, latestReleasesAt, first, last, latest}: Header,
  bound: number,
): number {
  return countPeriodsFrom(bytes, periodsAt, latestReleasesAt, first, last, latest, bound);
}

/** Places in the release table into days of publication, in place. */
function publicationDays(asOf: Int32Array, count: number, days: Int32Array): void {
  for (let row = 0; row < count; row++) asOf[row] = days[asOf[row]!]!;
}

/** Ordinals into first days, in place. */
function datePeriods(period: Int32Array, count: number, {base, days}: PeriodTable): void {
  for (let row = 0; row < count; row++) {
    const day = days[period[row]! - base];
    if (day === undefined || day === NO_DAY) throw new RangeError(`the calendar does not date period ${period[row]}`);
    period[row] = day;
  }
}
