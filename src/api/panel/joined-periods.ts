// The periods of several series or days together, each once, ascending; and where each of them stands in one of the lists.
//
// A daily series has tens of thousands of periods, so the functions rest in between. Lists are ascending: nothing is sorted or hashed.
import type {PeriodOrdinal} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";

/** Periods between two rests: less than a millisecond. */
export const PERIODS_AT_ONCE = 4000;

/** @param lists each ascending */
export function* joinPeriods(lists: Iterable<ArrayLike<number>>): Steps<Int32Array> {
  let joined: Int32Array = new Int32Array(0);
  for (const list of lists) {
    joined = merge(joined, list);
    yield;
  }
  return joined;
}

/** Both are ascending, and each number of the result stands in it once. */
function merge(own: Int32Array, other: ArrayLike<number>): Int32Array {
  const merged = new Int32Array(own.length + other.length);
  let [count, at, next] = [0, 0, 0];
  while (at < own.length || next < other.length) {
    const [one, two] = [own[at] ?? Number.POSITIVE_INFINITY, other[next] ?? Number.POSITIVE_INFINITY];
    if (one <= two) at++;
    if (two <= one) next++;
    merged[count++] = Math.min(one, two);
  }
  return count === own.length ? own : merged.subarray(0, count);
}

/** Of each of the periods: its index in the list, -1 if it is not there. @param list ascending, all of its members among the periods or not */
export function* indexesIn(periods: ArrayLike<number>, list: ArrayLike<number>): Steps<Int32Array> {
  const found = new Int32Array(periods.length).fill(-1);
  let next = 0;
  for (let at = 0; at < periods.length; at++) {
    while (next < list.length && list[next]! < periods[at]!) next++;
    if (next < list.length && list[next] === periods[at]) found[at] = next;
    if (at % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
  }
  return found;
}

/** What is told of periods, by period. */
export function* byPeriod<T>(
  rows: Iterable<{readonly period: PeriodOrdinal; readonly reason: T}>,
): Steps<ReadonlyMap<PeriodOrdinal, T>> {
  const found = new Map<PeriodOrdinal, T>();
  for (const {period, reason} of rows) {
    found.set(period, reason);
    if (found.size % PERIODS_AT_ONCE === 0) yield;
  }
  return found;
}
