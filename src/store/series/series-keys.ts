// Keys of a dataset's series, page by page, for whoever lists them all.
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

/** In the order of their numbers, from the one at `offset` on, at most `most`. */
export function* listSeriesKeys(q: Queries, datasetId: number, offset: number, most: number): Script<string[]> {
  return (yield* all(keys(q, {datasetId, offset, most}))).map(({key}) => key);
}

const keys = statement((q, take: Take<{datasetId: number; offset: number; most: number}>) =>
  q.db
    .selectFrom("series")
    .select("key")
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("number")
    .limit(take("most"))
    .offset(take("offset")),
);
