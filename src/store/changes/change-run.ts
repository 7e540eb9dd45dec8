// The runs of the feed of changes, as they are written [changes.*]: numbered in the order of their commits.
//
// A number is taken at the end of the transaction, under a lock that is kept until its commit. Else a reader could see a run before one with
// a smaller number, and would never be told of that one.
import {lockChanges} from "../engines/dataset-lock.ts";
import type {Queries} from "../engines/differences.ts";
import {insertRow, insertRows} from "../rows.ts";
import {all, one, type Param, run, type Script, statement} from "../script.ts";

export interface ChangeRunFields {
  /** The load run. */
  readonly id: string;
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
}

/**
 * Records what a run touched; nothing if that is nothing.
 * @param blobs as touched-code.ts encodes them; null: the dataset was dropped, so that earlier runs of it tell nothing any more
 */
export function* recordChangeRun(
  q: Queries,
  {id, datasetId, provider, dataset, changedAt}: ChangeRunFields,
  blobs: readonly Uint8Array[] | null,
): Script<void> {
  if (blobs?.length === 0) return;
  if (blobs === null) {
    yield* run(deleteBlobsOf(q, {datasetId}));
    yield* run(emptyRunsOf(q, {datasetId}));
  } else {
    const rows = blobs.map((bytes, number) => ({load_run: id, dataset_id: datasetId, number, bytes}));
    yield* run(insertBlobs(q, rows));
  }
  yield* lockChanges(q);
  const last = yield* one(lastSequence(q, {}));
  yield* run(
    insertRun(q, {
      sequence: (last?.sequence ?? 0) + 1,
      load_run: id,
      dataset_id: datasetId,
      provider_code: provider,
      dataset_code: dataset,
      changed_at: changedAt,
      kind: blobs === null ? "dropped" : "changed",
      blobs: blobs?.length ?? 0,
    }),
  );
}

/** Rows that one transaction of a sweep looks at. */
const SWEPT_AT_ONCE = 500;

interface OldRun {
  readonly sequence: number;
  readonly load_run: string;
  readonly dataset_id: number;
}

/** The oldest runs that a sweep deletes. To be read first: a sweep without any would wait for a load in vain. @param before ISO 8601, UTC */
export function* findOldRuns(q: Queries, before: string): Script<readonly OldRun[]> {
  const oldest = yield* all(oldestRuns(q, {limit: SWEPT_AT_ONCE}));
  const kept = oldest.findIndex(({changed_at}) => changed_at >= before);
  const old = kept < 0 ? oldest : oldest.slice(0, kept);
  return old.length === 1 && old[0]!.blobs < 0 ? [] : old;
}

/**
 * Deletes the oldest runs before a moment, and all that they touched. The newest of them stays without its blobs: a follower that has applied
 * it has missed nothing.
 * @returns whether there may be more
 */
export function* sweepChanges(q: Queries, before: string): Script<boolean> {
  const old = yield* findOldRuns(q, before);
  const newest = old.at(-1);
  if (newest === undefined) return false;
  for (const {load_run, dataset_id} of old) yield* run(deleteBlobs(q, {load_run, dataset_id}));
  yield* run(deleteBefore(q, {sequence: newest.sequence}));
  yield* run(markDeleted(q, {sequence: newest.sequence}));
  return old.length === SWEPT_AT_ONCE;
}

const insertRun = insertRow("change_run");
const insertBlobs = insertRows("change_blob");

export const lastSequence = statement((q, _: Param<Record<string, never>>) =>
  q.db.selectFrom("change_run").select(["sequence", "load_run"]).orderBy("sequence", "desc").limit(1),
);

const deleteBlobsOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .deleteFrom("change_blob")
    .where(
      "load_run",
      "in",
      q.db.selectFrom("change_run").select("load_run").where("dataset_id", "=", param("datasetId")),
    )
    .where("dataset_id", "=", param("datasetId")),
);

const emptyRunsOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db.updateTable("change_run").set({blobs: 0}).where("dataset_id", "=", param("datasetId")).where("blobs", ">", 0),
);

const oldestRuns = statement((q, param: Param<{limit: number}>) =>
  q.db
    .selectFrom("change_run")
    .select(["sequence", "load_run", "dataset_id", "changed_at", "blobs"])
    .orderBy("sequence")
    .limit(param("limit")),
);

const deleteBlobs = statement((q, param: Param<{load_run: string; dataset_id: number}>) =>
  q.db
    .deleteFrom("change_blob")
    .where("load_run", "=", param("load_run"))
    .where("dataset_id", "=", param("dataset_id")),
);

const deleteBefore = statement((q, param: Param<{sequence: number}>) =>
  q.db.deleteFrom("change_run").where("sequence", "<", param("sequence")),
);

const markDeleted = statement((q, param: Param<{sequence: number}>) =>
  q.db.updateTable("change_run").set({blobs: -1}).where("sequence", "=", param("sequence")),
);
