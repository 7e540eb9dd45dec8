// The status of a series compared with its dataset, and of a dataset compared with today.
//
// A series is stalled if its last period is far behind the frontier: the latest period of its dataset at the same frequency, never today.
// A dataset that is late as a whole is overdue, but that does not make its series stalled. Values do not matter: a constant series is
// active. A dataset of several frequencies is judged by one of them: its latest period, its term and its lag are those of this frequency,
// even if another frequency has a later period.
import {type Day, dayOf, dayText, lastDay, monthIndex} from "./time/day.ts";
import {FREQUENCIES, type Frequency} from "./time/frequency.ts";

/** One frequency of a dataset: its number of series, and the first days of its first and latest periods. */
export interface FrequencySpan {
  readonly frequency: Frequency;
  readonly series: number;
  readonly first: Day;
  readonly last: Day;
}

export interface DatasetStatus {
  readonly status: "fresh" | "overdue" | "archival" | "unknown";
  /** The month (YYYY-MM) in which the latest period starts; null, like the next three, if the dataset has no values. */
  readonly latestPeriod: string | null;
  readonly frequency: Frequency | null;
  readonly slaMonths: number | null;
  readonly lagMonths: number | null;
  /** 0 unless the dataset is overdue. */
  readonly overdueBy: number;
}

/** Months within which a new period is expected, counted from the end of the latest one [status.sla]. */
export const SLA_MONTHS: Record<Frequency, number> = {D: 1, W: 1, M: 3, Q: 6, A: 20};

/** `archival` is declared by the newest release. An archival dataset is never overdue. */
export function datasetStatus(spans: readonly FrequencySpan[], archival: boolean, today: Day): DatasetStatus {
  const judged = mainSpan(spans);
  if (judged === null) {
    const status = archival ? "archival" : "unknown";
    return {status, latestPeriod: null, frequency: null, slaMonths: null, lagMonths: null, overdueBy: 0};
  }
  const {frequency, last} = judged;
  const slaMonths = SLA_MONTHS[frequency];
  const lagMonths = Math.max(0, monthIndex(today) - monthIndex(lastDay(frequency, last)));
  const isOverdue = !archival && lagMonths > slaMonths;
  return {
    status: archival ? "archival" : isOverdue ? "overdue" : "fresh",
    latestPeriod: dayText(last).slice(0, 7),
    frequency,
    slaMonths,
    lagMonths,
    overdueBy: isOverdue ? lagMonths - slaMonths : 0,
  };
}

/** The latest period of the dataset at a frequency. Throws RangeError if no series has this frequency. */
export function frontierOf(spans: readonly FrequencySpan[], frequency: Frequency): Day {
  const span = spans.find((one) => one.frequency === frequency);
  if (span === undefined) throw new RangeError(`the dataset has no series of frequency ${frequency}`);
  return span.last;
}

/** The frequency with the most series, or the finer one of two equals; null: no series has values. */
function mainSpan(spans: readonly FrequencySpan[]): FrequencySpan | null {
  let main: FrequencySpan | null = null;
  for (const frequency of FREQUENCIES) {
    for (const span of spans) {
      if (span.frequency === frequency && span.series > (main?.series ?? 0)) main = span;
    }
  }
  return main;
}

export type SeriesStatus = "active" | "stalled";

/** Months that a series may be behind the frontier; with one more it is stalled. */
export const STALLED_AFTER_MONTHS: Record<Frequency, number> = {D: 3, W: 3, M: 4, Q: 9, A: 18};

/** Both days are first days of periods of this frequency; their distance is a difference of calendar months [status.lag]. */
export function seriesStatus(lastPeriod: Day, frontier: Day, frequency: Frequency): SeriesStatus {
  return monthIndex(frontier) - monthIndex(lastPeriod) > STALLED_AFTER_MONTHS[frequency] ? "stalled" : "active";
}

/** A series of this frequency is stalled if its last period begins before this day. */
export function stalledBefore(frontier: Day, frequency: Frequency): Day {
  const month = monthIndex(frontier) - STALLED_AFTER_MONTHS[frequency];
  return dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
}
