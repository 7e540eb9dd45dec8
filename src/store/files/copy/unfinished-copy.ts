// The mark of an unfinished copy: a table in the target with the name of the source and the items copied so far.
//
// While it exists the store is not served, because the missing half of a warehouse would be a silent gap.
import {sql} from "kysely";
import {Refusal} from "../../../service/refusal.ts";
import type {Queries} from "../../engines/differences.ts";
import {createTable} from "../../migrations/migration.ts";
import {all, type Engine, run, type Script} from "../../script.ts";

export const MARK_TABLE = "unfinished_copy";
/** The item under which the name of the source is stored. */
const SOURCE = "source";

/** @throws Refusal if the store is a copy that was not finished */
export async function refuseUnfinishedCopy(statistics: Engine): Promise<void> {
  if (!(await isMarked(statistics))) return;
  throw new Refusal(
    "this store is an unfinished copy of another",
    "run the same ryad copy again: it continues where it stopped",
  );
}

export async function isMarked(statistics: Engine): Promise<boolean> {
  return (await statistics.read((q) => all(q.differences.hasTable(MARK_TABLE).compile(q.db)))).length > 0;
}

/** Marks an empty store as the beginning of a copy. */
export function* beginCopy(q: Queries, source: string): Script<void> {
  yield* createTable(q, MARK_TABLE, {columns: {item: "text", state: "text"}, key: ["item"]});
  yield* noteItem(q, SOURCE, source);
}

/** The store is complete and may be served. */
export function* endCopy(q: Queries): Script<void> {
  yield* run(sql`drop table ${sql.table(MARK_TABLE)}`.compile(q.db));
}

/** The copied items, with the state of each when it was copied. */
export function* readCopiedItems(q: Queries): Script<{readonly source: string; readonly items: Map<string, string>}> {
  const rows = yield* all(
    sql<{item: string; state: string}>`select item, state from ${sql.table(MARK_TABLE)}`.compile(q.db),
  );
  const items = new Map(rows.map(({item, state}) => [item, state]));
  const source = items.get(SOURCE) ?? "";
  items.delete(SOURCE);
  return {source, items};
}

export function* noteItem(q: Queries, item: string, state: string): Script<void> {
  yield* forgetItem(q, item);
  yield* run(sql`insert into ${sql.table(MARK_TABLE)} (item, state) values (${item}, ${state})`.compile(q.db));
}

export function* forgetItem(q: Queries, item: string): Script<void> {
  yield* run(sql`delete from ${sql.table(MARK_TABLE)} where item = ${item}`.compile(q.db));
}
