// Waiting for a turn to write, on PostgreSQL: an advisory lock that ends with its transaction, however that ends.
//
// Who waits in vain is told who has the turn: the load may run on another machine.
import type pg from "pg";
import {Refusal} from "../../../refusal.ts";
import type {Row, Statement} from "../../script.ts";
import {prepared} from "./query.ts";

const TURN_SECONDS = 60;
/** SQLSTATE of a lock that did not come within its lock_timeout. */
export const LOCK_NOT_AVAILABLE = "55P03";

/** @throws Refusal that names whoever has the turn, when it did not come in time; the transaction is over then */
export async function waitForTurn(
  client: pg.ClientBase,
  step: Statement,
  seconds = TURN_SECONDS,
): Promise<readonly Row[]> {
  await client.query(`set local lock_timeout = '${seconds * 1000}ms'`);
  try {
    const {rows} = await client.query<Row>(prepared(step.sql, step.parameters));
    // What waits for a row later on waits for a commit, and has work to lose.
    await client.query("set local lock_timeout to default");
    return rows;
  } catch (error) {
    if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("rollback");
    const holder = await holderOf(client, step.parameters as readonly number[]);
    throw new Refusal(
      `${step.turn} is being written by another process (${holder}); waited ${seconds} seconds`,
      "try again when the other load or command is done",
    );
  }
}

interface Holder {
  readonly program: string;
  readonly address: string | null;
  readonly seconds: number;
}

/** Who has had the advisory lock of two numbers for longest, in words. */
export async function holderOf(client: pg.ClientBase, numbers: readonly number[]): Promise<string> {
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
