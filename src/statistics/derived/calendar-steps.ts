// The periods before a period: the one before it, the same one a year before, and December before it.
//
// Weeks are counted by their source, so the week before W01 is the last one of its year that the calendar of the dataset has. Within a year
// the week before is the number before, also if nobody has a value there. 29 February has no day a year before.
import {dayOf, monthIndex, type PeriodOrdinal, type PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {isoWeekOf, WEEKS_A_YEAR, weekDay, weekOrdinal} from "../time/week.ts";

/** Finds the earlier period; null: the calendar has none. If the distance is fixed, steps take the number of periods instead, which is cheaper. */
export type PeriodBefore = (period: PeriodOrdinal) => PeriodOrdinal | null;

/** Periods of a year by frequency; 0: their number is not the same each year. */
export const PERIODS_A_YEAR: Readonly<Record<Frequency, number>> = {D: 0, W: 0, M: 12, Q: 4, A: 1};

/** @param weeks the calendar of the dataset; needed for weeks alone */
export function previousPeriod(frequency: Frequency, weeks: PeriodTable | null): number | PeriodBefore {
  if (frequency !== "W") return 1;
  return (week) => weekBefore(week, weeks);
}

/**
 * A number that no week of the calendar has was left out by the source only if the weeks around it are seven days apart. Otherwise it is a
 * week without values.
 */
function weekBefore(week: PeriodOrdinal, weeks: PeriodTable | null): PeriodOrdinal | null {
  const firstOfYear = week - (week % WEEKS_A_YEAR);
  let known = week - 1;
  while (known > firstOfYear - WEEKS_A_YEAR && weekDay(known, weeks) === null) known--;
  const [day, knownDay] = [weekDay(week, weeks), weekDay(known, weeks)];
  if (day === null || knownDay === null) return week > firstOfYear ? week - 1 : null;
  if (known === week - 1 || day - knownDay <= 7) return known;
  if (week > firstOfYear) return week - 1;
  // Only ISO 8601 says how many weeks a year has. Other sources may make no week of the holidays.
  return isoOrdinal(day) === week && isoOrdinal(knownDay) === known ? isoOrdinal(day - 7) : known;
}

function isoOrdinal(day: number): PeriodOrdinal {
  const {year, week} = isoWeekOf(day);
  return weekOrdinal(year, week);
}

export function yearBefore(frequency: Frequency): number | PeriodBefore {
  if (frequency === "W") return WEEKS_A_YEAR;
  if (frequency !== "D") return PERIODS_A_YEAR[frequency];
  let span = spanFromMarch(0);
  return (day) => {
    if (day < span.from || day >= span.to) span = spanFromMarch(day);
    return day === span.leapDay ? null : day - span.distance;
  };
}

/** The year from March to February in which a day is: all of its days are equally far from the same date a year before, unless that is missing. */
function spanFromMarch(day: PeriodOrdinal) {
  const month = monthIndex(day);
  const year = Math.floor(month / 12) - (month % 12 < 2 ? 1 : 0);
  const [from, to] = [dayOf(year, 3, 1), dayOf(year + 1, 3, 1)];
  const isLeap = to - dayOf(year + 1, 2, 28) === 2;
  return {from, to, distance: from - dayOf(year - 1, 3, 1), leapDay: isLeap ? to - 1 : null};
}

/** The last month or quarter of the year before; null: the frequency has no December. */
export function decemberBefore(frequency: Frequency): PeriodBefore | null {
  const periods = PERIODS_A_YEAR[frequency];
  if (periods < 2) return null;
  return (period) => Math.floor(period / periods) * periods - 1;
}
