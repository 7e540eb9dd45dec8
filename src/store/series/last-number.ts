// The highest number of a dataset's series. A reader of all series reads the numbers from 0 to this one in ranges, and rests after each range.
import type {Queries} from "../engines/differences.ts";
import {one, type Param, type Script, statement} from "../script.ts";

/** -1: it has no series. */
export function* readLastNumber(q: Queries, datasetId: number): Script<number> {
  return (yield* one(lastNumber(q, {datasetId})))?.number ?? -1;
}

const lastNumber = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("series")
    .select("number")
    .where("dataset_id", "=", param("datasetId"))
    .orderBy("number", "desc")
    .limit(1),
);
