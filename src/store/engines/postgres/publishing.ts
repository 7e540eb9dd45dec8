// Publishing on a database that is spread over machines: nothing is committed while a read is going on, since machines have no
// snapshot in common and a commit is not seen on all of them at the same instant.
//
// A read shares the lock from before its first look to its end; a write takes it alone for the commit, which is done on every machine when
// the lock goes. The lock is advisory: a dump, which holds every table for hours, has no part in it. A write that waits for the lock makes
// later reads wait too, so it gives up after a second, lets them pass, and tries again; what it has written stays.
import type pg from "pg";
import {Refusal} from "../../../refusal.ts";
import type {Statement} from "../../script.ts";
import {holderOf, LOCK_NOT_AVAILABLE} from "./lock.ts";

/** The two numbers of the lock; the first is this lock's alone. */
const NUMBERS = [7_821_003, 0] as const;

/** Begins a read. At a stricter level the question for the lock would fix the one snapshot before the lock is had. */
export const READ_BETWEEN_COMMITS = [
  "begin isolation level read committed, read only",
  `select pg_advisory_xact_lock_shared(${NUMBERS.join(", ")})`,
];

/** The statement of a write after which its commit is alone. */
export const PUBLISH: Statement = {
  sql: `select pg_advisory_xact_lock(${NUMBERS.join(", ")})`,
  parameters: [],
  publishes: true,
};

export interface Patience {
  /** How long a try makes others wait. */
  readonly trySeconds: number;
  /** How long others pass after the first try; twice as long after each that follows. */
  readonly pauseSeconds: number;
  readonly longestPauseSeconds: number;
  readonly allSeconds: number;
}

const PATIENCE: Patience = {trySeconds: 1, pauseSeconds: 1, longestPauseSeconds: 8, allSeconds: 3600};

/**
 * Waits until no read is going on, and keeps reads out until the end of the transaction.
 * @throws Refusal that names the oldest read, when there was no such moment; the transaction is over then
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
    // The server sleeps, since it may cut a transaction that is idle.
    await client.query(`select pg_sleep(${pause})`);
  }
  const holder = await holderOf(client, NUMBERS);
  await client.query("rollback");
  throw new Refusal(
    `nothing can be published while a read is going on (${holder}); waited ${allSeconds} seconds, nothing was changed`,
    "try again when that read is done, or end it",
  );
}
