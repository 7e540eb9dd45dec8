// Statements on whole rows of one table. All other statements are written out where they are used.
import {sql} from "kysely";
import type {Queries} from "./engines/differences.ts";
import {columnsOf, type NewRow, type RowOf, type TableName} from "./schema/tables.ts";
import {batch, excluded, statement, type Take, takeAll} from "./script.ts";

type ColumnOf<T extends TableName> = keyof NewRow<T> & string;

/** Inserts one row. @param columns all unless given, here and below */
export function insertRow<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return statement((q, take: Take<NewRow<T>>) => into(q, table, take, columns));
}

/** Inserts one row of a table that numbers its rows; returns its `id`. */
export function insertNumbered<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return statement((q, take: Take<NewRow<T>>) => into(q, table, take, columns).returning("id"));
}

/** Inserts many rows. */
export function insertRows<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return batch((q, take: Take<NewRow<T>>) => into(q, table, take, columns));
}

/** Inserts one row, or replaces the other columns of the row with the same key. */
export function upsertRow<T extends TableName>(table: T, key: readonly ColumnOf<T>[], others: readonly ColumnOf<T>[]) {
  return statement((q, take: Take<NewRow<T>>) => orReplace(into(q, table, take, [...key, ...others]), key, others));
}

/** Deletes the rows that have these values in these columns. */
export function deleteRowsBy<T extends TableName, C extends keyof RowOf<T> & string>(
  table: T,
  ...columns: readonly C[]
) {
  return statement((q, take: Take<Pick<RowOf<T>, C>>) => {
    let rows = q.db.deleteFrom(table as TableName);
    for (const column of columns) rows = rows.where(sql.ref(column), "=", take(column));
    return rows;
  });
}

function into<T extends TableName>(q: Queries, table: T, take: Take<NewRow<T>>, columns: readonly ColumnOf<T>[]) {
  // Any numbered table does for the types; the columns were checked above.
  return q.db.insertInto(table as TableName as "token").values(takeAll(take, columns) as never);
}

function orReplace(rows: ReturnType<typeof into>, key: readonly string[], others: readonly string[]) {
  return rows.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(excluded(others) as never));
}
