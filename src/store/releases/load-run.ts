// Load runs: every act that changed a dataset, kept also when what it did was taken back or its dataset dropped.
//
// Counts are those at the time of the act; a release's own counts (release.ts) speak of what stands today. Each run also goes into
// the feed of updates (update.ts) and becomes the last change of the store.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, excluded, noted, one, run, type Script, statement, type Take, takeAll} from "../script.ts";
import {addToUpdates} from "./update.ts";

export interface LoadRunFields {
  /** Random; becomes the dataset's version. */
  readonly id: string;
  readonly datasetId: number | null;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's name after the act; before it where the dataset went. */
  readonly name: string;
  readonly kind: "load" | "withdraw" | "drop";
  /** Day of the act in UTC, YYYY-MM-DD. */
  readonly day: string;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  /** YYYY-MM-DD; null for a drop. */
  readonly publishedAt: string | null;
  readonly releaseId: number | null;
  readonly newValues: number;
  readonly revisedValues: number;
  /** YYYY-MM that the dataset's data reach after the act; null when it holds none. */
  readonly latestPeriod: string | null;
}

/** The last statements of a change: on a shared database the row of the last change is waited for by nobody for long. */
export function* insertLoadRun(q: Queries, fields: LoadRunFields): Script<void> {
  yield* run(
    insert(q, {
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
    }),
  );
  yield* addToUpdates(q, {
    day: fields.day,
    provider: fields.provider,
    dataset: fields.dataset,
    name: fields.name,
    latestPeriod: fields.latestPeriod,
    latestPublishedAt: fields.kind === "load" ? fields.publishedAt : null,
    releases: fields.kind === "load" ? 1 : 0,
    newValues: fields.newValues,
    revisedValues: fields.revisedValues,
  });
  yield* run(noted(setLastChange(q, {id: 1, load_run: fields.id})));
}

/** An act that changed words alone, of any number of datasets: no news of values, so the feed of updates does not tell of it. */
export function* insertDescribingRun(
  q: Queries,
  {
    id,
    provider,
    dataset,
    name,
    loadedAt,
    publishedAt,
  }: Pick<LoadRunFields, "id" | "provider" | "dataset" | "name" | "loadedAt" | "publishedAt">,
): Script<void> {
  yield* run(
    insert(q, {
      id,
      dataset_id: null,
      provider_code: provider,
      dataset_code: dataset,
      dataset_name: name,
      kind: "describe",
      day: loadedAt.slice(0, 10),
      loaded_at: loadedAt,
      published_at: publishedAt,
      release_id: null,
      new_values: 0,
      revised_values: 0,
      latest_period: null,
    }),
  );
  yield* run(noted(setLastChange(q, {id: 1, load_run: id})));
}

/** A run that published a release, as it was at the time of the act. */
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
export function* listPublishedRuns(q: Queries, limit: number): Script<PublishedRun[]> {
  return (yield* all(newestLoads(q, {limit}))).map((row) => ({
    id: row.id,
    provider: row.provider_code,
    dataset: row.dataset_code,
    loadedAt: row.loaded_at,
    publishedAt: row.published_at!,
    newValues: row.new_values,
    revisedValues: row.revised_values,
  }));
}

/** Whether releases of a dataset of this code were ever withdrawn, or the dataset dropped. */
export function* wasTakenBack(
  q: Queries,
  code: {readonly provider: string; readonly dataset: string},
): Script<boolean> {
  return (yield* one(firstWithdrawal(q, code))) !== undefined;
}

/** The load run that changed any dataset last: names the state of all of them. null: there was none yet. */
export function* readLastChange(q: Queries): Script<string | null> {
  return (yield* one(lastChange(q, {})))?.load_run ?? null;
}

const insert = statement((q, take: Take<NewRow<"load_run">>) =>
  q.db
    .insertInto("load_run")
    .values(
      takeAll(take, [
        "id",
        "dataset_id",
        "provider_code",
        "dataset_code",
        "dataset_name",
        "kind",
        "day",
        "loaded_at",
        "published_at",
        "release_id",
        "new_values",
        "revised_values",
        "latest_period",
      ]),
    ),
);

const newestLoads = statement((q, take: Take<{limit: number}>) =>
  q.db
    .selectFrom("load_run")
    .selectAll()
    .where("kind", "=", "load")
    .orderBy("loaded_at", "desc")
    .orderBy("id")
    .limit(take("limit")),
);

const firstWithdrawal = statement((q, take: Take<{provider: string; dataset: string}>) =>
  q.db
    .selectFrom("load_run")
    .select("id")
    .where("provider_code", "=", take("provider"))
    .where("dataset_code", "=", take("dataset"))
    .where("kind", "in", ["withdraw", "drop"])
    .limit(1),
);

const setLastChange = statement((q, take: Take<NewRow<"last_change">>) =>
  q.db
    .insertInto("last_change")
    .values(takeAll(take, ["id", "load_run"]))
    .onConflict((conflict) => conflict.column("id").doUpdateSet(excluded(["load_run"]))),
);

const lastChange = statement((q, _take: Take<object>) => q.db.selectFrom("last_change").select("load_run"));
