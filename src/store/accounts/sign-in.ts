// Signing in to the site (accounts engine): links by mail, the sessions that they open, and the site's own secrets.
//
// Links and sessions are known by the SHA-256 of their secret. Using a link is one statement that deletes it, so of any number of
// concurrent attempts one succeeds.
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRow} from "../rows.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, type Param, params, records, run, type Script, statement} from "../script.ts";

export interface SignInLink {
  readonly fingerprint: string;
  /** In lower case. */
  readonly email: string;
  /** ISO 8601, UTC, as is `expiresAt`. */
  readonly now: string;
  readonly expiresAt: string;
}

/** Deletes expired links at the same time. */
export function* insertSignInLink(q: Queries, {fingerprint, email, now, expiresAt}: SignInLink): Script<void> {
  yield* run(removeExpiredLinks(q, {now}));
  yield* run(insertLink(q, {fingerprint, email, created_at: now, expires_at: expiresAt}));
}

/** The address of a link, without using it; null: unknown, used or expired. A link is over at the moment it expires. */
export function* findSignInLink(q: Queries, fingerprint: string, now: string): Script<string | null> {
  return (yield* one(findLink(q, {fingerprint, now})))?.email ?? null;
}

/** Uses the link: it and every other link of the mailbox are deleted. null as in findSignInLink. */
export function* consumeSignInLink(q: Queries, fingerprint: string, now: string): Script<string | null> {
  const taken = yield* one(takeLink(q, {fingerprint, now}));
  if (taken === undefined) return null;
  yield* run(removeLinksOf(q, {email: taken.email}));
  return taken.email;
}

export interface SessionOwner {
  readonly accountId: number;
  readonly email: string;
  readonly plan: string;
  /** Of the account; ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Moments are ISO 8601, UTC. Deletes expired sessions at the same time. */
export function* insertSession(
  q: Queries,
  session: {readonly fingerprint: string; readonly accountId: number; readonly now: string; readonly expiresAt: string},
): Script<void> {
  const {fingerprint, accountId, now, expiresAt} = session;
  yield* run(removeExpiredSessions(q, {now}));
  yield* run(insertSessionRow(q, {fingerprint, account_id: accountId, created_at: now, expires_at: expiresAt}));
}

/** null: unknown, ended, expired or begun before `since`, or its account is disabled. */
export function* findSession(
  q: Queries,
  fingerprint: string,
  {now, since}: {readonly now: string; readonly since: string},
): Script<SessionOwner | null> {
  return (yield* records(openSession(q, {fingerprint, now, since})))[0] ?? null;
}

/** Deletes links and sessions that have expired, and sessions that began before `since`. */
export function* sweepSignIns(q: Queries, now: string, since: string): Script<void> {
  yield* run(removeExpiredLinks(q, {now}));
  yield* run(removeExpiredSessions(q, {now}));
  yield* run(removeOldSessions(q, {since}));
}

export function* deleteSession(q: Queries, fingerprint: string): Script<void> {
  yield* run(removeSession(q, {fingerprint}));
}

/** Ends every session of the account. */
export function* deleteSessionsOf(q: Queries, accountId: number): Script<void> {
  yield* run(removeSessionsOf(q, {account_id: accountId}));
}

/** The secret with this name, the same for every server of a store and after every restart; if there is none, `fresh` is stored. */
export function* ensureSecret(q: Queries, name: string, fresh: string): Script<string> {
  yield* run(insertSecret(q, {name, secret: fresh}));
  return (yield* findSecret(q, name))!;
}

/** null: there is no secret with this name yet. */
export function* findSecret(q: Queries, name: string): Script<string | null> {
  return (yield* one(secretNamed(q, {name})))?.secret ?? null;
}

interface PageQuery {
  fingerprint: string;
  now: string;
}

const insertLink = insertRow("sign_in_link", ["fingerprint", "email", "created_at", "expires_at"]);

const findLink = statement((q, param: Param<PageQuery>) =>
  q.db
    .selectFrom("sign_in_link")
    .select("email")
    .where("fingerprint", "=", param("fingerprint"))
    .where("expires_at", ">", param("now")),
);

const takeLink = statement((q, param: Param<PageQuery>) =>
  q.db
    .deleteFrom("sign_in_link")
    .where("fingerprint", "=", param("fingerprint"))
    .where("expires_at", ">", param("now"))
    .returning("email"),
);

export const removeLinksOf = deleteRowsBy("sign_in_link", "email");

const removeExpiredLinks = statement((q, param: Param<{now: string}>) =>
  q.db.deleteFrom("sign_in_link").where("expires_at", "<=", param("now")),
);

const insertSessionRow = insertRow("session", ["fingerprint", "account_id", "created_at", "expires_at"]);

const openSession = statement((q, param: Param<PageQuery & {since: string}>) =>
  q.db
    .selectFrom("session")
    .innerJoin("account", "account.id", "session.account_id")
    .select(["session.account_id as accountId", "account.email", "account.plan", "account.created_at as createdAt"])
    .where("session.fingerprint", "=", param("fingerprint"))
    .where("account.left_at", "is", null)
    .where("account.disabled_at", "is", null)
    .where("session.expires_at", ">", param("now"))
    .where("session.created_at", ">", param("since")),
);

const removeSession = deleteRowsBy("session", "fingerprint");

const removeSessionsOf = deleteRowsBy("session", "account_id");

const removeExpiredSessions = statement((q, param: Param<{now: string}>) =>
  q.db.deleteFrom("session").where("expires_at", "<=", param("now")),
);

const removeOldSessions = statement((q, param: Param<{since: string}>) =>
  q.db.deleteFrom("session").where("created_at", "<=", param("since")),
);

const insertSecret = statement((q, param: Param<NewRow<"site_secret">>) =>
  q.db
    .insertInto("site_secret")
    .values(params(param, ["name", "secret"]))
    .onConflict((conflict) => conflict.column("name").doNothing()),
);

const secretNamed = statement((q, param: Param<{name: string}>) =>
  q.db.selectFrom("site_secret").select("secret").where("name", "=", param("name")),
);
