// What the items of a list are now: the last values of series, and what datasets and releases have.
import {type DatasetRecord, findDatasets} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {findPublishedRelease, type PublishedRelease} from "../../../store/releases/published-release.ts";
import type {Script} from "../../../store/script.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {findSeriesOfKey} from "../../../store/series/series-of-key.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import type {Visit} from "../../visit/visit.ts";
import {type InLanguage, nameDatasets, nameRows, nameSeries} from "../../words/own-names.ts";
import {releaseOf} from "./items.ts";

export type ListedItem =
  | {
      readonly kind: "series";
      readonly item: string;
      readonly series: InLanguage<FoundSeries>;
      readonly figures: SeriesFigures | null;
    }
  | {readonly kind: "dataset"; readonly item: string; readonly dataset: InLanguage<DatasetRecord>}
  | {readonly kind: "release"; readonly item: string; readonly release: InLanguage<PublishedRelease>}
  /** It names nothing that is there. */
  | {readonly kind: "gone"; readonly item: string};

const SPARK_YEARS = 5;

/** In the order of the items. */
export function readList(visit: Visit, items: readonly string[]): Promise<readonly ListedItem[]> {
  return visit.site.store.statistics.readGivingWay((q) => readItems(q, visit, items), visit.budget);
}

function* readItems(q: Queries, visit: Visit, items: readonly string[]): Script<readonly ListedItem[]> {
  const listed: ListedItem[] = [];
  for (const item of items) {
    listed.push((yield* readItem(q, visit, item)) ?? {kind: "gone", item});
    yield;
  }
  return listed;
}

/** null: it names nothing. */
function* readItem(q: Queries, visit: Visit, item: string): Script<ListedItem | null> {
  const {language} = visit;
  const id = releaseOf(item);
  if (id !== null) {
    const found = yield* findPublishedRelease(q, id);
    const [release] = found === null ? [] : yield* nameRows(q, language, [found]);
    return release === undefined ? null : {kind: "release", item, release};
  }
  const cut = item.indexOf("/");
  if (cut < 0) return yield* readSeries(q, visit, item);
  const found = yield* findDatasets(q, {provider: item.slice(0, cut), dataset: item.slice(cut + 1)});
  const [dataset] = yield* nameDatasets(q, language, found);
  return dataset === undefined ? null : {kind: "dataset", item, dataset};
}

function* readSeries(q: Queries, {site, language}: Visit, item: string): Script<ListedItem | null> {
  const own = yield* findSeriesOfKey(q, item);
  if (own === null) return null;
  const {dataset} = own;
  const found = yield* readFoundSeries(q, [{datasetId: dataset.id, key: item}]);
  const [series] = yield* nameSeries<FoundSeries>(q, language, found, () => dataset.id);
  const [figures = null] = yield* readFigures(q, site.catalogues, dataset, found, {years: SPARK_YEARS});
  return series === undefined ? null : {kind: "series", item, series, figures};
}
