// The tables of a store as the engine itself lists them, so that a copy forgets none that a later migration makes.
//
// A table is of one part where the parts are files, and of all three where they are one database; it is looked up in each.
import type {Store} from "../../open.ts";
import {all, type Engine} from "../../script.ts";

export interface TableColumn {
  readonly name: string;
  /** As the engine calls it. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly engine: Engine;
  readonly columns: readonly TableColumn[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Numbers its rows itself, in the column `id`. */
  readonly isNumbered: boolean;
}

/** By name. */
export async function listTables(store: Store): Promise<ReadonlyMap<string, Table>> {
  const tables = new Map<string, Table>();
  for (const engine of [store.statistics, store.sources, store.accounts]) {
    for (const table of await tablesOf(engine)) if (!tables.has(table.name)) tables.set(table.name, table);
  }
  return tables;
}

async function tablesOf(engine: Engine): Promise<Table[]> {
  const rows = await engine.read(function* (q) {
    return yield* all(q.differences.listColumns.compile(q.db));
  });
  const byTable = Map.groupBy(rows, (row) => row.table_name);
  return [...byTable].map(([name, columns]) => ({
    name,
    engine,
    columns: columns.map((column) => ({name: column.column_name, type: column.type})),
    key: columns
      .filter((column) => column.key_place > 0)
      .sort((a, b) => a.key_place - b.key_place)
      .map((column) => column.column_name),
    isNumbered: columns.some((column) => column.is_numbered === 1),
  }));
}
