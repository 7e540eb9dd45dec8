// Accounts: an address and a plan (accounts engine). Addresses are kept in lower case, so one person has one account.
import type {Queries} from "./engines.ts";
import type {NewRow} from "./schema.ts";
import {noted, one, run, type Script} from "./script.ts";
import {statement, type Take, takeAll} from "./statement.ts";

/** Finds the account of an address, or makes it: with `plan`, or free. A plan that is given is set on an existing account too. */
export function* ensureAccount(
  q: Queries,
  email: string,
  plan: string | null,
  now: string,
): Script<{id: number; plan: string}> {
  const address = email.toLowerCase();
  yield* run(insertNew(q, {email: address, plan: plan ?? "free", created_at: now}));
  if (plan !== null) yield* setPlan(q, address, plan);
  const found = yield* one(byEmail(q, {email: address}));
  return {id: found!.id, plan: found!.plan};
}

/** false: there is no such account. */
export function* setPlan(q: Queries, email: string, plan: string): Script<boolean> {
  return (yield* one(noted(updatePlan(q, {email: email.toLowerCase(), plan})))) !== undefined;
}

/** Everything kept of the account goes, its tokens among it; what was used is forgotten too. */
export function* deleteAccount(q: Queries, id: number): Script<void> {
  for (const table of ["token", "session", "usage", "usage_day", "minute_window"] as const) {
    yield* run(noted(q.db.deleteFrom(table).where("account_id", "=", id).compile()));
  }
  const account = yield* one(removeAccount(q, {id}));
  if (account !== undefined) yield* run(removeLinks(q, {email: account.email}));
}

const removeAccount = statement((q, take: Take<{id: number}>) =>
  q.db.deleteFrom("account").where("id", "=", take("id")).returning("email"),
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
