// Links by which one signs in (accounts engine): known by the SHA-256 of their secret, good once and for a while.
//
// Using a link is one statement that takes it away, so that of any number of attempts at once one succeeds.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface SignInLink {
  readonly fingerprint: string;
  /** In lower case. */
  readonly email: string;
  /** ISO 8601, UTC, as is `expiresAt`. */
  readonly now: string;
  readonly expiresAt: string;
}

/** Links that have expired go at the same time. */
export function* insertSignInLink(q: Queries, {fingerprint, email, now, expiresAt}: SignInLink): Script<void> {
  yield* run(removeExpired(q, {now}));
  yield* run(insert(q, {fingerprint, email, created_at: now, expires_at: expiresAt}));
}

/** Whose link it is, without using it; null: unknown, used or expired. A link is over at the moment it expires. */
export function* findSignInLink(q: Queries, fingerprint: string, now: string): Script<string | null> {
  return (yield* one(find(q, {fingerprint, now})))?.email ?? null;
}

/** Uses the link: it and every other link of the mailbox are gone. null as in findSignInLink. */
export function* takeSignInLink(q: Queries, fingerprint: string, now: string): Script<string | null> {
  const taken = yield* one(take(q, {fingerprint, now}));
  if (taken === undefined) return null;
  yield* run(removeOthers(q, {email: taken.email}));
  return taken.email;
}

interface Asked {
  fingerprint: string;
  now: string;
}

const insert = statement((q, take: Take<NewRow<"sign_in_link">>) =>
  q.db.insertInto("sign_in_link").values(takeAll(take, ["fingerprint", "email", "created_at", "expires_at"])),
);

const find = statement((q, take: Take<Asked>) =>
  q.db
    .selectFrom("sign_in_link")
    .select("email")
    .where("fingerprint", "=", take("fingerprint"))
    .where("expires_at", ">", take("now")),
);

const take = statement((q, take: Take<Asked>) =>
  q.db
    .deleteFrom("sign_in_link")
    .where("fingerprint", "=", take("fingerprint"))
    .where("expires_at", ">", take("now"))
    .returning("email"),
);

const removeOthers = statement((q, take: Take<{email: string}>) =>
  q.db.deleteFrom("sign_in_link").where("email", "=", take("email")),
);

const removeExpired = statement((q, take: Take<{now: string}>) =>
  q.db.deleteFrom("sign_in_link").where("expires_at", "<=", take("now")),
);
