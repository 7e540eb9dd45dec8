// What whoever runs the service watches: how old each dataset is, and what the loads of other processes have done.
//
// Both are read at every scrape of the metrics and stay cheap with thousands of datasets: a row and one seek in an index for
// each, and of the load runs only those of the days since the process began.
import type {FrequencySpan} from "../statistics/dataset-status.ts";
import type {Day} from "../statistics/day.ts";
import {parseSpans} from "./dataset.ts";
import type {Queries} from "./engines.ts";
import {optionalDay} from "./metadata-json.ts";
import {all, type Script} from "./script.ts";
import {statement, type Take} from "./statement.ts";

export interface DatasetAge {
  readonly provider: string;
  readonly dataset: string;
  readonly archival: boolean;
  readonly spans: readonly FrequencySpan[];
  /** Day of publication of its newest release; null when it has none. */
  readonly publishedAt: Day | null;
}

export interface LoadRunTally {
  readonly kind: "load" | "withdraw" | "drop";
  readonly runs: number;
  readonly newValues: number;
  readonly revisedValues: number;
}

/** Every dataset, ordered by provider and code. */
export function* readDatasetAges(q: Queries): Script<DatasetAge[]> {
  return (yield* all(ages(q, {}))).map((row) => ({
    provider: row.provider_code,
    dataset: row.code,
    archival: row.archival === 1,
    spans: parseSpans(row.spans),
    publishedAt: optionalDay(row.published_at),
  }));
}

/** Load runs since an instant (ISO 8601, UTC), by kind; a kind of which there was none is left out. */
export function* tallyLoadRuns(q: Queries, since: string): Script<LoadRunTally[]> {
  return (yield* all(tallies(q, {since, day: since.slice(0, 10)}))).map((row) => ({
    kind: row.kind as LoadRunTally["kind"],
    runs: Number(row.runs),
    newValues: Number(row.new_values),
    revisedValues: Number(row.revised_values),
  }));
}

const ages = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("dataset")
    .select(["provider_code", "code", "archival", "spans"])
    .select((select) =>
      select
        .selectFrom("release")
        .select(({fn}) => fn.max("release.published_at").as("newest"))
        .whereRef("release.dataset_id", "=", "dataset.id")
        .as("published_at"),
    )
    .orderBy("provider_code")
    .orderBy("code"),
);

const tallies = statement((q, take: Take<{since: string; day: string}>) =>
  q.db
    .selectFrom("load_run")
    .select("kind")
    .select(({fn}) => [
      fn.countAll<number>().as("runs"),
      fn.sum<number>("new_values").as("new_values"),
      fn.sum<number>("revised_values").as("revised_values"),
    ])
    .where("day", ">=", take("day"))
    .where("loaded_at", ">=", take("since"))
    .groupBy("kind"),
);
