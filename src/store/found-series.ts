// The series that a search has found, described in the order in which it found them: one statement for the whole page.
import type {FrequencySpan} from "../statistics/dataset-status.ts";
import {frontierOf} from "../statistics/dataset-status.ts";
import type {Day} from "../statistics/day.ts";
import type {Frequency} from "../statistics/frequency.ts";
import type {SeriesDimensions} from "../statistics/series-identity.ts";
import {type SeriesStatus, seriesStatus} from "../statistics/staleness.ts";
import type {Level, Territory} from "../statistics/territory.ts";
import {parseSpans} from "./dataset.ts";
import type {Queries} from "./engines.ts";
import {storedDay} from "./metadata-json.ts";
import {all, type Script} from "./script.ts";
import {statement, type Take} from "./statement.ts";

export interface SeriesName {
  readonly datasetId: number;
  readonly key: string;
}

export interface FoundSeries extends SeriesDimensions {
  readonly datasetId: number;
  /** Within its dataset. */
  readonly number: number;
  readonly key: string;
  readonly provider: string;
  readonly dataset: string;
  readonly datasetName: string;
  /** null where the series has no class or the class no name. */
  readonly className: string | null;
  /** The code where the indicator has no label. */
  readonly indicatorLabel: string;
  /** null where the series has no unit or the unit no name. */
  readonly unitName: string | null;
  readonly place: Territory;
  readonly lastPeriod: Day;
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
    if (row.level === null) throw new Error(`territory ${row.territory} of series ${row.key} is not in the store`);
    const frequency = row.frequency as Frequency;
    const lastPeriod = storedDay(row.last_period);
    found.set(`${row.dataset_id} ${row.key}`, {
      datasetId: row.dataset_id,
      number: row.number,
      key: row.key,
      provider: row.provider_code,
      dataset: row.dataset_code,
      datasetName: row.dataset_name,
      indicator: row.indicator,
      classification: row.classification,
      measure: row.measure,
      transformation: row.transformation,
      unit: row.unit,
      frequency,
      territory: row.territory,
      className: row.class_name,
      indicatorLabel: row.indicator_label ?? row.indicator,
      unitName: row.unit_name,
      place: {
        code: row.territory,
        name: row.territory_name!,
        level: row.level as Level,
        canonical: row.canonical!,
        parent: row.parent,
      },
      lastPeriod,
      status: seriesStatus(lastPeriod, frontierOf(own, frequency), frequency),
    });
  }
  return names.flatMap(({datasetId, key}) => found.get(`${datasetId} ${key}`) ?? []);
}

const named = statement((q, take: Take<{pairs: string}>) =>
  q.db
    .selectFrom(q.differences.keyTable(take("pairs")).as("asked"))
    .innerJoin("series", (join) =>
      join.onRef("series.dataset_id", "=", "asked.dataset_id").onRef("series.key", "=", "asked.key"),
    )
    .innerJoin("dataset", "dataset.id", "series.dataset_id")
    .leftJoin("territory", (join) =>
      join.onRef("territory.dataset_id", "=", "series.dataset_id").onRef("territory.code", "=", "series.territory"),
    )
    .leftJoin("class", (join) =>
      join.onRef("class.dataset_id", "=", "series.dataset_id").onRef("class.code", "=", "series.classification"),
    )
    .leftJoin("indicator", (join) =>
      join.onRef("indicator.dataset_id", "=", "series.dataset_id").onRef("indicator.code", "=", "series.indicator"),
    )
    .leftJoin("unit", (join) =>
      join.onRef("unit.dataset_id", "=", "series.dataset_id").onRef("unit.code", "=", "series.unit"),
    )
    .select([
      "series.dataset_id",
      "series.number",
      "series.key",
      "series.indicator",
      "series.classification",
      "series.measure",
      "series.transformation",
      "series.unit",
      "series.frequency",
      "series.territory",
      "series.last_period",
      "dataset.provider_code",
      "dataset.code as dataset_code",
      "dataset.name as dataset_name",
      "dataset.spans",
      "class.name as class_name",
      "indicator.label as indicator_label",
      "unit.name as unit_name",
      "territory.name as territory_name",
      "territory.level",
      "territory.canonical",
      "territory.parent",
    ]),
);
