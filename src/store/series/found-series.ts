// The series that a search has found, described in the order in which it found them: one statement for the whole page.
import {type FrequencySpan, frontierOf, type SeriesStatus, seriesStatus} from "../../statistics/status.ts";
import {parseSpans} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";
import {type NamedSeries, namedSeries, selectNamedSeries} from "./named-series.ts";

export interface SeriesName {
  readonly datasetId: number;
  readonly key: string;
}

export interface FoundSeries extends NamedSeries {
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  readonly datasetName: string;
  /** The code where the indicator has no label. */
  readonly indicatorLabel: string;
  /** null where the series has no unit or the unit no name. */
  readonly unitName: string | null;
  readonly status: SeriesStatus;
}

/** One for each name that is still there, in the order of the names. */
export function* readFoundSeries(q: Queries, names: readonly SeriesName[]): Script<FoundSeries[]> {
  if (names.length === 0) return [];
  const pairs = JSON.stringify(names.map(({datasetId, key}) => [datasetId, key]));
  const found = new Map<string, FoundSeries>();
  const spans = new Map<number, readonly FrequencySpan[]>();
  for (const row of yield* all(named(q, {pairs}))) {
    const own = spans.get(row.dataset_id) ?? parseSpans(row.spans);
    spans.set(row.dataset_id, own);
    const series = namedSeries(row);
    found.set(`${row.dataset_id} ${row.key}`, {
      ...series,
      datasetId: row.dataset_id,
      provider: row.provider_code,
      dataset: row.dataset_code,
      datasetName: row.dataset_name,
      indicatorLabel: row.indicator_label ?? row.indicator,
      unitName: row.unit_name,
      status: seriesStatus(series.lastPeriod, frontierOf(own, series.frequency), series.frequency),
    });
  }
  return names.flatMap(({datasetId, key}) => found.get(`${datasetId} ${key}`) ?? []);
}

const named = statement((q, take: Take<{pairs: string}>) =>
  selectNamedSeries(q)
    .innerJoin(q.differences.keyTable(take("pairs")).as("asked"), (join) =>
      join.onRef("series.dataset_id", "=", "asked.dataset_id").onRef("series.key", "=", "asked.key"),
    )
    .innerJoin("dataset", "dataset.id", "series.dataset_id")
    .select([
      "series.dataset_id",
      "dataset.provider_code",
      "dataset.code as dataset_code",
      "dataset.name as dataset_name",
      "dataset.spans",
    ]),
);
