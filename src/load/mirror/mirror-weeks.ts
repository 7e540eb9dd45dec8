// Numbers of weeks for a mirror: the feed of changes gives the days of weeks, and a history needs a year and a number.
//
// The built-in weeks have their own numbers, so a mirror of them has those of its source. Any others are numbered by ISO 8601, with their days
// beside them, so that answers have the days that the source gives.
import {readPriceWeeks} from "../../reference/reference.ts";
import type {Day, PeriodOrdinal, PeriodTable, StatedDay} from "../../statistics/time/day.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import {isoWeekOf, type PriceWeek, weekOrdinal} from "../../statistics/time/week.ts";

export interface WeekNumbers {
  readonly ordinalOf: ReadonlyMap<Day, PeriodOrdinal>;
  /** For the metadata of the dataset; null: all are built in. */
  readonly weeks: readonly PriceWeek[] | null;
}

/** null: two of these days are in one week of ISO 8601. */
export function numberWeeks(given: Iterable<Day>): WeekNumbers | null {
  const days = [...new Set(given)].sort((a, b) => a - b);
  const builtIn = new Map(readPriceWeeks().map(({year, week, day}) => [day as Day, weekOrdinal(year, week)]));
  if (days.every((day) => builtIn.has(day)))
    return {ordinalOf: new Map(days.map((day) => [day, builtIn.get(day)!])), weeks: null};
  const weeks = days.map((day) => {
    const {year, week} = isoWeekOf(day);
    return {year, week, day: day as StatedDay};
  });
  const ordinalOf = new Map(weeks.map(({year, week, day}) => [day as Day, weekOrdinal(year, week)]));
  return new Set(ordinalOf.values()).size === days.length ? {ordinalOf, weeks} : null;
}

/** The days that a calendar has. */
export function daysOfWeeks(calendar: PeriodTable | null): Day[] {
  return calendar === null ? [] : [...calendar.days].filter((day) => day !== NO_DAY);
}
