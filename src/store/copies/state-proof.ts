// The proof of the state of a dataset: a hash of everything that its answers are made of, apart from histories, which have their own digest
// [pull.*].
//
// A mirror gives its answers the entity tags of its source only if both have the same proof. Else a client could get 304 for a body that it does not
// have. Numbers of this store (of the dataset, of its series, of blocks) are no part of it.
import {createJoinedHash} from "../../statistics/changes/joined-hash.ts";
import {readDatasetRow} from "../datasets/dataset.ts";
import {METADATA_TABLES, readMetadataRows} from "../datasets/metadata.ts";
import {readMissing} from "../datasets/missing.ts";
import type {Queries} from "../engines/differences.ts";
import {listFilesOfDataset} from "../releases/release-file.ts";
import {all, type Param, type Row, type Script, statement} from "../script.ts";
import {readCatalogueManifest} from "../series/catalogue.ts";
import {readKeys} from "../series/series.ts";

/** Rows that are hashed between two rests. */
const ROWS_AT_ONCE = 2000;

/** Hexadecimal. Throws DamagedCatalogue */
export function* readStateProof(q: Queries, datasetId: number): Script<string> {
  const joined = createJoinedHash();
  let rows = 0;
  function* add(table: string, row: Row): Script<void> {
    joined.add(textOf(table, row));
    if (++rows % ROWS_AT_ONCE === 0) yield;
  }
  yield* add("dataset", {...(yield* readDatasetRow(q, datasetId)), ...WITHOUT_CHANGE});
  // another program may derive other names from the same releases
  const derivedBy = (yield* readCatalogueManifest(q, datasetId))?.derivedBy ?? null;
  yield* add("derived", {by: derivedBy});
  const metadata = yield* readMetadataRows(q, datasetId);
  for (const table of METADATA_TABLES) for (const row of metadata[table]) yield* add(table, row);
  for (const row of yield* all<Row>(releases(q, {datasetId}))) yield* add("release", row);
  const positions = new Map<number, number>();
  for (const {releaseId, name, sha256, size} of yield* listFilesOfDataset(q, datasetId)) {
    const position = positions.get(releaseId) ?? 0;
    positions.set(releaseId, position + 1);
    yield* add("file", {releaseId, position, name, sha256, size});
  }
  const missing = yield* readMissing(q, datasetId);
  const keys = missing.length === 0 ? new Map<number, string>() : yield* readKeys(q, datasetId);
  for (const {releaseId, number, cells} of missing)
    yield* add("missing", {releaseId, key: keys.get(number) ?? null, cells});
  return joined.end();
}

const WITHOUT_CHANGE = {id: null, changed_by: null, changed_at: null};

/** The columns by name: engines list them in an order of their own. */
function textOf(table: string, {dataset_id: _, seal: _seal, ...row}: Row): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify([table, ...columns.map((column) => [column, row[column]])]);
}

const releases = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("release").selectAll().where("dataset_id", "=", param("datasetId")),
);
