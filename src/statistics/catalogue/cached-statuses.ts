// Whether every series stays active, or stays stalled, when last periods move on: if not, the segments of search are made anew, because they
// store active and stalled series in separate lists.
import {type SeriesStatus, seriesStatus} from "../status.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {type Catalogue, codeAt} from "./catalogue.ts";

export type Frontiers = ReadonlyMap<Frequency, Day>;

export interface DatedSeries {
  readonly frequency: Frequency;
  readonly lastPeriod: Day;
}

/** Whether a series whose last period is another one has the same status. */
export function keepsStatus(before: DatedSeries, frontiers: Frontiers, after: DatedSeries, later: Frontiers): boolean {
  return statusIn(before, frontiers) === statusIn(after, later);
}

/** Whether all series of the catalogue but these numbers have the same status by both frontiers. */
export function keepsStatuses(
  {size, numbers, lastPeriod, frequency}: Catalogue,
  frontiers: Frontiers,
  later: Frontiers,
  except: ReadonlySet<number>,
): boolean {
  for (let position = 0; position < size; position++) {
    const series = {frequency: codeAt(frequency, position) as Frequency, lastPeriod: lastPeriod[position]!};
    if (statusIn(series, frontiers) !== statusIn(series, later) && !except.has(numbers[position]!)) return false;
  }
  return true;
}

function statusIn({frequency, lastPeriod}: DatedSeries, frontiers: Frontiers): SeriesStatus {
  return seriesStatus(lastPeriod, frontiers.get(frequency)!, frequency);
}
