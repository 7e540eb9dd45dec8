// What a text names: a series by its key, a dataset by PROVIDER/CODE, or a provider by its code.
import {findDatasets} from "../../../store/datasets/dataset.ts";
import {countDatasetsByProvider} from "../../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Subscription} from "../../../store/messages/subscription.ts";
import type {Engine, Script} from "../../../store/script.ts";
import {findSeriesOfKey} from "../../../store/series/series-of-key.ts";
import type {Language} from "../../words/language.ts";
import {nameDatasets, nameSeries} from "../../words/own-names.ts";
import {titleText} from "../series/link.ts";

export type Followed = Pick<Subscription, "scope" | "target" | "dataset">;

/** null: there is nothing of this name. */
export function findFollowed(statistics: Engine, text: string): Promise<Followed | null> {
  return statistics.read((q) => readFollowed(q, text));
}

function* readFollowed(q: Queries, target: string): Script<Followed | null> {
  const series = yield* findSeriesOfKey(q, target);
  if (series !== null) return {scope: "series", target, dataset: `${series.dataset.provider}/${series.dataset.code}`};
  const cut = target.indexOf("/");
  if (cut < 0) {
    const providers = yield* countDatasetsByProvider(q);
    return providers.some(({provider}) => provider === target) ? {scope: "provider", target, dataset: ""} : null;
  }
  const [found] = yield* findDatasets(q, {provider: target.slice(0, cut), dataset: target.slice(cut + 1)});
  return found === undefined ? null : {scope: "dataset", target, dataset: target};
}

type Named = Pick<Subscription, "id" | "scope" | "target">;

/** Names of what is followed, by the numbers of the subscriptions; without those that are not there any more, and providers. */
export function followedNames(
  statistics: Engine,
  language: Language,
  own: readonly Named[],
): Promise<ReadonlyMap<number, string>> {
  return statistics.read((q) => readNames(q, language, own));
}

function* readNames(q: Queries, language: Language, own: readonly Named[]): Script<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (const {id, scope, target} of own) {
    const series = scope === "series" ? yield* findSeriesOfKey(q, target) : null;
    const cut = target.indexOf("/");
    const [dataset] =
      scope === "dataset"
        ? yield* findDatasets(q, {provider: target.slice(0, cut), dataset: target.slice(cut + 1)})
        : [];
    const name =
      series === null
        ? (yield* nameDatasets(q, language, dataset === undefined ? [] : [dataset]))[0]?.name
        : titleText((yield* nameSeries(q, language, [series.series], () => series.dataset.id))[0]!, language);
    if (name !== undefined) names.set(id, name);
  }
  return names;
}
