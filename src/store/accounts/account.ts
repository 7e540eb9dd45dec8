// Accounts: an address and a plan (accounts engine). Addresses are kept in lower case, so one person has one account.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {noted, one, run, type Script, statement, type Take, takeAll} from "../script.ts";
import {leaveAccount, returnToAccount} from "./left-account.ts";

/** Finds the account of an address, or makes it: with `plan`, or free. A plan that is given is set on an existing account too. */
export function* ensureAccount(
  q: Queries,
  email: string,
  plan: string | null,
  now: string,
): Script<{id: number; plan: string}> {
  const address = email.toLowerCase();
  if ((yield* one(byEmail(q, {email: address}))) === undefined) {
    const isBack = yield* returnToAccount(q, address, plan ?? "free", now);
    if (!isBack) yield* run(insertNew(q, {email: address, plan: plan ?? "free", created_at: now}));
  }
  if (plan !== null) yield* setPlan(q, address, plan);
  const found = yield* one(byEmail(q, {email: address}));
  return {id: found!.id, plan: found!.plan};
}

/** false: there is no such account. */
export function* setPlan(q: Queries, email: string, plan: string): Script<boolean> {
  return (yield* one(noted(updatePlan(q, {email: email.toLowerCase(), plan})))) !== undefined;
}

/** What is kept of the account goes, its tokens among it; what was used in the month of `now` stays until its end, without the address. */
export function* deleteAccount(q: Queries, id: number, now: string): Script<void> {
  const account = yield* one(ofOwner(q, {id}));
  if (account === undefined) return;
  yield* run(removeLinks(q, {email: account.email}));
  yield* leaveAccount(q, id, account.email, now);
}

const ofOwner = statement((q, take: Take<{id: number}>) =>
  q.db.selectFrom("account").select("email").where("id", "=", take("id")).where("left_at", "is", null),
);

const removeLinks = statement((q, take: Take<{email: string}>) =>
  q.db.deleteFrom("sign_in_link").where("email", "=", take("email")),
);

const byEmail = statement((q, take: Take<{email: string}>) =>
  q.db.selectFrom("account").select(["id", "plan"]).where("email", "=", take("email")),
);

const insertNew = statement((q, take: Take<NewRow<"account">>) =>
  q.db
    .insertInto("account")
    .values(takeAll(take, ["email", "plan", "created_at"]))
    .onConflict((conflict) => conflict.column("email").doNothing()),
);

const updatePlan = statement((q, take: Take<{email: string; plan: string}>) =>
  q.db
    .updateTable("account")
    .set({plan: take("plan")})
    .where("email", "=", take("email"))
    .returning("id"),
);
