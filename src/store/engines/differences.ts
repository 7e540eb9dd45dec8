// The table of named differences between the engines: where the queries of store/ differ, they ask here.
//
// Every difference has a name, and both its sides are here. The engines agree on everything else, also on the order of texts: by code
// points, which PostgreSQL keeps only under collation "C".
import {
  type CreateTableBuilder,
  type DatabaseIntrospector,
  type DialectAdapter,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type {Schema} from "../schema/tables.ts";

export type EngineName = "sqlite" | "postgres";

/** The means by which a script builds its statements: Kysely, only as a compiler, and the differences of the engine. */
export interface Queries {
  readonly db: Kysely<Schema>;
  readonly differences: Differences;
}

type ColumnType = "text" | "integer" | "bigint" | "real" | "bytes";
type Table = CreateTableBuilder<string, string>;

/** A column as the engine lists it. */
export interface ListedColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0: it is not in the key. */
  readonly key_index: number;
  /** 1: numbered by `identity`. */
  readonly is_numbered: number;
}

export interface Differences {
  readonly types: Readonly<Record<ColumnType, RawBuilder<unknown>>>;
  /** Ends a table that is read in ranges of its key: stored in the order of its primary key where the engine can do so. */
  readonly clustered: (table: Table) => Table;
  /** Ends any other table. */
  readonly plain: (table: Table) => Table;
  /** Adds the column `id`, numbered by the engine and never used twice, as (the end of) the primary key. */
  readonly identity: (table: Table, name: string, keyBefore?: string) => Table;
  /** Primary key of `history`. If a single integer key is the place of the row in the file, it is only `place`. */
  readonly historyKey: readonly ("dataset_id" | "place")[];
  /** One row if the table exists. */
  readonly hasTable: (name: string) => RawBuilder<{found: number}>;
  /** One row for each fault in the engine's storage; null: the engine has no such check. */
  readonly storageFaults: RawBuilder<{fault: string}> | null;
  /** Column is one of a list of numbers; the list is one parameter, made by `numberList`. */
  readonly isIn: (column: string, list: unknown) => Expression<SqlBool>;
  readonly numberList: (numbers: readonly number[]) => unknown;
  /** The bytes of a column in all rows, joined; null without rows. All joined columns have the same (any) order of rows. */
  readonly joinBytes: (column: string) => RawBuilder<Uint8Array | null>;
  /** Whole numbers of all rows as a text with commas between them; null without rows. */
  readonly joinNumbers: (number: Expression<unknown>) => RawBuilder<string | null>;
  /** A table of (dataset_id, key) out of one parameter: JSON text of a list of such pairs. */
  readonly keyTable: (pairs: unknown) => RawBuilder<{dataset_id: number; key: string}>;
  /** Readers of types (by the engine's numbers) for which the engine's client gives a text. */
  readonly readers: ReadonlyMap<number, (text: string) => unknown>;
  /** Most parameters of one statement. */
  readonly maxParameters: number;
  /** The columns of all tables of the store, in order. */
  readonly listColumns: RawBuilder<ListedColumn>;
  /** Precedes the values of an insert that contains the numbers which `identity` would have given. */
  readonly numbersGiven: RawBuilder<unknown>;
  /** The last number that `identity` gave in a table; no row, or 0: none yet. */
  readonly readCounter: (table: string) => RawBuilder<{last: number}>;
  /** Makes `identity` continue after a number. */
  readonly setCounter: (table: string, last: number) => readonly RawBuilder<unknown>[];
  /** Number of servers that run on the store and have answered; null: a lock of the folder prevents them. */
  readonly countServers: RawBuilder<{servers: number}> | null;
  /** Waits for the lock with that number, kept to the end of the transaction; null: only one transaction writes at a time. */
  readonly lock: ((number: number) => RawBuilder<unknown>) | null;
  /** Stores the bytes of a column without packing them again; null: the engine never packs. */
  readonly keepPacked: ((table: string, column: string) => RawBuilder<unknown>) | null;
  /** An index with all of these columns, which gives them without the long values in the rows; null: the engine keeps those apart. */
  readonly indexApart: ((name: string, table: string, columns: readonly string[]) => RawBuilder<unknown>) | null;
  /** The clock of the engine at the time of the statement, in milliseconds since 1970-01-01. */
  readonly clock: RawBuilder<number>;
}

const SQLITE: Differences = {
  types: {text: sql`text`, integer: sql`integer`, bigint: sql`integer`, real: sql`real`, bytes: sql`blob`},
  clustered: (table) => table.modifyEnd(sql`strict, without rowid`),
  plain: (table) => table.modifyEnd(sql`strict`),
  identity: (table) => table.addColumn("id", sql`integer`, (column) => column.primaryKey().autoIncrement()),
  historyKey: ["place"],
  hasTable: (name) => sql`select 1 as found from sqlite_master where type = 'table' and name = ${name}`,
  storageFaults: sql`select integrity_check as fault from pragma_integrity_check where integrity_check <> 'ok'`,
  isIn: (column, list) => sql`${sql.ref(column)} in (select value from json_each(${list}))`,
  numberList: (numbers) => `[${numbers.join(",")}]`,
  // It reads the bytes as a text, and returns each of them unchanged.
  joinBytes: (column) => sql`cast(group_concat(${sql.ref(column)}, '') as blob)`,
  joinNumbers: (number) => sql`group_concat(${number}, ',')`,
  keyTable: (pairs) =>
    sql`(select json_extract(value, '$[0]') as dataset_id, json_extract(value, '$[1]') as key from json_each(${pairs}))`,
  readers: new Map(),
  maxParameters: 32_766,
  listColumns: sql`
    select tables.name as table_name, columns.name as column_name, lower(columns.type) as type, columns.pk as key_index,
      columns.pk > 0 and tables.sql like '%autoincrement%' as is_numbered
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
    order by tables.name, columns.cid`,
  numbersGiven: sql``,
  readCounter: (table) => sql`select seq as last from sqlite_sequence where name = ${table}`,
  setCounter: (table, last) => [
    sql`delete from sqlite_sequence where name = ${table}`,
    sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`,
  ],
  countServers: null,
  lock: null,
  keepPacked: null,
  indexApart: (name, table, columns) =>
    sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`,
  clock: sql`cast(unixepoch('subsec') * 1000 as integer)`,
};

/** The first number of our advisory locks of two numbers; other users of the database must use another. */
const DATASET_LOCKS = 7_821_002;

const POSTGRES: Differences = {
  types: {
    text: sql`text collate "C"`,
    integer: sql`integer`,
    bigint: sql`bigint`,
    real: sql`double precision`,
    bytes: sql`bytea`,
  },
  clustered: (table) => table,
  plain: (table) => table,
  identity: (table, name, keyBefore) =>
    table
      .addColumn("id", sql`integer`, (column) => column.generatedAlwaysAsIdentity().notNull())
      .addPrimaryKeyConstraint(`${name}_pkey`, keyBefore === undefined ? ["id"] : [keyBefore, "id"]),
  historyKey: ["dataset_id", "place"],
  hasTable: (name) =>
    sql`select 1 as found from pg_catalog.pg_tables where schemaname = current_schema() and tablename = ${name}`,
  storageFaults: null,
  isIn: (column, list) => sql`${sql.ref(column)} = any(${list})`,
  numberList: (numbers) => numbers,
  joinBytes: (column) => sql`string_agg(${sql.ref(column)}, ''::bytea)`,
  joinNumbers: (number) => sql`string_agg(${number}::text, ',')`,
  keyTable: (pairs) =>
    sql`(select (pair->>0)::integer as dataset_id, (pair->>1) collate "C" as key from json_array_elements(${pairs}::json) as pair)`,
  readers: new Map<number, (text: string) => unknown>([
    [17, readBytea],
    [20, readSafeInteger],
    [1700, readSafeInteger],
  ]),
  maxParameters: 65_535,
  listColumns: sql`
    select tables.relname as table_name, columns.attname as column_name, format_type(columns.atttypid, null) as type,
      coalesce(array_position(keys.indkey::int2[], columns.attnum) + 1, 0) as key_index,
      case when columns.attidentity = '' then 0 else 1 end as is_numbered
    from pg_catalog.pg_class as tables
    join pg_catalog.pg_attribute as columns
      on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
    left join pg_catalog.pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
    where tables.relkind in ('r', 'p') and tables.relnamespace = current_schema()::regnamespace
    order by tables.relname, columns.attnum`,
  numbersGiven: sql` overriding system value`,
  readCounter: (table) =>
    sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0) as last`,
  setCounter: (table, last) => [
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${last}::bigint, 1), ${last}::bigint > 0)`,
  ],
  // Each has a connection that has listened for changes (postgres/notices.ts) and sent nothing since.
  countServers: sql`
    select cast(count(*) as integer) as servers from pg_catalog.pg_stat_activity
    where datname = current_database() and query like 'listen ryad\\_change;%'`,
  lock: (number) => sql`select pg_advisory_xact_lock(${DATASET_LOCKS}, ${number})`,
  keepPacked: (table, column) =>
    sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`,
  indexApart: null,
  clock: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};

export const sqliteQueries = queriesOf(SQLITE, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler);
export const postgresQueries = queriesOf(POSTGRES, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler);

type AnyDatabase = ConstructorParameters<typeof SqliteIntrospector>[0];

function queriesOf(
  differences: Differences,
  Adapter: new () => DialectAdapter,
  Introspector: new (db: AnyDatabase) => DatabaseIntrospector,
  Compiler: new () => QueryCompiler,
): Queries {
  const dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: AnyDatabase) => new Introspector(db),
    createQueryCompiler: () => new Compiler(),
  };
  return {db: new Kysely<Schema>({dialect}), differences};
}

/** An 8-byte integer, or a sum of them; if it is not exact as a number, it is an error, never rounded. */
function readSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${text} is not an integer that a number can represent exactly`);
  return number;
}

/** Bytes in hexadecimal after \x, as a plain Uint8Array with a buffer of its own. */
function readBytea(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  Buffer.from(bytes.buffer).write(text.slice(2), "hex");
  return bytes;
}
