// The revisions of a series: the first and the latest estimate of each period, and the values known on a past day.
//
// The functions use the decoded history of one series, for pages that show all of it. Slices read windows instead (window.ts). A daily
// series has tens of thousands of periods, so the functions rest at each `yield`.
import {type RowList, rowsOfColumns} from "../row-list.ts";
import type {Day, PeriodOrdinal} from "../time/day.ts";
import type {Estimates} from "./estimates.ts";

/** One known value, with the stamp of the release that published it. */
export interface KnownValue {
  readonly period: PeriodOrdinal;
  readonly value: number;
  readonly day: Day;
  readonly sequence: number;
}

/** A period whose value changed after its first publication. */
export interface RevisedPeriod {
  readonly period: PeriodOrdinal;
  readonly first: KnownValue;
  /** The estimate before the latest: it was in force until the day of the latest. */
  readonly before: KnownValue;
  readonly latest: KnownValue;
  /** The latest estimate less the first. */
  readonly difference: number;
  /** At least 2. */
  readonly estimates: number;
}

/** Days on which an estimate of the history was published: the vintages of the series, ascending. */
export function vintageDays({day, count}: Estimates): Day[] {
  const days = new Set<Day>();
  for (let row = 0; row < count; row++) days.add(day[row]!);
  return [...days].sort((one, other) => one - other);
}

/** The last estimate of each period published on or before the day, ascending; periods published later are absent. null: as known now. */
export function* knownOn(history: Estimates, asOf: Day | null): Generator<undefined, RowList<KnownValue>> {
  const known = new Int32Array(history.count);
  let count = 0;
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    let last = -1;
    for (let row = rows.start; row < rows.end; row++) if (asOf === null || history.day[row]! <= asOf) last = row;
    if (last !== -1) known[count++] = last;
  }
  return rowsOfColumns(count, (index) => valueAt(history, known[index]!));
}

/** Periods with more than one estimate published on or before the day, ascending. */
export function* revisedPeriods(history: Estimates, asOf: Day | null): Generator<undefined, RowList<RevisedPeriod>> {
  const [starts, lasts] = [new Int32Array(history.count), new Int32Array(history.count)];
  let count = 0;
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    const {start, end} = rows;
    let last = start;
    while (last + 1 < end && (asOf === null || history.day[last + 1]! <= asOf)) last++;
    if (last > start) [starts[count], lasts[count++]] = [start, last];
  }
  return rowsOfColumns(count, (index) => revisedAt(history, starts[index]!, lasts[index]!));
}

/** @param start the row of the first estimate @param last that of the latest */
function revisedAt(history: Estimates, start: number, last: number): RevisedPeriod {
  return {
    period: history.period[start]!,
    first: valueAt(history, start),
    before: valueAt(history, last - 1),
    latest: valueAt(history, last),
    difference: history.value[last]! - history.value[start]!,
    estimates: last - start + 1,
  };
}

/** Estimates between two rests. */
export const ESTIMATES_AT_ONCE = 4000;

/** The rows of each period; undefined: a rest. */
export function* periodsOf({
  period,
  count,
}: Estimates): Iterable<{readonly start: number; readonly end: number} | undefined> {
  let restAt = ESTIMATES_AT_ONCE;
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && period[end] === period[start]) end++;
    yield {start, end};
    start = end;
    if (start < restAt) continue;
    restAt = start + ESTIMATES_AT_ONCE;
    yield undefined;
  }
}

function valueAt({period, value, day, sequence}: Estimates, row: number): KnownValue {
  return {period: period[row]!, value: value[row]!, day: day[row]!, sequence: sequence[row]!};
}
