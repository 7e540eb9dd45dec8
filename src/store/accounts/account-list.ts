// The operator's list of accounts, and the disabling of accounts (accounts engine).
//
// A disabled account keeps all its rows; its tokens and sessions are refused when they are looked up, so enabling restores them. A deleted
// account has no name and is not listed.
import type {Queries} from "../engines/differences.ts";
import {all, notifying, one, type Param, records, type Script, statement} from "../script.ts";

export interface ListedAccount {
  readonly id: number;
  readonly email: string;
  readonly plan: string;
  /** ISO 8601, UTC, like `disabledAt`; null: it is not disabled. */
  readonly createdAt: string;
  readonly disabledAt: string | null;
  /** Number of tokens that are not revoked. */
  readonly tokens: number;
  readonly lastUsedAt: string | null;
  /** Values used in the month. */
  readonly used: number;
}

/** All accounts by their addresses; `month` YYYY-MM. */
export function* listAccounts(q: Queries, month: string): Script<ListedAccount[]> {
  // three statements: on Citus a join of a subquery would have to ask every machine
  const tokens = new Map((yield* all(countTokens(q, {}))).map((row) => [row.account_id, row]));
  const used = new Map((yield* all(usedIn(q, {month}))).map((row) => [row.account_id, row.used]));
  return (yield* records(every(q, {}))).map((account) => ({
    ...account,
    tokens: Number(tokens.get(account.id)?.tokens ?? 0),
    lastUsedAt: tokens.get(account.id)?.last_used_at ?? null,
    used: used.get(account.id) ?? 0,
  }));
}

/** Disables the account at the time `at`, or enables it with null; false: there is no such account. A disabled one keeps its first time. */
export function* setDisabled(q: Queries, email: string, at: string | null): Script<boolean> {
  const address = email.toLowerCase();
  const changed =
    at === null ? yield* one(notifying(enable(q, {address}))) : yield* one(notifying(disable(q, {address, at})));
  return changed !== undefined || (yield* one(withAddress(q, {address}))) !== undefined;
}

const every = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("account")
    .select(["id", "email", "plan", "created_at as createdAt", "disabled_at as disabledAt"])
    .where("left_at", "is", null)
    .orderBy("email"),
);

const countTokens = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("token")
    .select("account_id")
    .select(({fn}) => [fn.countAll<number>().as("tokens"), fn.max<string>("last_used_at").as("last_used_at")])
    .where("revoked_at", "is", null)
    .groupBy("account_id"),
);

const usedIn = statement((q, param: Param<{month: string}>) =>
  q.db.selectFrom("usage").select(["account_id", "used"]).where("month", "=", param("month")),
);

const disable = statement((q, param: Param<{address: string; at: string}>) =>
  q.db
    .updateTable("account")
    .set({disabled_at: param("at")})
    .where("email", "=", param("address"))
    .where("disabled_at", "is", null)
    .returning("id"),
);

const enable = statement((q, param: Param<{address: string}>) =>
  q.db.updateTable("account").set({disabled_at: null}).where("email", "=", param("address")).returning("id"),
);

const withAddress = statement((q, param: Param<{address: string}>) =>
  q.db.selectFrom("account").select("id").where("email", "=", param("address")),
);
