// Runs scripts on a connection of PostgreSQL. A statement whose answer is not needed is sent together with the next one.
//
// The connection answers in the order of the requests, so BEGIN is sent with the first statement, and a statement whose rows are not read
// with the next one. A failure ends the transaction on the server too: a COMMIT after it rolls back.
import type pg from "pg";
import type {Pace} from "../../../work/pace.ts";
import {StoreOutage} from "../../outage.ts";
import {continuedError, isAutocommitted, type Row, type Script, type Step} from "../../script.ts";
import {postgresQueries, type Queries} from "../differences.ts";
import {writeBatch} from "./batch.ts";
import {createUnderway, type Pool, prepared, type Underway} from "./connection.ts";
import {copyOut} from "./copy.ts";
import {isUnanswered} from "./failures.ts";
import {waitForLock, waitForReads} from "./lock.ts";
import type {WriterMark, WriterMarks} from "./marks.ts";

export type Start<T> = (q: Queries) => Script<T>;

/** One snapshot, in which the script rests after long work. The result does not wait for the end of the transaction, which can't change it. */
export async function playRead<T>(pool: Pool, begin: string, start: Start<T>, pace: Pace | null = null): Promise<T> {
  const client = await pool.connect();
  const script = start(postgresQueries);
  const underway = createUnderway();
  try {
    let next = script.next();
    if (!next.done) underway.add(client.query(begin));
    while (!next.done) {
      if (next.value === undefined && pace?.isOver()) await pace.letOthersIn();
      next = script.next(next.value === undefined ? [] : await perform(client, next.value, underway));
    }
    endRead(client);
    return next.value;
  } catch (error) {
    script.return(undefined as T);
    await rollBack(client);
    throw underway.failure?.error ?? error;
  }
}

/**
 * One transaction: when this resolves it is committed.
 * @param marks show whether a write landed; null: not needed
 * @throws StoreOutage that shows whether the write landed, if COMMIT was sent and not answered
 */
export async function playWrite<T>(pool: Pool, begin: string, start: Start<T>, marks: WriterMarks | null): Promise<T> {
  const client = await pool.connect();
  const script = start(postgresQueries);
  const underway = createUnderway();
  let mark: WriterMark | null = null;
  let isCommitting = false;
  try {
    let next = script.next();
    if (!next.done && isAutocommitted(next.value)) {
      const value = await playAlone(client, script, next.value);
      client.release();
      return value;
    }
    if (!next.done) {
      mark = marks?.next() ?? null;
      underway.add(client.query(begin));
      const marked = mark === null ? null : client.query(mark.question);
      if (marked !== null) underway.add(marked);
      while (!next.done) next = script.next(await perform(client, next.value, underway));
      // A transaction that commits has its mark in the row, and locks the row until it is over.
      await marked;
      isCommitting = true;
      const {command} = await client.query("commit");
      if (underway.failure !== null) throw underway.failure.error;
      if (command !== "COMMIT") throw new Error(`the database answered ${command} to COMMIT`);
    }
    client.release();
    mark?.free();
    return next.value;
  } catch (error) {
    script.return(undefined as T);
    if (await rollBack(client)) mark?.free();
    const cause = underway.failure?.error ?? error;
    throw mark !== null && isCommitting && isUnanswered(cause) ? new StoreOutage(cause, mark.hasLanded) : cause;
  }
}

/** A script of one statement, which is a snapshot or a transaction by itself. */
export async function playOne<T>(pool: Pool, start: Start<T>): Promise<T> {
  const script = start(postgresQueries);
  const first = script.next();
  return first.done ? first.value : playAlone(pool, script, first.value);
}

async function playAlone<T>(client: Pick<Pool, "query">, script: Script<T>, step: Step): Promise<T> {
  if (step === undefined || !("parameters" in step)) throw new Error("a batch of rows can't be a script by itself");
  const {rows} = await client.query<Row>(prepared(step.sql, step.parameters));
  const next = script.next(rows);
  if (next.done) return next.value;
  throw continuedError(step);
}

export async function perform(client: pg.PoolClient, step: Step, underway: Underway): Promise<readonly Row[]> {
  if (step === undefined) return [];
  if (!("parameters" in step)) {
    await writeBatch(client, step, underway);
    return [];
  }
  if (step.locks !== undefined) return waitForLock(client, step);
  if (step.publishes === true) {
    await waitForReads(client);
    return [];
  }
  if (step.binary !== undefined) return copyOut(client, step.sql, step.parameters, step.binary);
  const answer = client.query<Row>(prepared(step.sql, step.parameters));
  if (step.unread !== true) return (await answer).rows;
  underway.add(answer);
  return [];
}

/** The connection is released when the end is confirmed; otherwise it is closed. */
export function endRead(client: pg.PoolClient): void {
  client.query("commit").then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

/** false: the connection broke before it confirmed this. */
export async function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query("rollback").then(
    () => {
      client.release();
      return true;
    },
    (error: Error) => {
      client.release(error);
      return false;
    },
  );
}
