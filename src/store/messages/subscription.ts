// What accounts follow (accounts engine): a series, a dataset or a provider, by letters or by a webhook; or their own list, by letters.
//
// A subscription to the list names no target: it follows the items that are listed at the time of each event (list-follower.ts).
//
// A subscription hears of events after its own beginning only. It ends with its account, by its owner, or by the address in each letter,
// which needs no sign-in.
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertNumbered} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";
import type {EventKind} from "./event.ts";

/** What a subscriber is told of; `revision`: a release that changes values by more than the threshold. */
export type FollowedKind = Exclude<EventKind, "fault"> | "revision";

export const FOLLOWED_KINDS: readonly FollowedKind[] = [
  ...(["release", "revision", "withdrawn", "held", "silent", "overdue", "back"] as const),
];

export interface Subscription {
  readonly id: number;
  readonly accountId: number;
  readonly scope: "series" | "dataset" | "provider" | "list";
  /** The key, PROVIDER/CODE, or the provider; empty for the list of the account. */
  readonly target: string;
  /** PROVIDER/CODE of the series or the dataset; empty for a provider and a list. */
  readonly dataset: string;
  readonly way: "mail" | "webhook";
  /** Of a webhook, as is the secret; null for letters. */
  readonly address: string | null;
  readonly secret: string | null;
  readonly kinds: readonly FollowedKind[];
  /** Per cent of change from which a revision is told. */
  readonly threshold: number;
  readonly language: "en" | "ru";
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export const MOST_SUBSCRIPTIONS = 200;

/** Makes it, or changes the one of the same account, target and way. @returns its number; null: the account has too many */
export function* follow(
  q: Queries,
  wanted: Omit<Subscription, "id">,
  most = MOST_SUBSCRIPTIONS,
): Script<number | null> {
  const own = yield* listSubscriptions(q, wanted.accountId);
  const {accountId, createdAt, kinds, ...same} = wanted;
  const isSame = (one: Subscription) =>
    one.scope === wanted.scope && one.target === wanted.target && one.way === wanted.way;
  const before = own.find(isSame);
  if (before === undefined && own.length >= most) return null;
  if (before !== undefined) yield* run(remove(q, {id: before.id, account_id: accountId}));
  const row = {...same, account_id: accountId, created_at: createdAt, kinds: kinds.join(" ")};
  return (yield* one(insert(q, row)))!.id;
}

/** By their numbers. */
export function* listSubscriptions(q: Queries, accountId: number): Script<readonly Subscription[]> {
  return (yield* records(ofAccount(q, {accountId}))).map(subscription);
}

export function* unfollow(q: Queries, accountId: number, id: number): Script<void> {
  yield* run(remove(q, {id, account_id: accountId}));
}

/** The end of a subscription by its signed address: the caller has checked the signature. @returns what it was; null: it is over */
export function* endSubscription(q: Queries, id: number): Script<Subscription | null> {
  const found = (yield* records(byId(q, {id})))[0];
  if (found === undefined) return null;
  yield* run(remove(q, {id, account_id: found.account_id}));
  return subscription(found);
}

/** null: it is over. */
export function* findSubscription(q: Queries, id: number): Script<Subscription | null> {
  const found = (yield* records(byId(q, {id})))[0];
  return found === undefined ? null : subscription(found);
}

/** Those that hear of events of the dataset and began before the moment (ISO 8601, UTC). */
export function* listFollowers(
  q: Queries,
  {provider, dataset}: {readonly provider: string; readonly dataset: string},
  before: string,
): Script<readonly Subscription[]> {
  return (yield* records(followers(q, {provider, dataset: `${provider}/${dataset}`, before}))).map(subscription);
}

const FIELDS = [
  ...(["id", "account_id", "scope", "target", "dataset", "way", "address", "secret", "kinds", "threshold"] as const),
  ...(["language", "created_at"] as const),
] as const;

interface SubscriptionRow
  extends Omit<Subscription, "accountId" | "createdAt" | "kinds" | "scope" | "way" | "language"> {
  readonly account_id: number;
  readonly created_at: string;
  readonly kinds: string;
  readonly scope: string;
  readonly way: string;
  readonly language: string;
}

function subscription({account_id, created_at, kinds, scope, way, language, ...same}: SubscriptionRow): Subscription {
  return {
    ...same,
    accountId: account_id,
    createdAt: created_at,
    kinds: kinds.split(" ").filter((kind) => kind !== "") as FollowedKind[],
    scope: scope as Subscription["scope"],
    way: way as Subscription["way"],
    language: language as Subscription["language"],
  };
}

const insert = insertNumbered("subscription");

const remove = deleteRowsBy("subscription", "id", "account_id");

const ofAccount = statement((q, param: Param<{accountId: number}>) =>
  q.db.selectFrom("subscription").select(FIELDS).where("account_id", "=", param("accountId")).orderBy("id"),
);

const byId = statement((q, param: Param<{id: number}>) =>
  q.db.selectFrom("subscription").select(FIELDS).where("id", "=", param("id")),
);

const followers = statement((q, param: Param<{provider: string; dataset: string; before: string}>) =>
  q.db
    .selectFrom("subscription")
    .select(FIELDS)
    .where("created_at", "<", param("before"))
    .where(({eb, and, or}) =>
      or([
        eb("dataset", "=", param("dataset")),
        and([eb("scope", "=", "provider"), eb("target", "=", param("provider"))]),
      ]),
    )
    .orderBy("id"),
);
