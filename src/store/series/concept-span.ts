// From when to when an indicator of a dataset has values.
import type {Day} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {one, type Script, statement, type Take} from "../script.ts";

export interface IndicatorSpan {
  /** First days of the first and last periods with a value. */
  readonly first: Day;
  readonly last: Day;
}

/** null: no series has the indicator. */
export function* readIndicatorSpan(q: Queries, datasetId: number, indicator: string): Script<IndicatorSpan | null> {
  const row = yield* one(spanOf(q, {datasetId, indicator}));
  if (row === undefined || row.first === null || row.last === null) return null;
  return {first: storedDay(row.first), last: storedDay(row.last)};
}

const spanOf = statement((q, take: Take<{datasetId: number; indicator: string}>) =>
  q.db
    .selectFrom("series")
    .select((make) => [
      make.fn.min<string | null>("first_period").as("first"),
      make.fn.max<string | null>("last_period").as("last"),
    ])
    .where("dataset_id", "=", take("datasetId"))
    .where("indicator", "=", take("indicator")),
);
