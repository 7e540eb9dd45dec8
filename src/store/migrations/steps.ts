// The steps of each part of the store, from nothing to the schema of this program. The first step makes all tables.
//
// A released step never changes; the lists only grow.
import type {Queries} from "../engines/differences.ts";
import {HISTORY_COLUMNS} from "../schema/statistics-tables.ts";
import type {TableShapes} from "../schema/table-shape.ts";
import {ALL_ACCOUNT_TABLES, ALL_SOURCE_TABLES, STATISTICS_TABLES} from "../schema/tables.ts";
import {run, type Script} from "../script.ts";
import {createTable, createTables, type Migrations} from "./migration.ts";

export const MIGRATIONS: Migrations = {
  statistics: [createStatistics],
  sources: [creating(ALL_SOURCE_TABLES)],
  accounts: [creating(ALL_ACCOUNT_TABLES)],
};

function creating(shapes: TableShapes): (q: Queries) => Script<void> {
  return (q) => createTables(q, shapes);
}

function* createStatistics(q: Queries): Script<void> {
  yield* createTables(q, STATISTICS_TABLES);
  yield* createTable(q, "history", {columns: HISTORY_COLUMNS, key: q.differences.historyKey});
  // They are already packed; packed twice, every reader would have to unpack them twice.
  for (const [table, column] of [
    ["history", "estimates"],
    ["catalogue_piece", "bytes"],
  ] as const) {
    const statement = q.differences.keepPacked?.(table, column);
    if (statement !== undefined) yield* run(statement.compile(q.db));
  }
  const statement = q.differences.indexApart?.("release_bare_idx", "release", BARE_RELEASE);
  if (statement !== undefined) yield* run(statement.compile(q.db));
}

/**
 * The columns of a release without its metadata, which lie before other columns of a row and may be a hundred megabytes: a list of releases
 * would read all of them.
 */
const BARE_RELEASE = [
  ...["dataset_id", "published_at", "sequence", "fingerprint", "source_file", "source_url", "parser", "hints"],
  ...["load_run", "loaded_at", "value_count", "new_values", "revised_values", "withdrawn_values"],
];
