// The weeks of a weekly dataset (dataset.json, `weeks`): number and day of each, without contradictions.
import {dayOf} from "../../../statistics/time/day.ts";
import {checkWeeks, type PriceWeek, WEEKS_A_YEAR} from "../../../statistics/time/week.ts";
import type {Fields} from "./fields.ts";

/** Keeps the place of a day that is missing; the package is refused, because the missing day is a problem. */
export const STAND_IN_DAY = dayOf(1970, 1, 1);

/** null: the package gives none. */
export function readWeeks(fields: Fields): readonly PriceWeek[] | null {
  let isSound = true;
  const weeks = fields.list("weeks", ["year", "week", "date"], (one) => {
    const year = one.number("year", 0, {
      holds: (given) => Number.isInteger(given) && given >= 1700 && given <= 2199,
      words: "a year",
    });
    const week = one.number("week", 0, {
      holds: (given) => Number.isInteger(given) && given >= 1 && given <= WEEKS_A_YEAR,
      words: `a week from 1 to ${WEEKS_A_YEAR}`,
    });
    const day = one.day("date");
    isSound &&= year !== 0 && week !== 0 && day !== null;
    return {year, week, day: day ?? STAND_IN_DAY};
  });
  if (weeks && isSound) refuseWeeks(fields, weeks);
  return weeks;
}

function refuseWeeks(fields: Fields, weeks: readonly PriceWeek[]): void {
  const seen = new Map<string, number>();
  for (const [place, {year, week, day}] of weeks.entries()) {
    const before = seen.get(`${year}-${week}`);
    if (before !== undefined && weeks[before]!.day !== day)
      fields.refuse(`weeks[${place}]`, `gives another date than weeks[${before}]`);
    seen.set(`${year}-${week}`, before ?? place);
  }
  try {
    checkWeeks(weeks);
  } catch (error) {
    fields.refuse("weeks", (error as Error).message);
  }
}
