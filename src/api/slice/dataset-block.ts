// The `dataset` block of an answer: how fresh the dataset is as judged today, and whether its source revises.
//
// It is part of the ETag: a dataset that becomes overdue overnight gives another answer though its data stand still.
import {type Static, Type} from "typebox";
import {datasetStatus, type FrequencySpan} from "../../statistics/dataset-status.ts";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import {closedObject, count, frequencyField, monthField, nullable, yesNo} from "../http/field-schemas.ts";

export const DATASET_BLOCK_SCHEMA = closedObject({
  status: Type.Enum(["fresh", "overdue", "archival", "unknown"], {
    description:
      "as judged today: `overdue` when a release was due and has not appeared, `archival` for a closed era, `unknown` without values or a regular frequency",
  }),
  latest_period: nullable(monthField("YYYY-MM"), "month in which the latest period starts"),
  freq: nullable(frequencyField("frequency"), "frequency by which the dataset is judged: that with the most series"),
  sla_months: nullable(Type.Integer({minimum: 0}), "months within which a new period is expected"),
  lag_months: nullable(Type.Integer({minimum: 0}), "months since the end of the latest period"),
  overdue_by: count("months beyond the term; 0 when not overdue"),
  revised: yesNo("whether the source revises values of this dataset"),
});

export type DatasetBlock = Static<typeof DATASET_BLOCK_SCHEMA>;

export interface JudgedDataset {
  readonly spans: readonly FrequencySpan[];
  readonly archival: boolean;
  readonly revised: boolean;
}

export function describeDataset(dataset: JudgedDataset, today: Day): DatasetBlock {
  const judged = datasetStatus(dataset.spans, dataset.archival, today);
  return {
    status: judged.status,
    latest_period: judged.latestPeriod,
    freq: judged.frequency,
    sla_months: judged.slaMonths,
    lag_months: judged.lagMonths,
    overdue_by: judged.overdueBy,
    revised: dataset.revised,
  };
}

/** The day against which datasets are judged: the one set (RYAD_TODAY), else the clock's own in UTC. */
export function todayOf(setting: string | null, now: Date): Day {
  const today = parseDay(setting ?? now.toISOString().slice(0, 10));
  if (today === null) throw new RangeError(`${setting ?? now.toISOString()} is not a supported day`);
  return today;
}
