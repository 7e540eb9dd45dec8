// A question that is only the key of a series. Keys are hashes and not in the index, so the store is asked for them.
import type {SeriesQuestion} from "../../search/series-search.ts";
import {findDatasetsOfKey} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {type FoundSeries, readFoundSeries} from "../series/named-series.ts";
import type {LineAnswer} from "./search-lines.ts";

export interface FoundKeys {
  readonly total: number;
  readonly keys: readonly string[];
}

/** A question that is only a key means that series. */
export function isKeyAlone({text, filters}: SeriesQuestion): boolean {
  return text !== null && /^[0-9a-z]{16}$/.test(text) && Object.values(filters).every((values) => values === null);
}

/** Keys of what a question found, which may be a key itself. */
export function* readFoundKeys(q: Queries, query: SeriesQuestion, {total, found}: LineAnswer): Script<FoundKeys> {
  const named = total === 0 && isKeyAlone(query) ? yield* readByKey(q, query.text!) : found;
  return {total: Math.max(total, named.length), keys: named.map(({key}) => key)};
}

export function* readByKey(q: Queries, key: string): Script<FoundSeries[]> {
  const datasets = yield* findDatasetsOfKey(q, key);
  return yield* readFoundSeries(
    q,
    datasets.map(({id}) => ({datasetId: id, key})),
  );
}
