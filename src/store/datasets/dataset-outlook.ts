// A dataset with the days on which its newest releases were published: what an overview of all datasets is put together from.
import type {Day} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Script, statement, type Take} from "../script.ts";
import {DATASET_COLUMNS, type DatasetRecord, datasetRecord} from "./dataset.ts";
import {storedDay} from "./metadata-json.ts";

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

const byId = statement((q, take: Take<{datasetId: number}>) =>
  q.db.selectFrom("dataset").select(DATASET_COLUMNS).where("id", "=", take("datasetId")),
);

const newestDays = statement((q, take: Take<{datasetId: number; most: number}>) =>
  q.db
    .selectFrom("release")
    .select("published_at")
    .distinct()
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("published_at", "desc")
    .limit(take("most")),
);
