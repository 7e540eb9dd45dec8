// One series with what is needed to describe it alone: its dimensions, its periods, and the names its own package gives.
//
// A page of series is described from the catalogue instead; this is for a single key, and costs the same in any dataset.
import type {Day} from "../statistics/day.ts";
import type {Frequency} from "../statistics/frequency.ts";
import type {SeriesDimensions} from "../statistics/series-identity.ts";
import type {Level, Territory} from "../statistics/territory.ts";
import type {Queries} from "./engines.ts";
import {storedDay} from "./metadata-json.ts";
import {one, type Script} from "./script.ts";
import {statement, type Take} from "./statement.ts";

export interface DescribedSeries extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  readonly lastPeriod: Day;
  /** null where the series has no class or the class no name. */
  readonly className: string | null;
  /** What the package notes about the class. */
  readonly classNote: string | null;
  /** null where the indicator has no label. */
  readonly indicatorLabel: string | null;
  readonly place: Territory;
  /** null where the series has no unit or the unit no description. */
  readonly unitLabel: {readonly name: string; readonly mult: number} | null;
}

/** The series of the dataset with a key; null when it has none. */
export function* findDescribedSeries(q: Queries, datasetId: number, key: string): Script<DescribedSeries | null> {
  const row = yield* one(byKey(q, {datasetId, key}));
  if (row === undefined) return null;
  if (row.level === null) throw new Error(`territory ${row.territory} of series ${key} is not in the store`);
  return {
    number: row.number,
    key,
    indicator: row.indicator,
    classification: row.classification,
    measure: row.measure,
    transformation: row.transformation,
    unit: row.unit,
    frequency: row.frequency as Frequency,
    territory: row.territory,
    lastPeriod: storedDay(row.last_period),
    className: row.class_name,
    classNote: row.class_note,
    indicatorLabel: row.indicator_label,
    place: {
      code: row.territory,
      name: row.territory_name!,
      level: row.level as Level,
      canonical: row.canonical!,
      parent: row.parent,
    },
    unitLabel: row.unit_name === null ? null : {name: row.unit_name, mult: row.mult!},
  };
}

const byKey = statement((q, take: Take<{datasetId: number; key: string}>) =>
  q.db
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
      "series.indicator",
      "series.classification",
      "series.measure",
      "series.transformation",
      "series.unit",
      "series.frequency",
      "series.territory",
      "series.last_period",
      "class.name as class_name",
      "class.note as class_note",
      "indicator.label as indicator_label",
      "territory.name as territory_name",
      "territory.level",
      "territory.canonical",
      "territory.parent",
      "unit.name as unit_name",
      "unit.mult",
    ])
    .where("series.dataset_id", "=", take("datasetId"))
    .where("series.key", "=", take("key")),
);
