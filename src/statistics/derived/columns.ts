// The values of one series as columns, and the result of a step on them: values, and the periods for which there is none.
//
// Steps pair values by period and never by row: a series with a gap has no value twelve months back just because there is a row twelve
// lines up (CONTRACT 6.9). So a period here is its ordinal, which has a meaning only together with the frequency.
import type {Day, PeriodOrdinal} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";

/** Parallel columns, ascending by period; only the first `count` are filled. */
export interface SeriesColumns {
  readonly frequency: Frequency;
  readonly count: number;
  readonly period: Int32Array;
  readonly value: Float64Array;
  /** The day on which each value was published; of a derived one the latest of its inputs. */
  readonly asOf: Int32Array;
}

/**
 * Why a period has no derived value: an input is not there, a group of periods is not whole, or the inputs can't be compared (a base that is
 * zero or below, a logarithm of such a value).
 */
export type NoValueReason = "input_missing" | "incomplete" | "not_comparable";

export interface MissingValue {
  readonly period: PeriodOrdinal;
  readonly reason: NoValueReason;
}

export interface DerivedColumns {
  readonly columns: SeriesColumns;
  /** Ascending by period. */
  readonly missing: readonly MissingValue[];
}

export interface ColumnsWriter {
  add(period: PeriodOrdinal, value: number, asOf: Day): void;
  miss(period: PeriodOrdinal, reason: NoValueReason): void;
  end(): DerivedColumns;
}

/** @param most values that will be added at most */
export function createColumnsWriter(frequency: Frequency, most: number): ColumnsWriter {
  const period = new Int32Array(most);
  const value = new Float64Array(most);
  const asOf = new Int32Array(most);
  const missing: MissingValue[] = [];
  let count = 0;
  return {
    add(at, own, day) {
      period[count] = at;
      value[count] = own;
      asOf[count++] = day;
    },
    miss(at, reason) {
      missing.push({period: at, reason});
    },
    end: () => ({columns: {frequency, count, period, value, asOf}, missing}),
  };
}

/** The index of a period in the columns; -1: it has no value. */
export function findPeriod({count, period}: SeriesColumns, wanted: PeriodOrdinal): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (period[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low < count && period[low] === wanted ? low : -1;
}

/** Values below this are rounded; a larger double has fewer digits behind the point than that anyway. */
const MOST_ROUNDED = 1e6;
const DIGITS = 1e9;

/** In place, once behind the last step: 101.3 less 101.2 is 0.1, not 0.09999999999999432: nine digits behind the point are kept of values below a million. */
export function roundValues({count, value}: SeriesColumns): void {
  for (let at = 0; at < count; at++) value[at] = toRounded(value[at]!);
}

/** One value as `roundValues` rounds it. */
export function toRounded(value: number): number {
  return Math.abs(value) < MOST_ROUNDED ? Math.round(value * DIGITS) / DIGITS : value;
}
