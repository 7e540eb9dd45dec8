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

const header = createHeader();
const table = createReleaseTable();

/** How many observations readWindow would give, exactly. Without a past day it trusts the header and checks no sum. */
export function countWindow(bytes: Uint8Array, window: HistoryWindow): number {
  if (window.asOf !== null) checkSum(bytes);
  readHeader(bytes, header);
  const skip = countFrom(bytes, header, window.to + 1);
  const count = Math.max(countFrom(bytes, header, window.from) - skip, 0);
  if (window.asOf === null || count === 0) return count;
  readReleases(bytes, header, 0, table);
  return window.asOf >= table.day[0]! ? count : countAsOf(bytes, header, table, skip, count, window.asOf);
}

/**
 * Fills `into` with the window, ascending by period; `periods` turns ordinals into first days. Throws DamagedHistory, and
 * RangeError when the calendar does not date a period.
 */
export function readWindow(bytes: Uint8Array, window: HistoryWindow, periods: PeriodTable, into: Observations): void {
  checkSum(bytes);
  readHeader(bytes, header);
  const skip = countFrom(bytes, header, window.to + 1);
  const count = Math.max(countFrom(bytes, header, window.from) - skip, 0);
  growObservations(into, count);
  into.count = count;
  if (count === 0) return;
  readLatestPeriods(bytes, header, skip, count, into.period);
  readReleases(bytes, header, readLatestReleases(bytes, header, skip, count, into.asOf), table);
  into.decimals = readLatestValues(bytes, header, skip, count, into.mantissa);
  if (window.asOf === null || window.asOf >= table.day[0]!) {
    publicationDays(into.asOf, count, table.day);
  } else {
    readAsOf(bytes, header, table, skip, window.asOf, into);
  }
  datePeriods(into.period, into.count, periods);
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
