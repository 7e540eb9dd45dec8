// The dataset that a request names, found once for each state of the store. Its code is `provider/dataset`, or the dataset code alone if only
// one provider has it.
import {type DatasetRecord, findDatasets} from "../store/datasets/dataset.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Engine, Script} from "../store/script.ts";
import {createStateCache} from "../work/bounded-cache.ts";
import {ApiError, InvalidParameters} from "./errors.ts";

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
