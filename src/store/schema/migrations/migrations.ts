// The migrations of each part of the store.
//
// Released steps never change; the lists only grow.
import type {Queries} from "../../engines/differences.ts";
import {run, type Script} from "../../script.ts";
import type {Migration, Migrations} from "../migration.ts";
import {ACCOUNTS_MIGRATIONS} from "./accounts.ts";
import {FIRST_TABLES} from "./first-tables.ts";
import {LISTING_TABLES} from "./listing.ts";
import {DISCARDED_RUN, MISSING_VALUE, RUN_TABLES} from "./runs.ts";
import {createTable} from "./table.ts";

const STATISTICS_MIGRATIONS: readonly Migration[] = [
  createStatistics,
  addRuns,
  keepHistoriesPacked,
  addMissingValues,
  addDiscardedRuns,
  addListings,
];

export const MIGRATIONS: Migrations = {
  statistics: STATISTICS_MIGRATIONS,
  sources: [createSources],
  accounts: ACCOUNTS_MIGRATIONS,
};

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

/** They are packed already; packed twice they would cost every reader a second unpacking. */
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

/** Archived files of publishers, in pieces. */
function* createSources(q: Queries): Script<void> {
  yield* createTable(q, "source_file", {
    columns: {sha256: "text", size: "bigint", chunks: "integer"},
    key: ["sha256"],
    clustered: true,
  });
  yield* createTable(q, "source_chunk", {
    columns: {sha256: "text", number: "integer", bytes: "bytes"},
    key: ["sha256", "number"],
  });
}
