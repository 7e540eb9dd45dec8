// The rows of the store's tables, for every engine. Tables are named in the singular, in snake_case; every day is a text YYYY-MM-DD.
//
// The tables, with the meaning of their columns, are in migrations/; the types of rows are derived from them. Columns have only texts,
// numbers and bytes, so a column has the same JavaScript type on every engine: yes and no are 1 and 0, lists and records are JSON text. Every
// unique key of a dataset's table begins with dataset_id (the table may be distributed by it).
import type {Generated, Insertable, Selectable} from "kysely";
import {FIRST_ACCOUNT_TABLES, MARK_TABLES, SITE_TABLES} from "./migrations/account-tables.ts";
import {FIRST_TABLES, type HISTORY_COLUMNS, SOURCE_TABLES} from "./migrations/first-tables.ts";
import * as later from "./migrations/later-tables.ts";
import type {TableShapes, TablesOf} from "./migrations/table-shape.ts";

const STATISTICS_TABLES = {
  ...{...FIRST_TABLES, ...later.RUN_TABLES, ...later.MISSING_TABLES, ...later.DISCARDED_TABLES},
  ...{...later.LOSS_TABLES, ...later.LISTING_TABLES, ...later.PIECE_TABLES, ...later.SEARCH_TABLES},
};
const ACCOUNT_TABLES = {...FIRST_ACCOUNT_TABLES, ...SITE_TABLES, ...MARK_TABLES};
const TABLES: TableShapes = {...STATISTICS_TABLES, ...SOURCE_TABLES, ...ACCOUNT_TABLES};

type Statistics = TablesOf<typeof STATISTICS_TABLES & {history: {columns: typeof HISTORY_COLUMNS}}>;
type Accounts = TablesOf<typeof ACCOUNT_TABLES>;

export interface Schema extends Statistics, TablesOf<typeof SOURCE_TABLES>, Accounts {
  /** withdrawals_read: 0 in a store of a program that did not record withdrawn values (datasets/unread-withdrawals.ts). */
  dataset: Statistics["dataset"] & {withdrawals_read: Generated<number>};
  /** seal: over what is written once (releases/row-seal.ts). */
  release: Statistics["release"] & {seal: string};
  load_run: Statistics["load_run"] & {seal: string};
  /** period_from, period_to: those of an event, as its package wrote them; null: no event. */
  note: Statistics["note"] & {period_from: string | null; period_to: string | null};
  schema_version: {part: string; version: number};
  /** left_at: when its owner deleted it; null: it has an owner. disabled_at: when an operator disabled it; null: it is enabled. */
  account: Accounts["account"] & {left_at: string | null; disabled_at: string | null};
  /** counted_at: the time when the last request was counted, by the clock of opened_at; 0: an older program counted it. */
  minute_window: Accounts["minute_window"] & {counted_at: number};
}

export type TableName = keyof Schema;
/** A row as it is read, or as it is written. */
export type RowOf<T extends TableName> = Selectable<Schema[T]>;
export type NewRow<T extends TableName> = Insertable<Schema[T]>;

/** Columns that later steps added to tables whose rows are written whole. */
const ADDED_COLUMNS: {readonly [T in TableName]?: readonly (keyof NewRow<T> & string)[]} = {
  release: ["seal"],
  load_run: ["seal"],
  note: ["period_from", "period_to"],
};

/** The columns of a new row, without the number that the engine gives. */
export function columnsOf<T extends TableName>(table: T): readonly (keyof NewRow<T> & string)[] {
  const columns = [...Object.keys(TABLES[table]!.columns), ...(ADDED_COLUMNS[table] ?? [])];
  return columns as unknown as readonly (keyof NewRow<T> & string)[];
}
