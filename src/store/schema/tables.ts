// The rows of the store's tables, for every engine. Tables are named in the singular, in snake_case; every day is a text YYYY-MM-DD.
//
// The tables, with the meaning of their columns, are in statistics-tables.ts, run-tables.ts, change-tables.ts, account-tables.ts and
// event-tables.ts; the types of rows are derived from them. Columns have only texts, numbers and bytes, so a column has the same JavaScript type on every engine: yes and no are 1
// and 0, lists and records are JSON text. Every unique key of a dataset's table begins with dataset_id (the table may be distributed by it).
import type {Insertable, Selectable} from "kysely";
import {ACCOUNT_TABLES, LIST_TABLES, MARK_TABLES, SITE_TABLES} from "./account-tables.ts";
import {CHANGE_TABLES} from "./change-tables.ts";
import {EVENT_TABLES, MESSAGE_TABLES} from "./event-tables.ts";
import {FETCH_TABLES} from "./fetch-tables.ts";
import * as runs from "./run-tables.ts";
import {DATASET_TABLES, type HISTORY_COLUMNS, SOURCE_TABLES} from "./statistics-tables.ts";
import type {TableShapes, TablesOf} from "./table-shape.ts";

export const STATISTICS_TABLES = {
  ...{...DATASET_TABLES, ...runs.RUN_TABLES, ...runs.MISSING_TABLES, ...runs.DISCARDED_TABLES},
  ...{...runs.LOSS_TABLES, ...runs.LISTING_TABLES, ...runs.BLOB_TABLES, ...runs.SEARCH_TABLES},
  ...{...EVENT_TABLES, ...runs.DECISION_TABLES, ...CHANGE_TABLES},
};
export const ALL_SOURCE_TABLES = {...SOURCE_TABLES, ...FETCH_TABLES};
export const ALL_ACCOUNT_TABLES = {
  ...{...ACCOUNT_TABLES, ...LIST_TABLES, ...SITE_TABLES, ...MARK_TABLES, ...MESSAGE_TABLES},
};

const TABLES: TableShapes = {...STATISTICS_TABLES, ...ALL_SOURCE_TABLES, ...ALL_ACCOUNT_TABLES};

type Statistics = TablesOf<typeof STATISTICS_TABLES & {history: {columns: typeof HISTORY_COLUMNS}}>;

export interface Schema extends Statistics, TablesOf<typeof ALL_SOURCE_TABLES>, TablesOf<typeof ALL_ACCOUNT_TABLES> {
  schema_version: {part: string; version: number};
}

export type TableName = keyof Schema;
/** A row as it is read, or as it is written. */
export type RowOf<T extends TableName> = Selectable<Schema[T]>;
export type NewRow<T extends TableName> = Insertable<Schema[T]>;

/** The columns of a new row, without the number that the engine gives. */
export function columnsOf<T extends TableName>(table: T): readonly (keyof NewRow<T> & string)[] {
  return Object.keys(TABLES[table]!.columns) as unknown as readonly (keyof NewRow<T> & string)[];
}
