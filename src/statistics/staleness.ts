// Staleness of a series: how far its last period trails its dataset's frontier.
//
// The frontier is the latest period of the dataset at the same frequency, never today: a dataset that is late as a whole is
// overdue (dataset-status.ts), and none of its series is stalled for that. Values play no part: a flat line is not stalled.
import {type Day, monthIndex} from "./time/day.ts";
import type {Frequency} from "./time/frequency.ts";

export type SeriesStatus = "active" | "stalled";

/** Months that a series may trail the frontier; one more and it counts as stalled. */
export const STALLED_AFTER_MONTHS: Record<Frequency, number> = {D: 3, W: 3, M: 4, Q: 9, A: 18};

/** Both days are first days of periods of this frequency; their distance is a difference of calendar months (CONTRACT 2). */
export function seriesStatus(lastPeriod: Day, frontier: Day, frequency: Frequency): SeriesStatus {
  return monthIndex(frontier) - monthIndex(lastPeriod) > STALLED_AFTER_MONTHS[frequency] ? "stalled" : "active";
}
