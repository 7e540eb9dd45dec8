// Deletes a dataset with its series. Datasets (`store/datasets`) know nothing of their histories, so this is here.
import {TABLES_OF_DATASET} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {run, type Script} from "../script.ts";
import {deleteHistoriesOf} from "./history.ts";

/** Deletes every row of the dataset except its load runs, which the feed of updates still lists. */
export function* deleteDataset(q: Queries, id: number): Script<void> {
  yield* deleteHistoriesOf(q, id);
  for (const table of TABLES_OF_DATASET) yield* run(q.db.deleteFrom(table).where("dataset_id", "=", id).compile());
  yield* run(q.db.deleteFrom("dataset").where("id", "=", id).compile());
}
