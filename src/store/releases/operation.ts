// What whoever runs the service watches: how old each dataset is, and what the loads of other processes have done.
//
// Both are read at a scrape of the metrics when something was loaded, and stay cheap with thousands of datasets: a row for each, one
// walk over the index of releases, and of the load runs only those of the days since the process began.
import type {FrequencySpan} from "../../statistics/status.ts";
import type {Day} from "../../statistics/time/day.ts";
import {parseSpans} from "../datasets/dataset.ts";
import {optionalDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

export interface DatasetAge {
  readonly provider: string;
  readonly dataset: string;
  readonly archival: boolean;
  readonly spans: readonly FrequencySpan[];
  /** Day of publication of its newest release; null when it has none. */
  readonly publishedAt: Day | null;
}

export interface LoadRunTally {
  readonly kind: "load" | "withdraw" | "drop" | "describe";
  readonly runs: number;
  readonly newValues: number;
  readonly revisedValues: number;
}

/** Every dataset, ordered by provider and code. */
export function* readDatasetAges(q: Queries): Script<DatasetAge[]> {
  const newest = new Map((yield* all(newestReleases(q, {}))).map((row) => [row.dataset_id, row.published_at]));
  return (yield* all(datasets(q, {}))).map((row) => ({
    provider: row.provider_code,
    dataset: row.code,
    archival: row.archival === 1,
    spans: parseSpans(row.spans),
    publishedAt: optionalDay(newest.get(row.id) ?? null),
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

const datasets = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("dataset")
    .select(["id", "provider_code", "code", "archival", "spans"])
    .orderBy("provider_code")
    .orderBy("code"),
);

// Apart from the datasets: where these stand on every machine and releases on one each, neither can be looked up from the other.
const newestReleases = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("release")
    .select("dataset_id")
    .select(({fn}) => fn.max<string>("published_at").as("published_at"))
    .groupBy("dataset_id"),
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
