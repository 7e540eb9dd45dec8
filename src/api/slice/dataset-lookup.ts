// From a dataset code in a request to the dataset: `provider/dataset`, or the dataset code alone where one provider has it.
//
// The row is asked for by every slice, so it is remembered for as long as nobody has written: it is used only by a script that sees
// the very state it was read in. Where a store can't tell its state, nothing is remembered. Unknown codes never are: their number has
// no bound.
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import {ApiError, InvalidParameters} from "../errors.ts";

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
