// Runs that published nothing: held by their checks, or discarded after that, with all that is needed to read their archived bytes again.
//
// A held run is identified by its would-be release: dataset, day and fingerprint. When these are loaded again or published, it is not
// held any more. A discarded run can't be accepted; the same bytes loaded again are another run.
import type {ReleaseHints} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {NO_FACTS, noteEvent} from "../messages/event.ts";
import {deleteRowsBy, insertRow, selectRows} from "../rows.ts";
import type {RowOf} from "../schema/tables.ts";
import {all, one, type Param, run, type Script, statement} from "../script.ts";
import {type ArchivedSource, archivedSource, parseHints, sourceRow} from "./release-file.ts";
import {type DecidedBy, insertDecision} from "./run-decision.ts";
import {deleteRunDetails, insertRunDetails, type RunDetails} from "./run-details.ts";

/** A run that published nothing: held, or discarded after that. */
export interface UnpublishedRun extends ArchivedSource {
  readonly id: string;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's name by its files. */
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

/** A run to be stored. */
export interface RecordedRun extends Omit<HeldRun, "heldAt">, RunDetails {}

/** Within the transaction that publishes: stores the run's checks and cells; a held run of the same bytes is not held any more. */
export function* recordRun(q: Queries, recorded: RecordedRun): Script<void> {
  yield* forgetHeldRun(q, recorded);
  yield* deleteRunDetails(q, recorded.id);
  yield* insertRunDetails(q, recorded.id, recorded);
}

/** The id of the event of a held run (store/messages/event.ts). */
export function heldEventId(run: string): string {
  return `held ${run}`;
}

export function runOfEvent(id: string): string {
  return id.slice(heldEventId("").length);
}

/** Stores a held run; returns its id, which is the older one if the same bytes were held before. */
export function* recordHeldRun(q: Queries, recorded: RecordedRun, heldAt: string): Script<string> {
  const id = (yield* forgetHeldRun(q, recorded)) ?? recorded.id;
  yield* run(
    insertHeld(q, {
      ...unpublishedRow({...recorded, id, heldAt}),
      hints: JSON.stringify(recorded.hints),
      series_count: recorded.seriesCount,
    }),
  );
  yield* insertRunDetails(q, id, recorded);
  const {provider, dataset, name, publishedAt: day} = recorded;
  const failed = recorded.checks.filter(({required, passed}) => required && !passed).map(({seen}) => seen);
  const facts = {...NO_FACTS, day, reason: failed.join("; ") || null};
  yield* noteEvent(q, {...facts, id: heldEventId(id), kind: "held", provider, dataset, name, happenedAt: heldAt});
  return id;
}

/** Deletes the held run with the same dataset, day and fingerprint; returns its id; null: there was none. */
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

/** Removes a run from the held ones, without its checks and cells; null: it is not held. */
export function* removeHeldRun(q: Queries, id: string): Script<HeldRun | null> {
  const found = yield* one(heldWith(q, {id}));
  if (found === undefined) return null;
  yield* run(deleteHeld(q, {id}));
  return heldRun(found);
}

/** Held runs, newest first. */
export function* listHeldRuns(q: Queries): Script<HeldRun[]> {
  return (yield* all(everyHeld(q, {}))).map(heldRun);
}

export function* countHeldRuns(q: Queries): Script<number> {
  return Number((yield* one(heldCount(q, {})))!.runs);
}

export interface WaitingReleases {
  readonly count: number;
  /** ISO 8601, UTC: when the first of them was held. */
  readonly since: string;
}

/** Held releases of a dataset that are not older than the day, YYYY-MM-DD; null: there is none. */
export function* readWaitingReleases(
  q: Queries,
  {provider, dataset}: {readonly provider: string; readonly dataset: string},
  day: string,
): Script<WaitingReleases | null> {
  const {count, since} = (yield* one(waitingOf(q, {provider, dataset, day})))!;
  return since === null ? null : {count: Number(count), since};
}

/** Another text whenever runs are held, accepted or discarded: for what is kept of pages that tell of them. */
export function* readHeldMark(q: Queries): Script<string> {
  const {runs, last} = (yield* one(heldMark(q, {})))!;
  return `${Number(runs)} ${last ?? ""}`;
}

function heldRun(row: RowOf<"held_run">): HeldRun {
  return {...unpublishedRun(row), hints: parseHints(row.hints), seriesCount: row.series_count};
}

export interface DiscardedRun extends UnpublishedRun {
  readonly discardedAt: string;
  readonly discardedBy: string;
}

export interface Discarding extends DecidedBy {
  readonly at: string;
}

/** Changes a held run to a discarded one; null: it is not held (any more). Its checks and cells are kept under its id. */
export function* discardRun(q: Queries, id: string, {at, by, reason}: Discarding): Script<DiscardedRun | null> {
  const held = yield* removeHeldRun(q, id);
  if (held === null) return null;
  const row = {...unpublishedRow(held), discarded_at: at, discarded_by: by};
  yield* run(insertDiscarded(q, row));
  yield* insertDecision(q, id, {decision: "discarded", at, by, reason});
  return discardedRun(row);
}

/** The newest first. */
export function* listDiscardedRuns(q: Queries, limit: number): Script<DiscardedRun[]> {
  return (yield* all(newestDiscarded(q, {limit}))).map(discardedRun);
}

function discardedRun(row: RowOf<"discarded_run">): DiscardedRun {
  return {...unpublishedRun(row), discardedAt: row.discarded_at, discardedBy: row.discarded_by};
}

/** The columns of a held run and of a discarded one. */
type UnpublishedRow = Omit<RowOf<"held_run">, "hints" | "series_count">;

function unpublishedRun(row: UnpublishedRow): UnpublishedRun {
  return {
    ...archivedSource(row),
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

function unpublishedRow(held: UnpublishedRun): UnpublishedRow {
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

const everyHeld = statement((q, _param: Param<object>) =>
  q.db.selectFrom("held_run").selectAll().orderBy("held_at", "desc").orderBy("id"),
);

const heldCount = statement((q, _param: Param<object>) =>
  q.db.selectFrom("held_run").select(({fn}) => fn.countAll<number>().as("runs")),
);

const waitingOf = statement((q, param: Param<{provider: string; dataset: string; day: string}>) =>
  q.db
    .selectFrom("held_run")
    .select(({fn}) => [fn.countAll<number>().as("count"), fn.min<string | null>("held_at").as("since")])
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset"))
    .where("published_at", ">=", param("day")),
);

const heldMark = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("held_run")
    .select(({fn}) => [fn.countAll<number>().as("runs"), fn.max<string | null>("held_at").as("last")]),
);

const heldWith = statement((q, param: Param<{id: string}>) =>
  q.db.selectFrom("held_run").selectAll().where("id", "=", param("id")),
);

const heldAs = selectRows("held_run", ["id"], {
  fingerprint: "fingerprint",
  provider: "provider_code",
  dataset: "dataset_code",
  publishedAt: "published_at",
});

const insertHeld = insertRow("held_run");

const deleteHeld = deleteRowsBy("held_run", "id");

const newestDiscarded = statement((q, param: Param<{limit: number}>) =>
  q.db.selectFrom("discarded_run").selectAll().orderBy("discarded_at", "desc").orderBy("id").limit(param("limit")),
);

const insertDiscarded = insertRow("discarded_run");
