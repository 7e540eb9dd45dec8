// The datasets that a request may read, in the order of their keys, with their catalogues.
//
// A series key begins with the key of its dataset, so datasets in that order give all series in the order of their keys. Two datasets may
// share a key: they form one group.

import {hash} from "node:crypto";
import type {Expression} from "../../formats/odata/expression.ts";
import {impliedTexts} from "../../formats/odata/implied.ts";
import {DATASET_KEY_LENGTH, datasetKey} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {type DatasetRecord, findDatasets, findDatasetsOfKey, listDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";

/** A filter with more names is evaluated over all datasets. */
const MAX_NAMED = 200;

/** What a filter says about datasets and series to look in. */
export interface Narrowing {
  /** null: any dataset. */
  readonly datasets: ReadonlySet<string> | null;
  /** null: any series. */
  readonly keys: ReadonlySet<string> | null;
}

export function narrowingOf(filter: Expression | null): Narrowing {
  return {datasets: impliedTexts(filter, "dataset_code"), keys: impliedTexts(filter, "series_key")};
}

/** Datasets whose keys begin with the same prefix; usually one. */
export interface DatasetGroup {
  readonly prefix: string;
  readonly datasets: readonly DatasetRecord[];
}

export interface FoundDatasets {
  /** By ascending prefix. */
  readonly groups: readonly DatasetGroup[];
  /** Changes whenever an answer over these datasets may change. */
  readonly state: string;
}

export interface DatasetFinder {
  find(q: Queries, narrowing: Narrowing): Script<FoundDatasets>;
}

/** Keeps the list of all datasets while nothing is loaded. */
export function createDatasetFinder(): DatasetFinder {
  let all: {readonly change: string; readonly found: FoundDatasets} | null = null;

  function* findAll(q: Queries): Script<FoundDatasets> {
    const change = yield* readLastChange(q);
    if (all !== null && all.change === change) return all.found;
    const found = grouped(yield* listDatasets(q));
    if (change !== null) all = {change, found};
    return found;
  }

  return {
    *find(q, {datasets, keys}) {
      const records = new Map<number, DatasetRecord>();
      const prefixes = keys === null ? null : new Set([...keys].map((key) => key.slice(0, DATASET_KEY_LENGTH)));
      if (prefixes !== null && prefixes.size <= MAX_NAMED) {
        for (const prefix of prefixes) for (const one of yield* findDatasetsOfKey(q, prefix)) records.set(one.id, one);
      } else if (datasets !== null && datasets.size <= MAX_NAMED) {
        for (const dataset of datasets) {
          for (const one of yield* findDatasets(q, {provider: null, dataset})) records.set(one.id, one);
        }
      } else return yield* findAll(q);
      return grouped([...records.values()]);
    },
  };
}

/** Each dataset with series as its own group, by provider and code. */
export function byName(groups: readonly DatasetGroup[]): readonly DatasetGroup[] {
  return groups
    .flatMap(({prefix, datasets}) => datasets.map((dataset) => ({prefix, datasets: [dataset]})))
    .filter(({datasets: [dataset]}) => dataset!.seriesCount > 0)
    .sort(
      ({datasets: [one]}, {datasets: [other]}) =>
        compareCodes(one!.provider, other!.provider) || compareCodes(one!.code, other!.code),
    );
}

function grouped(datasets: readonly DatasetRecord[]): FoundDatasets {
  const groups = new Map<string, DatasetRecord[]>();
  for (const dataset of datasets) {
    const prefix = datasetKey(dataset.provider, dataset.code);
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [dataset]);
    else group.push(dataset);
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    groups: sorted.map(([prefix, members]) => ({prefix, datasets: members})),
    state: hash(
      "sha256",
      sorted
        .flatMap(([, members]) => members.map(({provider, code, changedBy}) => `${provider}/${code}:${changedBy}`))
        .join(" "),
      "base64url",
    ),
  };
}
