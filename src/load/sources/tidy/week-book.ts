// Weeks of weekly rows that are given by date: which week of the source's count a date is.
//
// The list of weeks decides. A date after its end is counted on from it in steps of seven days, as the calendar itself dates
// weeks (CONTRACT 4); only a date that no list reaches takes its ISO week, and is then added to the release's weeks. It never
// takes a week that the list dates otherwise: two dates in one week would be one value that another release "revises".
import {type Day, dayOf, dayText, monthIndex} from "../../../statistics/time/day.ts";
import type {PeriodOrdinal} from "../../../statistics/time/period.ts";
import {type PriceWeek, WEEKS_A_YEAR, weekOrdinal, weekText} from "../../../statistics/time/week.ts";

export interface WeekBook {
  /** The week of a date; a text says why there is none. */
  weekOn(day: Day): PeriodOrdinal | string;
  /** Notes that a week has this date, as a row says that gives both; a text says why it can't. */
  dateWeek(week: PeriodOrdinal, day: Day): PeriodOrdinal | string;
  /** The package's own weeks and those that were added; null when there are none. */
  weeks(): readonly PriceWeek[] | null;
}

/** @param own weeks of the package: they stand over the built-in ones */
export function createWeekBook(builtIn: readonly PriceWeek[], own: readonly PriceWeek[] | null): WeekBook {
  const listed = new Map<PeriodOrdinal, Day>();
  for (const {year, week, day} of [...builtIn, ...(own ?? [])]) listed.set(weekOrdinal(year, week), day);
  const declared = new Map((own ?? []).map(({year, week, day}) => [weekOrdinal(year, week), day]));
  // The package's own last: where it moves a week onto the date of a built-in one, the date means its week.
  const weekByDay = new Map([...listed, ...declared].map(([week, day]) => [day, week]));
  const last = [...listed].reduce((latest, one) => (one[1] > latest[1] ? one : latest), [0, Number.NEGATIVE_INFINITY]);
  const used = new Map<PeriodOrdinal, Day>();
  const added = new Map<PeriodOrdinal, Day>();

  const use = (week: PeriodOrdinal, day: Day): PeriodOrdinal | string => {
    const other = declared.get(week) ?? used.get(week);
    if (other !== undefined && other !== day)
      return `${dayText(day)} falls into week ${weekText(week)}, which is ${dayText(other)} already`;
    const otherWeek = weekByDay.get(day);
    if (otherWeek !== undefined && otherWeek !== week && declared.has(otherWeek)) {
      return `${dayText(day)} is the date of week ${weekText(otherWeek)}, not of ${weekText(week)}`;
    }
    used.set(week, day);
    if (listed.get(week) !== day) added.set(week, day);
    return week;
  };
  const weekOn = (day: Day): PeriodOrdinal | string => {
    const known = weekByDay.get(day) ?? steppedWeek(day, last);
    if (known !== null) return use(known, day);
    const week = isoWeek(day);
    const other = listed.get(week);
    return other === undefined
      ? use(week, day)
      : `${dayText(day)} is the date of no week in the list; ${weekText(week)}, its ISO week, is ${dayText(other)} there`;
  };
  return {
    dateWeek: use,
    weekOn,
    weeks() {
      if (own === null && added.size === 0) return null;
      const more = [...added].map(([week, day]) => ({
        year: Math.floor(week / WEEKS_A_YEAR),
        week: (week % WEEKS_A_YEAR) + 1,
        day,
      }));
      return [...(own ?? []), ...more].sort((a, b) => weekOrdinal(a.year, a.week) - weekOrdinal(b.year, b.week));
    },
  };
}

/** The week that the calendar itself would date so, counted on within the year of the last week listed. */
function steppedWeek(day: Day, [lastWeek, lastDay]: readonly [PeriodOrdinal, Day]): PeriodOrdinal | null {
  const steps = (day - lastDay) / 7;
  const isSameYear =
    Number.isInteger(steps) && steps > 0 && Math.floor(monthIndex(day) / 12) === Math.floor(lastWeek / WEEKS_A_YEAR);
  return isSameYear && (lastWeek % WEEKS_A_YEAR) + steps < WEEKS_A_YEAR ? lastWeek + steps : null;
}

function isoWeek(day: Day): PeriodOrdinal {
  // 1970-01-01 was a Thursday; the week belongs to the year of its Thursday.
  const thursday = day + 3 - ((((day + 3) % 7) + 7) % 7);
  const year = Math.floor(monthIndex(thursday) / 12);
  return weekOrdinal(year, 1 + Math.floor((thursday - dayOf(year, 1, 1)) / 7));
}
