// Tokens of accounts, stored only as the SHA-256 of their text (accounts engine).
//
// A revoked token stays as a row: the row says when it ended, and keeps its text from being used again.
import type {Queries} from "../engines/differences.ts";
import {insertNumbered} from "../rows.ts";
import {all, notifying, one, type Param, records, run, type Script, statement} from "../script.ts";

export interface TokenOwner {
  readonly tokenId: number;
  readonly accountId: number;
  readonly plan: string;
  /** ISO 8601, UTC; null: the token is valid. */
  readonly revokedAt: string | null;
}

export interface TokenRecord {
  readonly id: number;
  readonly email: string;
  readonly plan: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** A token as its owner sees it. */
export type OwnToken = Omit<TokenRecord, "email" | "plan">;

const TOUCHED_AT_MOST_EVERY_MS = 60_000;

/** null: no such token, or its account is disabled. The caller checks `revokedAt`. */
export function* findTokenOwner(q: Queries, fingerprint: string): Script<TokenOwner | null> {
  return (yield* records(owner(q, {fingerprint})))[0] ?? null;
}

/** Returns the token's id. `now` is ISO 8601, UTC. */
export function* insertToken(
  q: Queries,
  token: {readonly accountId: number; readonly fingerprint: string; readonly name: string; readonly now: string},
): Script<number> {
  const {accountId, fingerprint, name, now} = token;
  return (yield* one(insert(q, {account_id: accountId, fingerprint, name, created_at: now})))!.id;
}

/** All tokens, revoked ones too, oldest first. */
export function* listTokens(q: Queries): Script<TokenRecord[]> {
  return yield* records(every(q, {}));
}

/** The tokens of one account, revoked ones too, oldest first. */
export function* listTokensOf(q: Queries, accountId: number): Script<OwnToken[]> {
  return yield* records(ofAccount(q, {accountId}));
}

/** As revokeToken, but only for a token of this account. */
export function* revokeTokenOf(q: Queries, accountId: number, id: number, now: string): Script<boolean> {
  const own = yield* all(ofAccount(q, {accountId}));
  return own.some((token) => token.id === id) && (yield* revokeToken(q, id, now));
}

/** false: there is no such token. A token that is already revoked keeps its first end. */
export function* revokeToken(q: Queries, id: number, now: string): Script<boolean> {
  yield* run(notifying(revoke(q, {id, now})));
  return (yield* one(withId(q, {id}))) !== undefined;
}

/** Notes that the token was used, at most once a minute. `now` is ISO 8601, UTC. */
export function* touchToken(q: Queries, id: number, now: string): Script<void> {
  const before = new Date(Date.parse(now) - TOUCHED_AT_MOST_EVERY_MS).toISOString();
  yield* run(touch(q, {id, now, before}));
}

const owner = statement((q, param: Param<{fingerprint: string}>) =>
  q.db
    .selectFrom("token")
    .innerJoin("account", "account.id", "token.account_id")
    .select(["token.id as tokenId", "token.account_id as accountId", "account.plan", "token.revoked_at as revokedAt"])
    .where("token.fingerprint", "=", param("fingerprint"))
    .where("account.left_at", "is", null)
    .where("account.disabled_at", "is", null),
);

const insert = insertNumbered("token", ["account_id", "fingerprint", "name", "created_at"]);

const every = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("token")
    .innerJoin("account", "account.id", "token.account_id")
    .select([
      "token.id",
      "account.email",
      "account.plan",
      "token.name",
      "token.created_at as createdAt",
      "token.last_used_at as lastUsedAt",
      "token.revoked_at as revokedAt",
    ])
    .orderBy("token.id"),
);

const ofAccount = statement((q, param: Param<{accountId: number}>) =>
  q.db
    .selectFrom("token")
    .select(["id", "name", "created_at as createdAt", "last_used_at as lastUsedAt", "revoked_at as revokedAt"])
    .where("account_id", "=", param("accountId"))
    .orderBy("id"),
);

const withId = statement((q, param: Param<{id: number}>) =>
  q.db.selectFrom("token").select("id").where("id", "=", param("id")),
);

const revoke = statement((q, param: Param<{id: number; now: string}>) =>
  q.db
    .updateTable("token")
    .set({revoked_at: param("now")})
    .where("id", "=", param("id"))
    .where("revoked_at", "is", null),
);

const touch = statement((q, param: Param<{id: number; now: string; before: string}>) =>
  q.db
    .updateTable("token")
    .set({last_used_at: param("now")})
    .where("id", "=", param("id"))
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", param("before"))])),
);
