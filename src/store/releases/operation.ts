// Metrics for the operator: the age of each dataset, and the load runs of all processes.
//
// Both are read at a scrape of the metrics after a load, and stay cheap with thousands of datasets: one row for each, one scan of the index
// of releases, and only the load runs of the days since the process started.
import type {FrequencySpan} from "../../statistics/status.ts";
import type {Day} from "../../statistics/time/day.ts";
import {parseSpans} from "../datasets/dataset.ts";
import {optionalDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {all, type Param, type Script, statement} from "../script.ts";

export interface DatasetAge {
  readonly provider: string;
  readonly dataset: string;
  readonly archival: boolean;
  readonly spans: readonly FrequencySpan[];
  /** Day of publication of its newest release; null when it has none. */
  readonly publishedAt: Day | null;
}

export interface LoadRunCount {
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

/** Load runs since a time (ISO 8601, UTC), by kind; kinds without runs are left out. */
export function* countLoadRuns(q: Queries, since: string): Script<LoadRunCount[]> {
  return (yield* all(counts(q, {since, day: since.slice(0, 10)}))).map((row) => ({
    kind: row.kind as LoadRunCount["kind"],
    runs: Number(row.runs),
    newValues: Number(row.new_values),
    revisedValues: Number(row.revised_values),
  }));
}

const datasets = selectRows("dataset", ["id", "provider_code", "code", "archival", "spans"], {}, [
  "provider_code",
  "code",
]);

// Not joined with the datasets: on Citus these are on every machine and releases on one, so a subquery on either side is impossible.
const newestReleases = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("release")
    .select("dataset_id")
    .select(({fn}) => fn.max<string>("published_at").as("published_at"))
    .groupBy("dataset_id"),
);

const counts = statement((q, param: Param<{since: string; day: string}>) =>
  q.db
    .selectFrom("load_run")
    .select("kind")
    .select(({fn}) => [
      fn.countAll<number>().as("runs"),
      fn.sum<number>("new_values").as("new_values"),
      fn.sum<number>("revised_values").as("revised_values"),
    ])
    .where("day", ">=", param("day"))
    .where("loaded_at", ">=", param("since"))
    .groupBy("kind"),
);
