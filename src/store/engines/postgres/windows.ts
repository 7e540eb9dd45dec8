// Requests of a minute, counted together: those of all accounts that ask at nearly the same time are one statement, and one commit.
//
// Each request gets the number it would have got by itself, one after another at one instant of the database's clock. Rows are locked in the
// order of their accounts, so two servers never wait for each other.
import {WINDOW_MS} from "../../../access/account.ts";
import type {MinuteWindow, MinuteWindows} from "../../accounts/windows.ts";
import {type Pool, prepared} from "./connection.ts";
import {gathering} from "./gather.ts";

/** Requests of one group, at most. */
const MOST_REQUESTS = 64;

interface WindowRow {
  readonly account_id: number;
  readonly opened_at: number;
  readonly used: number;
  readonly counted_at: number;
}

export function createGatheredWindows(pool: Pool): MinuteWindows {
  const count = gathering({most: MOST_REQUESTS, awaitsOthers: true}, (accounts: readonly number[]) =>
    countTogether(pool, accounts),
  );
  return {count: (accountId) => count(accountId)};
}

/** @returns the windows of the requests of these accounts, in their order */
async function countTogether(pool: Pool, accounts: readonly number[]): Promise<MinuteWindow[]> {
  const requests = new Map<number, number>();
  for (const account of accounts) requests.set(account, (requests.get(account) ?? 0) + 1);
  const asked = [[...requests.keys()], [...requests.values()]];
  const {rows} = await pool.query<WindowRow>(prepared(COUNT, asked)).catch((error: unknown) => {
    throw pool.explain(error);
  });
  const windows = new Map(rows.map((row) => [row.account_id, row]));
  return accounts.map((account) => {
    const {opened_at: openedAt, used, counted_at: countedAt} = windows.get(account)!;
    const later = requests.get(account)! - 1;
    requests.set(account, later);
    return {openedAt, used: used - later, countedAt};
  });
}

const NOW = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
const IS_OVER = `abs(excluded.opened_at - minute_window.opened_at) >= ${WINDOW_MS}`;

// As accounts/windows.ts counts one request.
const COUNT = `
  insert into minute_window (account_id, opened_at, used, counted_at)
  select account_id, now, requests, now
  from unnest($1::integer[], $2::integer[]) as asked (account_id, requests), lateral (select ${NOW} as now) as clock
  order by account_id
  on conflict (account_id) do update set
    opened_at = case when ${IS_OVER} then excluded.opened_at else minute_window.opened_at end,
    used = case when ${IS_OVER} then excluded.used else minute_window.used + excluded.used end,
    counted_at = excluded.counted_at
  returning account_id, opened_at, used, counted_at`;
