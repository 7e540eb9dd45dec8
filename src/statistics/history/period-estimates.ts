// The estimates of one period of a series, and the period that begins on a day.
import type {Day} from "../time/day.ts";
import type {PeriodOrdinal, PeriodTable} from "../time/period.ts";
import type {Estimates, Stamp} from "./estimates.ts";

export interface PeriodEstimate extends Stamp {
  readonly value: number;
}

/** The period of the history that begins on the day; null where it has no value there. Of weeks the day is the calendar's. */
export function periodOn(history: Estimates, {base, days}: PeriodTable, day: Day): PeriodOrdinal | null {
  for (let row = 0; row < history.count; row++) {
    const period = history.period[row]!;
    if (days[period - base] === day) return period;
  }
  return null;
}

/** Newest first. @param asOf only those published on or before that day; null: all */
export function estimatesOf(history: Estimates, period: PeriodOrdinal, asOf: Day | null): PeriodEstimate[] {
  const found: PeriodEstimate[] = [];
  for (let row = history.count - 1; row >= 0; row--) {
    const day = history.day[row]!;
    if (history.period[row] !== period || (asOf !== null && day > asOf)) continue;
    found.push({day, sequence: history.sequence[row]!, value: history.value[row]!});
  }
  return found;
}
