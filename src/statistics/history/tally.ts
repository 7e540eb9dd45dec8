// What each release did to a series: values it brought first, values it revised. Only estimates that stand count.
import type {Day} from "../time/day.ts";
import type {PeriodOrdinal} from "../time/period.ts";
import type {Estimates} from "./estimates.ts";
import {collectReleases, createReleaseTable, findRelease} from "./release-table.ts";

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
  const {count, period, day, sequence} = history;
  collectReleases(history, table);
  const tallies = Array.from({length: table.count}, (_, place) => noneOf(table.day[place]!, table.sequence[place]!));
  let place = 0;
  // Newest period first, as the table is, so that the place of most stamps is known before it is looked for.
  for (let row = count - 1; row >= 0; row--) {
    place = findRelease(table, day[row]!, sequence[row]!, place);
    const release = tallies[place]!;
    if (release.newValues + release.revisedValues === 0) release.lastPeriod = period[row]!;
    release.firstPeriod = period[row]!;
    if (row > 0 && period[row - 1] === period[row]) release.revisedValues++;
    else release.newValues++;
  }
  return tallies.reverse();
}

const table = createReleaseTable();

function noneOf(day: Day, sequence: number): {-readonly [K in keyof ReleaseTally]: ReleaseTally[K]} {
  return {day, sequence, newValues: 0, revisedValues: 0, firstPeriod: 0, lastPeriod: 0};
}
