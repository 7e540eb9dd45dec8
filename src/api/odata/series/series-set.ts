// Reading the set series: a page of the series of all datasets, or of those that a filter narrows to, and how many there are.
import type {Expression} from "../../../formats/odata/expression.ts";
import type {Cursor} from "../../../formats/odata/skip-token.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import type {DatasetGroup} from "../dataset-finder.ts";
import {findSelected} from "../observations/cursor-row.ts";
import {changedMeanwhile, MAX_WHOLE_SERIES, refuseStopped, tooManySeries} from "../observations/observation-page.ts";
import type {RowOrder} from "../observations/row-order.ts";
import {createSeriesStream, type SelectedSeries, WHOLE_DATASETS} from "./series-stream.ts";
import {placeBehind, sortSeries} from "./sorted-series.ts";

export interface SeriesReading {
  readonly catalogues: CatalogueCache;
  readonly groups: readonly DatasetGroup[];
  readonly conditions: readonly Expression[];
  readonly keys: ReadonlySet<string> | null;
  readonly order: RowOrder;
  readonly budget: WorkBudget;
}

export interface SeriesPage {
  readonly series: readonly SelectedSeries[];
  readonly next: Pick<Cursor, "key" | "ordinal"> | null;
}

/** @param most series of the page, at least 1 */
export function* readSeriesPage(
  q: Queries,
  reading: SeriesReading,
  skip: number,
  cursor: Cursor | null,
  most: number,
): Script<SeriesPage> {
  const {order, catalogues, groups, budget} = reading;
  if (order.keys.length === 0 && (skip === 0 || cursor !== null)) {
    const stream = createSeriesStream(reading, cursor === null ? null : {key: cursor.key, orEqual: false});
    const series = yield* stream.take(q, most + 1);
    const stopped = stream.stoppedBehind();
    if (series.length <= most && stopped !== null) return {series, next: {key: stopped, ordinal: null}};
    return pageOf(series.slice(0, most), series.length > most);
  }
  const stream = createSeriesStream(reading, null, WHOLE_DATASETS);
  const why = skip > 0 ? "$skip passes series one by one" : "an order of its own compares all series";
  // $skip alone in the order of the keys needs none of those behind the page.
  const enough = order.keys.length === 0 ? skip + most + 1 : MAX_WHOLE_SERIES + 1;
  const all = yield* stream.take(q, enough);
  refuseStopped(stream, budget, why);
  if (order.keys.length === 0) return pageOf(all.slice(skip, skip + most), all.length > skip + most);
  if (all.length > MAX_WHOLE_SERIES) throw tooManySeries(why);
  const sorted = (yield* sortSeries(order.keys, all, budget))!;
  let start = skip;
  if (cursor !== null) {
    const resting = yield* findSelected(q, catalogues, groups, cursor.key);
    if (resting === null) throw changedMeanwhile();
    start = placeBehind(sorted, resting, false);
  }
  return pageOf(sorted.series.slice(start, start + most), all.length > start + most);
}

/** How many series there are in all. */
export function* countSeries(q: Queries, reading: SeriesReading): Script<number> {
  const {groups, conditions, keys, budget} = reading;
  if (conditions.length === 0 && keys === null) {
    return groups.reduce((sum, {datasets}) => sum + datasets.reduce((inner, one) => inner + one.seriesCount, 0), 0);
  }
  const stream = createSeriesStream(reading, null, WHOLE_DATASETS);
  let count = 0;
  for (;;) {
    const taken = yield* stream.take(q, 10_000);
    count += taken.length;
    if (taken.length > 0) continue;
    refuseStopped(stream, budget, "counting with a filter looks at every series");
    return count;
  }
}

function pageOf(series: readonly SelectedSeries[], hasMore: boolean): SeriesPage {
  const last = series.at(-1);
  if (!hasMore || last === undefined) return {series, next: null};
  return {series, next: {key: keyAt(last.source.catalogue, last.position), ordinal: null}};
}
