// Datasets for pages of the site: counted, listed page by page (a publisher may have thousands), or with their days of publication.

import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {all, one, type Param, records, type Script, statement} from "../script.ts";
import {DATASET_COLUMNS, type DatasetRecord, datasetRecord} from "./dataset.ts";
import {storedDay} from "./metadata-json.ts";

export interface ProviderCount {
  readonly provider: string;
  readonly datasets: number;
}

/** Every provider that has a dataset, by code. */
export function countDatasetsByProvider(q: Queries): Script<readonly ProviderCount[]> {
  return records(counts(q, {}));
}

/** Datasets of a provider, ordered by code, from the one at `offset` on, at most `most`. */
export function* listDatasetsOf(q: Queries, provider: string, offset: number, most: number): Script<DatasetRecord[]> {
  return (yield* all(ofProvider(q, {provider, offset, most}))).map(datasetRecord);
}

export interface DatasetOutlook {
  readonly dataset: DatasetRecord;
  /** Newest first, each once. */
  readonly published: readonly Day[];
}

/** null: there is no such dataset. @param most days of publication */
export function* readDatasetOutlook(q: Queries, datasetId: number, most: number): Script<DatasetOutlook | null> {
  const row = yield* one(byId(q, {datasetId}));
  if (row === undefined) return null;
  const days = yield* all(newestDays(q, {datasetId, most}));
  return {dataset: datasetRecord(row), published: days.map(({published_at}) => storedDay(published_at))};
}

const counts = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("dataset")
    .select("provider_code as provider")
    .select((select) => select.fn.countAll<number>().as("datasets"))
    .groupBy("provider_code")
    .orderBy("provider_code"),
);

const ofProvider = statement((q, param: Param<{provider: string; offset: number; most: number}>) =>
  q.db
    .selectFrom("dataset")
    .select(DATASET_COLUMNS)
    .where("provider_code", "=", param("provider"))
    .orderBy("code")
    .limit(param("most"))
    .offset(param("offset")),
);

const byId = selectRows("dataset", DATASET_COLUMNS, {datasetId: "id"});

const newestDays = statement((q, param: Param<{datasetId: number; most: number}>) =>
  q.db
    .selectFrom("release")
    .select("published_at")
    .distinct()
    .where("dataset_id", "=", param("datasetId"))
    .orderBy("published_at", "desc")
    .limit(param("most")),
);
