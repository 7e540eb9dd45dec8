// Migrations of the statistics: datasets, releases, series, histories and what describes them.
//
// Released steps stay as they are; the list only grows.
import type {Queries} from "../../engines/differences.ts";
import {run, type Script} from "../../script.ts";
import type {Migration} from "../migration.ts";
import {FIRST_TABLES} from "./first-tables.ts";
import {LISTING_TABLES} from "./listing.ts";
import {DISCARDED_RUN, MISSING_VALUE, RUN_TABLES} from "./runs.ts";
import {createTable} from "./table.ts";

export const STATISTICS_MIGRATIONS: readonly Migration[] = [
  createStatistics,
  addRuns,
  keepHistoriesPacked,
  addMissingValues,
  addDiscardedRuns,
  addListings,
];

function* createStatistics(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(FIRST_TABLES)) yield* createTable(q, name, shape);
  yield* createTable(q, "history", {
    columns: {dataset_id: "integer", place: "bigint", estimates: "bytes"},
    key: q.differences.historyKey,
  });
}

function* addRuns(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(RUN_TABLES)) yield* createTable(q, name, shape);
}

/** They are packed already, and unpacking what was packed twice costs every reader. */
function* keepHistoriesPacked(q: Queries): Script<void> {
  const statement = q.differences.keepPacked?.("history", "estimates");
  if (statement !== undefined) yield* run(statement.compile(q.db));
}

function* addMissingValues(q: Queries): Script<void> {
  yield* createTable(q, "missing_value", MISSING_VALUE);
}

function* addDiscardedRuns(q: Queries): Script<void> {
  yield* createTable(q, "discarded_run", DISCARDED_RUN);
}

/** Catalogues of providers. */
function* addListings(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(LISTING_TABLES)) yield* createTable(q, name, shape);
}
