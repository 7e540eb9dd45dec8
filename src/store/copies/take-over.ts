// A mirrored dataset takes over the version that its source has: its answers then have the same entity tags [pull.*].
//
// Only for a state whose proof is that of the source (state-proof.ts).
import type {Queries} from "../engines/differences.ts";
import {type Param, run, type Script, statement} from "../script.ts";
import {insertRunOnce, type RunCopy} from "./run-copy.ts";

/** The run is the one that made the state at the source; it is stored if it is not. */
export function* takeOverState(
  q: Queries,
  datasetId: number,
  {run: of, changedAt}: {readonly run: RunCopy; readonly changedAt: string},
): Script<void> {
  yield* insertRunOnce(q, datasetId, of);
  yield* run(updateVersion(q, {datasetId, changedBy: of.id, changedAt}));
}

const updateVersion = statement((q, param: Param<{datasetId: number; changedBy: string; changedAt: string}>) =>
  q.db
    .updateTable("dataset")
    .set({changed_by: param("changedBy"), changed_at: param("changedAt")})
    .where("id", "=", param("datasetId")),
);
