// Statistics of the revisions of one series: how far the latest estimate of a period is from its first, or from its n-th.
//
// A revision is the latest estimate minus the earlier one. All periods with the earlier one are included, also those that never changed, as
// usual in a revision analysis of real-time data (mean, mean absolute revision, sample standard deviation, as in the OECD's revision
// analysis of the Main Economic Indicators). Quantiles interpolate between neighbours (type 7 of Hyndman and Fan 1996,
// the default of R and numpy). A period published again with the same value has no new estimate.
import {sortNumbers} from "../order/number-order.ts";
import type {PeriodOrdinal} from "../time/day.ts";
import type {Estimates} from "./estimates.ts";
import {periodsOf} from "./revisions.ts";

export interface RevisionsByAge {
  /** The earlier estimate: 1 is the first of its period. */
  readonly nth: number;
  readonly count: number;
  readonly mean: number;
  readonly meanAbsolute: number;
  readonly q05: number;
  readonly q50: number;
  readonly q95: number;
}

/** The expected range of the latest period's final value, from the past revisions of estimates of the same age. */
export interface RevisionBand {
  readonly period: PeriodOrdinal;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Share of the past revisions between `low` and `high`. */
  readonly share: number;
  /** Number of these revisions. */
  readonly basedOn: number;
}

export interface RevisionStatistics {
  /** Periods with a value. */
  readonly count: number;
  /** Share of the periods whose value changed. */
  readonly revisedShare: number;
  readonly mean: number;
  readonly meanAbsolute: number;
  /** Of the sample, by count − 1; null for one period. */
  readonly standardDeviation: number | null;
  readonly minimum: number;
  readonly maximum: number;
  readonly byAge: readonly RevisionsByAge[];
  readonly band: RevisionBand | null;
}

const BAND_SHARE = 0.9;
/** The least number of periods with a second estimate for a band. */
export const BAND_PERIODS = 8;
/** Later ages have few periods. */
const MOST_AGES = 12;

/** Step by step. null: the history is empty. */
export function* describeRevisions(history: Estimates): Generator<undefined, RevisionStatistics | null> {
  const {period, value} = history;
  const starts = new Int32Array(history.count + 1);
  let count = 0;
  for (const rows of periodsOf(history)) {
    if (rows === undefined) yield;
    else starts[++count] = rows.end;
  }
  if (count === 0) return null;
  const estimatesOf = (at: number): number => starts[at + 1]! - starts[at]!;
  function* revisions(nth: number): Generator<undefined, Float64Array> {
    const found = new Float64Array(count);
    let known = 0;
    for (let at = 0; at < count; at++)
      if (estimatesOf(at) >= nth) found[known++] = value[starts[at + 1]! - 1]! - value[starts[at]! + nth - 1]!;
    yield;
    return found.subarray(0, known);
  }
  const all = yield* revisions(1);
  let [revised, deepest] = [0, 1];
  for (let at = 0; at < count; at++) {
    if (estimatesOf(at) > 1) revised++;
    deepest = Math.max(deepest, estimatesOf(at));
  }
  yield;
  const ages = Math.min(MOST_AGES, deepest - 1);
  const byAge: RevisionsByAge[] = [];
  for (let nth = 1; nth <= ages; nth++) {
    byAge.push(yield* describeAge(nth, yield* revisions(nth)));
    yield;
  }
  const mean = meanOf(all);
  const meanAbsolute = meanOf(all.map(Math.abs));
  yield;
  const squares = all.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  yield;
  return {
    count,
    revisedShare: revised / count,
    mean,
    meanAbsolute,
    standardDeviation: all.length < 2 ? null : Math.sqrt(squares / (all.length - 1)),
    minimum: all.reduce((least, one) => Math.min(least, one)),
    maximum: all.reduce((most, one) => Math.max(most, one)),
    byAge,
    band:
      revised < BAND_PERIODS
        ? null
        : bandOf(period[starts[count - 1]!]!, value[starts[count]! - 1]!, byAge[estimatesOf(count - 1) - 1]),
  };
}

function* describeAge(nth: number, revisions: Float64Array): Generator<undefined, RevisionsByAge> {
  const sorted = yield* sortNumbers(revisions);
  return {
    nth,
    count: sorted.length,
    mean: meanOf(sorted),
    meanAbsolute: meanOf(sorted.map(Math.abs)),
    q05: quantile(sorted, (1 - BAND_SHARE) / 2),
    q50: quantile(sorted, 0.5),
    q95: quantile(sorted, (1 + BAND_SHARE) / 2),
  };
}

/** null: no period has become older than the latest one. */
function bandOf(period: PeriodOrdinal, value: number, age: RevisionsByAge | undefined): RevisionBand | null {
  if (age === undefined) return null;
  const {q05, q95, count} = age;
  return {period, value, low: value + q05, high: value + q95, share: BAND_SHARE, basedOn: count};
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** @param sorted ascending, not empty */
function quantile(sorted: Float64Array, share: number): number {
  const index = (sorted.length - 1) * share;
  const below = sorted[Math.floor(index)]!;
  const above = sorted[Math.ceil(index)]!;
  return below + (above - below) * (index - Math.floor(index));
}
