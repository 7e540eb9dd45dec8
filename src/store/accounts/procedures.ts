// The scripts that a server plays on accounts, each by its name: the process that answers a request need not be the one that has the accounts.
//
// A name and its arguments are all that passes between processes, so arguments and results are plain values, as JSON has them.

import type {Queries} from "../engines/differences.ts";
import {lastErrors} from "../messages/message.ts";
import {endSubscription, findSubscription, follow, listSubscriptions, unfollow} from "../messages/subscription.ts";
import {type Engine, type Script, SYNCED} from "../script.ts";
import {deleteAccount, ensureAccount, lockAccount} from "./account.ts";
import {insertContactMessage, noteMessageMailed} from "./contact-message.ts";
import {addListed, readAccountList, removeListed} from "./list-item.ts";
import {
  consumeSignInLink,
  deleteSession,
  deleteSessionsOf,
  ensureSecret,
  findSession,
  findSignInLink,
  insertSession,
  insertSignInLink,
} from "./sign-in.ts";
import {insertToken, listTokensOf, revokeTokenOf} from "./token.ts";
import {readUsage, readUsageDays} from "./usage.ts";
import {countAttempt, returnAttempt} from "./windows.ts";

/** `look`: one statement; `read`: a snapshot; `write`: a transaction; `sync`: one that is on the disk before it is answered. */
type Way = "look" | "read" | "write" | "sync";

interface Procedure<A extends readonly unknown[], R> {
  readonly way: Way;
  readonly script: (q: Queries, ...given: A) => Script<R>;
}

function procedure<A extends readonly unknown[], R>(
  way: Way,
  script: (q: Queries, ...given: A) => Script<R>,
): Procedure<A, R> {
  return {way, script};
}

const PROCEDURES = {
  countAttempt: procedure("write", countAttempt),
  returnAttempt: procedure("write", returnAttempt),
  ensureSecret: procedure("write", ensureSecret),
  insertSignInLink: procedure("write", insertSignInLink),
  findSignInLink: procedure("look", findSignInLink),
  useSignInLink: procedure("sync", useSignInLink),
  findSession: procedure("look", findSession),
  replaceSession: procedure("write", replaceSession),
  endSession: procedure("sync", deleteSession),
  endSessionsOf: procedure("sync", deleteSessionsOf),
  deleteAccount: procedure("sync", deleteAccount),
  readAccountUse: procedure("read", readAccountUse),
  listTokensOf: procedure("look", listTokensOf),
  makeToken: procedure("write", makeToken),
  revokeTokenOf: procedure("sync", revokeTokenOf),
  insertContactMessage: procedure("write", insertContactMessage),
  noteMessageMailed: procedure("write", noteMessageMailed),
  follow: procedure("write", followInTurn),
  listSubscriptions: procedure("look", listSubscriptions),
  findSubscription: procedure("look", findSubscription),
  listLastErrors: procedure("look", listLastErrors),
  unfollow: procedure("sync", unfollow),
  endSubscription: procedure("sync", endSubscription),
  readAccountList: procedure("look", readAccountList),
  addListed: procedure("write", addListed),
  removeListed: procedure("write", removeListed),
} as const;

export type ProcedureName = keyof typeof PROCEDURES;
export type ProcedureGiven<N extends ProcedureName> =
  (typeof PROCEDURES)[N] extends Procedure<infer A, unknown> ? A : never;
export type ProcedureResult<N extends ProcedureName> =
  (typeof PROCEDURES)[N] extends Procedure<never, infer R> ? R : never;

export interface AccountProcedures {
  /** Plays the script of that name with these arguments; one that writes is a transaction. */
  play<N extends ProcedureName>(name: N, ...given: ProcedureGiven<N>): Promise<ProcedureResult<N>>;
}

export function createAccountProcedures(accounts: Engine): AccountProcedures {
  return {
    play<N extends ProcedureName>(name: N, ...given: ProcedureGiven<N>): Promise<ProcedureResult<N>> {
      const {way, script} = PROCEDURES[name] as unknown as Procedure<ProcedureGiven<N>, ProcedureResult<N>>;
      const start = (q: Queries): Script<ProcedureResult<N>> => script(q, ...given);
      if (way === "look") return accounts.readOne(start);
      if (way === "read") return accounts.read(start);
      return accounts.write(start, way === "sync" ? SYNCED : {});
    },
  };
}

/** Uses the link: the account of its address, which is made if there is none; null: the link is unknown, used or expired. */
function* useSignInLink(
  q: Queries,
  fingerprint: string,
  now: string,
): Script<{readonly id: number; readonly disabledAt: string | null} | null> {
  const email = yield* consumeSignInLink(q, fingerprint, now);
  return email === null ? null : yield* ensureAccount(q, email, null, now);
}

/** Begins a session and ends the one before, if the browser had one. */
function* replaceSession(
  q: Queries,
  before: string | null,
  session: Parameters<typeof insertSession>[1],
): Script<void> {
  if (before !== null) yield* deleteSession(q, before);
  yield* insertSession(q, session);
}

/** The tokens of the account, its values in `month`, and those of each day of `shown` (both YYYY-MM). */
function* readAccountUse(q: Queries, accountId: number, month: string, shown: string) {
  return {
    tokens: yield* listTokensOf(q, accountId),
    used: yield* readUsage(q, accountId, month),
    days: yield* readUsageDays(q, accountId, shown),
  };
}

/** false: the account has `most` valid tokens already, and no further one is made. */
function* makeToken(q: Queries, token: Parameters<typeof insertToken>[1], most: number): Script<boolean> {
  yield* lockAccount(q, token.accountId);
  const valid = (yield* listTokensOf(q, token.accountId)).filter(({revokedAt}) => revokedAt === null);
  if (valid.length >= most) return false;
  yield* insertToken(q, token);
  return true;
}

/** Of two requests at once, one changes the subscription that the other made. */
function* followInTurn(q: Queries, wanted: Parameters<typeof follow>[1]): Script<number | null> {
  yield* lockAccount(q, wanted.accountId);
  return yield* follow(q, wanted);
}

/** As pairs: a map would not pass between processes. */
function* listLastErrors(q: Queries, accountId: number): Script<readonly (readonly [number, string])[]> {
  return [...(yield* lastErrors(q, accountId))];
}
