// Datasets page by page, for readers that must not read all of them: a publisher may have thousands.

import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";
import {DATASET_COLUMNS, type DatasetRecord, datasetRecord} from "./dataset.ts";

export interface ProviderCount {
  readonly provider: string;
  readonly datasets: number;
}

/** Every provider that has a dataset, by code. */
export function* countDatasetsByProvider(q: Queries): Script<readonly ProviderCount[]> {
  return (yield* all(counts(q, {}))).map(({provider_code, datasets}) => ({provider: provider_code, datasets}));
}

/** Datasets of a provider, ordered by code, from the one at `offset` on, at most `most`. */
export function* listDatasetsOf(q: Queries, provider: string, offset: number, most: number): Script<DatasetRecord[]> {
  return (yield* all(ofProvider(q, {provider, offset, most}))).map(datasetRecord);
}

const counts = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("dataset")
    .select("provider_code")
    .select((select) => select.fn.countAll<number>().as("datasets"))
    .groupBy("provider_code")
    .orderBy("provider_code"),
);

const ofProvider = statement((q, take: Take<{provider: string; offset: number; most: number}>) =>
  q.db
    .selectFrom("dataset")
    .select(DATASET_COLUMNS)
    .where("provider_code", "=", take("provider"))
    .orderBy("code")
    .limit(take("most"))
    .offset(take("offset")),
);
