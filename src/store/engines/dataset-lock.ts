// The lock of a dataset: loads of one dataset wait for each other, loads of different datasets run side by side.
//
// It is taken with the first statement of a transaction and kept to its end. All rows that a load writes belong to its dataset, except
// the row of the last change, which comes last, so that others wait for it only briefly.
import {hash} from "node:crypto";
import type {Script} from "../script.ts";
import type {Queries} from "./differences.ts";

/** Waits for the lock of a dataset; to be called before anything of the dataset is read. */
export function lockDataset(q: Queries, code: {readonly provider: string; readonly dataset: string}): Script<void> {
  return lock(q, `${code.provider}/${code.dataset}`);
}

/** Waits for the lock of the schema. */
export function lockSchema(q: Queries): Script<void> {
  return lock(q, "the schema");
}

/** Waits for the order of the changes: the number of a run and its commit are in the same order only if no other run takes one in between. */
export function lockChanges(q: Queries): Script<void> {
  return lock(q, "the changes");
}

function* lock(q: Queries, name: string): Script<void> {
  const statement = q.differences.lock?.(numberOf(name)).compile(q.db);
  if (statement !== undefined) yield {...statement, locks: name};
}

/** Two names may have the same number: then their loads wait for each other, which is harmless. */
function numberOf(name: string): number {
  return hash("sha256", name, "buffer").readInt32BE(0);
}
