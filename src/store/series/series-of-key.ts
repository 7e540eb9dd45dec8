// From a series key to its series: the dataset by the first characters of the key, the series within it by all of them.
//
// A text that is no key is no series, and is not asked for.

import {seriesTitle} from "../../statistics/catalogue/series-identity.ts";
import {frontierOf, type SeriesStatus, seriesStatus} from "../../statistics/status.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/period.ts";
import {type DatasetRecord, findDatasetsOfKey} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import type {CatalogueCache} from "./catalogue-cache.ts";
import {type DescribedSeries, findDescribedSeries} from "./described-series.ts";
import {readHistories} from "./history.ts";

export interface SeriesOfKey {
  readonly dataset: DatasetRecord;
  readonly series: DescribedSeries;
}

/** null: there is no such series. */
export function* findSeriesOfKey(q: Queries, key: string): Script<SeriesOfKey | null> {
  const datasets = /^[0-9a-z]{16}$/.test(key) ? yield* findDatasetsOfKey(q, key) : [];
  for (const dataset of datasets) {
    const series = yield* findDescribedSeries(q, dataset.id, key);
    if (series !== null) return {dataset, series};
  }
  return null;
}

/** Throws where the series has no history: an empty one would be a silent gap. */
export function* readHistory(q: Queries, {dataset, series}: SeriesOfKey): Script<Uint8Array> {
  const [history] = yield* readHistories(q, dataset.id, [series.number]);
  if (history === undefined) throw new Error(`series ${series.key} has no history in the store`);
  return history;
}

/** The first days of the periods of the series: the calendar's, or for weeks the dataset's own. */
export function* readPeriods(
  q: Queries,
  catalogues: CatalogueCache,
  {dataset, series}: SeriesOfKey,
): Script<PeriodTable> {
  if (series.frequency !== "W") return periodTable(series.frequency);
  const {weeks} = yield* catalogues.read(q, dataset);
  if (weeks === null) throw new Error(`series ${series.key} is weekly and its dataset has no weeks in the store`);
  return weeks;
}

export function titleOf({classification, className, indicatorLabel, indicator, place}: DescribedSeries): string {
  return seriesTitle({
    classification,
    className,
    indicatorLabel: indicatorLabel ?? indicator,
    territoryName: place.name,
  });
}

/** Judged against the latest period of the dataset at the same frequency. */
export function statusOf({dataset, series}: SeriesOfKey): SeriesStatus {
  return seriesStatus(series.lastPeriod, frontierOf(dataset.spans, series.frequency), series.frequency);
}
