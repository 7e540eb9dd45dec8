// The feed of updates: load runs by day of loading and dataset, newest day first.
//
// A day counts what was done on it, also where a later act took it back: the feed tells what happened, not what stands. A
// dropped dataset is in it too, under the name it had.
import {sql} from "kysely";
import type {Queries} from "./engines.ts";
import {all, one, type Script} from "./script.ts";
import {statement, type Take} from "./statement.ts";

export interface DayOfUpdates {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  /** YYYY-MM that the data reached by the day's last act; null when it left none. */
  readonly latestPeriod: string | null;
  /** YYYY-MM-DD, of the releases loaded on the day; null where nothing was loaded but something taken back. */
  readonly latestPublishedAt: string | null;
  /** Releases loaded. */
  readonly releases: number;
  readonly newValues: number;
  readonly revisedValues: number;
}

/** null: not narrowed. */
export interface UpdateFilters {
  /** YYYY-MM-DD, included. */
  readonly since: string | null;
  readonly provider: string | null;
  /** `provider` null: of whichever provider. */
  readonly dataset: {readonly provider: string | null; readonly dataset: string} | null;
}

/** The rows from `offset` on, at most `limit`, and how many there are in all. Ordered by day descending, then by codes. */
export function* readUpdates(
  q: Queries,
  filters: UpdateFilters,
  offset: number,
  limit: number,
): Script<{readonly total: number; readonly days: DayOfUpdates[]}> {
  const narrowed = {
    since: filters.since ?? "",
    provider: filters.provider,
    datasetProvider: filters.dataset?.provider ?? null,
    dataset: filters.dataset?.dataset ?? null,
  };
  const total = (yield* one(count(q, narrowed)))!.days;
  const rows = offset < total ? yield* all(page(q, {...narrowed, offset, limit})) : [];
  const days = rows.map((row) => ({
    day: row.day,
    provider: row.provider_code,
    dataset: row.dataset_code,
    name: row.name_now ?? row.last_name.slice(LOADED_AT_LENGTH),
    latestPeriod: row.last_period.slice(LOADED_AT_LENGTH) || null,
    latestPublishedAt: row.latest_published_at,
    releases: row.releases,
    newValues: row.new_values,
    revisedValues: row.revised_values,
  }));
  return {total, days};
}

/** Of `loaded_at`, YYYY-MM-DDThh:mm:ss.sssZ: what stands behind it in a greatest text belongs to the last act. */
const LOADED_AT_LENGTH = 24;

/** null: not narrowed. */
interface Narrowed {
  /** Empty: not narrowed. */
  readonly since: string;
  readonly provider: string | null;
  readonly datasetProvider: string | null;
  readonly dataset: string | null;
}

const page = statement((q, take: Take<Narrowed & {offset: number; limit: number}>) =>
  narrow(q, take)
    .leftJoin("dataset", (join) =>
      join
        .onRef("dataset.provider_code", "=", "load_run.provider_code")
        .onRef("dataset.code", "=", "load_run.dataset_code"),
    )
    .select(["load_run.day", "load_run.provider_code", "load_run.dataset_code"])
    .select([
      sql<string | null>`max(dataset.name)`.as("name_now"),
      sql<string>`max(load_run.loaded_at || load_run.dataset_name)`.as("last_name"),
      sql<string>`max(load_run.loaded_at || coalesce(load_run.latest_period, ''))`.as("last_period"),
      sql<string | null>`max(case when load_run.kind = 'load' then load_run.published_at end)`.as(
        "latest_published_at",
      ),
      sql<number>`sum(case when load_run.kind = 'load' then 1 else 0 end)`.as("releases"),
      sql<number>`sum(load_run.new_values)`.as("new_values"),
      sql<number>`sum(load_run.revised_values)`.as("revised_values"),
    ])
    .groupBy(["load_run.day", "load_run.provider_code", "load_run.dataset_code"])
    .orderBy("load_run.day", "desc")
    .orderBy("load_run.provider_code")
    .orderBy("load_run.dataset_code")
    .limit(take("limit"))
    .offset(take("offset")),
);

const count = statement((q, take: Take<Narrowed>) =>
  q.db
    .selectFrom(
      narrow(q, take)
        .select(["load_run.day", "load_run.provider_code", "load_run.dataset_code"])
        .distinct()
        .as("day_of_updates"),
    )
    .select((select) => select.fn.countAll<number>().as("days")),
);

/** Load runs of the days and datasets asked for. */
function narrow(q: Queries, take: Take<Narrowed>) {
  const isAsked = (column: "provider_code" | "dataset_code", name: keyof Narrowed) =>
    sql<boolean>`(cast(${take(name)} as text) is null or ${sql.ref(`load_run.${column}`)} = ${take(name)})`;
  return q.db
    .selectFrom("load_run")
    .where("load_run.day", ">=", take("since"))
    .where(isAsked("provider_code", "provider"))
    .where(isAsked("provider_code", "datasetProvider"))
    .where(isAsked("dataset_code", "dataset"));
}
