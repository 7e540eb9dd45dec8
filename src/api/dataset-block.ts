// The `dataset` block of an answer: how fresh the dataset is as judged today, and whether its source revises.
//
// It is part of the ETag: a dataset that becomes overdue overnight gives another answer though its data stand still.
import {type Static, Type} from "typebox";
import {datasetStatus, type FrequencySpan} from "../statistics/dataset-status.ts";
import {type Day, parseDay} from "../statistics/day.ts";
import {FREQUENCIES} from "../statistics/frequency.ts";

const months = Type.Union([Type.Integer({minimum: 0}), Type.Null()]);

export const DATASET_BLOCK_SCHEMA = Type.Object(
  {
    status: Type.Enum(["fresh", "overdue", "archival", "unknown"]),
    latest_period: Type.Union([Type.String({pattern: "^\\d{4}-\\d{2}$"}), Type.Null()]),
    freq: Type.Union([Type.Enum([...FREQUENCIES]), Type.Null()]),
    sla_months: months,
    lag_months: months,
    overdue_by: Type.Integer({minimum: 0}),
    revised: Type.Boolean(),
  },
  {additionalProperties: false},
);

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
