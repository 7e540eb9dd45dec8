// The first difference between two histories of one series, as a sentence for people.

import type {Estimates} from "../../statistics/history/estimates.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {firstDay} from "../../statistics/time/period.ts";
import {weekText} from "../../statistics/time/week.ts";

/** Null when they are equal: same periods, days, releases and doubles (−0 is not 0). */
export function differenceText(held: Estimates | null, proved: Estimates | null, frequency: Frequency): string | null {
  const rows = Math.max(held?.count ?? 0, proved?.count ?? 0);
  for (let row = 0; row < rows; row++) {
    const [stored, archived] = [held && estimateAt(held, row), proved && estimateAt(proved, row)];
    if (stored && archived && stored.every((part, place) => Object.is(part, archived[place]))) continue;
    return `${estimateText(stored, frequency)} in the store, ${estimateText(archived, frequency)} in the archive`;
  }
  return null;
}

type Estimate = readonly [period: number, day: number, sequence: number, value: number];

function estimateAt(estimates: Estimates, row: number): Estimate | null {
  if (row >= estimates.count) return null;
  return [estimates.period[row]!, estimates.day[row]!, estimates.sequence[row]!, estimates.value[row]!];
}

function estimateText(estimate: Estimate | null, frequency: Frequency): string {
  if (!estimate) return "nothing";
  const [period, day, , value] = estimate;
  const periodText = frequency === "W" ? weekText(period) : dayText(firstDay(frequency, period));
  return `${periodText} reads ${value} as of ${dayText(day)}`;
}
