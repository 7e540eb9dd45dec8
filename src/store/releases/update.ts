// The feed of updates: a row for each day of loading (UTC) and dataset, newest day first.
//
// A day counts all changes made on it, also those withdrawn later: the feed lists events, not the present state. A dropped dataset is in it
// too, under its last name. Rows are added up when a change happens, so that reading a page stays cheap.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {columnsOf, type NewRow} from "../schema/tables.ts";
import {all, excluded, one, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface DayOfUpdates {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  /** Last period of the data after the day's last change, YYYY-MM; null when no data was left. */
  readonly latestPeriod: string | null;
  /** YYYY-MM-DD, of the releases loaded on the day; null: nothing was loaded, only withdrawn. */
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
  /** `provider` null: any provider. */
  readonly dataset: {readonly provider: string | null; readonly dataset: string} | null;
}

/** At most `limit` rows from `offset` on, and the total number. Ordered by day descending, then by codes. */
export function* readUpdates(
  q: Queries,
  filters: UpdateFilters,
  offset: number,
  limit: number,
): Script<{readonly total: number; readonly days: DayOfUpdates[]}> {
  const {count, page} = filters.dataset === null ? EVERY_DATASET : ONE_DATASET;
  const narrowed = {
    since: filters.since ?? "",
    provider: filters.provider,
    datasetProvider: filters.dataset?.provider ?? null,
    dataset: filters.dataset?.dataset ?? "",
  };
  const total = (yield* one(count(q, narrowed)))!.days;
  const rows = offset < total ? yield* all(page(q, {...narrowed, offset, limit})) : [];
  const days = rows.map(({nameNow, ...row}) => ({...row, name: nameNow ?? row.name}));
  return {total, days};
}

/** The time of the last change of each dataset on the days: ISO 8601, by `DAY PROVIDER/CODE`. */
export function* readTimesOfUpdates(q: Queries, days: readonly string[]): Script<ReadonlyMap<string, string>> {
  const rows = yield* all(lastTimes(q, {days: JSON.stringify(days)}));
  return new Map(rows.map((row) => [`${row.day} ${row.provider_code}/${row.dataset_code}`, row.loaded_at]));
}

const lastTimes = statement((q, take: Take<{days: string}>) =>
  q.db
    .selectFrom("load_run")
    .select((select) => ["day", "provider_code", "dataset_code", select.fn.max("loaded_at").as("loaded_at")])
    .where(sql<boolean>`${take("days")} like '%"' || day || '"%'`)
    // new words are no update
    .where("kind", "<>", "describe")
    .groupBy(["day", "provider_code", "dataset_code"]),
);

/** Adds one change to the row of its day and dataset; the name and the latest period are those after it. */
export function* addToUpdates(q: Queries, action: DayOfUpdates): Script<void> {
  yield* run(
    add(q, {
      day: action.day,
      provider_code: action.provider,
      dataset_code: action.dataset,
      dataset_name: action.name,
      latest_period: action.latestPeriod,
      latest_published_at: action.latestPublishedAt,
      releases: action.releases,
      new_values: action.newValues,
      revised_values: action.revisedValues,
    }),
  );
}

const add = statement((q, take: Take<NewRow<"update_day">>) =>
  q.db
    .insertInto("update_day")
    .values(takeAll(take, columnsOf("update_day")))
    .onConflict((conflict) =>
      conflict.columns(["day", "provider_code", "dataset_code"]).doUpdateSet({
        ...excluded(["dataset_name", "latest_period"]),
        latest_published_at: sql`case
          when update_day.latest_published_at > excluded.latest_published_at or excluded.latest_published_at is null
          then update_day.latest_published_at else excluded.latest_published_at end`,
        releases: sql`update_day.releases + excluded.releases`,
        new_values: sql`update_day.new_values + excluded.new_values`,
        revised_values: sql`update_day.revised_values + excluded.revised_values`,
      }),
    ),
);

interface Narrowed {
  /** Empty: not narrowed. */
  readonly since: string;
  /** null: not narrowed. */
  readonly provider: string | null;
  readonly datasetProvider: string | null;
  /** Read only if one dataset is requested. */
  readonly dataset: string;
}

const EVERY_DATASET = statements(false);
const ONE_DATASET = statements(true);

/** Separate statements, because a database plans by their text: one dataset is found by its index. */
function statements(ofOneDataset: boolean) {
  const narrow = (q: Queries, take: Take<Narrowed>) => {
    const isProvider = (name: "provider" | "datasetProvider") =>
      sql<boolean>`(cast(${take(name)} as text) is null or update_day.provider_code = ${take(name)})`;
    const rows = q.db
      .selectFrom("update_day")
      .where("update_day.day", ">=", take("since"))
      .where(isProvider("provider"))
      .where(isProvider("datasetProvider"));
    return ofOneDataset ? rows.where("update_day.dataset_code", "=", take("dataset")) : rows;
  };
  return {
    count: statement((q, take: Take<Narrowed>) =>
      narrow(q, take).select((select) => select.fn.countAll<number>().as("days")),
    ),
    page: statement((q, take: Take<Narrowed & {offset: number; limit: number}>) =>
      narrow(q, take)
        .select(["update_day.day", "update_day.provider_code as provider", "update_day.dataset_code as dataset"])
        .select(["update_day.dataset_name as name", "update_day.latest_period as latestPeriod"])
        .select(["update_day.latest_published_at as latestPublishedAt", "update_day.releases"])
        .select(["update_day.new_values as newValues", "update_day.revised_values as revisedValues"])
        .select((select) =>
          select
            .selectFrom("dataset")
            .select("dataset.name")
            .whereRef("dataset.provider_code", "=", "update_day.provider_code")
            .whereRef("dataset.code", "=", "update_day.dataset_code")
            .as("nameNow"),
        )
        .orderBy("update_day.day", "desc")
        .orderBy("update_day.provider_code")
        .orderBy("update_day.dataset_code")
        .limit(take("limit"))
        .offset(take("offset")),
    ),
  };
}
