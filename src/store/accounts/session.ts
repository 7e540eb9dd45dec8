// Sessions of the site (accounts engine): known by the SHA-256 of what the visitor's cookie holds.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface SessionOwner {
  readonly accountId: number;
  readonly email: string;
  readonly plan: string;
  /** Of the account; ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Moments are ISO 8601, UTC. Sessions that have expired go at the same time. */
export function* insertSession(
  q: Queries,
  session: {readonly fingerprint: string; readonly accountId: number; readonly now: string; readonly expiresAt: string},
): Script<void> {
  const {fingerprint, accountId, now, expiresAt} = session;
  yield* run(removeExpired(q, {now}));
  yield* run(insert(q, {fingerprint, account_id: accountId, created_at: now, expires_at: expiresAt}));
}

/** null: unknown, ended or expired. */
export function* findSession(q: Queries, fingerprint: string, now: string): Script<SessionOwner | null> {
  const row = yield* one(find(q, {fingerprint, now}));
  if (row === undefined) return null;
  return {accountId: row.account_id, email: row.email, plan: row.plan, createdAt: row.created_at};
}

export function* deleteSession(q: Queries, fingerprint: string): Script<void> {
  yield* run(remove(q, {fingerprint}));
}

/** Every session of the account ends, wherever it is open. */
export function* deleteSessionsOf(q: Queries, accountId: number): Script<void> {
  yield* run(removeOf(q, {accountId}));
}

const insert = statement((q, take: Take<NewRow<"session">>) =>
  q.db.insertInto("session").values(takeAll(take, ["fingerprint", "account_id", "created_at", "expires_at"])),
);

const find = statement((q, take: Take<{fingerprint: string; now: string}>) =>
  q.db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .select(["session.account_id", "account.email", "account.plan", "account.created_at"])
    .where("session.fingerprint", "=", take("fingerprint"))
    .where("account.left_at", "is", null)
    .where("session.expires_at", ">", take("now")),
);

const remove = statement((q, take: Take<{fingerprint: string}>) =>
  q.db.deleteFrom("session").where("fingerprint", "=", take("fingerprint")),
);

const removeOf = statement((q, take: Take<{accountId: number}>) =>
  q.db.deleteFrom("session").where("account_id", "=", take("accountId")),
);

const removeExpired = statement((q, take: Take<{now: string}>) =>
  q.db.deleteFrom("session").where("expires_at", "<=", take("now")),
);
