// A batch of rows: plain inserts by COPY, upserts as inserts of many rows, anything else row by row.
//
// COPY writes new rows in a third of the time of an insert of many rows, but can't handle conflicts; through a temporary table it would
// not be faster than the insert. So a caller that knows that rows are new uses a plain insert.
import type pg from "pg";
import type {Batch} from "../../script.ts";
import {postgresQueries} from "../differences.ts";
import {prepared, type Underway} from "./connection.ts";
import {copyIn} from "./copy.ts";

/** Rows of one insert; fewer than these are not worth a COPY. */
const ROWS_AT_ONCE = 1000;
const COPY_FROM_ROWS = 100;
/** Statements that may be underway at once. */
const AHEAD = 100;

/** An insert of one row: its table, its columns, its values, and the handling of a conflict. */
const INSERT = /^(insert into ("\w+") \(([^)]*)\)(?: overriding system value)? values )(\(\$\d+(?:, \$\d+)*\))(.*)$/s;

interface Insert {
  readonly head: string;
  readonly table: string;
  readonly columns: string;
  readonly width: number;
  readonly tail: string;
}

export async function writeBatch(client: pg.ClientBase, {sql, rows}: Batch, underway: Underway): Promise<void> {
  const insert = readInsert(sql);
  if (insert === null) return eachRow(client, sql, rows, underway);
  const atOnce = Math.min(ROWS_AT_ONCE, Math.floor(postgresQueries.differences.maxParameters / insert.width));
  if (insert.tail === "") return addRows(client, insert, rows[Symbol.iterator](), underway);
  let sent = 0;
  for (const group of inGroups(rows, atOnce)) {
    const text = `${insert.head}${tuples(group.length, insert.width)}${insert.tail}`;
    const answer = client.query(group.length === atOnce ? prepared(text, group.flat()) : {text, values: group.flat()});
    underway.add(answer);
    // It is enough if one insert is being sent while the next is collected; more would only fill memory.
    if (++sent % 2 === 0) await answer;
  }
}

/** New rows: the first ones are collected, to know whether there are more than a few. */
async function addRows(
  client: pg.ClientBase,
  {head, table, columns, width}: Insert,
  rows: Iterator<readonly unknown[]>,
  underway: Underway,
): Promise<void> {
  const first: (readonly unknown[])[] = [];
  let next = rows.next();
  for (; !next.done && first.length < COPY_FROM_ROWS; next = rows.next()) first.push(next.value);
  if (first.length === 0) return;
  if (!next.done) return copyIn(client, table, columns, joined([...first, next.value], rows));
  underway.add(client.query({text: `${head}${tuples(first.length, width)}`, values: first.flat()}));
}

/** null: not an insert of values, all of them parameters in order. */
function readInsert(sql: string): Insert | null {
  const found = INSERT.exec(sql);
  if (found === null) return null;
  const [, head, table, columns, values, tail] = found as unknown as [string, string, string, string, string, string];
  const width = columns.split(",").length;
  if (values !== tuples(1, width) || tail.includes("$")) return null;
  return {head, table, columns, width, tail};
}

async function eachRow(
  client: pg.ClientBase,
  sql: string,
  rows: Iterable<readonly unknown[]>,
  underway: Underway,
): Promise<void> {
  let sent = 0;
  for (const row of rows) {
    const answer = client.query(prepared(sql, row));
    underway.add(answer);
    if (++sent % AHEAD === 0) await answer;
  }
}

function* joined<T>(first: readonly T[], rest: Iterator<T>): Iterable<T> {
  yield* first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

function tuples(rows: number, columns: number): string {
  const list: string[] = [];
  for (let row = 0; row < rows; row++) {
    const numbers = Array.from({length: columns}, (_, column) => `$${row * columns + column + 1}`);
    list.push(`(${numbers.join(", ")})`);
  }
  return list.join(", ");
}

function* inGroups<T>(rows: Iterable<T>, size: number): Generator<T[], void, void> {
  let group: T[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
