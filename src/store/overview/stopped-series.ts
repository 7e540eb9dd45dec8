// The series of a dataset that stopped while the dataset went on, with their last value and the file that gave it; and the last value of a
// dataset that is late as a whole.
//
// They are found by the last periods in the table of series, without the catalogue: a page of silence looks at all datasets.
import {sql} from "kysely";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {frontierOf, stalledBefore} from "../../statistics/status.ts";
import {type Day, dayText, type PeriodOrdinal} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {listReleaseProofsOn} from "../releases/release-proof.ts";
import {all, one, type Param, type Script, statement} from "../script.ts";
import {readHistories} from "../series/history.ts";
import {readLastNumber} from "../series/last-number.ts";
import {type DescribedSeries, findDescribedSeries} from "../series/named-series.ts";

export interface StoppedSeries {
  readonly series: DescribedSeries;
  readonly period: PeriodOrdinal;
  readonly value: number;
  /** Of the publication of that value. */
  readonly day: Day;
  /** As the publisher calls it; null: unknown. */
  readonly sourceFile: string | null;
}

/** Series that are counted between two rests. */
const COUNTED_AT_ONCE = 10_000;

export function* countStopped(q: Queries, dataset: DatasetRecord): Script<number> {
  const bounds = boundsOf(dataset);
  const last = yield* readLastNumber(q, dataset.id);
  let stopped = 0;
  for (let from = 0; from <= last; from += COUNTED_AT_ONCE) {
    stopped += Number((yield* one(count(q, {...bounds, from, to: from + COUNTED_AT_ONCE})))!.series);
    yield;
  }
  return stopped;
}

/** Those that stopped first come first, then by key; at most `limit` from `offset` on. */
export function* listStopped(
  q: Queries,
  dataset: DatasetRecord,
  offset: number,
  limit: number,
): Script<StoppedSeries[]> {
  const rows = yield* all(page(q, {...boundsOf(dataset), offset, limit}));
  const found: StoppedSeries[] = [];
  for (const row of rows) found.push(yield* lastOfSeries(q, dataset, row));
  return found;
}

/** The last value of a dataset: of its series that go furthest the first by key. null: it has no series. */
export function* readLastValue(q: Queries, dataset: DatasetRecord): Script<StoppedSeries | null> {
  const last = Math.max(...dataset.spans.map((span) => span.last));
  const row =
    dataset.spans.length === 0 ? undefined : yield* one(furthest(q, {datasetId: dataset.id, last: dayText(last)}));
  return row === undefined ? null : yield* lastOfSeries(q, dataset, row);
}

function* lastOfSeries(
  q: Queries,
  {id}: DatasetRecord,
  {key, number}: {readonly key: string; readonly number: number},
): Script<StoppedSeries> {
  const series = yield* findDescribedSeries(q, id, key);
  const [packed] = yield* readHistories(q, id, [number]);
  if (series === null || packed === undefined) throw new Error(`series ${key} has no history in the store`);
  const {count: rowsOf, period, value, day} = decodeHistory(packed);
  const last = rowsOf - 1;
  const [proof] = (yield* listReleaseProofsOn(q, id, [day[last]!])).filter(
    ({publishedAt}) => publishedAt === day[last],
  );
  const sourceFile = proof?.sourceFile ?? null;
  return {series, period: period[last]!, value: value[last]!, day: day[last]!, sourceFile};
}

/** Nearly every series goes that far, so the first by key is found at once; in the order of periods all would be sorted. */
const furthest = statement((q, param: Param<{datasetId: number; last: string}>) =>
  q.db
    .selectFrom("series")
    .select(["key", "number"])
    .where("dataset_id", "=", param("datasetId"))
    .where("last_period", ">=", param("last"))
    .orderBy("key")
    .limit(1),
);

type Bounds = Record<Frequency, string> & {datasetId: number};

/** Of a frequency that the dataset does not have: before all days. */
function boundsOf({id, spans}: DatasetRecord): Bounds {
  const bounds = FREQUENCIES.map((frequency) => {
    const isThere = spans.some((span) => span.frequency === frequency);
    return [frequency, isThere ? dayText(stalledBefore(frontierOf(spans, frequency), frequency)) : ""];
  });
  return {...Object.fromEntries(bounds), datasetId: id};
}

function stopped(q: Queries, param: Param<Bounds>) {
  return q.db
    .selectFrom("series")
    .where("dataset_id", "=", param("datasetId"))
    .where(
      sql<boolean>`last_period < case frequency when 'D' then ${param("D")} when 'W' then ${param("W")} when 'M' then ${param("M")} when 'Q' then ${param("Q")} else ${param("A")} end`,
    );
}

const count = statement((q, param: Param<Bounds & {from: number; to: number}>) =>
  stopped(q, param)
    .where("number", ">=", param("from"))
    .where("number", "<", param("to"))
    .select(({fn}) => fn.countAll<number>().as("series")),
);

const page = statement((q, param: Param<Bounds & {offset: number; limit: number}>) =>
  stopped(q, param)
    .select(["key", "number"])
    .orderBy("last_period")
    .orderBy("key")
    .limit(param("limit"))
    .offset(param("offset")),
);
