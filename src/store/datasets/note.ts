// Notes of a dataset, as its package wrote them: about the whole, or about one class.
import type {Note} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

/** In the order of the package. */
export function* readNotes(q: Queries, datasetId: number): Script<readonly Note[]> {
  return yield* all(ofDataset(q, {datasetId}));
}

const ofDataset = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("note")
    .select(["classification", "text"])
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("position"),
);
