// Series with the names that their own package gives: of the class, the indicator, the unit and the territory.
//
// A page of a slice is described from the catalogue instead; this is for single keys, and costs the same in any dataset.

import type {Level, Territory} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {type KeyedRow, type KeyedSeries, keyedSeries} from "./series.ts";

export interface NamedSeries extends KeyedSeries {
  /** null where the series has no class or the class no name. */
  readonly className: string | null;
  readonly place: Territory;
  readonly lastPeriod: Day;
}

/** A row of `selectNamedSeries`. */
interface NamedRow extends KeyedRow {
  readonly last_period: string;
  readonly class_name: string | null;
  readonly territory_name: string | null;
  readonly level: string | null;
  readonly canonical: string | null;
  readonly parent: string | null;
}

/** Every series with its names; the statement that asks narrows it to some. */
export function selectNamedSeries({db}: Pick<Queries, "db">) {
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
    .select([
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
      "class.name as class_name",
      "indicator.label as indicator_label",
      "unit.name as unit_name",
      "territory.name as territory_name",
      "territory.level",
      "territory.canonical",
      "territory.parent",
    ]);
}

/** Throws where the territory is not in the store: a series without a place is damage, never an answer. */
export function namedSeries(row: NamedRow): NamedSeries {
  if (row.level === null) throw new Error(`territory ${row.territory} of series ${row.key} is not in the store`);
  return {
    ...keyedSeries(row),
    lastPeriod: storedDay(row.last_period),
    className: row.class_name,
    place: {
      code: row.territory,
      name: row.territory_name!,
      level: row.level as Level,
      canonical: row.canonical!,
      parent: row.parent,
    },
  };
}
