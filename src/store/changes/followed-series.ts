// The series of a dataset that the feed of changes tells of, by their numbers: with their keys alone, or with names [changes.*].
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";
import {readNumberedSeries} from "../series/named-series.ts";

export interface FollowedSeries extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  /** null here and below: it was not read, or it has none. */
  readonly className: string | null;
  readonly indicatorLabel: string | null;
  readonly fullTerritory: Territory | null;
}

/** The series with these numbers, by number; those that are gone are absent. @param withNames their descriptions are told */
export function* readFollowedSeries(
  q: Queries,
  datasetId: number,
  numbers: readonly number[],
  withNames: boolean,
): Script<ReadonlyMap<number, FollowedSeries>> {
  const rows = withNames
    ? yield* readNumberedSeries(q, datasetId, numbers)
    : (yield* all(keyed(q, {datasetId, numbers: q.differences.numberList(numbers)}))).map(unnamed);
  return new Map(rows.map((row) => [row.number, row]));
}

function unnamed({number, key, frequency}: {number: number; key: string; frequency: string}): FollowedSeries {
  const none = {classification: null, measure: null, transformation: null, unit: null};
  const names = {className: null, indicatorLabel: null, fullTerritory: null};
  return {number, key, frequency: frequency as Frequency, indicator: "", territory: "", ...none, ...names};
}

/** At most `limit` numbers of series from one on to another, ascending. */
export function* readNumbersBetween(
  q: Queries,
  datasetId: number,
  from: number,
  to: number,
  limit: number,
): Script<number[]> {
  return (yield* all(between(q, {datasetId, from, to, limit}))).map(({number}) => number);
}

const keyed = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  q.db
    .selectFrom("series")
    .select(["number", "key", "frequency"])
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("number", param("numbers"))),
);

const between = statement((q, param: Param<{datasetId: number; from: number; to: number; limit: number}>) =>
  q.db
    .selectFrom("series")
    .select("number")
    .where("dataset_id", "=", param("datasetId"))
    .where("number", ">=", param("from"))
    .where("number", "<=", param("to"))
    .orderBy("number")
    .limit(param("limit")),
);
