// The catalogue columns of a dataset: one value, written by the load that changed its series.
//
// What the bytes mean is known to statistics/catalogue-code.ts alone.
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {excluded, inBinary, one, run, type Script, statement, type Take, takeAll} from "../script.ts";

/** null: the dataset has none. */
export function* readCatalogueColumns(q: Queries, datasetId: number): Script<Uint8Array | null> {
  return (yield* one(inBinary(columnsOf(q, {datasetId}), {columns: "bytes"})))?.columns ?? null;
}

export function* writeCatalogueColumns(q: Queries, datasetId: number, bytes: Uint8Array): Script<void> {
  yield* run(upsert(q, {dataset_id: datasetId, columns: bytes}));
}

const columnsOf = statement((q, take: Take<{datasetId: number}>) =>
  q.db.selectFrom("catalogue").select("columns").where("dataset_id", "=", take("datasetId")),
);

const upsert = statement((q, take: Take<NewRow<"catalogue">>) =>
  q.db
    .insertInto("catalogue")
    .values(takeAll(take, ["dataset_id", "columns"]))
    .onConflict((conflict) => conflict.column("dataset_id").doUpdateSet(excluded(["columns"]))),
);
