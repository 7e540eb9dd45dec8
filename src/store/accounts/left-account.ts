// Accounts that their owners deleted: until the end of the month they stay without a name, so that no quota is renewed by deleting.
//
// Of the address a keyed hash alone is kept. Who comes back with it within the month gets the same account without its tokens, and
// goes on from the values and the minute that are used. After the month the account goes, with all that names it.
import {createHmac, randomBytes} from "node:crypto";
import type {Queries} from "../engines/differences.ts";
import {all, noted, one, run, type Script, statement, type Take} from "../script.ts";
import {ensureSecret, findSecret} from "./site-secret.ts";

const SECRET = "left accounts";

/** Takes the name from an account whose owner leaves; what was used in the month of `now` (ISO 8601, UTC) stays. */
export function* leaveAccount(q: Queries, id: number, email: string, now: string): Script<void> {
  const hash = hashOf(yield* ensureSecret(q, SECRET, randomBytes(32).toString("hex")), email);
  yield* forget(q, yield* all(before(q, {month: monthOf(now), hash})));
  yield* endAccess(q, id);
  yield* run(removeMonths(q, {id, month: monthOf(now)}));
  yield* run(removeDays(q, {id, month: monthOf(now)}));
  yield* run(noted(leave(q, {id, hash, now})));
}

/** Gives the account back to the owner of the address, as a new one but for what is used; false: there is none of this month. */
export function* returnToAccount(q: Queries, email: string, plan: string, now: string): Script<boolean> {
  const secret = yield* findSecret(q, SECRET);
  if (secret === null) return false;
  const hash = hashOf(secret, email);
  const account = yield* one(comeBack(q, {hash, email, plan, now, month: monthOf(now)}));
  if (account === undefined) return false;
  // an access that was made while the account was being left
  yield* endAccess(q, account.id);
  return true;
}

/** Forgets the accounts that were left before the month of `now`. */
export function* forgetLeftAccounts(q: Queries, now: string): Script<void> {
  yield* forget(q, yield* all(before(q, {month: monthOf(now), hash: ""})));
}

function* forget(q: Queries, accounts: readonly {readonly id: number}[]): Script<void> {
  for (const {id} of accounts) {
    for (const table of ["token", "session", "usage", "usage_day", "minute_window"] as const) {
      yield* run(q.db.deleteFrom(table).where("account_id", "=", id).compile());
    }
    yield* run(remove(q, {id}));
  }
}

function* endAccess(q: Queries, id: number): Script<void> {
  for (const table of ["token", "session"] as const) {
    yield* run(noted(q.db.deleteFrom(table).where("account_id", "=", id).compile()));
  }
}

/** Without an at sign, so that it equals no address. */
function hashOf(secret: string, email: string): string {
  return `left:${createHmac("sha256", secret).update(email).digest("hex")}`;
}

function monthOf(now: string): string {
  return now.slice(0, "YYYY-MM".length);
}

/** Left before the month, or under this very hash: no two accounts have one. */
const before = statement((q, take: Take<{month: string; hash: string}>) =>
  q.db
    .selectFrom("account")
    .select("id")
    .where("left_at", "is not", null)
    .where((where) => where.or([where("left_at", "<", take("month")), where("email", "=", take("hash"))]))
    .orderBy("id"),
);

const leave = statement((q, take: Take<{id: number; hash: string; now: string}>) =>
  q.db
    .updateTable("account")
    .set({email: take("hash"), plan: "free", created_at: take("now"), left_at: take("now")})
    .where("id", "=", take("id")),
);

const comeBack = statement((q, take: Take<{hash: string; email: string; plan: string; now: string; month: string}>) =>
  q.db
    .updateTable("account")
    .set({email: take("email"), plan: take("plan"), created_at: take("now"), left_at: null})
    .where("email", "=", take("hash"))
    .where("left_at", ">=", take("month"))
    .returning("id"),
);

const remove = statement((q, take: Take<{id: number}>) => q.db.deleteFrom("account").where("id", "=", take("id")));

const removeMonths = statement((q, take: Take<{id: number; month: string}>) =>
  q.db.deleteFrom("usage").where("account_id", "=", take("id")).where("month", "<", take("month")),
);

const removeDays = statement((q, take: Take<{id: number; month: string}>) =>
  q.db.deleteFrom("usage_day").where("account_id", "=", take("id")).where("day", "<", take("month")),
);
