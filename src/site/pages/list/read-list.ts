// What the items of a list are now: the last values of series, and what datasets and releases have.
//
// Series are read together: one statement describes them, and the histories of those of one dataset are one statement.
import {DATASET_KEY_LENGTH} from "../../../statistics/catalogue/catalogue.ts";
import {type DatasetRecord, findDatasets, findDatasetsOfKey} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {findPublishedRelease, type PublishedRelease} from "../../../store/releases/published-release.ts";
import type {Script} from "../../../store/script.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {type InLanguage, nameDatasets, nameRows, nameSeries} from "../../words/own-names.ts";
import {kindOfItem, releaseOf} from "./items.ts";

interface ListedSeries {
  readonly kind: "series";
  readonly item: string;
  readonly series: InLanguage<FoundSeries>;
  readonly figures: SeriesFigures | null;
}

interface ListedDataset {
  readonly kind: "dataset";
  readonly item: string;
  readonly dataset: InLanguage<DatasetRecord>;
}

export interface ListedRelease {
  readonly kind: "release";
  readonly item: string;
  readonly release: InLanguage<PublishedRelease>;
}

export type ListedItem =
  | ListedSeries
  | ListedDataset
  | ListedRelease
  /** It names nothing that is there. */
  | {readonly kind: "gone"; readonly item: string};

const SPARK_YEARS = 5;

/** In the order of the items. */
export function readList(visit: Visit, items: readonly string[]): Promise<readonly ListedItem[]> {
  return visit.site.store.statistics.readWithRests((q) => readItems(q, visit, items), visit.budget);
}

function* readItems(q: Queries, visit: Visit, items: readonly string[]): Script<readonly ListedItem[]> {
  const {language} = visit;
  const all: ListedItem[] = [
    ...(yield* readSeries(q, visit, items)),
    ...(yield* readDatasets(q, language, items)),
    ...(yield* readReleases(q, language, items)),
  ];
  const known = new Map(all.map((one) => [one.item, one]));
  return items.map((item) => known.get(item) ?? {kind: "gone", item});
}

function* readSeries(q: Queries, {site, language}: Visit, items: readonly string[]): Script<ListedSeries[]> {
  const datasets = new Map<number, DatasetRecord>();
  const names: {datasetId: number; key: string}[] = [];
  const keys = items.filter((item) => kindOfItem(item) === "series");
  for (const own of Map.groupBy(keys, (key) => key.slice(0, DATASET_KEY_LENGTH)).values()) {
    for (const dataset of yield* findDatasetsOfKey(q, own[0]!)) {
      datasets.set(dataset.id, dataset);
      names.push(...own.map((key) => ({datasetId: dataset.id, key})));
    }
    yield;
  }
  const found = yield* readFoundSeries(q, names);
  const listed: ListedSeries[] = [];
  for (const [id, own] of Map.groupBy(found, ({datasetId}) => datasetId)) {
    const figures = yield* readFigures(q, site.catalogues, datasets.get(id)!, own, {years: SPARK_YEARS});
    for (const [at, series] of own.entries())
      listed.push({kind: "series", item: series.key, series, figures: figures[at] ?? null});
    yield;
  }
  const named = yield* nameSeries<FoundSeries>(
    q,
    language,
    listed.map(({series}) => series),
    ({datasetId}) => datasetId,
  );
  return listed.map((one, at) => ({...one, series: named[at]!}));
}

function* readDatasets(q: Queries, language: Language, items: readonly string[]): Script<ListedDataset[]> {
  const found: DatasetRecord[] = [];
  for (const item of items.filter((one) => kindOfItem(one) === "dataset")) {
    const cut = item.indexOf("/");
    found.push(...(yield* findDatasets(q, {provider: item.slice(0, cut), dataset: item.slice(cut + 1)})));
    yield;
  }
  const named = yield* nameDatasets(q, language, found);
  return named.map((dataset) => ({kind: "dataset", item: `${dataset.provider}/${dataset.code}`, dataset}));
}

/** The releases among the items; those that are gone are left out. */
export function* readReleases(q: Queries, language: Language, items: readonly string[]): Script<ListedRelease[]> {
  const found = new Map<string, PublishedRelease>();
  for (const item of items) {
    const id = releaseOf(item);
    const release = id === null ? null : yield* findPublishedRelease(q, id);
    if (release !== null) found.set(item, release);
  }
  yield;
  const named = yield* nameRows(q, language, [...found.values()]);
  return [...found.keys()].map((item, at) => ({kind: "release", item, release: named[at]!}));
}
