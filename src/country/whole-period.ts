// A written period as a period of a series: its frequency and its number, for files whose own form it is not.
//
// "202401" is a month or the first quarter: only with the frequency of the file it is a period. "Jan-55" may be of two centuries.
import {dayOf, type PeriodOrdinal} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import {type PriceWeek, weekOrdinal} from "../statistics/time/week.ts";
import {readWrittenPeriod, TWO_READINGS} from "./written-period.ts";

export interface WholePeriod {
  readonly frequency: Frequency;
  readonly ordinal: PeriodOrdinal;
  /** The week with its Monday, by ISO 8601. */
  readonly week?: PriceWeek;
}

/** A text: the reason why it is none, as it has two readings; null: it is no period that is known. */
export function readWholePeriod(text: string): WholePeriod | string | null {
  const found = readWrittenPeriod(text);
  if (found?.kind === "part" && !/\d{4}/.test(text) && isOfTwoCenturies(found.year))
    return "has a year that may be of two centuries";
  switch (found?.kind) {
    case undefined:
      return null;
    case "open":
      return TWO_READINGS[found.question];
    case "year":
      return {frequency: "A", ordinal: found.year};
    case "part":
      return {frequency: found.words.frequency, ordinal: found.year * found.words.periodsAYear + found.words.offset};
    case "day":
      return {frequency: "D", ordinal: dayOf(found.date.year, found.date.month, found.date.dayOfMonth)};
    case "week": {
      const {year, week, day} = found.week;
      return {frequency: "W", ordinal: weekOrdinal(year, week), week: {year, week, day}};
    }
  }
}

/** Of a year in two digits: from 40 to 69. */
function isOfTwoCenturies(year: number): boolean {
  return year % 100 >= 40 && year % 100 < 70;
}

/** The reason why a text is no period without a frequency beside it; null: it is one. */
export function needsFrequency(text: string): string | null {
  return /^\s*\d{6}\s*$/.test(text) ? "may be a month or a quarter: it needs its frequency" : null;
}
