// Runs that were held and that somebody discarded: a record of what it was, who did not want it, and when.
//
// Its checks and what it could not read stay under its id; the run can't be accepted any more. The same bytes loaded again are
// another run.
import type {Queries} from "./engines.ts";
import type {ReleaseFile} from "./release.ts";
import {type HeldRun, takeHeldRun} from "./run-record.ts";
import type {NewRow, RowOf} from "./schema.ts";
import {all, run, type Script} from "./script.ts";
import {statement, type Take, takeAll} from "./statement.ts";

export interface DiscardedRun
  extends Pick<
    HeldRun,
    | "id"
    | "provider"
    | "dataset"
    | "name"
    | "publishedAt"
    | "fingerprint"
    | "sourceFile"
    | "parser"
    | "files"
    | "valueCount"
    | "unreadableCount"
  > {
  readonly heldAt: string;
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
  const {hints: _hints, seriesCount: _count, ...kept} = held;
  const discarded = {...kept, discardedAt: at, discardedBy: by};
  yield* run(
    insert(q, {
      id,
      provider_code: held.provider,
      dataset_code: held.dataset,
      dataset_name: held.name,
      published_at: held.publishedAt,
      held_at: held.heldAt,
      discarded_at: at,
      discarded_by: by,
      fingerprint: held.fingerprint,
      source_file: held.sourceFile,
      parser: held.parser,
      files: JSON.stringify(held.files),
      value_count: held.valueCount,
      unreadable_count: held.unreadableCount,
    }),
  );
  return discarded;
}

/** The newest first. */
export function* listDiscardedRuns(q: Queries, limit: number): Script<DiscardedRun[]> {
  return (yield* all(newest(q, {limit}))).map(discardedRun);
}

function discardedRun(row: RowOf<"discarded_run">): DiscardedRun {
  return {
    id: row.id,
    provider: row.provider_code,
    dataset: row.dataset_code,
    name: row.dataset_name,
    publishedAt: row.published_at,
    heldAt: row.held_at,
    discardedAt: row.discarded_at,
    discardedBy: row.discarded_by,
    fingerprint: row.fingerprint,
    sourceFile: row.source_file,
    parser: row.parser,
    files: JSON.parse(row.files) as ReleaseFile[],
    valueCount: row.value_count,
    unreadableCount: row.unreadable_count,
  };
}

const newest = statement((q, take: Take<{limit: number}>) =>
  q.db.selectFrom("discarded_run").selectAll().orderBy("discarded_at", "desc").orderBy("id").limit(take("limit")),
);

const insert = statement((q, take: Take<NewRow<"discarded_run">>) =>
  q.db
    .insertInto("discarded_run")
    .values(
      takeAll(take, [
        "id",
        "provider_code",
        "dataset_code",
        "dataset_name",
        "published_at",
        "held_at",
        "discarded_at",
        "discarded_by",
        "fingerprint",
        "source_file",
        "parser",
        "files",
        "value_count",
        "unreadable_count",
      ]),
    ),
);
