// Locks of PostgreSQL that are waited for: of the writers of a dataset, and of reads and commits on a database spread over machines.
//
// Both are advisory locks that end with their transaction, in every case. A refusal names the holder: a load may run on another machine.
import type pg from "pg";
import {Refusal} from "../../../service/refusal.ts";
import type {Row, Statement} from "../../script.ts";
import {prepared} from "./connection.ts";

const LOCK_SECONDS = 60;
/** SQLSTATE of a lock that did not come within its lock_timeout. */
const LOCK_NOT_AVAILABLE = "55P03";

/** @throws Refusal that names the holder if the lock was not free in time; then the transaction is over */
export async function waitForLock(
  client: pg.ClientBase,
  step: Statement,
  seconds = LOCK_SECONDS,
): Promise<readonly Row[]> {
  await client.query(`set local lock_timeout = '${seconds * 1000}ms'`);
  try {
    const {rows} = await client.query<Row>(prepared(step.sql, step.parameters));
    // A later statement that waits for a row waits for a commit, and has work to lose.
    await client.query("set local lock_timeout to default");
    return rows;
  } catch (error) {
    if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("rollback");
    const holder = await holderOf(client, step.parameters as readonly number[]);
    throw new Refusal(
      `${step.locks} is being written by another process (${holder}); waited ${seconds} seconds`,
      "try again when the other load or command is done",
    );
  }
}

/** The two numbers of the lock of reads and commits; only this lock uses the first. */
const PUBLISHING = [7_821_003, 0] as const;

/**
 * Begins a read on a database spread over machines, which have no common snapshot and don't see a commit at the same instant: a read
 * shares the lock from before its first statement to its end. At a stricter level the lock statement itself would fix the snapshot.
 */
export const READ_BETWEEN_COMMITS = [
  "begin isolation level read committed, read only",
  `select pg_advisory_xact_lock_shared(${PUBLISHING.join(", ")})`,
];

/** The statement of a write after which no read runs until its commit is done on every machine. */
export const PUBLISH: Statement = {
  sql: `select pg_advisory_xact_lock(${PUBLISHING.join(", ")})`,
  parameters: [],
  publishes: true,
};

export interface Patience {
  /** How long one attempt makes others wait. */
  readonly trySeconds: number;
  /** Pause after the first attempt; doubled after each that follows. */
  readonly pauseSeconds: number;
  readonly longestPauseSeconds: number;
  readonly allSeconds: number;
}

const PATIENCE: Patience = {trySeconds: 1, pauseSeconds: 1, longestPauseSeconds: 8, allSeconds: 3600};

/**
 * Waits until no read is running, and keeps reads out until the end of the transaction. While it waits for the lock later reads wait too,
 * so it gives up after a second, lets them pass and tries again; its work so far is kept. A dump, which holds every table for hours, does
 * not take this lock.
 * @throws Refusal that names the oldest read if there was no such moment; then the transaction is over
 */
export async function waitForReads(client: pg.ClientBase, patience = PATIENCE): Promise<void> {
  const {trySeconds, longestPauseSeconds, allSeconds} = patience;
  const attempt = [
    `set local lock_timeout = '${trySeconds * 1000}ms'`,
    PUBLISH.sql,
    "set local lock_timeout to default",
  ].join("; ");
  let pause = patience.pauseSeconds;
  await client.query("savepoint publishing");
  for (let waited = 0; ; waited += trySeconds + pause, pause = Math.min(pause * 2, longestPauseSeconds)) {
    try {
      await client.query(attempt);
      return;
    } catch (error) {
      if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) throw error;
    }
    await client.query("rollback to savepoint publishing");
    if (waited >= allSeconds) break;
    // The server sleeps, because it may cut an idle transaction.
    await client.query(`select pg_sleep(${pause})`);
  }
  const holder = await holderOf(client, PUBLISHING);
  await client.query("rollback");
  throw new Refusal(
    `nothing can be published while a read is running (${holder}); waited ${allSeconds} seconds, nothing was changed`,
    "try again when that read is done, or end it",
  );
}

interface Holder {
  readonly program: string;
  readonly address: string | null;
  readonly seconds: number;
}

/** The oldest holder of the advisory lock with these two numbers, in words. */
async function holderOf(client: pg.ClientBase, numbers: readonly number[]): Promise<string> {
  const {rows} = await client.query<Holder>({text: HOLDER, values: [...numbers]});
  const [holder] = rows;
  if (holder === undefined) return "done by now";
  const from = holder.address === null ? "" : `, from ${holder.address}`;
  return `${holder.program || "a program without a name"}${from}, for ${holder.seconds} seconds`;
}

const HOLDER = `
  select activity.application_name as program, host(activity.client_addr) as address,
    cast(extract(epoch from clock_timestamp() - activity.xact_start) as integer) as seconds
  from pg_catalog.pg_locks as held
  join pg_catalog.pg_stat_activity as activity on activity.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.classid = cast($1 as integer)::oid
    and held.objid = cast($2 as integer)::oid
    and held.database = (select oid from pg_catalog.pg_database where datname = current_database())
  order by activity.xact_start limit 1`;
