// Periods as SDMX and JSON-stat write them.
//
// A week is written as its day where the count of weeks is the publisher's own: its number would be another week to a reader. Where the whole
// calendar of a dataset counts as ISO 8601 does, SDMX has the number.
import {type Day, dayText, type PeriodTable} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import {countsByIso, isoWeekOf, weekOrdinal, weekText} from "../statistics/time/week.ts";

/** Periods of SDMX at one frequency. @param weeks the calendar of the dataset, for weeks */
export function periodCodes(frequency: Frequency, weeks: PeriodTable): (first: Day) => string {
  if (frequency !== "W" || !countsByIso(weeks)) return (first) => periodCode(frequency, first);
  return (first) => {
    const {year, week} = isoWeekOf(first);
    return weekText(weekOrdinal(year, week));
  };
}

/** YYYY (A), YYYY-Qn (Q), YYYY-MM (M), YYYY-MM-DD (W, D). @param first day of the period */
export function periodCode(frequency: Frequency, first: Day): string {
  const text = dayText(first);
  switch (frequency) {
    case "A":
      return text.slice(0, 4);
    case "Q":
      return `${text.slice(0, 4)}-Q${(Number(text.slice(5, 7)) + 2) / 3}`;
    case "M":
      return text.slice(0, 7);
    default:
      return text;
  }
}
