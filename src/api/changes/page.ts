// A page of changes in one state of the store: its items, and the cursor behind them [changes.*].
//
// Runs are told in the order of their commits. Everything (`cursor=start`) is told by dataset and series, from the states of its pages; then
// the runs since its first page follow, so changes in between are told again. After the last page a follower has what an export of that
// state has.

import {
  type ChangesLocation,
  type Cursor,
  cursorOfNow,
  markFilter,
  nameRun,
  type RunName,
  writeCursor,
} from "../../store/changes/cursor.ts";
import {type ChangeFilter, readLastRun, readRun, readRunsBehind} from "../../store/changes/read-changes.ts";
import {versionOf} from "../../store/dataset-files/state-version.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";
import {namesEtag, weakEtag} from "../http/headers.ts";
import type {RouteContext} from "../server-context.ts";
import {createItems, type PageItems} from "./items.ts";
import {refuseLost} from "./lost-cursor.ts";
import {type DatasetLocation, type RunLocation, tellEverything, tellRun} from "./tell-run.ts";

export interface ChangesQuery {
  /** null: the cursor of now is wanted. */
  readonly cursor: Cursor | "start" | null;
  readonly filter: ChangeFilter;
  readonly limit: number;
  readonly ifNoneMatch: string | undefined;
}

export interface ChangesPage {
  readonly items: PageItems;
  readonly cursor: string;
  readonly hasMore: boolean;
  /** Of the files of the one dataset that is followed, in the state that the page leads to; null: it leads to none, or to no dataset. */
  readonly version: string | null;
}

/** Part of the ETag: raise it when the same state would be told differently. */
const CHANGES_VERSION = 3;

/** @returns page null: the client has it. Throws LostCursor */
export function* readChanges(
  q: Queries,
  {catalogues}: Pick<RouteContext, "catalogues">,
  {cursor: given, filter, limit, ifNoneMatch}: ChangesQuery,
): Script<{readonly etag: string; readonly page: ChangesPage | null}> {
  const last = nameRun(yield* readLastRun(q));
  const now = cursorOfNow(last);
  const cursor: Cursor =
    given === "start" ? {...now, kind: "all", filter: markFilter(filter), ...FIRST_DATASET} : (given ?? now);
  const state = yield* readLastChange(q);
  const etag = weakEtag([
    "changes",
    CHANGES_VERSION,
    writeCursor(cursor),
    filter.provider,
    filter.dataset,
    limit,
    state,
  ]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, page: null};
  if (given !== null && given !== "start") yield* refuseLost(q, cursor, last);
  const items = createItems(limit);
  const end =
    cursor.kind === "all"
      ? yield* tellFromStart(q, catalogues, filter, cursor, items)
      : yield* tellRuns(q, catalogues, filter, cursor, items);
  const reached = end ?? now;
  const hasMore = reached.kind !== "behind" || reached.sequence !== last.sequence;
  const version = hasMore ? null : yield* versionIn(q, filter);
  return {etag, page: {items, cursor: writeCursor({...reached, seen: last}), hasMore, version}};
}

/** null: the filter is not one dataset, or there is none. */
function* versionIn(q: Queries, {provider, dataset}: ChangeFilter): Script<string | null> {
  if (provider === null || dataset === null) return null;
  const [record] = yield* findDatasets(q, {provider, dataset});
  return record === undefined ? null : versionOf(record);
}

const FIRST_DATASET: DatasetLocation = {provider: "", code: "", isDone: true, number: 0, behind: null};

/** @returns where the page ended; null: at the last run */
function* tellFromStart(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  filter: ChangeFilter,
  cursor: Cursor & {readonly kind: "all"},
  items: PageItems,
): Script<ChangesLocation> {
  const {kind, sequence, mark} = cursor;
  const end = yield* tellEverything(q, catalogues, filter, cursor, items);
  return end === null ? {kind: "behind", sequence, mark} : {kind, sequence, mark, filter: markFilter(filter), ...end};
}

const RUNS_AT_ONCE = 20;
/** The work of a run, where that of a series is 1. */
const RUN_WORK = 10;

/** @returns where the page ended; null: at the last run */
function* tellRuns(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  filter: ChangeFilter,
  cursor: Exclude<Cursor, {readonly kind: "all"}>,
  items: PageItems,
): Script<ChangesLocation | null> {
  let at: RunName = cursor;
  if (cursor.kind === "within") {
    const end = yield* tellRun(q, catalogues, (yield* readRun(q, cursor.sequence))!, items, cursor);
    if (end !== null) return within(at, end, filter);
  }
  for (;;) {
    const runs = yield* readRunsBehind(q, at.sequence, filter, RUNS_AT_ONCE);
    for (const run of runs) {
      if (items.isSpent()) return {kind: "behind", sequence: at.sequence, mark: at.mark};
      items.spend(RUN_WORK);
      const end = yield* tellRun(q, catalogues, run, items);
      at = nameRun(run);
      if (end !== null) return within(at, end, filter);
      yield;
    }
    if (runs.length < RUNS_AT_ONCE) return null;
  }
}

function within({sequence, mark}: RunName, {blob, number, behind}: RunLocation, filter: ChangeFilter): ChangesLocation {
  return {kind: "within", sequence, mark, filter: markFilter(filter), blob, number, behind};
}
