// Status of a dataset against today: fresh, overdue, archival or unknown, and by how many months.
//
// A dataset of several frequencies is judged by one of them, and the whole block speaks of that one: its latest period, its
// term, its lag. A fresher period of another frequency does not show here.
import {type Day, dayText, monthIndex} from "./time/day.ts";
import {FREQUENCIES, type Frequency} from "./time/frequency.ts";
import {lastDay} from "./time/period.ts";

/** What a dataset holds at one frequency: how many series, and the first days of its first and latest periods. */
export interface FrequencySpan {
  readonly frequency: Frequency;
  readonly series: number;
  readonly first: Day;
  readonly last: Day;
}

export interface DatasetStatus {
  readonly status: "fresh" | "overdue" | "archival" | "unknown";
  /** YYYY-MM in which the latest period starts; null, like the next three, when the dataset has no values. */
  readonly latestPeriod: string | null;
  readonly frequency: Frequency | null;
  readonly slaMonths: number | null;
  readonly lagMonths: number | null;
  /** 0 unless the dataset is overdue. */
  readonly overdueBy: number;
}

/** Months within which a new period is expected, counted from the end of the latest one (SPEC "Dataset status"). */
export const SLA_MONTHS: Record<Frequency, number> = {D: 1, W: 1, M: 3, Q: 6, A: 20};

/** `archival` is what the newest release declares. An archival dataset is never overdue, however far it lags. */
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

/** The latest period of the dataset at a frequency; RangeError when it has no series of it. */
export function frontierOf(spans: readonly FrequencySpan[], frequency: Frequency): Day {
  const span = spans.find((one) => one.frequency === frequency);
  if (span === undefined) throw new RangeError(`the dataset has no series of frequency ${frequency}`);
  return span.last;
}

/** The frequency with the most series, of equals the finer; null when there are no series with values. */
function mainSpan(spans: readonly FrequencySpan[]): FrequencySpan | null {
  let main: FrequencySpan | null = null;
  for (const frequency of FREQUENCIES) {
    for (const span of spans) {
      if (span.frequency === frequency && span.series > (main?.series ?? 0)) main = span;
    }
  }
  return main;
}
