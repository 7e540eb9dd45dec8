// One series with what is needed to describe it alone: its dimensions, its last period, and the names its own package gives.
import type {Queries} from "../engines/differences.ts";
import {one, type Script, statement, type Take} from "../script.ts";
import {type NamedSeries, namedSeries, selectNamedSeries} from "./named-series.ts";

export interface DescribedSeries extends NamedSeries {
  /** What the package notes about the class. */
  readonly classNote: string | null;
  /** null where the indicator has no label. */
  readonly indicatorLabel: string | null;
  /** null where the series has no unit or the unit no description. */
  readonly unitLabel: {readonly name: string; readonly mult: number} | null;
}

/** The series of the dataset with a key; null when it has none. */
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

const byKey = statement((q, take: Take<{datasetId: number; key: string}>) =>
  selectNamedSeries(q)
    .select(["class.note as class_note", "unit.mult"])
    .where("series.dataset_id", "=", take("datasetId"))
    .where("series.key", "=", take("key")),
);
