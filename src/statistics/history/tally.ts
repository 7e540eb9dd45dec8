// What each release did to a series: values it brought first, values it revised. Only estimates that stand count.
import type {Day} from "../day.ts";
import type {PeriodOrdinal} from "../period.ts";
import {compareStamps, type Estimates} from "./estimates.ts";

export interface ReleaseTally {
  readonly day: Day;
  readonly sequence: number;
  /** First estimates of their period. */
  readonly newValues: number;
  /** Estimates that differ from the one before them. */
  readonly revisedValues: number;
  readonly firstPeriod: PeriodOrdinal;
  readonly lastPeriod: PeriodOrdinal;
}

/** One row per release that left an estimate, in order of publication. */
export function tally(history: Estimates): ReleaseTally[] {
  const tallies = new Map<string, {-readonly [K in keyof ReleaseTally]: ReleaseTally[K]}>();
  for (let row = 0; row < history.count; row++) {
    const period = history.period[row]!;
    const day = history.day[row]!;
    const sequence = history.sequence[row]!;
    const stamp = `${day}/${sequence}`;
    let release = tallies.get(stamp);
    if (release === undefined) {
      release = {day, sequence, newValues: 0, revisedValues: 0, firstPeriod: period, lastPeriod: period};
      tallies.set(stamp, release);
    }
    if (row > 0 && history.period[row - 1] === period) release.revisedValues++;
    else release.newValues++;
    release.lastPeriod = period;
  }
  return [...tallies.values()].sort((one, other) => compareStamps(one.day, one.sequence, other.day, other.sequence));
}
