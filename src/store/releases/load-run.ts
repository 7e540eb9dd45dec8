// Load runs: every change of a dataset, stored also after the change was withdrawn or the dataset dropped.
//
// Counts are those at the time of the change; a release's own counts (release.ts) are those of today. Each run also goes into the feed
// of updates (update.ts) and becomes the last change of the store.
import type {NotNull} from "kysely";
import {recordChangeRun} from "../changes/change-run.ts";
import type {Queries} from "../engines/differences.ts";
import {type NotedEvent, noteEvent} from "../messages/event.ts";
import {insertRow, selectRows, upsertRow} from "../rows.ts";
import {notifying, one, type Param, records, run, type Script, statement} from "../script.ts";
import {sealOfRun} from "./row-seal.ts";
import {addToUpdates} from "./update.ts";

export interface LoadRunFields {
  /** Random; becomes the dataset's version. */
  readonly id: string;
  readonly datasetId: number | null;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's name after the change; before it, if the dataset was dropped. */
  readonly name: string;
  readonly kind: "load" | "withdraw" | "drop";
  /** Day of the change in UTC, YYYY-MM-DD. */
  readonly day: string;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  /** YYYY-MM-DD; null for a drop. */
  readonly publishedAt: string | null;
  readonly releaseId: number | null;
  readonly newValues: number;
  readonly revisedValues: number;
  /** Last period of the dataset after the change, YYYY-MM; null when it has no data. */
  readonly latestPeriod: string | null;
}

/** What a run touched of its dataset. */
export interface TouchedByRun {
  readonly datasetId: number;
  /** As statistics/changes/touched-code.ts encodes them; null: the dataset was dropped. */
  readonly blobs: readonly Uint8Array[] | null;
}

/** The last statements of a change, so that on a shared database other loads wait only briefly for the row of the last change. */
export function* recordChange(q: Queries, fields: LoadRunFields, touched: TouchedByRun): Script<void> {
  yield* insertRun(q, fields);
  const {day, provider, dataset, name, latestPeriod, newValues, revisedValues, kind, publishedAt} = fields;
  yield* addToUpdates(q, {
    ...{day, provider, dataset, name, latestPeriod, newValues, revisedValues},
    latestPublishedAt: kind === "load" ? publishedAt : null,
    releases: kind === "load" ? 1 : 0,
  });
  // an older release that is loaded late changes nothing that a reader sees today, so it is no news
  const newest = fields.kind === "load" ? yield* one(newestDay(q, {datasetId: fields.datasetId ?? 0})) : undefined;
  yield* noteEvent(q, eventOf(fields), newest !== undefined && newest.published_at > fields.publishedAt!);
  const {id, loadedAt: changedAt} = fields;
  yield* recordChangeRun(q, {id, provider, dataset, changedAt, datasetId: touched.datasetId}, touched.blobs);
  yield* run(notifying(setLastChange(q, {id: 1, load_run: fields.id})));
}

function eventOf(fields: LoadRunFields): NotedEvent {
  const {id, provider, dataset, name, releaseId, newValues, revisedValues, latestPeriod} = fields;
  return {
    ...{id, provider, dataset, name, releaseId, newValues, revisedValues, latestPeriod},
    kind: fields.kind === "load" ? "release" : "withdrawn",
    happenedAt: fields.loadedAt,
    day: fields.publishedAt,
    reason: fields.kind === "drop" ? "the dataset was dropped" : null,
    addresses: null,
  };
}

/** A change of words or of marks of withdrawal, in any number of datasets: no values changed, so it is not in the feed of updates. */
export function* insertDescribingRun(
  q: Queries,
  fields: Pick<LoadRunFields, "id" | "provider" | "dataset" | "name" | "loadedAt" | "publishedAt">,
): Script<void> {
  const none = {datasetId: null, releaseId: null, newValues: 0, revisedValues: 0, latestPeriod: null};
  yield* insertRun(q, {...fields, ...none, kind: "describe", day: fields.loadedAt.slice(0, 10)});
  yield* run(notifying(setLastChange(q, {id: 1, load_run: fields.id})));
}

function* insertRun(
  q: Queries,
  fields: Omit<LoadRunFields, "kind"> & {readonly kind: LoadRunFields["kind"] | "describe"},
): Script<void> {
  const row = {
    id: fields.id,
    dataset_id: fields.datasetId,
    provider_code: fields.provider,
    dataset_code: fields.dataset,
    dataset_name: fields.name,
    kind: fields.kind,
    day: fields.day,
    loaded_at: fields.loadedAt,
    published_at: fields.publishedAt,
    release_id: fields.releaseId,
    new_values: fields.newValues,
    revised_values: fields.revisedValues,
    latest_period: fields.latestPeriod,
  };
  yield* run(insert(q, {...row, seal: sealOfRun(row)}));
}

/** A run that published a release, as it was at that time. */
export interface PublishedRun {
  readonly id: string;
  readonly provider: string;
  readonly dataset: string;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly newValues: number;
  readonly revisedValues: number;
}

/** The newest `limit` runs that published a release, newest first. */
export function listPublishedRuns(q: Queries, limit: number): Script<PublishedRun[]> {
  return records(newestLoads(q, {limit}));
}

/** Whether releases of a dataset of this code were ever withdrawn, or the dataset dropped. */
export function* wasTakenBack(
  q: Queries,
  code: {readonly provider: string; readonly dataset: string},
): Script<boolean> {
  return (yield* one(firstWithdrawal(q, code))) !== undefined;
}

/** The last load run that changed any dataset: it identifies the state of all datasets. null: there was none yet. */
export function* readLastChange(q: Queries): Script<string | null> {
  return (yield* one(lastChange(q, {})))?.load_run ?? null;
}

const insert = insertRow("load_run");

const newestDay = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("release")
    .select("published_at")
    .where("dataset_id", "=", param("datasetId"))
    .orderBy("published_at", "desc")
    .limit(1),
);

const newestLoads = statement((q, param: Param<{limit: number}>) =>
  q.db
    .selectFrom("load_run")
    .select(["id", "provider_code as provider", "dataset_code as dataset", "loaded_at as loadedAt"])
    .select(["published_at as publishedAt", "new_values as newValues", "revised_values as revisedValues"])
    .$narrowType<{publishedAt: NotNull}>()
    .where("kind", "=", "load")
    .orderBy("loaded_at", "desc")
    .orderBy("id")
    .limit(param("limit")),
);

const firstWithdrawal = statement((q, param: Param<{provider: string; dataset: string}>) =>
  q.db
    .selectFrom("load_run")
    .select("id")
    .where("provider_code", "=", param("provider"))
    .where("dataset_code", "=", param("dataset"))
    .where("kind", "in", ["withdraw", "drop"])
    .limit(1),
);

const setLastChange = upsertRow("last_change", ["id"], ["load_run"]);

export const lastChange = selectRows("last_change", ["load_run"]);
