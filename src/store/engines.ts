// The table of named differences between the engines. Nothing else in store/, but the two drivers, knows its engine.
//
// Every difference has a name and both its sides stand here next to each other. The engines agree on everything else, the order
// of texts included: by code points, which PostgreSQL keeps only under collation "C".
import {
  type CreateTableBuilder,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type {Schema} from "./schema.ts";

export type EngineName = "sqlite" | "postgres";

/** What a script builds its statements with: Kysely as a compiler only, and the differences of the engine. */
export interface Queries {
  readonly db: Kysely<Schema>;
  readonly differences: Differences;
}

type ColumnType = "text" | "integer" | "bigint" | "real" | "bytes";
type Table = CreateTableBuilder<string, string>;

export interface Differences {
  readonly types: Readonly<Record<ColumnType, RawBuilder<unknown>>>;
  /** Ends a table that is read by its key in ranges: kept in the order of its primary key where the engine can. */
  readonly clustered: (table: Table) => Table;
  /** Ends any other table. */
  readonly plain: (table: Table) => Table;
  /** Adds the column `id`, numbered by the engine and never used twice, as (the end of) the primary key. */
  readonly identity: (table: Table, name: string, keyBefore?: string) => Table;
  /** Primary key of `history`. Where a lone integer key is the place of the row in the file, it is that and nothing else. */
  readonly historyKey: readonly ("dataset_id" | "place")[];
  /** One row when the table is there. */
  readonly hasTable: (name: string) => RawBuilder<{found: number}>;
  /** One row for each thing that is wrong with the engine's own keeping of the store; null where it has no such look. */
  readonly storageFaults: RawBuilder<{fault: string}> | null;
  /** Column is one of a list of numbers; the list is one parameter, made by `numberList`. */
  readonly isIn: (column: string, list: unknown) => Expression<SqlBool>;
  readonly numberList: (numbers: readonly number[]) => unknown;
  /** How a value of a type (by the engine's own number of it) is read, where the engine's client gives a text. */
  readonly readers: ReadonlyMap<number, (text: string) => unknown>;
  /** Most parameters of one statement. */
  readonly maxParameters: number;
  /** Waits until no other transaction has the turn of that number; null where writers take turns anyway. */
  readonly takeTurn: ((number: number) => RawBuilder<unknown>) | null;
  /** Keeps the bytes of a column as they are, without trying to pack them again; null where nobody would. */
  readonly keepPacked: ((table: string, column: string) => RawBuilder<unknown>) | null;
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
  readers: new Map(),
  maxParameters: 32_766,
  takeTurn: null,
  keepPacked: null,
};

/** The first number of our advisory locks of two numbers; whoever else uses the database takes another. */
const DATASET_TURNS = 7_821_002;

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
  readers: new Map<number, (text: string) => unknown>([
    [17, readBytea],
    [20, readSafeInteger],
    [1700, readSafeInteger],
  ]),
  maxParameters: 65_535,
  takeTurn: (number) => sql`select pg_advisory_xact_lock(${DATASET_TURNS}, ${number})`,
  keepPacked: (table, column) =>
    sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`,
};

export const sqliteQueries: Queries = {
  db: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  differences: SQLITE,
};

export const postgresQueries: Queries = {
  db: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  differences: POSTGRES,
};

/** An 8-byte integer, or a sum of them, as the number it is; one that a number can't hold exactly is an error, never rounded. */
function readSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is not an integer that a number can hold exactly`);
  return number;
}

/** Bytes in hexadecimal after \x, as a plain Uint8Array with a buffer of its own. */
function readBytea(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length - 2) / 2);
  Buffer.from(bytes.buffer).write(text.slice(2), "hex");
  return bytes;
}
