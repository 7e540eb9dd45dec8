// The last days of publication that gave a series a value, each with its counts and the latest value as known on that day.
import {changesOfDay} from "../../statistics/history/day-changes.ts";
import {decodeInSteps} from "../../statistics/history/decode.ts";
import {vintageDays} from "../../statistics/history/revisions.ts";
import {dayText} from "../../statistics/time/day.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {DatasetRecord} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import type {DescribedSeries} from "../series/named-series.ts";
import {findSeriesOfKey, readHistory, titleOf} from "../series/series-of-key.ts";

export interface SeriesEntry {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly newValues: number;
  readonly revisedValues: number;
  /** First day of the period, or the week. */
  readonly lastPeriod: string;
  readonly lastValue: number;
}

export interface PublishedSeries {
  readonly key: string;
  readonly title: string;
  readonly dataset: DatasetRecord;
  readonly series: DescribedSeries;
  /** Newest first. */
  readonly entries: readonly SeriesEntry[];
}

/** null: there is no such series. @param most entries */
export function* readSeriesFeed(q: Queries, key: string, most: number): Script<PublishedSeries | null> {
  const found = yield* findSeriesOfKey(q, key);
  if (found === null) return null;
  const {dataset, series} = found;
  const history = yield* decodeInSteps(yield* readHistory(q, found));
  const entries = vintageDays(history)
    .slice(-most)
    .reverse()
    .map((day) => {
      const {newValues, revisedValues} = changesOfDay(history, day);
      const last = lastKnown(history, day);
      const lastPeriod = periodText(series.frequency, history.period[last]!);
      return {day: dayText(day), newValues, revisedValues, lastPeriod, lastValue: history.value[last]!};
    });
  return {key, title: titleOf(series), dataset, series, entries};
}

/** The row of the latest period that was published on or before the day. */
function lastKnown({count, day}: {readonly count: number; readonly day: Int32Array}, published: number): number {
  let row = count - 1;
  while (row > 0 && day[row]! > published) row--;
  return row;
}
