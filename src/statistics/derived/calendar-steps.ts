// The periods before a period: the one before it, the same one a year before, and December before it.
//
// Weeks are counted by their source, so the week before W01 is the last one that the calendar of the dataset has. 29 February has no day a
// year before.
import {dayOf, monthIndex, NO_DAY, type PeriodOrdinal, type PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {WEEKS_A_YEAR} from "../time/week.ts";

/** Finds the earlier period; null: the calendar has none. If the distance is fixed, steps take the number of periods instead, which is cheaper. */
export type PeriodBefore = (period: PeriodOrdinal) => PeriodOrdinal | null;

/** Periods of a year by frequency; 0: their number is not the same each year. */
export const PERIODS_A_YEAR: Readonly<Record<Frequency, number>> = {D: 0, W: 0, M: 12, Q: 4, A: 1};

/** @param weeks the calendar of the dataset; needed for weeks alone */
export function previousPeriod(frequency: Frequency, weeks: PeriodTable | null): number | PeriodBefore {
  if (frequency !== "W") return 1;
  return (period) => {
    if (weeks === null) return null;
    for (let at = period - 1 - weeks.base; at >= 0; at--) if (weeks.days[at] !== NO_DAY) return weeks.base + at;
    return null;
  };
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
