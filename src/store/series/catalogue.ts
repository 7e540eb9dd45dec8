// The catalogue of a dataset: all its series as columns, one value that a load writes when it changes them, and decoded catalogues in
// memory, bounded by their bytes.
//
// A decoded catalogue is used only with the version that it was made from, read in the same snapshot as the rest of the answer, so an
// entry is dropped only to make room. The meaning of the bytes is known only to statistics/catalogue/catalogue-code.ts.
import {createBoundedCache} from "../../bounded-cache.ts";
import type {Emit} from "../../events.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {
  type CatalogueDigest,
  decodeCatalogue,
  digestCatalogue,
  redateCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import {upsertRow} from "../rows.ts";
import {inBinary, one, run, type Script, statement, type Take} from "../script.ts";

/** A dataset in the state after its last load run. */
interface DatasetState {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly changedBy: string;
}

export interface CatalogueCache {
  /** The catalogue of the dataset in this state, from memory or from the store. */
  read(q: Queries, dataset: DatasetState): Script<Catalogue>;
}

/** Memory for the catalogues of one server: 60 to 270 bytes for each series, so enough for 0.6 to 2.7 million series. */
export const CATALOGUE_BYTES = 160 * 1024 * 1024;

/** One for the whole process. */
export function createCatalogueCache(maxBytes: number, emit: Emit): CatalogueCache {
  const kept = createBoundedCache<KeptCatalogue>(maxBytes);
  return {
    *read(q, dataset) {
      const key = String(dataset.id);
      const entry = kept.find(key);
      const hit = entry?.changedBy === dataset.changedBy;
      emit({type: "cache-asked", cache: "catalogue", hit});
      if (hit) return entry.catalogue;
      const columns = yield* readCatalogueColumns(q, dataset.id);
      if (columns === null)
        throw new Error(`dataset ${dataset.provider}/${dataset.code} has no catalogue in the store`);
      const read = readAgain(entry, columns);
      kept.keep(key, {...read, changedBy: dataset.changedBy}, read.catalogue.bytes);
      return read.catalogue;
    },
  };
}

interface KeptCatalogue {
  readonly changedBy: string;
  readonly digest: CatalogueDigest;
  readonly catalogue: Catalogue;
}

/** The catalogue from its bytes; its texts and columns are those of an older state if only periods have changed, which is ten times quicker. */
function readAgain(older: KeptCatalogue | undefined, columns: Uint8Array): Omit<KeptCatalogue, "changedBy"> {
  const digest = digestCatalogue(columns);
  if (older === undefined || older.digest.shape !== digest.shape) return {digest, catalogue: decodeCatalogue(columns)};
  if (older.digest.periods === digest.periods) return older;
  return {digest, catalogue: redateCatalogue(older.catalogue, columns)};
}

/** null: the dataset has none. */
export function* readCatalogueColumns(q: Queries, datasetId: number): Script<Uint8Array | null> {
  return (yield* one(inBinary(columnsOf(q, {datasetId}), {columns: "bytes"})))?.columns ?? null;
}

/** Writes it if it differs from the stored one: most releases that only revise values leave it as it is. */
export function* writeCatalogueColumns(q: Queries, datasetId: number, bytes: Uint8Array): Script<void> {
  const stored = yield* readCatalogueColumns(q, datasetId);
  if (stored !== null && Buffer.compare(stored, bytes) === 0) return;
  yield* run(upsert(q, {dataset_id: datasetId, columns: bytes}));
}

const columnsOf = statement((q, take: Take<{datasetId: number}>) =>
  q.db.selectFrom("catalogue").select("columns").where("dataset_id", "=", take("datasetId")),
);

const upsert = upsertRow("catalogue", ["dataset_id"], ["columns"]);
