// Periods as SDMX and JSON-stat write them.
//
// A week is written as its day: the count of weeks is the publisher's own, and a number of ISO 8601 would be another week.
import {type Day, dayText} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";

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
