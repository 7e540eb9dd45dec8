// A load run of another service, as a mirror stores it: releases and datasets name the run that made them.
//
// In a mirror it changed nothing by itself: a run of the mirror did. So it is stored as one that only describes, and the feed of updates does not count it.
import type {Queries} from "../engines/differences.ts";
import {sealOfRun} from "../releases/row-seal.ts";
import {insertRow, selectRows} from "../rows.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, run, type Script} from "../script.ts";

/** The columns of the run as they are stored, without the dataset and the seal, which are of the store. */
export type RunCopy = Omit<NewRow<"load_run">, "dataset_id" | "seal">;

/** null: there is no such run. */
export function* readRunCopy(q: Queries, id: string): Script<RunCopy | null> {
  const row = yield* one(runOf(q, {id}));
  return row === undefined ? null : {...row};
}

/** Nothing if the run is stored. */
export function* insertRunOnce(q: Queries, datasetId: number, copy: RunCopy): Script<void> {
  if ((yield* one(runOf(q, {id: copy.id}))) !== undefined) return;
  const row = {...copy, kind: "describe", dataset_id: datasetId};
  yield* run(insert(q, {...row, seal: sealOfRun(row)}));
}

const COLUMNS = [
  ...(["id", "provider_code", "dataset_code", "dataset_name", "kind", "day", "loaded_at", "published_at"] as const),
  ...(["release_id", "new_values", "revised_values", "latest_period"] as const),
] as const;

const runOf = selectRows("load_run", COLUMNS, {id: "id"});
const insert = insertRow("load_run");
