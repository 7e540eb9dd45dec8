// Accounts: an address and a plan (accounts engine). Addresses are stored in lower case, so one person has one account.
//
// An account that its owner deleted stays until the end of the month without a name, so that deleting renews no quota. Of the address
// only a keyed hash is stored. An owner who returns within the month gets the same account without its tokens, and continues from its
// used values and minute. After the month all rows of the account are deleted.
import {createHmac, randomBytes} from "node:crypto";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy} from "../rows.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, notifying, one, type Param, params, run, type Script, statement} from "../script.ts";
import {ensureSecret, findSecret, removeLinksOf} from "./sign-in.ts";

const LEFT_ACCOUNTS = "left accounts";

/** Finds the account of an address, or creates it with `plan` or the free plan. `plan` is also set on an existing account. */
export function* ensureAccount(
  q: Queries,
  email: string,
  plan: string | null,
  now: string,
): Script<{id: number; plan: string; disabledAt: string | null}> {
  const address = email.toLowerCase();
  if ((yield* one(byEmail(q, {email: address}))) === undefined) {
    const isBack = yield* returnToAccount(q, address, plan ?? "free", now);
    if (!isBack) yield* run(insertNew(q, {email: address, plan: plan ?? "free", created_at: now}));
  }
  if (plan !== null) yield* setPlan(q, address, plan);
  const found = yield* one(byEmail(q, {email: address}));
  return {id: found!.id, plan: found!.plan, disabledAt: found!.disabled_at};
}

/**
 * Two writes that count what an account has and then add to it take turns from here to the end of their transactions: each of them counts what
 * the other added. The row stays as it is; an engine that plays one write at a time needs no more.
 */
export function* lockAccount(q: Queries, id: number): Script<void> {
  yield* run(touch(q, {id}));
}

/** false: there is no such account. */
export function* setPlan(q: Queries, email: string, plan: string): Script<boolean> {
  return (yield* one(notifying(updatePlan(q, {email: email.toLowerCase(), plan})))) !== undefined;
}

/** Deletes the account and its tokens; its use in the month of `now` stays until the end of the month, without the address. */
export function* deleteAccount(q: Queries, id: number, now: string): Script<void> {
  const account = yield* one(ofOwner(q, {id}));
  if (account === undefined) return;
  yield* run(removeLinksOf(q, {email: account.email}));
  yield* leaveAccount(q, id, account.email, now);
}

/** Removes the address from the account of an owner who leaves; its use in the month of `now` (ISO 8601, UTC) is kept. */
function* leaveAccount(q: Queries, id: number, email: string, now: string): Script<void> {
  const hash = hashOf(yield* ensureSecret(q, LEFT_ACCOUNTS, randomBytes(32).toString("hex")), email);
  yield* forget(q, yield* all(before(q, {month: monthOf(now), settled: settledBefore(now), hash})));
  yield* endAccess(q, id);
  yield* run(removeMonths(q, {id, month: monthOf(now)}));
  yield* run(removeDays(q, {id, month: monthOf(now)}));
  yield* run(notifying(leave(q, {id, hash, now})));
}

/** Returns the account to the owner of the address, new except for its use; false: no account was left this month. */
function* returnToAccount(q: Queries, email: string, plan: string, now: string): Script<boolean> {
  const secret = yield* findSecret(q, LEFT_ACCOUNTS);
  if (secret === null) return false;
  const hash = hashOf(secret, email);
  const account = yield* one(comeBack(q, {hash, email, plan, now, month: monthOf(now)}));
  if (account === undefined) return false;
  // Tokens and sessions that were created while the account was being left.
  yield* endAccess(q, account.id);
  return true;
}

/** Deletes the accounts that were left before the month of `now`, and rows without an account. */
export function* forgetLeftAccounts(q: Queries, now: string): Script<void> {
  yield* forget(q, yield* all(before(q, {month: monthOf(now), settled: settledBefore(now), hash: ""})));
  const accounts = q.db.selectFrom("account").select("id");
  for (const table of TABLES_OF_ACCOUNT)
    yield* run(q.db.deleteFrom(table).where("account_id", "not in", accounts).compile());
}

/** What an account loses at once when its owner leaves. */
const OF_OWNER = ["token", "session", "subscription", "list_item"] as const;
const TABLES_OF_ACCOUNT = [...OF_OWNER, "usage", "usage_day", "minute_window"] as const;

/** A request that began before its account was left ends long before; so none writes to an account that is deleted. */
const LONGEST_REQUEST_MS = 3_600_000;

function settledBefore(now: string): string {
  return new Date(Date.parse(now) - LONGEST_REQUEST_MS).toISOString();
}

function* forget(q: Queries, accounts: readonly {readonly id: number}[]): Script<void> {
  for (const {id} of accounts) {
    for (const table of TABLES_OF_ACCOUNT) yield* run(q.db.deleteFrom(table).where("account_id", "=", id).compile());
    yield* run(remove(q, {id}));
  }
}

function* endAccess(q: Queries, id: number): Script<void> {
  for (const table of OF_OWNER) {
    yield* run(notifying(q.db.deleteFrom(table).where("account_id", "=", id).compile()));
  }
}

/** It has no at sign, so it equals no address. */
function hashOf(secret: string, email: string): string {
  return `left:${createHmac("sha256", secret).update(email).digest("hex")}`;
}

function monthOf(now: string): string {
  return now.slice(0, "YYYY-MM".length);
}

const ofOwner = statement((q, param: Param<{id: number}>) =>
  q.db.selectFrom("account").select("email").where("id", "=", param("id")).where("left_at", "is", null),
);

const byEmail = statement((q, param: Param<{email: string}>) =>
  q.db.selectFrom("account").select(["id", "plan", "disabled_at"]).where("email", "=", param("email")),
);

const insertNew = statement((q, param: Param<NewRow<"account">>) =>
  q.db
    .insertInto("account")
    .values(params(param, ["email", "plan", "created_at"]))
    .onConflict((conflict) => conflict.column("email").doNothing()),
);

const touch = statement((q, param: Param<{id: number}>) =>
  q.db
    .updateTable("account")
    .set((column) => ({plan: column.ref("plan")}))
    .where("id", "=", param("id")),
);

const updatePlan = statement((q, param: Param<{email: string; plan: string}>) =>
  q.db
    .updateTable("account")
    .set({plan: param("plan")})
    .where("email", "=", param("email"))
    .returning("id"),
);

/** Left before the month and settled, or with this hash, because no two accounts may have the same. */
const before = statement((q, param: Param<{month: string; settled: string; hash: string}>) =>
  q.db
    .selectFrom("account")
    .select("id")
    .where("left_at", "is not", null)
    .where((where) =>
      where.or([
        where.and([where("left_at", "<", param("month")), where("left_at", "<", param("settled"))]),
        where("email", "=", param("hash")),
      ]),
    )
    .orderBy("id"),
);

const leave = statement((q, param: Param<{id: number; hash: string; now: string}>) =>
  q.db
    .updateTable("account")
    .set({email: param("hash"), plan: "free", created_at: param("now"), left_at: param("now")})
    .where("id", "=", param("id")),
);

const comeBack = statement((q, param: Param<{hash: string; email: string; plan: string; now: string; month: string}>) =>
  q.db
    .updateTable("account")
    .set({email: param("email"), plan: param("plan"), created_at: param("now"), left_at: null})
    .where("email", "=", param("hash"))
    .where("left_at", ">=", param("month"))
    .returning("id"),
);

const remove = deleteRowsBy("account", "id");

const removeMonths = statement((q, param: Param<{id: number; month: string}>) =>
  q.db.deleteFrom("usage").where("account_id", "=", param("id")).where("month", "<", param("month")),
);

const removeDays = statement((q, param: Param<{id: number; month: string}>) =>
  q.db.deleteFrom("usage_day").where("account_id", "=", param("id")).where("day", "<", param("month")),
);
