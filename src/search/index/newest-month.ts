// The month from which the age of series is counted.
//
// It is told by series of a month and finer, since yearly ones may be forecasts.
import {lastDay, monthIndex} from "../../statistics/time/day.ts";
import type {DatasetSegment} from "./dataset-segment.ts";

/** The month of the newest day of all datasets; null: none has a period. */
export function newestMonth(all: Iterable<readonly DatasetSegment[]>): number | null {
  let [fine, any] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [segment] of all) {
    for (const [frequency, last] of segment?.frontiers ?? []) {
      const month = monthIndex(lastDay(frequency, last));
      any = Math.max(any, month);
      if (frequency !== "A" && frequency !== "Q") fine = Math.max(fine, month);
    }
  }
  const newest = fine === Number.NEGATIVE_INFINITY ? any : fine;
  return newest === Number.NEGATIVE_INFINITY ? null : newest;
}
