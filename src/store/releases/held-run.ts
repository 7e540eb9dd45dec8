// Runs that their checks hold: all that it takes to read their archived bytes again. Their checks are kept as those of any run.
//
// A held run is known by what would have been its release: dataset, day and fingerprint. When these come again, or are published,
// it is no longer held.
import type {Queries} from "../engines/differences.ts";
import type {NewRow, RowOf} from "../schema/tables.ts";
import {all, one, run, type Script, statement, type Take, takeAll} from "../script.ts";
import {type KeptSource, keptSource, parseHints, type ReleaseHints, sourceRow} from "./kept-source.ts";
import {deleteRunDetails, insertRunDetails, type RunDetails} from "./run-details.ts";

/** A run that published nothing: held, or discarded after that. */
export interface UnpublishedRun extends KeptSource {
  readonly id: string;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's name, as the files say. */
  readonly name: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  /** ISO 8601, UTC. */
  readonly heldAt: string;
  readonly valueCount: number;
  readonly unreadableCount: number;
}

export interface HeldRun extends UnpublishedRun {
  readonly hints: ReleaseHints;
  readonly seriesCount: number;
}

/** A run as it is to be kept. */
export interface RecordedRun extends Omit<HeldRun, "heldAt">, RunDetails {}

/** Within the transaction that publishes: keeps the run's checks and cells; a held run of the same bytes is held no longer. */
export function* recordRun(q: Queries, recorded: RecordedRun): Script<void> {
  yield* forgetHeldRun(q, recorded);
  yield* deleteRunDetails(q, recorded.id);
  yield* insertRunDetails(q, recorded.id, recorded);
}

/** Keeps a held run; gives its id, which is the older one where the same bytes were held before. */
export function* recordHeldRun(q: Queries, recorded: RecordedRun, heldAt: string): Script<string> {
  const id = (yield* forgetHeldRun(q, recorded)) ?? recorded.id;
  yield* run(
    insert(q, {
      ...unpublishedRow({...recorded, id, heldAt}),
      hints: JSON.stringify(recorded.hints),
      series_count: recorded.seriesCount,
    }),
  );
  yield* insertRunDetails(q, id, recorded);
  return id;
}

/** Takes away the held run of the same dataset, day and fingerprint; gives its id, or null when there was none. */
export function* forgetHeldRun(
  q: Queries,
  {provider, dataset, publishedAt, fingerprint}: Pick<HeldRun, "provider" | "dataset" | "publishedAt" | "fingerprint">,
): Script<string | null> {
  const found = yield* one(heldAs(q, {provider, dataset, publishedAt, fingerprint}));
  if (found === undefined) return null;
  yield* run(deleteHeld(q, {id: found.id}));
  yield* deleteRunDetails(q, found.id);
  return found.id;
}

/** Takes one run out of those that are held, its checks and cells left where they are; null when it is not among them. */
export function* takeHeldRun(q: Queries, id: string): Script<HeldRun | null> {
  const found = yield* one(heldWith(q, {id}));
  if (found === undefined) return null;
  yield* run(deleteHeld(q, {id}));
  return heldRun(found);
}

/** Held runs, newest first. */
export function* listHeldRuns(q: Queries): Script<HeldRun[]> {
  return (yield* all(everyHeld(q, {}))).map(heldRun);
}

function heldRun(row: RowOf<"held_run">): HeldRun {
  return {...unpublishedRun(row), hints: parseHints(row.hints), seriesCount: row.series_count};
}

/** Columns that a held run and a discarded one have. */
export const UNPUBLISHED_COLUMNS = [
  "id",
  "provider_code",
  "dataset_code",
  "dataset_name",
  "published_at",
  "held_at",
  "fingerprint",
  "source_file",
  "parser",
  "files",
  "value_count",
  "unreadable_count",
] as const;

type UnpublishedRow = Pick<RowOf<"held_run">, (typeof UNPUBLISHED_COLUMNS)[number]>;

export function unpublishedRun(row: UnpublishedRow): UnpublishedRun {
  return {
    ...keptSource(row),
    id: row.id,
    provider: row.provider_code,
    dataset: row.dataset_code,
    name: row.dataset_name,
    publishedAt: row.published_at,
    heldAt: row.held_at,
    valueCount: row.value_count,
    unreadableCount: row.unreadable_count,
  };
}

export function unpublishedRow(held: UnpublishedRun): UnpublishedRow {
  return {
    ...sourceRow(held),
    id: held.id,
    provider_code: held.provider,
    dataset_code: held.dataset,
    dataset_name: held.name,
    published_at: held.publishedAt,
    held_at: held.heldAt,
    value_count: held.valueCount,
    unreadable_count: held.unreadableCount,
  };
}

const everyHeld = statement((q, _take: Take<object>) =>
  q.db.selectFrom("held_run").selectAll().orderBy("held_at", "desc").orderBy("id"),
);

const heldWith = statement((q, take: Take<{id: string}>) =>
  q.db.selectFrom("held_run").selectAll().where("id", "=", take("id")),
);

const heldAs = statement(
  (q, take: Take<{provider: string; dataset: string; publishedAt: string; fingerprint: string}>) =>
    q.db
      .selectFrom("held_run")
      .select("id")
      .where("fingerprint", "=", take("fingerprint"))
      .where("provider_code", "=", take("provider"))
      .where("dataset_code", "=", take("dataset"))
      .where("published_at", "=", take("publishedAt")),
);

const insert = statement((q, take: Take<NewRow<"held_run">>) =>
  q.db.insertInto("held_run").values(takeAll(take, [...UNPUBLISHED_COLUMNS, "hints", "series_count"])),
);

const deleteHeld = statement((q, take: Take<{id: string}>) => q.db.deleteFrom("held_run").where("id", "=", take("id")));
