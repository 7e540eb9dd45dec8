// The tables of a store as the engine lists them, so that a copy misses none of a later migration; and their rows, page by page in the
// order of the key: read from one store, added to another.
//
// A page is limited by bytes: a row of one table has a hundred bytes, of another four megabytes.
import {type RawBuilder, sql} from "kysely";
import type {Queries} from "../../engines/differences.ts";
import type {Store} from "../../open.ts";
import {
  all,
  type BinaryColumns,
  type BinaryType,
  batch,
  type Engine,
  inBinary,
  type Row,
  run,
  type Script,
} from "../../script.ts";

/** Rows with a value in a column, within a range if one is given; null: all rows. */
export type Scope = {
  readonly column: string;
  readonly value: number | string;
  readonly range?: {readonly column: string; readonly bounds: readonly [from: number, before: number]};
} | null;

const PAGE_BYTES = 8 * 2 ** 20;
const MOST_ROWS = 5000;
/** Rows of a first page with bytes, before their size is known. */
const FIRST_ROWS_WITH_BYTES = 4;

/** Reads page after page; `before` runs in the snapshot of each. */
export async function* readPages(
  table: Table,
  columns: readonly string[],
  scope: Scope,
  before: (q: Queries) => Script<void>,
): AsyncGenerator<readonly Row[]> {
  let limit = bytesColumns(table).length > 0 ? FIRST_ROWS_WITH_BYTES : MOST_ROWS;
  let after: readonly unknown[] | null = null;
  for (;;) {
    const page: readonly Row[] = await table.engine.read(function* (q) {
      yield* before(q);
      const statement = pageOf(table, columns, scope, after, limit).compile(q.db);
      const binary = binaryColumns(table, columns, scope);
      return yield* all(binary === null ? statement : inBinary<Row>(statement, binary));
    });
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    const last = page.at(-1)!;
    after = table.key.map((column) => last[column]);
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor(PAGE_BYTES / (bytesOf(page) / page.length))));
  }
}

function pageOf(
  table: Table,
  columns: readonly string[],
  scope: Scope,
  after: readonly unknown[] | null,
  limit: number,
): RawBuilder<Row> {
  const conditions = conditionsOf(scope);
  if (after !== null) {
    const key = sql.join(table.key.map((column) => sql.ref(column)));
    conditions.push(sql`(${key}) > (${sql.join(after)})`);
  }
  const where = whereOf(conditions);
  const order = sql.join(table.key.map((column) => sql.ref(column)));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  return sql<Row>`select ${list} from ${sql.table(table.name)}${where} order by ${order} limit ${limit}`;
}

function conditionsOf(scope: Scope): RawBuilder<unknown>[] {
  if (scope === null) return [];
  const conditions = [sql`${sql.ref(scope.column)} = ${scope.value}`];
  if (scope.range === undefined) return conditions;
  const column = sql.ref(scope.range.column);
  const [from, before] = scope.range.bounds;
  return [...conditions, sql`${column} >= ${from}`, sql`${column} < ${before}`];
}

function whereOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}

const BINARY_TYPES: Readonly<Record<string, BinaryType>> = {
  text: "text",
  integer: "integer",
  bigint: "bigint",
  "double precision": "real",
  bytea: "bytes",
};

function bytesColumns({columns}: Table): readonly string[] {
  return columns.filter(({type}) => type === "bytea" || type === "blob").map(({name}) => name);
}

/** null: the rows have no bytes, or their key is not a number. */
function binaryColumns(table: Table, columns: readonly string[], scope: Scope): BinaryColumns | null {
  const typeOf = (column: string) => BINARY_TYPES[table.columns.find(({name}) => name === column)!.type];
  const isNumber = (column: string) => typeOf(column) === "integer" || typeOf(column) === "bigint";
  if (bytesColumns(table).length === 0 || !table.key.every(isNumber)) return null;
  if (scope !== null && typeof scope.value !== "number") return null;
  const types = columns.map((column) => [column, typeOf(column)] as const);
  return types.every(([, type]) => type !== undefined) ? (Object.fromEntries(types) as BinaryColumns) : null;
}

function bytesOf(page: readonly Row[]): number {
  let bytes = 0;
  for (const row of page) {
    for (const value of Object.values(row)) {
      bytes += typeof value === "string" || value instanceof Uint8Array ? value.length + 8 : 8;
    }
  }
  return bytes;
}

/** Adds rows that are new, numbers that the engine would have given included. */
export function rowAdder(table: Table, columns: readonly string[]): (q: Queries, rows: readonly Row[]) => Script<void> {
  const insert = batch<Row>((q, param) => {
    const list = sql.join(columns.map((column) => sql.ref(column)));
    const given = table.isNumbered ? q.differences.numbersGiven : sql``;
    const values = sql.join(columns.map((column) => param(column)));
    const statement = sql`insert into ${sql.table(table.name)} (${list})${given} values (${values})`;
    return {compile: () => statement.compile(q.db)};
  });
  return (q, rows) => run(insert(q, rows));
}

export function* deleteRows(q: Queries, table: Table, scope: Scope): Script<void> {
  yield* run(sql`delete from ${sql.table(table.name)}${whereOf(conditionsOf(scope))}`.compile(q.db));
}

export async function hasRows(table: Table): Promise<boolean> {
  const found = await table.engine.read(function* (q) {
    return yield* all(sql`select 1 from ${sql.table(table.name)} limit 1`.compile(q.db));
  });
  return found.length > 0;
}

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

/** By name. Where the parts are one database, a table of all three parts is listed once. */
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
      .filter((column) => column.key_index > 0)
      .sort((a, b) => a.key_index - b.key_index)
      .map((column) => column.column_name),
    isNumbered: columns.some((column) => column.is_numbered === 1),
  }));
}
