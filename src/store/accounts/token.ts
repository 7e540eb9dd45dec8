// Tokens of accounts, known by the SHA-256 of their text alone (accounts engine).
//
// A revoked token stays as a row: it tells when it ended, and its text can never come to life again.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, noted, one, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface TokenOwner {
  readonly tokenId: number;
  readonly accountId: number;
  readonly plan: string;
  /** ISO 8601, UTC; null: the token is good. */
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

/** null: no such token. The caller judges `revokedAt`. */
export function* findTokenOwner(q: Queries, fingerprint: string): Script<TokenOwner | null> {
  const row = yield* one(owner(q, {fingerprint}));
  if (row === undefined) return null;
  return {tokenId: row.id, accountId: row.account_id, plan: row.plan, revokedAt: row.revoked_at};
}

/** Gives the token's id. `now` is ISO 8601, UTC. */
export function* insertToken(
  q: Queries,
  token: {readonly accountId: number; readonly fingerprint: string; readonly name: string; readonly now: string},
): Script<number> {
  const {accountId, fingerprint, name, now} = token;
  return (yield* one(insert(q, {account_id: accountId, fingerprint, name, created_at: now})))!.id;
}

/** All tokens, revoked ones too, in the order in which they were made. */
export function* listTokens(q: Queries): Script<TokenRecord[]> {
  return (yield* all(every(q, {}))).map((row) => ({
    id: row.id,
    email: row.email,
    plan: row.plan,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

/** The tokens of one account, revoked ones too, in the order in which they were made. */
export function* listTokensOf(q: Queries, accountId: number): Script<OwnToken[]> {
  return (yield* all(ofAccount(q, {accountId}))).map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }));
}

/** As revokeToken, of a token of this account alone. */
export function* revokeTokenOf(q: Queries, accountId: number, id: number, now: string): Script<boolean> {
  const own = yield* all(ofAccount(q, {accountId}));
  return own.some((token) => token.id === id) && (yield* revokeToken(q, id, now));
}

/** false: there is no such token. A token that is revoked already keeps its first end. */
export function* revokeToken(q: Queries, id: number, now: string): Script<boolean> {
  yield* run(noted(revoke(q, {id, now})));
  return (yield* one(withId(q, {id}))) !== undefined;
}

/** Notes that the token was used, at most once a minute. `now` is ISO 8601, UTC. */
export function* touchToken(q: Queries, id: number, now: string): Script<void> {
  const before = new Date(Date.parse(now) - TOUCHED_AT_MOST_EVERY_MS).toISOString();
  yield* run(touch(q, {id, now, before}));
}

const owner = statement((q, take: Take<{fingerprint: string}>) =>
  q.db
    .selectFrom("token")
    .innerJoin("account", "account.id", "token.account_id")
    .select(["token.id", "token.account_id", "account.plan", "token.revoked_at"])
    .where("token.fingerprint", "=", take("fingerprint"))
    .where("account.left_at", "is", null),
);

const insert = statement((q, take: Take<NewRow<"token">>) =>
  q.db
    .insertInto("token")
    .values(takeAll(take, ["account_id", "fingerprint", "name", "created_at"]))
    .returning("id"),
);

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("token")
    .innerJoin("account", "account.id", "token.account_id")
    .select([
      "token.id",
      "account.email",
      "account.plan",
      "token.name",
      "token.created_at",
      "token.last_used_at",
      "token.revoked_at",
    ])
    .orderBy("token.id"),
);

const ofAccount = statement((q, take: Take<{accountId: number}>) =>
  q.db
    .selectFrom("token")
    .select(["id", "name", "created_at", "last_used_at", "revoked_at"])
    .where("account_id", "=", take("accountId"))
    .orderBy("id"),
);

const withId = statement((q, take: Take<{id: number}>) =>
  q.db.selectFrom("token").select("id").where("id", "=", take("id")),
);

const revoke = statement((q, take: Take<{id: number; now: string}>) =>
  q.db
    .updateTable("token")
    .set({revoked_at: take("now")})
    .where("id", "=", take("id"))
    .where("revoked_at", "is", null),
);

const touch = statement((q, take: Take<{id: number; now: string; before: string}>) =>
  q.db
    .updateTable("token")
    .set({last_used_at: take("now")})
    .where("id", "=", take("id"))
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", take("before"))])),
);
