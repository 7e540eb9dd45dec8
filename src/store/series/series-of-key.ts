// One series by its key: the dataset is found by the first characters of the key, the series within it by the whole key.

import {type SeriesDimensions, seriesKey, seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import {frontierOf, type SeriesStatus, seriesStatus} from "../../statistics/status.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import {type DatasetRecord, findDatasetsOfKey} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";
import type {CatalogueCache} from "./catalogue-cache.ts";
import {readHistories} from "./history.ts";
import {type DescribedSeries, findDescribedSeries} from "./named-series.ts";

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

/** Throws if the series has no history: an empty answer would be a silent gap. */
export function* readHistory(q: Queries, {dataset, series}: SeriesOfKey): Script<Uint8Array> {
  const [history] = yield* readHistories(q, dataset.id, [series.number]);
  if (history === undefined) throw new Error(`series ${series.key} has no history in the store`);
  return history;
}

/** The first days of the periods of the series: from the calendar, or from the dataset for weeks. */
export function* readPeriods(
  q: Queries,
  catalogues: CatalogueCache,
  {dataset, series}: SeriesOfKey,
): Script<PeriodTable> {
  if (series.frequency !== "W") return periodTable(series.frequency);
  const weeks = yield* catalogues.readWeeks(q, dataset);
  if (weeks === null) throw new Error(`series ${series.key} is weekly and its dataset has no weeks in the store`);
  return weeks;
}

export function titleOf({
  classification,
  className,
  indicatorLabel,
  indicator,
  fullTerritory: territory,
}: DescribedSeries): string {
  return seriesTitle({
    classification,
    className,
    indicatorLabel: indicatorLabel ?? indicator,
    territoryName: territory.name,
  });
}

/** Compared with the latest period of the dataset at the same frequency. */
export function statusOf({dataset, series}: SeriesOfKey): SeriesStatus {
  return seriesStatus(series.lastPeriod, frontierOf(dataset.spans, series.frequency), series.frequency);
}

export interface Continuation {
  readonly series: DescribedSeries;
  /** As the package wrote it: the newer code counts from this period. */
  readonly period: string;
  readonly note: string | null;
}

export interface Continuations {
  readonly as: Continuation | null;
  readonly from: Continuation | null;
  /** Breaks inside the series: another currency, another unit of account. */
  readonly inside: readonly Pick<Continuation, "period" | "note">[];
}

interface OwnCodes {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
}

/**
 * The series that continues a series, or that it continues, after a declared change of its class code. The catalogue finds the same for all
 * series at once (statistics/catalogue/continuity.ts): by the newest break whose partner exists, and of equally new ones by the first.
 */
export function* findContinuations(q: Queries, dataset: OwnCodes, series: SeriesDimensions): Script<Continuations> {
  const {classification} = series;
  if (classification === null) return {as: null, from: null, inside: []};
  const breaks = yield* all(breaksOf(q, {datasetId: dataset.id, classification}));
  const newestFirst = breaks
    .filter((one) => one.class_from !== one.class_to)
    .toSorted((one, other) => (one.period < other.period ? 1 : one.period > other.period ? -1 : 0));
  const later = newestFirst.filter((one) => one.class_from === classification);
  const earlier = newestFirst.filter((one) => one.class_to === classification);
  return {
    as: yield* findPartner(q, dataset, series, later, "class_to"),
    from: yield* findPartner(q, dataset, series, earlier, "class_from"),
    inside: breaks.filter((one) => one.class_from === one.class_to).map(({period, note}) => ({period, note})),
  };
}

/** The same series with the other class of the first break that leads to one. */
function* findPartner(
  q: Queries,
  dataset: OwnCodes,
  series: SeriesDimensions,
  breaks: readonly Break[],
  other: "class_from" | "class_to",
): Script<Continuation | null> {
  for (const one of breaks) {
    const key = seriesKey(dataset.provider, dataset.code, {...series, classification: one[other]});
    const found = yield* findDescribedSeries(q, dataset.id, key);
    if (found !== null) return {series: found, period: one.period, note: one.note};
  }
  return null;
}

interface Break {
  readonly class_from: string;
  readonly class_to: string;
  readonly period: string;
  readonly note: string | null;
}

/** The breaks inside the series of a dataset, by class: its series have another currency or unit of account from the period on. */
export function* readUnitChanges(
  q: Queries,
  datasetId: number,
): Script<readonly {readonly classification: string; readonly period: string}[]> {
  return yield* all(unitChanges(q, {datasetId}));
}

const unitChanges = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("continuity")
    .select(["class_to as classification", "period"])
    .where("dataset_id", "=", param("datasetId"))
    .whereRef("class_from", "=", "class_to"),
);

const breaksOf = statement((q, param: Param<{datasetId: number; classification: string}>) =>
  q.db
    .selectFrom("continuity")
    .select(["class_from", "class_to", "period", "note"])
    .where("dataset_id", "=", param("datasetId"))
    .where((where) =>
      where.or([where("class_from", "=", param("classification")), where("class_to", "=", param("classification"))]),
    )
    .orderBy("position"),
);
