// How final the first estimates of a series are: how often, in which direction and how late they changed [finality.*].
//
// A revision is the latest estimate of a period less its first one, as in revision-statistics.ts; a period that changed and came back is
// revised, but neither up nor down. Young periods may still change, so all figures are of what was published so far.
import type {Day} from "../time/day.ts";
import type {Estimates} from "./estimates.ts";
import {periodsOf} from "./revisions.ts";

export interface Finality {
  /** Periods with an estimate. */
  readonly periods: number;
  /** Share of the periods with more than one estimate. */
  readonly revisedShare: number;
  /** Periods whose latest estimate is above their first. */
  readonly up: number;
  /** Periods whose latest estimate is below their first. */
  readonly down: number;
  /** Mean over all periods of the absolute difference between the latest and the first estimate, in the unit of the series. */
  readonly meanAbsolute: number;
  /** Least number of days from the first estimate of a period within which SETTLED of the periods had their latest estimate. */
  readonly settlesAfter: number;
}

/** Fewer periods say nothing about the next one. */
export const FINALITY_PERIODS = 8;
const SETTLED = 0.9;

/** Step by step. null: the series has fewer than FINALITY_PERIODS periods. @param asOf only estimates published on or before the day; null: all */
export function* describeFinality(history: Estimates, asOf: Day | null): Generator<undefined, Finality | null> {
  const {day, value} = history;
  const age = new Int32Array(history.count);
  let [periods, revised, up, down, sum] = [0, 0, 0, 0, 0];
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    const {start, end} = rows;
    let last = start - 1;
    while (last + 1 < end && (asOf === null || day[last + 1]! <= asOf)) last++;
    if (last < start) continue;
    const difference = value[last]! - value[start]!;
    if (last > start) revised++;
    if (difference > 0) up++;
    if (difference < 0) down++;
    sum += Math.abs(difference);
    age[periods++] = day[last]! - day[start]!;
  }
  if (periods < FINALITY_PERIODS) return null;
  yield;
  const ages = age.subarray(0, periods).sort();
  return {
    periods,
    revisedShare: revised / periods,
    up,
    down,
    meanAbsolute: sum / periods,
    settlesAfter: ages[Math.ceil(periods * SETTLED) - 1]!,
  };
}
