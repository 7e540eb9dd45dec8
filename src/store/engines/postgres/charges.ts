// Charges of answers and counts of requests, made together: those that are asked for at nearly the same time are one statement, which is its
// own transaction.
//
// The charges of one account are one sum, which is made whole or not at all; if it does not fit, each of them is tried by itself, in their
// order. Requests of a minute are counted together in the same way: each gets the number it would have got by itself, one after another at one
// instant of the database's clock. Rows are locked in the order of accounts, and a day only behind its month, so two servers never wait for
// each other.
import {requireCount, WINDOW_MS} from "../../../access/account.ts";
import {type Charges, createUsageCalls} from "../../accounts/charges/charges.ts";
import type {ChargeResult, Charging} from "../../accounts/charges/statements.ts";
import type {MinuteWindow, MinuteWindows} from "../../accounts/windows.ts";
import {StoreOutage} from "../../outage.ts";
import type {Engine} from "../../script.ts";
import {batching} from "./batching.ts";
import {type Pool, prepared} from "./connection.ts";
import {isUnanswered} from "./failures.ts";
import {createFences, type Fence, fenceAnswer, NOW, WITH_FENCE} from "./marks.ts";

/** Charges of one group, at most. */
const MOST_CHARGES = 64;

export function createBatchedCharges(pool: Pool, accounts: Engine): Charges {
  const fences = createFences(pool);
  const others = createUsageCalls(accounts);

  /** Makes the sums that fit; returns the values used after each of their charges. */
  async function chargeSums(sums: readonly Sum[]): Promise<Map<Charging, ChargeResult>> {
    const made = new Map<Charging, ChargeResult>();
    if (sums.length === 0) return made;
    const rows = await passFence(pool, fences.next(), sums);
    const used = new Map(rows.map((row) => [row.account_id, row.used]));
    for (const {of, charges} of sums) {
      let after = used.get(of.accountId);
      if (after === undefined) continue;
      for (const charge of charges.toReversed()) {
        made.set(charge, {fits: true, used: after});
        after -= charge.values;
      }
    }
    return made;
  }

  async function chargeAlone(charging: Charging, wasAlone: boolean): Promise<ChargeResult> {
    const made = wasAlone ? undefined : (await chargeSums(sumsOf([charging]))).get(charging);
    return made ?? {fits: false, used: await others.used(charging.accountId, charging.month)};
  }

  async function chargeTogether(chargings: readonly Charging[]): Promise<Promise<ChargeResult>[]> {
    const sums = sumsOf(chargings);
    const single = new Set(sums.filter(({charges}) => charges.length === 1).map(({of}) => of));
    let made: Map<Charging, ChargeResult>;
    try {
      made = await chargeSums(sums);
    } catch (error) {
      return chargings.map((charging) => Promise.reject(error instanceof Unanswered ? error.of(charging) : error));
    }
    let before: Promise<unknown> = Promise.resolve();
    return chargings.map((charging) => {
      const result = made.get(charging);
      if (result !== undefined) return Promise.resolve(result);
      const alone = before.then(() => chargeAlone(charging, single.has(charging)));
      before = alone.catch(() => {});
      return alone.catch((error: unknown) => {
        throw error instanceof Unanswered ? error.of(charging) : error;
      });
    });
  }

  const charge = batching({most: MOST_CHARGES}, chargeTogether);
  return {
    ...others,
    async charge(charging) {
      requireCount(charging.values);
      return charge(charging);
    },
  };
}

/** Charges of one account to one day. */
interface Sum {
  /** The first of them. */
  readonly of: Charging;
  values: number;
  readonly charges: Charging[];
}

/** One sum for each account. Left out: a charge of another day or plan than the account's first, and one that fits no month. */
function sumsOf(chargings: readonly Charging[]): Sum[] {
  const sums = new Map<number, Sum>();
  for (const charging of chargings) {
    const {accountId, values, limit, day} = charging;
    if (limit !== null && values > limit) continue;
    const sum = sums.get(accountId);
    if (sum === undefined) {
      sums.set(accountId, {of: charging, values, charges: [charging]});
    } else if (sum.of.day === day && sum.of.limit === limit) {
      sum.values += values;
      sum.charges.push(charging);
    }
  }
  // The first charge of a month has no condition, so a sum above the limit must not reach it.
  return [...sums.values()].filter(({of, values}) => Number.isSafeInteger(values) && values <= (of.limit ?? values));
}

interface ChargedRow {
  /** null: no sum fits. */
  readonly account_id: number | null;
  readonly used: number;
}

/** @throws Unanswered if the sums may have been made */
async function passFence(pool: Pool, fence: Fence, sums: readonly Sum[]): Promise<readonly ChargedRow[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw pool.explain(error);
  });
  try {
    const {rows} = await client.query<ChargedRow>(prepared(CHARGE, [...fence.words, ...columnsOf(sums)]));
    client.release();
    if (rows.length === 0) throw new Error("the gate of this process was used by another one");
    fence.free();
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw isUnanswered(error) ? new Unanswered(error, fence, sums) : pool.explain(error);
  }
}

function columnsOf(sums: readonly Sum[]): unknown[] {
  return [
    sums.map(({of}) => of.accountId),
    sums.map(({of}) => of.month),
    sums.map(({of}) => of.day),
    sums.map(({values}) => values),
    sums.map(({of}) => of.limit),
  ];
}

/** The statement was sent and not answered. */
class Unanswered extends Error {
  readonly #gate: Fence;
  readonly #sums: readonly Sum[];

  constructor(cause: unknown, fence: Fence, sums: readonly Sum[]) {
    super("a charge was not answered", {cause});
    this.#gate = fence;
    this.#sums = sums;
  }

  /** The outage of one of the charges, which shows whether that one was made. */
  of(charging: Charging): StoreOutage {
    const wasSent = this.#sums.some(({charges}) => charges.includes(charging));
    const hasLanded = async (): Promise<boolean> => {
      const accounts = (await this.#gate.hasPassed()) ?? "";
      return accounts.split(" ").includes(String(charging.accountId));
    };
    return new StoreOutage(this.cause, wasSent ? hasLanded : null);
  }
}

const CHARGE = `${WITH_FENCE},
  asked as (
    select account_id, month, day, wanted, most
    from unnest($4::integer[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
      as given (account_id, month, day, wanted, most)
  ),
  charged as (
    insert into usage (account_id, month, used)
    select account_id, month, wanted from asked where exists (select from gate) order by account_id
    on conflict (account_id, month) do update set used = usage.used + excluded.used
    where usage.used + excluded.used
      <= (select coalesce(most, ${2n ** 63n - 1n}) from asked where asked.account_id = excluded.account_id)
    returning account_id, used
  ),
  days as (
    insert into usage_day (account_id, day, used)
    select account_id, day, wanted from charged join asked using (account_id)
    on conflict (account_id, day) do update set used = usage_day.used + excluded.used
  ),
  ${fenceAnswer("(select coalesce(string_agg(account_id::text, ' '), '') from charged)")}
  select account_id, used from gate left join charged on true`;

/** Requests of one group, at most. */
const MOST_REQUESTS = 64;

interface WindowRow {
  readonly account_id: number;
  readonly opened_at: number;
  readonly used: number;
  readonly counted_at: number;
}

export function createBatchedWindows(pool: Pool): MinuteWindows {
  const count = batching({most: MOST_REQUESTS, awaitsOthers: true}, (accounts: readonly number[]) =>
    countTogether(pool, accounts),
  );
  return {count: (accountId) => count(accountId)};
}

/** @returns the windows of the requests of these accounts, in their order */
async function countTogether(pool: Pool, accounts: readonly number[]): Promise<MinuteWindow[]> {
  const requests = new Map<number, number>();
  for (const account of accounts) requests.set(account, (requests.get(account) ?? 0) + 1);
  const columns = [[...requests.keys()], [...requests.values()]];
  const {rows} = await pool.query<WindowRow>(prepared(COUNT, columns)).catch((error: unknown) => {
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
