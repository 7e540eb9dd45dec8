// The last value of a series in short: with its changes, the line of the last years, and whether the newest publication revised earlier values.
//
// A value that its publisher has withdrawn is not in force, so it is neither the last value nor a base of a change. Values before a change of
// the unit of account are no base either.

import {roundValues} from "../../statistics/derived/columns.ts";
import {derive} from "../../statistics/derived/derive.ts";
import type {DerivedQuantity} from "../../statistics/derived/quantity.ts";
import type {DeriveStep} from "../../statistics/derived/step.ts";
import {changesOfDay} from "../../statistics/history/day-changes.ts";
import {decodeInSteps} from "../../statistics/history/decode.ts";
import {type LatestFigures, latestFigures} from "../../statistics/latest/latest-figures.ts";
import {valuesInForce} from "../../statistics/latest/values-in-force.ts";
import {type Day, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Steps} from "../../work/pace.ts";
import type {Point} from "../chart/chart-line.ts";

export interface SeriesFigures {
  /** null: no value is in force. */
  readonly latest: LatestFigures | null;
  /** The values in force from `years` before the last one on. */
  readonly points: readonly Point[];
  /** Whether the newest publication changed a value that was published before. */
  readonly isRevised: boolean;
  /** Of the values that are shown: the result of the steps, if there are some. */
  readonly meaning: DerivedQuantity;
}

export interface PackedSeries {
  readonly history: Uint8Array;
  readonly frequency: Frequency;
  readonly periods: PeriodTable;
  readonly meaning: DerivedQuantity;
  /** The first day of the newest unit of account; null: there is one unit. */
  readonly since: Day | null;
  /** Steps whose result is shown instead of the published values; not for weeks. */
  readonly steps?: readonly DeriveStep[];
}

const DAYS_A_YEAR = 365.25;

/** With rests: a series of days may be long. @param years of the line; 0: neither the line nor revisions are wanted */
export function* seriesFigures(series: PackedSeries, years: number): Steps<SeriesFigures> {
  const {history, frequency, periods, since, steps = []} = series;
  const weeks = frequency === "W" ? periods : null;
  const columns = valuesInForce(history, periods, frequency, since ?? NO_DAY);
  const input = {columns, meaning: series.meaning, isAdjusted: false, weeks};
  yield;
  const derived = yield* derive(input, steps, new Map());
  if ("refusal" in derived) return {latest: null, points: [], isRevised: false, meaning: series.meaning};
  const {meaning} = derived;
  if (steps.length > 0) roundValues(derived.columns);
  const {count, period, value} = derived.columns;
  const dayAt = (at: number): Day => periods.days[period[at]! - periods.base]!;
  const first = count === 0 ? NO_DAY : dayAt(count - 1) - years * DAYS_A_YEAR;
  const points: Point[] = [];
  for (let at = 0; years > 0 && at < count; at++)
    if (dayAt(at) > first) points.push({day: dayAt(at), value: value[at]!});
  yield;
  const latest = latestFigures(derived.columns, meaning, weeks);
  return {latest, points, isRevised: years > 0 && (yield* isRevised(history)), meaning};
}

function* isRevised(history: Uint8Array): Steps<boolean> {
  const estimates = yield* decodeInSteps(history);
  yield;
  let newest = NO_DAY;
  for (let row = 0; row < estimates.count; row++) newest = Math.max(newest, estimates.day[row]!);
  return changesOfDay(estimates, newest).revisedValues > 0;
}
