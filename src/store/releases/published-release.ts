// Releases of all datasets for readers, newest first: without metadata, which may be megabytes.
import {sql} from "kysely";
import type {Day} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, one, type Param, type Script, statement} from "../script.ts";
import type {UpdateFilters} from "./update.ts";

export interface PublishedRelease {
  readonly id: number;
  readonly provider: string;
  readonly dataset: string;
  /** Of the dataset. */
  readonly name: string;
  readonly publishedAt: Day;
  /** Place among the dataset's releases of that day. */
  readonly sequence: number;
  readonly sourceFile: string | null;
  readonly sourceUrl: string | null;
  /** SHA-256, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly newValues: number;
  readonly revisedValues: number;
  readonly withdrawnValues: number;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
}

/** At most `limit` releases from `offset` on, and the total number; `since` is a day of publication. */
export function* listPublishedReleases(
  q: Queries,
  filters: UpdateFilters,
  offset: number,
  limit: number,
): Script<{readonly total: number; readonly releases: PublishedRelease[]}> {
  const narrowed = narrowedBy(filters);
  const total = (yield* one(count(q, narrowed)))!.releases;
  const rows = offset < total ? yield* all(page(q, {...narrowed, offset, limit})) : [];
  return {total, releases: rows.map(publishedRelease)};
}

/** At most `limit` releases, those that were loaded last first: a late one is among them, whatever its day of publication. */
export function* listLoadedReleases(q: Queries, filters: UpdateFilters, limit: number): Script<PublishedRelease[]> {
  return (yield* all(lastLoaded(q, {...narrowedBy(filters), limit}))).map(publishedRelease);
}

/** A release that was loaded on a day of the feed of updates, and is in force. */
export interface ReleaseOfDay {
  /** YYYY-MM-DD, of loading, UTC. */
  readonly day: string;
  readonly provider: string;
  readonly dataset: string;
  readonly id: number;
}

/** Of each dataset the release with the latest day of publication among those that were loaded on a day. @param days YYYY-MM-DD */
export function* listReleasesOfDays(q: Queries, days: readonly string[]): Script<ReleaseOfDay[]> {
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (from === undefined || to === undefined) return [];
  const rows = yield* all(loadedOn(q, {from, to, days: JSON.stringify(days)}));
  return [...new Map(rows.map((row) => [`${row.day} ${row.provider}/${row.dataset}`, row])).values()];
}

/** null: there is none of this id. */
export function* findPublishedRelease(q: Queries, id: number): Script<PublishedRelease | null> {
  const row = yield* one(byId(q, {id}));
  return row === undefined ? null : publishedRelease(row);
}

function publishedRelease(row: Omit<PublishedRelease, "publishedAt"> & {readonly publishedAt: string}) {
  return {...row, publishedAt: storedDay(row.publishedAt)};
}

function narrowedBy({since, provider, dataset}: UpdateFilters): Narrowed {
  return {
    since: since ?? "",
    provider,
    datasetProvider: dataset?.provider ?? null,
    dataset: dataset?.dataset ?? null,
  };
}

interface Narrowed {
  /** Empty: not narrowed. */
  readonly since: string;
  /** null: not narrowed. */
  readonly provider: string | null;
  readonly datasetProvider: string | null;
  readonly dataset: string | null;
}

const joined = (q: Queries) => q.db.selectFrom("release").innerJoin("dataset", "dataset.id", "release.dataset_id");

const narrow = (q: Queries, param: Param<Narrowed>) => {
  const is = (column: "dataset.provider_code" | "dataset.code", name: "provider" | "datasetProvider" | "dataset") =>
    sql<boolean>`(cast(${param(name)} as text) is null or ${sql.ref(column)} = ${param(name)})`;
  return joined(q)
    .where("release.published_at", ">=", param("since"))
    .where(is("dataset.provider_code", "provider"))
    .where(is("dataset.provider_code", "datasetProvider"))
    .where(is("dataset.code", "dataset"));
};

const COLUMNS = [
  "release.id",
  "dataset.provider_code as provider",
  "dataset.code as dataset",
  "dataset.name",
  "release.published_at as publishedAt",
  "release.sequence",
  "release.source_file as sourceFile",
  "release.source_url as sourceUrl",
  "release.fingerprint",
  "release.new_values as newValues",
  "release.revised_values as revisedValues",
  "release.withdrawn_values as withdrawnValues",
  "release.loaded_at as loadedAt",
] as const;

const count = statement((q, param: Param<Narrowed>) =>
  narrow(q, param).select((select) => select.fn.countAll<number>().as("releases")),
);

const page = statement((q, param: Param<Narrowed & {offset: number; limit: number}>) =>
  narrow(q, param)
    .select(COLUMNS)
    .orderBy("release.published_at", "desc")
    .orderBy("release.id", "desc")
    .limit(param("limit"))
    .offset(param("offset")),
);

const lastLoaded = statement((q, param: Param<Narrowed & {limit: number}>) =>
  narrow(q, param)
    .select(COLUMNS)
    .orderBy("release.loaded_at", "desc")
    .orderBy("release.id", "desc")
    .limit(param("limit")),
);

/** The later day of publication comes last. The bounds are for the index of days. */
const loadedOn = statement((q, param: Param<{from: string; to: string; days: string}>) =>
  q.db
    .selectFrom("load_run")
    .innerJoin("release", (join) =>
      join.onRef("release.dataset_id", "=", "load_run.dataset_id").onRef("release.id", "=", "load_run.release_id"),
    )
    .select(["load_run.day", "load_run.provider_code as provider", "load_run.dataset_code as dataset", "release.id"])
    .where("load_run.day", ">=", param("from"))
    .where("load_run.day", "<=", param("to"))
    .where(sql<boolean>`${param("days")} like '%"' || load_run.day || '"%'`)
    .where("load_run.kind", "=", "load")
    .orderBy("release.published_at")
    .orderBy("release.sequence"),
);

const byId = statement((q, param: Param<{id: number}>) =>
  joined(q).select(COLUMNS).where("release.id", "=", param("id")),
);
