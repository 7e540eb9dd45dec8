// Datasets: one row each with the facts that an answer needs before it reads any series.
//
// The metadata are read separately: they may contain thousands of names, and the row is read for every request.

import {DATASET_KEY_LENGTH, datasetKey} from "../../statistics/catalogue/catalogue.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {FrequencySpan} from "../../statistics/status.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import {columnsOf, type NewRow} from "../schema/tables.ts";
import {all, excluded, one, type Param, params, type Row, records, type Script, statement} from "../script.ts";
import {exchangeMetadataRows, METADATA_TABLES, type MetadataUse, metadataRows} from "./metadata.ts";
import {cutMetadata, joinMetadata, readWholeMetadata, writeMetadataBlobs} from "./metadata-classes.ts";
import {
  metadataJson,
  metadataJsonWithout,
  optionalDay,
  optionalDayText,
  parseCutMetadata,
  storedDay,
} from "./metadata-json.ts";

/** The codes by which a dataset is asked for. */
export interface DatasetAddress {
  readonly provider: string;
  readonly dataset: string;
}

export interface DatasetRecord {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  /** Whether the source revises values. */
  readonly revised: boolean;
  readonly archival: boolean;
  /** Random id of the load run that changed the dataset last: its version. */
  readonly changedBy: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  readonly spans: readonly FrequencySpan[];
  /** Names of the optional dimensions that the dataset has. */
  readonly dimensions: readonly string[];
  readonly seriesCount: number;
  readonly territoryCount: number;
  readonly sourceUrl: string | null;
  readonly nextRelease: Day | null;
}

export interface DatasetFields extends Omit<DatasetRecord, "id"> {
  readonly metadata: ReleaseMetadata;
}

/** The datasets with a code: at most one of a provider, one of each when provider is null; ordered by provider. */
export function* findDatasets(
  q: Queries,
  code: {readonly provider: string | null; readonly dataset: string},
): Script<DatasetRecord[]> {
  const {provider, dataset} = code;
  const found = provider === null ? byCode(q, {dataset}) : byFullCode(q, {provider, dataset});
  return (yield* all(found)).map(datasetRecord);
}

/** The datasets that may contain a series key: usually one, ordered by provider and code. */
export function* findDatasetsOfKey(q: Queries, seriesKey: string): Script<DatasetRecord[]> {
  return (yield* all(byKeyPrefix(q, {prefix: seriesKey.slice(0, DATASET_KEY_LENGTH)}))).map(datasetRecord);
}

/** All datasets, ordered by provider and code. */
export function* listDatasets(q: Queries): Script<DatasetRecord[]> {
  return (yield* all(every(q, {}))).map(datasetRecord);
}

/** The next dataset in the order of provider and code; null: there is none. @param among null: of any provider, or of any code */
export function* findDatasetBehind(
  q: Queries,
  {provider, code}: {readonly provider: string; readonly code: string},
  among: {readonly provider: string | null; readonly dataset: string | null},
): Script<DatasetRecord | null> {
  let query = q.db
    .selectFrom("dataset")
    .select(DATASET_COLUMNS)
    .where((is) =>
      is.or([is("provider_code", ">", provider), is.and([is("provider_code", "=", provider), is("code", ">", code)])]),
    );
  if (among.provider !== null) query = query.where("provider_code", "=", among.provider);
  if (among.dataset !== null) query = query.where("code", "=", among.dataset);
  const row = yield* one(query.orderBy("provider_code").orderBy("code").limit(1).compile());
  return row === undefined ? null : datasetRecord(row);
}

/** The codes of every dataset, ordered by them. */
export function* listDatasetCodes(q: Queries): Script<{readonly provider: string; readonly code: string}[]> {
  const query = q.db.selectFrom("dataset").select(["provider_code as provider", "code"]);
  return yield* records(query.orderBy("provider_code").orderBy("code").compile());
}

/** The state of every dataset, ordered by their codes. */
export function listDatasetStates(
  q: Queries,
): Script<Pick<DatasetRecord, "provider" | "code" | "changedBy" | "changedAt">[]> {
  return records(everyState(q, {}));
}

/** The fold over the metadata of the dataset's releases, as of the last load; null when there is no such dataset. */
export function* readDatasetMetadata(q: Queries, id: number): Script<ReleaseMetadata | null> {
  const row = yield* one(metadataOf(q, {id}));
  return row === undefined ? null : (yield* readWholeMetadata(q, id, row.metadata)).metadata;
}

/** As readDatasetMetadata; a long list of classes, which is stored in chunks, is empty, and `storedClassCount` is its length. */
export function* readShortMetadata(
  q: Queries,
  id: number,
): Script<{readonly metadata: ReleaseMetadata; readonly storedClassCount: number | null}> {
  return parseCutMetadata((yield* one(metadataOf(q, {id})))!.metadata);
}

/** Inserts the dataset or updates the one with its provider and code; returns its id. Metadata of many names are written only if they differ. */
export function* writeDataset(q: Queries, fields: DatasetFields): Script<number> {
  const {text, blobs} = cutMetadata(fields.metadata);
  const id = yield* writeRow(q, fields, text);
  yield* writeMetadataBlobs(q, id, blobs);
  return id;
}

/** As writeDataset, of metadata whose classes are the stored ones. @param storedClassCount the number of the classes that the metadata lack; null: none */
export function* writeDatasetRow(q: Queries, fields: DatasetFields, storedClassCount: number | null): Script<void> {
  const {metadata} = fields;
  yield* writeRow(
    q,
    fields,
    storedClassCount === null ? cutMetadata(metadata).text : metadataJsonWithout(metadata, storedClassCount),
  );
}

function* writeRow(q: Queries, fields: DatasetFields, metadata: string): Script<number> {
  const row = plainRow(fields);
  const stored = yield* one(storedMetadata(q, {provider: row.provider_code, dataset: row.code}));
  // An insert takes a number also when it finds the row, so only a new dataset is inserted.
  if (stored === undefined) return (yield* one(upsert(q, {...row, metadata})))!.id;
  const isSame = stored.metadata === metadata;
  return (yield* one(isSame ? update(q, row) : updateAll(q, {...row, metadata})))!.id;
}

/** The row of a dataset, with all of its metadata. */
export function datasetRow(fields: DatasetFields): NewRow<"dataset"> {
  return {...plainRow(fields), metadata: metadataJson(fields.metadata)};
}

function plainRow(fields: DatasetFields): PlainRow {
  return {
    provider_code: fields.provider,
    code: fields.code,
    key_prefix: datasetKey(fields.provider, fields.code),
    name: fields.name,
    revised: fields.revised ? 1 : 0,
    archival: fields.archival ? 1 : 0,
    changed_by: fields.changedBy,
    changed_at: fields.changedAt,
    spans: spansJson(fields.spans),
    dimensions: JSON.stringify(fields.dimensions),
    series_count: fields.seriesCount,
    territory_count: fields.territoryCount,
    source_url: fields.sourceUrl,
    next_release: optionalDayText(fields.nextRelease),
  };
}

/** The row as it is stored, with all of its metadata. */
export function* readDatasetRow(q: Queries, id: number): Script<Row | null> {
  const row = yield* one<Row>(q.db.selectFrom("dataset").selectAll().where("id", "=", id).compile());
  if (row === undefined) return null;
  return {...row, metadata: yield* joinMetadata(q, id, row["metadata"] as string)};
}

/** Brings the description of the dataset (names, notes, relations, …) in the plain tables up to date. @returns the classes with another name */
export function* replaceMetadataTables(
  q: Queries,
  datasetId: number,
  folded: ReleaseMetadata,
  use: MetadataUse,
): Script<ReadonlySet<string>> {
  return yield* exchangeMetadataRows(q, datasetId, metadataRows(datasetId, folded, use));
}

/** Tables whose rows belong to a dataset, besides `dataset` and `history`. */
export const TABLES_OF_DATASET = [
  "catalogue",
  "catalogue_piece",
  "metadata_piece",
  "search_piece",
  "series",
  "missing_value",
  "release_file",
  "release",
  ...METADATA_TABLES,
] as const;

export type TableOfDataset = (typeof TABLES_OF_DATASET)[number];

/** A row with the fields of DATASET_COLUMNS. */
type DatasetRow = Omit<DatasetRecord, "revised" | "archival" | "spans" | "dimensions" | "nextRelease"> &
  Readonly<Record<"revised" | "archival", number>> &
  Readonly<Record<"spans" | "dimensions", string>> & {readonly nextRelease: string | null};

export function datasetRecord(row: DatasetRow): DatasetRecord {
  return {
    ...row,
    revised: row.revised === 1,
    archival: row.archival === 1,
    spans: parseSpans(row.spans),
    dimensions: JSON.parse(row.dimensions) as string[],
    nextRelease: optionalDay(row.nextRelease),
  };
}

function spansJson(spans: readonly FrequencySpan[]): string {
  return JSON.stringify(spans.map((span) => ({...span, first: dayText(span.first), last: dayText(span.last)})));
}

/** Of the column `spans`. */
export function parseSpans(json: string): FrequencySpan[] {
  const written = JSON.parse(json) as (Omit<FrequencySpan, "first" | "last"> & {first: string; last: string})[];
  return written.map((span) => ({...span, first: storedDay(span.first), last: storedDay(span.last)}));
}

export const DATASET_COLUMNS = [
  "id",
  "provider_code as provider",
  "code",
  "name",
  "revised",
  "archival",
  "changed_by as changedBy",
  "changed_at as changedAt",
  "spans",
  "dimensions",
  "series_count as seriesCount",
  "territory_count as territoryCount",
  "source_url as sourceUrl",
  "next_release as nextRelease",
] as const;

const WRITTEN = columnsOf("dataset");
const UPDATED = WRITTEN.filter((column) => column !== "metadata");

const byFullCode = selectRows("dataset", DATASET_COLUMNS, {provider: "provider_code", dataset: "code"});

const byCode = selectRows("dataset", DATASET_COLUMNS, {dataset: "code"}, ["provider_code"]);

const byKeyPrefix = selectRows("dataset", DATASET_COLUMNS, {prefix: "key_prefix"}, ["provider_code", "code"]);

const every = selectRows("dataset", DATASET_COLUMNS, {}, ["provider_code", "code"]);

const everyState = selectRows(
  "dataset",
  ["provider_code as provider", "code", "changed_by as changedBy", "changed_at as changedAt"],
  {},
  ["provider_code", "code"],
);

const metadataOf = selectRows("dataset", ["metadata"], {id: "id"});

const storedMetadata = selectRows("dataset", ["metadata"], {provider: "provider_code", dataset: "code"});

type PlainRow = Omit<NewRow<"dataset">, "metadata">;

const updateOf = <R extends PlainRow>(columns: readonly (keyof R & string)[]) =>
  statement((q, param: Param<R>) =>
    q.db
      .updateTable("dataset")
      .set(params(param, columns) as never)
      .where("provider_code", "=", param("provider_code"))
      .where("code", "=", param("code"))
      .returning("id"),
  );

const update = updateOf<PlainRow>(UPDATED);
const updateAll = updateOf<NewRow<"dataset">>(WRITTEN);

const upsert = statement((q, param: Param<NewRow<"dataset">>) =>
  q.db
    .insertInto("dataset")
    .values(params(param, WRITTEN))
    .onConflict((conflict) => conflict.columns(["provider_code", "code"]).doUpdateSet(excluded(WRITTEN)))
    .returning("id"),
);
