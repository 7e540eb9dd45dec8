// Readers with an account and a token each: enough readers that no request is refused, so every answer is charged.
//
// An account is used in one round only, within the limits of its minute and its month. New accounts are made beside the running server, as the
// command does it.
import {randomBytes} from "node:crypto";
import type {Plan} from "../src/access/account.ts";
import {monthOf, PLANS, tokenFingerprint, tokenFromRandom} from "../src/access/account.ts";
import {ensureAccount} from "../src/store/accounts/account.ts";
import {insertToken} from "../src/store/accounts/token.ts";
import {readUsage} from "../src/store/accounts/usage.ts";
import {openStore, type StorePlace} from "../src/store/open.ts";
import {READERS_AT_ONCE} from "./load-generator.ts";

export interface Readers {
  readonly tokens: readonly string[];
  readonly accountIds: readonly number[];
  /** Requests for n values that each reader may send. */
  readonly asksEach: number;
}

/** A little less than the minute limit, because a round may begin in the minute of the warm-up. */
const SPARED_ASKS = 2;

let made = 0;

/** Makes readers for n requests of n values each (see `wanted`), plus half as many readers in reserve. */
export async function makeReaders(
  store: string | StorePlace,
  wanted: {readonly requests: number; readonly values: number; readonly plan?: Plan["code"]},
): Promise<Readers> {
  const plan = PLANS.find(({code}) => code === (wanted.plan ?? "free"))!;
  const month = plan.valuesPerMonth ?? Number.POSITIVE_INFINITY;
  const asksEach = Math.min(plan.requestsPerMinute - SPARED_ASKS, Math.floor(month / Math.max(1, wanted.values)));
  const groups = Math.ceil((wanted.requests * 1.5) / asksEach / READERS_AT_ONCE) + 1;
  const tokens = Array.from({length: groups * READERS_AT_ONCE}, () => tokenFromRandom(randomBytes(64)));
  const accountIds: number[] = [];
  const now = new Date().toISOString();
  const opened = await openStore(placeOf(store));
  try {
    await opened.accounts.write(function* (q) {
      for (const token of tokens) {
        const {id} = yield* ensureAccount(q, `reader-${process.pid}-${made++}@example.org`, plan.code, now);
        yield* insertToken(q, {accountId: id, fingerprint: tokenFingerprint(token), name: "bench", now});
        accountIds.push(id);
      }
    });
  } finally {
    await opened.close();
  }
  return {tokens, accountIds, asksEach};
}

/** Values charged to the readers this month. */
export async function chargedValues(store: string | StorePlace, readers: readonly Readers[]): Promise<number> {
  const opened = await openStore(placeOf(store));
  try {
    const month = monthOf(Date.now());
    return await opened.accounts.read(function* (q) {
      let sum = 0;
      for (const {accountIds} of readers) for (const id of accountIds) sum += yield* readUsage(q, id, month);
      return sum;
    });
  } finally {
    await opened.close();
  }
}

/** The path of a folder is enough to name the store in it. */
function placeOf(store: string | StorePlace): StorePlace {
  return typeof store === "string" ? {dataFolder: store} : store;
}
