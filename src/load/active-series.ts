// Which of a dataset's series a release no longer carries, of those that are still alive.
//
// A series that has trailed its frontier for long (stalled) is missed by nobody; one that was alive until now may have been lost
// by a changed layout, and is told.
import type {Day} from "../statistics/day.ts";
import type {Frequency} from "../statistics/frequency.ts";
import {seriesStatus} from "../statistics/staleness.ts";
import type {SeriesRecord} from "../store/series.ts";

/** @param stored the series as they stood before the release. @param carried keys of the series that the release carries */
export function countGoneSeries(
  stored: readonly SeriesRecord[],
  carried: ReadonlySet<string>,
): {active: number; gone: number} {
  const frontiers = new Map<Frequency, Day>();
  for (const {frequency, lastPeriod} of stored) {
    frontiers.set(frequency, Math.max(lastPeriod, frontiers.get(frequency) ?? lastPeriod));
  }
  let active = 0;
  let gone = 0;
  for (const {key, frequency, lastPeriod} of stored) {
    if (seriesStatus(lastPeriod, frontiers.get(frequency)!, frequency) === "stalled") continue;
    active++;
    if (!carried.has(key)) gone++;
  }
  return {active, gone};
}
