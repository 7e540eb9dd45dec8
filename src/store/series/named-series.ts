// Series with the names of their own package: of the class, the indicator, the unit and the territory.
//
// A page of a slice is described from the catalogue instead. This is for single keys and for pages of a search, and takes the same time in
// every dataset.

import {type FrequencySpan, frontierOf, type SeriesStatus, seriesStatus} from "../../statistics/status.ts";
import type {Level, Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {parseSpans} from "../datasets/dataset.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Param, type Script, statement} from "../script.ts";
import {type KeyedRow, type KeyedSeries, keyedSeries} from "./series.ts";

export interface NamedSeries extends KeyedSeries {
  /** null: the series has no class, or the class has no name. */
  readonly className: string | null;
  readonly fullTerritory: Territory;
  readonly firstPeriod: Day;
  readonly lastPeriod: Day;
}

export interface DescribedSeries extends NamedSeries {
  /** The note of the package about the class. */
  readonly classNote: string | null;
  /** null: the indicator has no label. */
  readonly indicatorLabel: string | null;
  /** null: the series has no unit, or the unit has no description. */
  readonly unitLabel: {readonly name: string; readonly mult: number} | null;
}

/** The series of the dataset with a key; null: it has none. */
export function* findDescribedSeries(q: Queries, datasetId: number, key: string): Script<DescribedSeries | null> {
  const row = yield* one(byKey(q, {datasetId, key}));
  if (row === undefined) return null;
  return {
    ...namedSeries(row),
    classNote: row.class_note,
    indicatorLabel: row.indicator_label,
    unitLabel: row.unit_name === null ? null : {name: row.unit_name, mult: row.mult!},
  };
}

export interface SeriesName {
  readonly datasetId: number;
  readonly key: string;
}

export interface FoundSeries extends NamedSeries {
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  readonly datasetName: string;
  /** The code if the indicator has no label. */
  readonly indicatorLabel: string;
  /** null: the series has no unit, or the unit has no name. */
  readonly unitName: string | null;
  readonly status: SeriesStatus;
}

/** Series that one statement describes: 200 take 8 ms. */
const DESCRIBED_AT_ONCE = 50;

/** The series that a search has found, in the order of the names; deleted series are left out. */
export function* readFoundSeries(q: Queries, names: readonly SeriesName[]): Script<FoundSeries[]> {
  const found = new Map<string, FoundSeries>();
  const spans = new Map<number, readonly FrequencySpan[]>();
  for (let at = 0; at < names.length; at += DESCRIBED_AT_ONCE) {
    const some = names.slice(at, at + DESCRIBED_AT_ONCE);
    const pairs = JSON.stringify(some.map(({datasetId, key}) => [datasetId, key]));
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
    if (names.length > DESCRIBED_AT_ONCE) yield;
  }
  return names.flatMap(({datasetId, key}) => found.get(`${datasetId} ${key}`) ?? []);
}

/** The series of a dataset with these numbers, in any order; those that are gone are left out. */
export function* readNumberedSeries(
  q: Queries,
  datasetId: number,
  numbers: readonly number[],
): Script<(NamedSeries & {readonly indicatorLabel: string | null})[]> {
  const rows = yield* all(byNumbers(q, {datasetId, numbers: q.differences.numberList(numbers)}));
  return rows.map((row) => ({...namedSeries(row), indicatorLabel: row.indicator_label}));
}

/** A row of `selectNamedSeries`. */
interface NamedRow extends KeyedRow {
  readonly first_period: string;
  readonly last_period: string;
  readonly class_name: string | null;
  readonly territory_name: string | null;
  readonly level: string | null;
  readonly canonical: string | null;
  readonly parent: string | null;
}

/** Every series with its names; the caller adds a condition. */
function selectNamedSeries({db}: Pick<Queries, "db">) {
  return db
    .selectFrom("series")
    .leftJoin("class", (join) =>
      join.onRef("class.dataset_id", "=", "series.dataset_id").onRef("class.code", "=", "series.classification"),
    )
    .leftJoin("indicator", (join) =>
      join.onRef("indicator.dataset_id", "=", "series.dataset_id").onRef("indicator.code", "=", "series.indicator"),
    )
    .leftJoin("territory", (join) =>
      join.onRef("territory.dataset_id", "=", "series.dataset_id").onRef("territory.code", "=", "series.territory"),
    )
    .leftJoin("unit", (join) =>
      join.onRef("unit.dataset_id", "=", "series.dataset_id").onRef("unit.code", "=", "series.unit"),
    )
    .select(["series.number", "series.key", "series.indicator", "series.classification", "series.measure"])
    .select(["series.transformation", "series.unit", "series.frequency", "series.territory"])
    .select(["series.first_period", "series.last_period"])
    .select(["class.name as class_name", "indicator.label as indicator_label", "unit.name as unit_name"])
    .select(["territory.name as territory_name", "territory.level", "territory.canonical", "territory.parent"]);
}

/** Throws if the territory is not in the store: a series without a territory is damage, never an answer. */
function namedSeries(row: NamedRow): NamedSeries {
  if (row.level === null) throw new Error(`territory ${row.territory} of series ${row.key} is not in the store`);
  return {
    ...keyedSeries(row),
    firstPeriod: storedDay(row.first_period),
    lastPeriod: storedDay(row.last_period),
    className: row.class_name,
    fullTerritory: {
      code: row.territory,
      name: row.territory_name!,
      level: row.level as Level,
      canonical: row.canonical!,
      parent: row.parent,
    },
  };
}

const byKey = statement((q, param: Param<{datasetId: number; key: string}>) =>
  selectNamedSeries(q)
    .select(["class.note as class_note", "unit.mult"])
    .where("series.dataset_id", "=", param("datasetId"))
    .where("series.key", "=", param("key")),
);

const byNumbers = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  selectNamedSeries(q)
    .where("series.dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("series.number", param("numbers"))),
);

const named = statement((q, param: Param<{pairs: string}>) =>
  selectNamedSeries(q)
    .innerJoin(q.differences.keyTable(param("pairs")).as("asked"), (join) =>
      join.onRef("series.dataset_id", "=", "asked.dataset_id").onRef("series.key", "=", "asked.key"),
    )
    .innerJoin("dataset", "dataset.id", "series.dataset_id")
    .select(["series.dataset_id", "dataset.provider_code", "dataset.code as dataset_code"])
    .select(["dataset.name as dataset_name", "dataset.spans"]),
);
