// Statements on whole rows of one table. All other statements are written out where they are used.
import {type Compilable, sql} from "kysely";
import type {Queries} from "./engines/differences.ts";
import {columnsOf, type NewRow, type RowOf, type TableName} from "./schema/tables.ts";
import {batch, excluded, type Param, params, statement} from "./script.ts";

type ColumnOf<T extends TableName> = keyof NewRow<T> & string;

/** Inserts one row. @param columns all unless given, here and below */
export function insertRow<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return statement((q, param: Param<NewRow<T>>) => into(q, table, param, columns));
}

/** Inserts one row of a table that numbers its rows; returns its `id`. */
export function insertNumbered<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return statement((q, param: Param<NewRow<T>>) => into(q, table, param, columns).returning("id"));
}

/** Inserts many rows. */
export function insertRows<T extends TableName>(table: T, columns: readonly ColumnOf<T>[] = columnsOf(table)) {
  return batch((q, param: Param<NewRow<T>>) => into(q, table, param, columns));
}

/** Inserts one row, or replaces the other columns of the row with the same key. */
export function upsertRow<T extends TableName>(table: T, key: readonly ColumnOf<T>[], others: readonly ColumnOf<T>[]) {
  return statement((q, param: Param<NewRow<T>>) => orReplace(into(q, table, param, [...key, ...others]), key, others));
}

/** A column, or a column with another name: "published_at as publishedAt". */
type Field<T extends TableName> = (keyof RowOf<T> & string) | `${keyof RowOf<T> & string} as ${string}`;

type Selected<T extends TableName, F extends string> = {
  readonly [N in F as N extends `${string} as ${infer Name}`
    ? Name
    : N]: N extends `${infer C extends keyof RowOf<T> & string} as ${string}`
    ? RowOf<T>[C]
    : N extends keyof RowOf<T>
      ? RowOf<T>[N]
      : never;
};

/**
 * Reads rows by the values of some columns.
 * @param by the columns, each under the name of its parameter; none: all rows
 * @param order columns, ascending
 */
export function selectRows<
  T extends TableName,
  const F extends Field<T>,
  const B extends Readonly<Record<string, keyof RowOf<T> & string>>,
>(table: T, fields: readonly F[], by: B = {} as B, order: readonly (keyof RowOf<T> & string)[] = []) {
  return statement((q, param: Param<{-readonly [P in keyof B & string]: RowOf<T>[B[P]]}>) => {
    let rows = q.db.selectFrom(table as TableName as "dataset").select(fields as readonly never[]);
    for (const parameter of Object.keys(by) as (keyof B & string)[])
      rows = rows.where(sql.ref(by[parameter]!), "=", param(parameter));
    for (const column of order) rows = rows.orderBy(sql.ref(column));
    return rows as unknown as Compilable<Selected<T, F>>;
  });
}

/** Deletes the rows that have these values in these columns. */
export function deleteRowsBy<T extends TableName, C extends keyof RowOf<T> & string>(
  table: T,
  ...columns: readonly C[]
) {
  return statement((q, param: Param<Pick<RowOf<T>, C>>) => {
    let rows = q.db.deleteFrom(table as TableName);
    for (const column of columns) rows = rows.where(sql.ref(column), "=", param(column));
    return rows;
  });
}

function into<T extends TableName>(q: Queries, table: T, param: Param<NewRow<T>>, columns: readonly ColumnOf<T>[]) {
  // Any numbered table does for the types; the columns were checked above.
  return q.db.insertInto(table as TableName as "token").values(params(param, columns) as never);
}

function orReplace(rows: ReturnType<typeof into>, key: readonly string[], others: readonly string[]) {
  return rows.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(excluded(others) as never));
}
