// How each table is spread over the machines of Citus, and the spreading itself, which happens while nothing writes.
//
// Rows of one dataset, or of one account, are on one machine, so every unique key and every statement of such a table names its column
// (distribution.fixture.ts lists the exceptions). Tables that every statement may need are whole on each machine.

import {sql} from "kysely";
import {Refusal} from "../../../service/refusal.ts";
import {TABLES_OF_DATASET, type TableOfDataset} from "../../datasets/dataset.ts";
import type {TableName} from "../../schema/tables.ts";
import {all, type Engine, run, type Script} from "../../script.ts";
import {lockSchema} from "../dataset-lock.ts";
import type {Queries} from "../differences.ts";

/** `by`: rows with the same value of the column are on one machine. `everywhere`: whole on every machine. `home`: only where statements arrive. */
export type Spread = {readonly by: string} | "everywhere" | "home";

const BY_DATASET: Spread = {by: "dataset_id"};
const BY_ACCOUNT: Spread = {by: "account_id"};
const BY_FILE: Spread = {by: "sha256"};

const OF_DATASETS = Object.fromEntries(
  [...TABLES_OF_DATASET, "history" as const].map((table) => [table, BY_DATASET]),
) as Record<TableOfDataset | "history", Spread>;

export const SPREAD: Readonly<Record<TableName, Spread>> = {
  // It is read before the program knows whether any table is spread.
  schema_version: "home",
  dataset: "everywhere",
  load_run: "everywhere",
  held_run: "everywhere",
  discarded_run: "everywhere",
  run_check: "everywhere",
  quarantined_cell: "everywhere",
  run_loss: "everywhere",
  run_difference: "everywhere",
  run_decision: "everywhere",
  listing: "everywhere",
  listed_indicator: "everywhere",
  update_day: "everywhere",
  last_change: "everywhere",
  change_run: "everywhere",
  change_blob: "everywhere",
  mirror: "everywhere",
  mirror_dataset: "everywhere",
  announced_release: "everywhere",
  event: "everywhere",
  account: "everywhere",
  token: "everywhere",
  sign_in_link: "everywhere",
  session: "everywhere",
  contact_message: "everywhere",
  subscription: "everywhere",
  list_item: "everywhere",
  message: "everywhere",
  lease: "everywhere",
  site_secret: "everywhere",
  // Writers arrive in one place; on all machines each mark would cost a commit in two phases.
  writer_mark: "home",
  fetch_source: "everywhere",
  fetch_attempt: "everywhere",
  fetch_host: "everywhere",
  ...OF_DATASETS,
  usage: BY_ACCOUNT,
  usage_day: BY_ACCOUNT,
  minute_window: BY_ACCOUNT,
  form_window: {by: "subject"},
  source_file: BY_FILE,
  source_chunk: BY_FILE,
};

/**
 * Spreads every table that is not spread yet; a table of a later migration by the next call. Several may call at once, so each table is
 * looked up again under the lock of the schema.
 * @returns the tables that this call has spread
 * @throws Refusal if the database has no Citus
 */
export async function distributeTables(engine: Engine): Promise<string[]> {
  const spread = await readSpread(engine);
  if (spread === null) {
    throw new Refusal(
      "the database has no Citus extension, so its tables can't be distributed",
      "run create extension citus on every machine, register the machines with citus_add_node, and try again",
    );
  }
  const waiting = inOrder().filter(([table, how]) => how !== "home" && !spread.has(table));
  const done: string[] = [];
  for (const [table, how] of waiting) {
    const isDone = await engine.write(function* (q) {
      yield* lockSchema(q);
      if ((yield* listSpread(q)).has(table)) return false;
      yield* all(callFor(table, how).compile(q.db));
      yield* run(sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`.compile(q.db));
      return true;
    });
    if (isDone) done.push(table);
  }
  return done;
}

/** The spread tables; null: the database has no Citus. */
export async function readSpread(engine: Engine): Promise<ReadonlySet<string> | null> {
  return engine.read(function* (q) {
    const [citus] = yield* all(
      sql`select 1 from pg_catalog.pg_proc where proname = 'create_distributed_table' limit 1`.compile(q.db),
    );
    return citus === undefined ? null : yield* listSpread(q);
  });
}

function* listSpread(q: Queries): Script<ReadonlySet<string>> {
  const rows = yield* all(
    sql<{name: string}>`select tables.relname as name from pg_catalog.pg_class as tables
      join pg_dist_partition as spread on spread.logicalrelid = tables.oid
      where tables.relnamespace = current_schema()::regnamespace`.compile(q.db),
  );
  return new Set(rows.map(({name}) => name));
}

/** Whole tables first, because tables spread by a column are joined with them. */
function inOrder(): [TableName, Spread][] {
  const tables = Object.entries(SPREAD) as [TableName, Spread][];
  return [
    ...tables.filter(([, how]) => typeof how === "string"),
    ...tables.filter(([, how]) => typeof how !== "string"),
  ];
}

function callFor(table: TableName, how: Spread) {
  return typeof how === "string"
    ? sql`select create_reference_table(${table})`
    : sql`select create_distributed_table(${table}, ${how.by}, colocate_with => ${neighbourOf(table, how.by)})`;
}

/** Tables spread by the same column are placed in the same way, like the first of them. */
function neighbourOf(table: TableName, column: string): string {
  const [first] = Object.entries(SPREAD).find(([, how]) => typeof how === "object" && how.by === column)!;
  return first === table ? "none" : first;
}
