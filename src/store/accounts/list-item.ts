// The list of an account (accounts engine): series, datasets and releases that its owner has starred, in the order of the stars.
//
// An item is only a text: what it names may go, and come back with another release. It goes with the account.
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRow} from "../rows.ts";
import {all, type Param, run, type Script, statement} from "../script.ts";
import {lockAccount} from "./account.ts";

export const MOST_LISTED = 60;

/** The key of a series, PROVIDER/CODE of a dataset, or release:ID. */
export function* readAccountList(q: Queries, accountId: number): Script<readonly string[]> {
  return (yield* all(ofAccount(q, {accountId}))).map(({target}) => target);
}

/** Adds those that are not listed yet. false: there is no room for all of them, and none is added. @param now ISO 8601, UTC */
export function* addListed(
  q: Queries,
  accountId: number,
  targets: readonly string[],
  now: string,
  most = MOST_LISTED,
): Script<boolean> {
  yield* lockAccount(q, accountId);
  const own = yield* readAccountList(q, accountId);
  const further = [...new Set(targets)].filter((target) => !own.includes(target));
  if (own.length + further.length > most) return false;
  for (const [at, target] of further.entries())
    yield* run(insert(q, {account_id: accountId, target, added_at: `${now} ${String(at).padStart(2, "0")}`}));
  return true;
}

export function* removeListed(q: Queries, accountId: number, target: string): Script<void> {
  yield* run(remove(q, {account_id: accountId, target}));
}

const insert = insertRow("list_item");

const remove = deleteRowsBy("list_item", "account_id", "target");

const ofAccount = statement((q, param: Param<{accountId: number}>) =>
  q.db
    .selectFrom("list_item")
    .select("target")
    .where("account_id", "=", param("accountId"))
    .orderBy("added_at")
    .orderBy("target"),
);
