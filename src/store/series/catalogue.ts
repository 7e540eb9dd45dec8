// The catalogue of a dataset in the store: a manifest, and blobs that a load writes where they differ. The meaning of their bytes is known only
// to statistics/catalogue/catalogue-code.ts. The names of classes are those of the rows of classes.
import {type AddedSeries, addSeriesToBlocks} from "../../statistics/catalogue/added-series.ts";
import {type StoredBlock, verifyBlock} from "../../statistics/catalogue/block-columns.ts";
import {classesIn} from "../../statistics/catalogue/block-series.ts";
import type {Catalogue, WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {beginJoin, sameBlocks, type WholeState, wholeCatalogue} from "../../statistics/catalogue/catalogue-blocks.ts";
import {
  type CatalogueManifest,
  DamagedCatalogue,
  decodeCatalogueManifest,
  encodeCatalogueManifest,
  numberedBlobs,
  type StoredCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import {blocksOfSeries, type RedatedSeries, redateBlocks} from "../../statistics/catalogue/redated-blocks.ts";
import type {Queries} from "../engines/differences.ts";
import {upsertRow} from "../rows.ts";
import {all, inBinary, one, type Param, run, type Script, statement} from "../script.ts";

/** null: the dataset has no catalogue. Throws DamagedCatalogue, as all that read one. */
export function* readCatalogueManifest(q: Queries, datasetId: number): Script<CatalogueManifest | null> {
  const row = yield* one(inBinary(headOf(q, {datasetId}), {columns: "bytes"}));
  return row === undefined ? null : decodeCatalogueManifest(row.columns);
}

/** Without names of classes. */
export function* readCatalogue(q: Queries, datasetId: number): Script<Catalogue | null> {
  const manifest = yield* readCatalogueManifest(q, datasetId);
  return manifest === null ? null : yield* readCatalogueBlocks(q, datasetId, manifest);
}

export function* readWholeCatalogue(q: Queries, datasetId: number): Script<WholeCatalogue | null> {
  const catalogue = yield* readCatalogue(q, datasetId);
  return catalogue === null ? null : wholeCatalogue(catalogue, yield* readClassNames(q, datasetId, null));
}

/** Blocks that are read and copied in one step: about 1.3 MB. */
const TOGETHER = 8;

/** Rests between steps. @param older a state in memory, of which equal blocks are taken */
export function* readCatalogueBlocks(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  older?: WholeState,
): Script<Catalogue> {
  const numbers = Array.from(manifest.blocks.keys());
  const same = older === undefined ? new Map<number, number>() : sameBlocks(manifest, older.manifest);
  const joining = beginJoin(manifest, numbers);
  for (let from = 0; from < numbers.length; from += TOGETHER) {
    const some = numbers.slice(from, from + TOGETHER);
    const missing = some.filter((number) => !same.has(number));
    const read = missing.length === 0 ? [] : yield* readSomeBlocks(q, datasetId, manifest, missing);
    for (const number of some) {
      if (same.has(number)) joining.copy(number, older!, same.get(number)!);
      else joining.add(read.shift()!);
    }
    yield;
  }
  return joining.end();
}

/** Verified blocks. */
export function* readSomeBlocks(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  numbers: readonly number[],
): Script<StoredBlock[]> {
  const first = numbers.map((number) => manifest.blocks[number]!.blob);
  const blobs = yield* readCatalogueBlobs(
    q,
    datasetId,
    first.flatMap((blob) => [blob, blob + 1]),
  );
  return numbers.map((number, nth) => {
    const [columns, periods] = [blobOf(blobs, first[nth]!), blobOf(blobs, first[nth]! + 1)];
    const block = {number, columns, periods};
    verifyBlock(manifest, block);
    return block;
  });
}

export type CatalogueBlobs = ReadonlyMap<number, Uint8Array>;

export function blobOf(blobs: CatalogueBlobs, number: number): Uint8Array {
  const blob = blobs.get(number);
  if (blob === undefined) throw new DamagedCatalogue(`the catalogue is damaged: chunk ${number} is missing`);
  return blob;
}

/** All blobs of a dataset, or those with these numbers. */
export function* readCatalogueBlobs(
  q: Queries,
  datasetId: number,
  numbers?: readonly number[],
): Script<CatalogueBlobs> {
  const step =
    numbers === undefined
      ? blobsOf(q, {datasetId})
      : someBlobs(q, {datasetId, numbers: q.differences.numberList(numbers)});
  const rows = yield* all(numbers === undefined ? inBinary(step, {number: "integer", bytes: "bytes"}) : step);
  return new Map(rows.map(({number, bytes}) => [number, bytes]));
}

/** Names of classes by code: of these codes, or of all classes of the dataset. */
export function* readClassNames(
  q: Queries,
  datasetId: number,
  codes: Iterable<string> | null,
): Script<ReadonlyMap<string, string>> {
  const pairs = codes === null ? null : JSON.stringify(Array.from(codes, (code) => [datasetId, code]));
  const rows = yield* all(pairs === null ? namesOf(q, {datasetId}) : someNames(q, {datasetId, pairs}));
  return new Map(rows.map(({code, name}) => [code, name]));
}

/** Writes the blobs that differ from the stored ones: most releases that only revise values leave all of them as they are. */
export function* writeCatalogue(q: Queries, datasetId: number, catalogue: StoredCatalogue): Script<void> {
  const stored = new Map(yield* readCatalogueBlobs(q, datasetId));
  for (const [number, bytes] of numberedBlobs(catalogue)) {
    const older = stored.get(number);
    stored.delete(number);
    if (older === undefined || Buffer.compare(older, bytes) !== 0)
      yield* run(upsertBlob(q, {dataset_id: datasetId, number, bytes}));
  }
  yield* deleteBlobs(q, datasetId, stored.keys());
  yield* writeCatalogueManifest(q, datasetId, catalogue.manifest);
}

/** Writes later last periods of series into the blocks that have them. Throws DamagedCatalogue. @param manifest as it is stored @returns as it is now */
export function* writeLastPeriods(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  series: readonly RedatedSeries[],
): Script<CatalogueManifest> {
  if (series.length === 0) return manifest;
  const numbers = blocksOfSeries(manifest, series);
  const redated = redateBlocks(manifest, yield* readSomeBlocks(q, datasetId, manifest, numbers), series);
  for (const [number, bytes] of redated.periods)
    yield* run(upsertBlob(q, {dataset_id: datasetId, number: manifest.blocks[number]!.blob + 1, bytes}));
  yield* writeCatalogueManifest(q, datasetId, encodeCatalogueManifest(redated.manifest));
  return redated.manifest;
}

/** Puts new series into the blocks into which they fall. Throws DamagedCatalogue. @param manifest as it is stored @returns as it is now; null: it can't be done */
export function* addToCatalogue(
  q: Queries,
  datasetId: number,
  manifest: CatalogueManifest,
  series: readonly AddedSeries[],
): Script<CatalogueManifest | null> {
  const adding = addSeriesToBlocks(manifest, series);
  let step = adding.next();
  while (!step.done) {
    const [block] = yield* readSomeBlocks(q, datasetId, manifest, [step.value]);
    const names = yield* readClassNames(q, datasetId, classesIn(manifest, block!));
    step = adding.next({block: block!, names});
  }
  if (step.value === null) return null;
  const older = new Map(manifest.blocks.map((block) => [block.blob, block]));
  for (const {manifest: own, columns, periods} of step.value.made) {
    const before = older.get(own.blob);
    if (before?.columns !== own.columns)
      yield* run(upsertBlob(q, {dataset_id: datasetId, number: own.blob, bytes: columns}));
    if (before?.periods !== own.periods)
      yield* run(upsertBlob(q, {dataset_id: datasetId, number: own.blob + 1, bytes: periods}));
  }
  const kept = new Set(step.value.manifest.blocks.map(({blob}) => blob));
  const gone = [...older.keys()].filter((blob) => !kept.has(blob));
  yield* deleteBlobs(
    q,
    datasetId,
    gone.flatMap((blob) => [blob, blob + 1]),
  );
  yield* writeCatalogueManifest(q, datasetId, encodeCatalogueManifest(step.value.manifest));
  return step.value.manifest;
}

function* deleteBlobs(q: Queries, datasetId: number, numbers: Iterable<number>): Script<void> {
  const gone = [...numbers];
  if (gone.length > 0) yield* run(deleteSome(q, {datasetId, numbers: q.differences.numberList(gone)}));
}

/** Writes a manifest for the stored blobs, if it differs from the stored one. */
export function* writeCatalogueManifest(q: Queries, datasetId: number, manifest: Uint8Array): Script<void> {
  const older = yield* one(inBinary(headOf(q, {datasetId}), {columns: "bytes"}));
  if (older === undefined || Buffer.compare(older.columns, manifest) !== 0)
    yield* run(upsertManifest(q, {dataset_id: datasetId, columns: manifest}));
}

const headOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("catalogue").select("columns").where("dataset_id", "=", param("datasetId")),
);

const blobsOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("catalogue_piece").select(["number", "bytes"]).where("dataset_id", "=", param("datasetId")),
);

const someBlobs = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  q.db
    .selectFrom("catalogue_piece")
    .select(["number", "bytes"])
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("number", param("numbers"))),
);

const namesOf = statement((q, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("class").select(["code", "name"]).where("dataset_id", "=", param("datasetId")),
);

const someNames = statement((q, param: Param<{datasetId: number; pairs: string}>) =>
  q.db
    .selectFrom("class")
    .select(["code", "name"])
    .where("dataset_id", "=", param("datasetId"))
    .where("code", "in", q.db.selectFrom(q.differences.keyTable(param("pairs")).as("asked")).select("asked.key")),
);

const upsertManifest = upsertRow("catalogue", ["dataset_id"], ["columns"]);
const upsertBlob = upsertRow("catalogue_piece", ["dataset_id", "number"], ["bytes"]);

const deleteSome = statement((q, param: Param<{datasetId: number; numbers: unknown}>) =>
  q.db
    .deleteFrom("catalogue_piece")
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("number", param("numbers"))),
);
