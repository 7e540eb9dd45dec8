// The dataset of an answer: the one that a request names, found once for each state of the store, and what an answer says of it. Its code is
// `provider/dataset`, or the dataset code alone if only one provider has it.
//
// Whether it is up to date is judged on the day of the answer, so that is never remembered.
import {type Static, Type} from "typebox";
import {datasetStatus, type FrequencySpan} from "../statistics/status.ts";
import type {Day} from "../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../store/datasets/dataset.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Engine, Script} from "../store/script.ts";
import {createStateCache} from "../work/bounded-cache.ts";
import {ApiError, InvalidParameters} from "./errors.ts";
import {closedObject, count, frequencyField, monthField, nullable, yesNo} from "./http/field-schemas.ts";

/** `provider` null: the dataset code alone was given. */
export interface DatasetCode {
  readonly provider: string | null;
  readonly dataset: string;
}

/** A code has no slash, so the first slash separates provider and dataset. */
export function splitDatasetCode(text: string): DatasetCode {
  const slash = text.indexOf("/");
  return slash === -1
    ? {provider: null, dataset: text}
    : {provider: text.slice(0, slash), dataset: text.slice(slash + 1)};
}

export interface DatasetLookup {
  /** Throws NOT_FOUND for an unknown dataset, and 422 for a bare code that several providers have. */
  findOne(q: Queries, code: DatasetCode): Script<DatasetRecord>;
}

/** Codes that are remembered. */
const MOST_REMEMBERED = 100_000;

export function createDatasetLookup(statistics: Engine): DatasetLookup {
  const remembered = createStateCache<readonly DatasetRecord[]>(MOST_REMEMBERED, () => statistics.stateRead());
  return {
    *findOne(q, code) {
      let found = remembered.find(keyOf(code));
      if (found === undefined) {
        const before = remembered.state();
        found = yield* findDatasets(q, code);
        if (found.length > 0) remembered.keep(keyOf(code), found, 1, before);
      }
      return onlyDataset(found, code);
    },
  };
}

/** No code of a request contains a zero character (parameters.ts). */
function keyOf({provider, dataset}: DatasetCode): string {
  return provider === null ? dataset : `${provider}\0${dataset}`;
}

/** Throws NOT_FOUND for an unknown dataset, and 422 for a bare code that several providers have. */
export function onlyDataset(datasets: readonly DatasetRecord[], code: DatasetCode): DatasetRecord {
  const named = code.provider === null ? code.dataset : `${code.provider}/${code.dataset}`;
  const [dataset] = datasets;
  if (dataset === undefined) {
    throw new ApiError("NOT_FOUND", `there is no dataset ${named}`, {
      hint: "/api/v1/reference/datasets lists the codes; give `provider/dataset`, or the dataset alone",
    });
  }
  if (datasets.length > 1) {
    const codes = datasets.map((one) => `${one.provider}/${one.code}`).sort();
    const msg = `Value error, the dataset code ${named} exists under several providers: ${codes.join(", ")}; give one of these`;
    throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
  }
  return dataset;
}

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
