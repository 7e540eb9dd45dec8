// The migrations of each part of the store.
//
// Released steps never change; the lists only grow.

import {sql} from "kysely";
import type {Queries} from "../../engines/differences.ts";
import type {ReleaseFile} from "../../releases/release-file.ts";
import {sealOfRelease, sealOfRun} from "../../releases/row-seal.ts";
import {all, one, type Row, run, type Script} from "../../script.ts";
import {createTable, createTables, type Migrations} from "../migration.ts";
import {FIRST_ACCOUNT_TABLES, MARK_TABLES, SITE_TABLES} from "./account-tables.ts";
import {FIRST_TABLES, HISTORY_COLUMNS, SOURCE_TABLES} from "./first-tables.ts";
import * as later from "./later-tables.ts";
import {rewriteCatalogues} from "./older-catalogues.ts";
import type {TableShapes} from "./table-shape.ts";

export const MIGRATIONS: Migrations = {
  statistics: [
    createStatistics,
    adding(later.RUN_TABLES),
    keepHistoriesPacked,
    adding(later.MISSING_TABLES),
    adding(later.DISCARDED_TABLES),
    adding(later.LISTING_TABLES),
    addSeals,
    adding(later.LOSS_TABLES),
    addWithdrawalsRead,
    findMissingBySeries,
    addEvents,
    writeClassesByWords,
    cutCatalogues,
    storeSearch,
  ],
  sources: [adding(SOURCE_TABLES)],
  accounts: [
    adding(FIRST_ACCOUNT_TABLES),
    adding(SITE_TABLES),
    adding(MARK_TABLES),
    addCountedAt,
    addLeftAt,
    addDisabledAt,
  ],
};

function adding(shapes: TableShapes): (q: Queries) => Script<void> {
  return (q) => createTables(q, shapes);
}

function* createStatistics(q: Queries): Script<void> {
  yield* createTables(q, FIRST_TABLES);
  yield* createTable(q, "history", {columns: HISTORY_COLUMNS, key: q.differences.historyKey});
}

/** They are already packed; packed twice, every reader would have to unpack them twice. */
function* keepHistoriesPacked(q: Queries): Script<void> {
  const statement = q.differences.keepPacked?.("history", "estimates");
  if (statement !== undefined) yield* run(statement.compile(q.db));
}

/** The time when the last request of the window was counted: a distributed table returns only columns, not the clock. */
function* addCountedAt(q: Queries): Script<void> {
  const {types} = q.differences;
  const table = q.db.schema.alterTable("minute_window");
  yield* run(table.addColumn("counted_at", types.bigint, (built) => built.notNull().defaultTo(0)).compile());
}

/** The time when an account was deleted. Before, its rows were deleted at once, and an answer in progress left use without an account. */
function* addLeftAt(q: Queries): Script<void> {
  yield* run(q.db.schema.alterTable("account").addColumn("left_at", q.differences.types.text).compile());
  yield* run(q.db.schema.createIndex("account_left_at_idx").on("account").column("left_at").compile());
  const accounts = q.db.selectFrom("account").select("id");
  for (const table of ["usage", "usage_day", "minute_window"] as const) {
    yield* run(q.db.deleteFrom(table).where("account_id", "not in", accounts).compile());
  }
}

/** Since when an operator refuses the account. */
function* addDisabledAt(q: Queries): Script<void> {
  yield* run(q.db.schema.alterTable("account").addColumn("disabled_at", q.differences.types.text).compile());
}

/** Whether the dataset's releases were read for the values that they withdraw: programs before this step did not record these. */
function* addWithdrawalsRead(q: Queries): Script<void> {
  const table = q.db.schema.alterTable("dataset");
  yield* run(
    table.addColumn("withdrawals_read", q.differences.types.integer, (built) => built.notNull().defaultTo(1)).compile(),
  );
  yield* run(q.db.updateTable("dataset").set({withdrawals_read: 0}).compile());
}

/** The first and the last period of an event that a note tells of; both null: the note is about no certain time. */
function* addEvents(q: Queries): Script<void> {
  for (const column of ["period_from", "period_to"])
    yield* run(q.db.schema.alterTable("note").addColumn(column, q.differences.types.text).compile());
}

/** A catalogue was one value, which every load of a new period wrote and every server read as a whole. */
function* cutCatalogues(q: Queries): Script<void> {
  yield* createTables(q, later.PIECE_TABLES);
  const statement = q.differences.keepPacked?.("catalogue_piece", "bytes");
  if (statement !== undefined) yield* run(statement.compile(q.db));
  yield* rewriteCatalogues(q);
}

/**
 * Also an index of releases without their metadata, which lie before other columns of a row and may be a hundred megabytes: a list of
 * releases read all of them.
 */
function* storeSearch(q: Queries): Script<void> {
  yield* createTables(q, later.SEARCH_TABLES);
  const statement = q.differences.indexApart?.("release_bare_idx", "release", BARE_RELEASE);
  if (statement !== undefined) yield* run(statement.compile(q.db));
}

const BARE_RELEASE = [
  ...["dataset_id", "published_at", "sequence", "fingerprint", "source_file", "source_url", "parser", "hints"],
  ...["load_run", "loaded_at", "value_count", "new_values", "revised_values"],
];

/** Every answer of observations asks for the reasons of one series. */
function* findMissingBySeries(q: Queries): Script<void> {
  const index = q.db.schema.createIndex("missing_value_number_idx").on("missing_value");
  yield* run(index.columns(["dataset_id", "number"]).compile());
}

/** Nothing changes, but from here on programs without this step refuse the store: they can't read the classes of a new release. */
function* writeClassesByWords(): Script<void> {}

/** Seals the existing rows as they are, one at a time: the metadata of a release may be megabytes. */
function* addSeals(q: Queries): Script<void> {
  for (const table of ["release", "load_run"] as const)
    yield* run(
      q.db.schema
        .alterTable(table)
        .addColumn("seal", q.differences.types.text, (column) => column.notNull().defaultTo(""))
        .compile(),
    );
  for (const {dataset_id, id} of yield* all(q.db.selectFrom("release").select(["dataset_id", "id"]).compile())) {
    const of = sql`dataset_id = ${dataset_id} and id = ${id}`;
    const row = yield* one(sql<Row>`select * from release where ${of}`.compile(q.db));
    const list = sql<ReleaseFile>`select name, sha256, size from release_file
      where dataset_id = ${dataset_id} and release_id = ${id} order by position`;
    const files = yield* all(list.compile(q.db));
    yield* run(sql`update release set seal = ${sealOfRelease(row!, files)} where ${of}`.compile(q.db));
  }
  for (const {id} of yield* all(q.db.selectFrom("load_run").select("id").compile())) {
    const row = yield* one(sql<Row>`select * from load_run where id = ${id}`.compile(q.db));
    yield* run(sql`update load_run set seal = ${sealOfRun(row!)} where id = ${id}`.compile(q.db));
  }
}
