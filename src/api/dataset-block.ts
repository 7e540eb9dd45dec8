// What an answer says of its dataset: whether it is up to date, as judged on the day of the answer.
import {type Static, Type} from "typebox";
import {datasetStatus, type FrequencySpan} from "../statistics/status.ts";
import type {Day} from "../statistics/time/day.ts";
import {closedObject, count, frequencyField, monthField, nullable, yesNo} from "./http/field-schemas.ts";

export const DATASET_BLOCK_SCHEMA = closedObject({
  status: Type.Enum(["fresh", "overdue", "archival", "unknown"], {
    description:
      "as judged today: `overdue` if a release is due and has not appeared, `archival` for a closed era, `unknown` without values or a regular frequency",
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
