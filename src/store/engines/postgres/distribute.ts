// Spreading the tables over the machines of Citus, as distribution.ts says; what is spread already is left as it is.
//
// Done while nobody writes. Tables that a later migration adds are spread by the next call. Several may call at once: each table is
// looked up again when it is its turn, since another may have spread it meanwhile.
import {sql} from "kysely";
import {Refusal} from "../../../refusal.ts";
import type {TableName} from "../../schema/tables.ts";
import {all, type Engine, run, type Script} from "../../script.ts";
import {takeSchemaTurn} from "../dataset-lock.ts";
import type {Queries} from "../differences.ts";
import {SPREAD, type Spread} from "./distribution.ts";

/**
 * Spreads every table that is not spread yet, and gives the names of those that this call has spread.
 * @throws Refusal when the database is no Citus
 */
export async function distributeTables(engine: Engine): Promise<string[]> {
  const spread = await readSpread(engine);
  if (spread === null) {
    throw new Refusal(
      "the database has no Citus extension, so its tables can't be distributed",
      "create extension citus on every machine, make them known with citus_add_node, and call again",
    );
  }
  const waiting = inOrder().filter(([table, how]) => how !== "home" && !spread.has(table));
  const done: string[] = [];
  for (const [table, how] of waiting) {
    const isDone = await engine.write(function* (q) {
      yield* takeSchemaTurn(q);
      if ((yield* listSpread(q)).has(table)) return false;
      yield* all(callFor(table, how).compile(q.db));
      yield* run(sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`.compile(q.db));
      return true;
    });
    if (isDone) done.push(table);
  }
  return done;
}

/** The tables that are spread already; null: the database is no Citus. */
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

/** Whole tables first: those that lie by a column are joined with them. */
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

/** Tables by the same column lie together: each with the first of them, which lies by itself. */
function neighbourOf(table: TableName, column: string): string {
  const [first] = Object.entries(SPREAD).find(([, how]) => typeof how === "object" && how.by === column)!;
  return first === table ? "none" : first;
}
