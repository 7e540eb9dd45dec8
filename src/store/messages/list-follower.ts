// Who follows a list that has something of a dataset (accounts engine): one subscription for the whole list of an account.
//
// The list is read when its letters are written, so a star that is set after the subscription is followed too, and one that is taken away is
// not. A key only begins like those of its dataset: the caller finds out whether there is such a series.
import {sql} from "kysely";
import {DATASET_KEY_LENGTH, datasetKey} from "../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";
import type {NotedEvent} from "./event.ts";

export interface ListFollower {
  /** The number of the subscription. */
  readonly id: number;
  readonly kinds: readonly string[];
  /** The items of the list that the event may have changed, in the order of the list. */
  readonly items: readonly string[];
}

/** Those that began before the event. */
export function* listListFollowers(
  q: Queries,
  {provider, dataset, releaseId, happenedAt}: Pick<NotedEvent, "provider" | "dataset" | "releaseId" | "happenedAt">,
): Script<readonly ListFollower[]> {
  const prefix = datasetKey(provider, dataset);
  const [whole, release] = [`${provider}/${dataset}`, `release:${releaseId ?? 0}`];
  const rows = yield* all(listed(q, {whole, release, prefix, before: happenedAt}));
  const isOwn = (item: string): boolean =>
    item === whole || item === release || (/^[0-9a-z]{16}$/.test(item) && item.startsWith(prefix));
  return [...Map.groupBy(rows, ({id}) => id)].flatMap(([id, own]) => {
    const items = own.map(({item}) => item).filter(isOwn);
    return items.length === 0 ? [] : [{id, kinds: own[0]!.kinds.split(" "), items}];
  });
}

const listed = statement((q, param: Param<{whole: string; release: string; prefix: string; before: string}>) =>
  q.db
    .selectFrom("subscription")
    .innerJoin("list_item", "list_item.account_id", "subscription.account_id")
    .select(["subscription.id", "subscription.kinds", "list_item.target as item"])
    .where("subscription.scope", "=", "list")
    .where("subscription.created_at", "<", param("before"))
    .where(({eb, or}) =>
      or([
        eb("list_item.target", "=", param("whole")),
        eb("list_item.target", "=", param("release")),
        sql<boolean>`substr(list_item.target, 1, ${sql.lit(DATASET_KEY_LENGTH)}) = ${param("prefix")}`,
      ]),
    )
    .orderBy("subscription.id")
    .orderBy("list_item.added_at")
    .orderBy("list_item.target"),
);
