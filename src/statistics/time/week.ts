// Weeks in a source's own count, and the calendar with their dates.
//
// A week is identified only by (year, week); its date may be corrected later. The count is the source's: W01 need not be ISO week 1, and
// nothing here computes a date from a year and a number.

import {
  type Day,
  dayOf,
  dayText,
  FIRST_DAY,
  firstDay,
  LAST_DAY,
  monthIndex,
  NO_DAY,
  type PeriodOrdinal,
  type PeriodTable,
  parseDigits,
  type StatedDay,
} from "./day.ts";
import type {Frequency} from "./frequency.ts";

/** The longest count: a year of 53 weeks, and one more. */
export const WEEKS_A_YEAR = 54;

/** The price registration day of one week. */
export interface PriceWeek {
  readonly year: number;
  readonly week: number;
  readonly day: StatedDay;
}

/** The ordinal of a week, 1 … 54 in the source's count. */
export function weekOrdinal(year: number, week: number): PeriodOrdinal {
  return year * WEEKS_A_YEAR + week - 1;
}

/** YYYY-Wnn, weeks 01 … 54 of the years 1700 … 2199; null: any other text. */
export function parseWeek(text: string): PeriodOrdinal | null {
  if (text.length !== 8 || text[4] !== "-" || text[5] !== "W") return null;
  const year = parseDigits(text, 0, 4);
  const week = parseDigits(text, 6, 8);
  return year < 1700 || year > 2199 || week < 1 || week > WEEKS_A_YEAR ? null : weekOrdinal(year, week);
}

/** YYYY-Wnn. */
export function weekText(ordinal: PeriodOrdinal): string {
  const year = Math.floor(ordinal / WEEKS_A_YEAR);
  return `${String(year).padStart(4, "0")}-W${String(ordinal - year * WEEKS_A_YEAR + 1).padStart(2, "0")}`;
}

/** ISO 8601: a week belongs to the year of its Thursday, and begins on Monday. */
export function isoWeekOf(day: Day): {readonly year: number; readonly week: number; readonly monday: Day} {
  const monday = day - ((((day + 3) % 7) + 7) % 7);
  const year = Math.floor(monthIndex(monday + 3) / 12);
  const newYear = dayOf(year, 1, 1);
  return {year, week: Math.floor((monday + 3 - newYear) / 7) + 1, monday};
}

/** Whether every week of a calendar has the number that its day has by ISO 8601: then the number means the same to everyone. */
export function countsByIso({base, days}: PeriodTable): boolean {
  return days.every((day, at) => {
    if (day === NO_DAY) return true;
    const {year, week} = isoWeekOf(day);
    return weekOrdinal(year, week) === base + at;
  });
}

/** The first day of a period as text. A week without a date in `weeks` is YYYY-Wnn. */
export function periodText(frequency: Frequency, period: PeriodOrdinal, weeks: PeriodTable | null = null): string {
  if (frequency !== "W") return dayText(firstDay(frequency, period));
  const day = weekDay(period, weeks);
  return day === null ? weekText(period) : dayText(day);
}

/** null: the calendar has no date for the week. */
export function weekDay(week: PeriodOrdinal, weeks: PeriodTable | null): Day | null {
  const day = weeks?.days[week - weeks.base];
  return day === undefined || day === NO_DAY ? null : day;
}

/**
 * The dates of the weeks that occur in a dataset (`needed`, each once). `known` are the built-in weeks followed by the dataset's own; of
 * two entries for one week the later is used. A week without an entry is seven days after the week before it, and a W01 seven days after
 * the last week of the year before that has an entry or occurs in the data [week.stepping]. The table has the needed weeks, those of `declared`
 * between them, and NO_DAY for the other numbers. A declared week that nobody needs is left out if its date is not between those around it. Throws an Error with the names of the weeks if two have the same date, if dates are not in the order of the numbers, or if a week
 * has no week before it to count from.
 */
export function weekCalendar(
  known: readonly PriceWeek[],
  needed: readonly PeriodOrdinal[],
  declared: readonly PriceWeek[] = [],
): PeriodTable {
  const dates = new Map<PeriodOrdinal, Day>();
  for (const priceWeek of known) dates.set(listedOrdinal(priceWeek), priceWeek.day);
  const weeks = [...needed].sort((a, b) => a - b);
  // Ascending, because a week may need the date of the week before it.
  for (const week of weeks) if (!dates.has(week)) dates.set(week, steppedDay(week, dates));
  refuseDisorder(weeks, dates);
  const base = weeks[0] ?? 0;
  const days = new Int32Array(weeks.length === 0 ? 0 : weeks.at(-1)! - base + 1).fill(NO_DAY);
  for (const week of weeks) days[week - base] = dates.get(week)!;
  addBetween(days, base, new Map(declared.map((one) => [listedOrdinal(one), one.day])));
  return {base, days};
}

/** Dates the declared weeks without values: without them the week after such a one would seem to follow the week before it. */
function addBetween(days: Int32Array, base: PeriodOrdinal, declared: ReadonlyMap<PeriodOrdinal, Day>): void {
  const later = days.slice();
  for (let at = days.length - 2; at >= 0; at--) if (later[at] === NO_DAY) later[at] = later[at + 1]!;
  let before: Day = NO_DAY;
  for (let at = 0; at < days.length; at++) {
    const day = declared.get(base + at);
    if (days[at] === NO_DAY && day !== undefined && day > before && day < later[at]!) days[at] = day;
    if (days[at] !== NO_DAY) before = days[at]!;
  }
}

/**
 * Checks one list of weeks (a package's, or a dataset's own): throws an Error with the names of the weeks if two have the same date, or if
 * dates are not in the order of the numbers. Of two entries for one week the later is used.
 */
export function checkWeeks(weeks: readonly PriceWeek[]): void {
  const dates = new Map<PeriodOrdinal, Day>();
  for (const priceWeek of weeks) dates.set(listedOrdinal(priceWeek), priceWeek.day);
  refuseDisorder(
    [...dates.keys()].sort((a, b) => a - b),
    dates,
  );
}

function steppedDay(week: PeriodOrdinal, dates: ReadonlyMap<PeriodOrdinal, Day>): Day {
  const firstOfYear = week - (week % WEEKS_A_YEAR);
  for (let before = week - 1; before >= firstOfYear; before--) {
    const day = dates.get(before);
    if (day !== undefined) return day + 7 * (week - before);
  }
  for (let before = firstOfYear - 1; before >= firstOfYear - WEEKS_A_YEAR; before--) {
    const day = dates.get(before);
    if (day !== undefined) return day + 7 * (week - firstOfYear + 1);
  }
  throw new Error(
    `week ${weekText(week)} has no date: neither it nor any week before it in its year or the year before is in the calendar of weeks`,
  );
}

function refuseDisorder(weeks: readonly PeriodOrdinal[], dates: ReadonlyMap<PeriodOrdinal, Day>): void {
  for (const [i, week] of weeks.entries()) {
    const day = dates.get(week)!;
    if (day < FIRST_DAY || day > LAST_DAY) throw new Error(`week ${weekText(week)} is outside 1700-01-01 … 2199-12-31`);
    const before = weeks[i - 1];
    if (before === undefined || before === week) continue;
    const dayBefore = dates.get(before)!;
    if (day === dayBefore)
      throw new Error(`two weeks on one date: ${weekText(before)} and ${weekText(week)} on ${dayText(day)}`);
    if (day < dayBefore) {
      const [earlier, later] = [`${weekText(before)} on ${dayText(dayBefore)}`, `${weekText(week)} on ${dayText(day)}`];
      throw new Error(`weeks out of order: ${earlier} comes before ${later}`);
    }
  }
}

function listedOrdinal({year, week}: PriceWeek): PeriodOrdinal {
  if (
    !Number.isInteger(year) ||
    year < 1700 ||
    year > 2199 ||
    !Number.isInteger(week) ||
    week < 1 ||
    week > WEEKS_A_YEAR
  ) {
    throw new Error(
      `${year}-W${week} is not a week: the year goes from 1700 to 2199, the week from 1 to ${WEEKS_A_YEAR}`,
    );
  }
  return weekOrdinal(year, week);
}
