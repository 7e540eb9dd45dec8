// Datasets by their code, remembered for as long as nobody has written: the row is asked for by every request for a slice.
//
// What is remembered is used only by a script that sees the very state it was read in, so it agrees with whatever else the script
// reads. Where a store can't tell its state, nothing is remembered. Unknown codes never are: there is no end of them.
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";

export interface DatasetRecords {
  /** As findDatasets does. */
  find(
    q: Queries,
    code: {readonly provider: string | null; readonly dataset: string},
  ): Script<readonly DatasetRecord[]>;
}

export function createDatasetRecords(statistics: Engine): DatasetRecords {
  const remembered = new Map<string, readonly DatasetRecord[]>();
  let state: number | null = null;
  return {
    *find(q, code) {
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
    },
  };
}
