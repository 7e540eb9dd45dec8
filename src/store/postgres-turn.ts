// Waiting for a turn to write, on PostgreSQL: an advisory lock that ends with its transaction, however that ends.
//
// Who waits in vain is told who has the turn: the load may run on another machine.
import type pg from "pg";
import {Refusal} from "../refusal.ts";
import {prepared} from "./postgres-query.ts";
import type {Row, Statement} from "./script.ts";

const TURN_SECONDS = 60;
const LOCK_NOT_AVAILABLE = "55P03";

/** @throws Refusal that names whoever has the turn, when it did not come in time; the transaction is over then */
export async function waitForTurn(
  client: pg.ClientBase,
  step: Statement,
  seconds = TURN_SECONDS,
): Promise<readonly Row[]> {
  await client.query(`set local lock_timeout = '${seconds * 1000}ms'`);
  try {
    return (await client.query<Row>(prepared(step.sql, step.parameters))).rows;
  } catch (error) {
    if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("rollback");
    throw new Refusal(
      `${step.turn} is being written by another process (${await holderOf(client, step)}); waited ${seconds} seconds`,
      "try again when the other load or command is done",
    );
  }
}

interface Holder {
  readonly program: string;
  readonly address: string | null;
  readonly seconds: number;
}

/** Parameters of the step are the two numbers of the lock. */
async function holderOf(client: pg.ClientBase, step: Statement): Promise<string> {
  const {rows} = await client.query<Holder>({text: HOLDER, values: step.parameters as unknown[]});
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
    and held.database = (select oid from pg_catalog.pg_database where datname = current_database())`;
