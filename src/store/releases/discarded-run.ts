// Runs that were held and that somebody discarded: a record of what it was, who did not want it, and when.
//
// Its checks and what it could not read stay under its id; the run can't be accepted any more. The same bytes loaded again are
// another run.
import type {Queries} from "../engines/differences.ts";
import type {NewRow, RowOf} from "../schema/tables.ts";
import {all, run, type Script, statement, type Take, takeAll} from "../script.ts";
import {takeHeldRun, UNPUBLISHED_COLUMNS, type UnpublishedRun, unpublishedRow, unpublishedRun} from "./held-run.ts";

export interface DiscardedRun extends UnpublishedRun {
  readonly discardedAt: string;
  readonly discardedBy: string;
}

export interface Discarding {
  readonly at: string;
  readonly by: string;
}

/** Turns a held run into a discarded one; null when it is not held (any more). */
export function* discardRun(q: Queries, id: string, {at, by}: Discarding): Script<DiscardedRun | null> {
  const held = yield* takeHeldRun(q, id);
  if (held === null) return null;
  const row = {...unpublishedRow(held), discarded_at: at, discarded_by: by};
  yield* run(insert(q, row));
  return discardedRun(row);
}

/** The newest first. */
export function* listDiscardedRuns(q: Queries, limit: number): Script<DiscardedRun[]> {
  return (yield* all(newest(q, {limit}))).map(discardedRun);
}

function discardedRun(row: RowOf<"discarded_run">): DiscardedRun {
  return {...unpublishedRun(row), discardedAt: row.discarded_at, discardedBy: row.discarded_by};
}

const newest = statement((q, take: Take<{limit: number}>) =>
  q.db.selectFrom("discarded_run").selectAll().orderBy("discarded_at", "desc").orderBy("id").limit(take("limit")),
);

const insert = statement((q, take: Take<NewRow<"discarded_run">>) =>
  q.db.insertInto("discarded_run").values(takeAll(take, [...UNPUBLISHED_COLUMNS, "discarded_at", "discarded_by"])),
);
