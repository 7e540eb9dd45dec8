// The dataset of a request: found by its code, and judged by its freshness for the `dataset` block of an answer.
//
// A code is `provider/dataset`, or the dataset code alone where one provider has it. The row is remembered until somebody writes, and
// used only by a script that sees the state it was read in; unknown codes are not remembered, since their number has no bound. The
// block is part of the ETag: a dataset that becomes overdue overnight gives another answer though its data are the same.
import {type Static, Type} from "typebox";
import {datasetStatus, type FrequencySpan} from "../../statistics/status.ts";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {closedObject, count, frequencyField, monthField, nullable, yesNo} from "../http/field-schemas.ts";

/** `provider` null: the dataset code alone was given. */
export interface DatasetCode {
  readonly provider: string | null;
  readonly dataset: string;
}

/** A code holds no slash, so the first one parts provider and dataset. */
export function splitDatasetCode(text: string): DatasetCode {
  const slash = text.indexOf("/");
  return slash === -1
    ? {provider: null, dataset: text}
    : {provider: text.slice(0, slash), dataset: text.slice(slash + 1)};
}

export interface DatasetLookup {
  /** Throws NOT_FOUND for none, and 422 for a bare code that several providers have. */
  findOne(q: Queries, code: DatasetCode): Script<DatasetRecord>;
}

export function createDatasetLookup(statistics: Engine): DatasetLookup {
  const remembered = new Map<string, readonly DatasetRecord[]>();
  let state: number | null = null;

  function* find(q: Queries, code: DatasetCode): Script<readonly DatasetRecord[]> {
    const now = statistics.stateRead();
    if (now === null) return yield* findDatasets(q, code);
    if (now !== state) remembered.clear();
    state = now;
    // No code of a request holds a zero character (query-string.ts).
    const key = code.provider === null ? code.dataset : `${code.provider}\0${code.dataset}`;
    let found = remembered.get(key);
    if (found === undefined) {
      found = yield* findDatasets(q, code);
      if (found.length > 0) remembered.set(key, found);
    }
    return found;
  }

  return {
    *findOne(q, code) {
      return onlyDataset(yield* find(q, code), code);
    },
  };
}

/** Throws NOT_FOUND for none, and 422 for a bare code that stands under several providers. */
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
    const msg = `Value error, the dataset code ${named} stands under several providers: ${codes.join(", ")}; give one of these`;
    throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
  }
  return dataset;
}

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
