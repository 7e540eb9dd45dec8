// Releases of datasets: what was published on which day, from which files, read by which parser.
//
// `newValues` and `revisedValues` count the estimates of the release that are valid today, `withdrawnValues` the values that it withdrew; a
// later load of the same day or a withdrawal changes them.

import type {ReleaseHints, ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {metadataJson, parseMetadata, storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertNumbered, selectRows} from "../rows.ts";
import {all, batch, one, type Param, run, type Script, statement} from "../script.ts";
import {
  deleteFilesOfRelease,
  insertFilesOfRelease,
  listFilesOfDataset,
  listFilesOfRelease,
  parseHints,
  type ReleaseFile,
} from "./release-file.ts";
import {sealOfRelease} from "./row-seal.ts";

/** Ids of the dataset's releases whose rows are not as they were written. */
export function* findBrokenReleases(q: Queries, datasetId: number): Script<number[]> {
  const files = Map.groupBy(yield* listFilesOfDataset(q, datasetId), ({releaseId}) => releaseId);
  const rows = yield* all(wholeRows(q, {datasetId}));
  return rows.filter((row) => sealOfRelease(row, files.get(row.id) ?? []) !== row.seal).map(({id}) => id);
}

export interface ReleaseRecord {
  readonly id: number;
  readonly datasetId: number;
  readonly publishedAt: Day;
  /** Place among the dataset's releases of that day. */
  readonly sequence: number;
  readonly fingerprint: string;
  readonly sourceFile: string | null;
  readonly sourceUrl: string | null;
  /** name@version */
  readonly parser: string;
  readonly hints: ReleaseHints;
  readonly loadRun: string;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  /** Parsed when it is first read: it may be large. */
  readonly metadata: ReleaseMetadata;
  readonly valueCount: number;
  readonly newValues: number;
  readonly revisedValues: number;
  readonly withdrawnValues: number;
  /** In the order in which they were read. */
  readonly files: readonly ReleaseFile[];
}

/** What a release did to the values that were known before it. */
export type ReleaseCounts = Pick<ReleaseRecord, "newValues" | "revisedValues" | "withdrawnValues">;

export function haveSameCounts(one: ReleaseCounts, other: ReleaseCounts): boolean {
  return (
    one.newValues === other.newValues &&
    one.revisedValues === other.revisedValues &&
    one.withdrawnValues === other.withdrawnValues
  );
}

/** A release without its metadata, which may be megabytes: readReleaseMetadata. */
export type BareRelease = Omit<ReleaseRecord, "metadata">;

/** A release with the codes of its dataset. */
export interface ReleaseOfDataset extends ReleaseRecord {
  readonly provider: string;
  readonly dataset: string;
}

/** Releases of a dataset in order of (day, sequence). */
export function* listReleases(q: Queries, datasetId: number): Script<ReleaseRecord[]> {
  const rows = yield* all(ofDataset(q, {datasetId}));
  const files = new Map<number, ReleaseFile[]>(rows.map((row) => [row.id, []]));
  for (const {releaseId, ...file} of yield* listFilesOfDataset(q, datasetId)) files.get(releaseId)?.push(file);
  return rows.map((row) => releaseRecord(row, files.get(row.id)!));
}

/** As listReleases, without metadata. */
export function* listBareReleases(q: Queries, datasetId: number): Script<BareRelease[]> {
  const files = Map.groupBy(yield* listFilesOfDataset(q, datasetId), ({releaseId}) => releaseId);
  const rows = yield* all(bareOfDataset(q, {datasetId}));
  return rows.map((row) =>
    bareRelease(
      row,
      (files.get(row.id) ?? []).map(({releaseId: _, ...file}) => file),
    ),
  );
}

/** The metadata of a release; null: there is none of this id. */
export function* readReleaseMetadata(q: Queries, datasetId: number, id: number): Script<ReleaseMetadata | null> {
  const row = yield* one(metadataOf(q, {datasetId, id}));
  return row === undefined ? null : parseMetadata(row.metadata);
}

/** The metadata of all releases of a dataset, by id. */
export function* readAllReleaseMetadata(q: Queries, datasetId: number): Script<Map<number, ReleaseMetadata>> {
  const rows = yield* all(metadataOfAll(q, {datasetId}));
  return new Map(rows.map(({id, metadata}) => [id, parseMetadata(metadata)]));
}

/** Releases with these bytes, of any dataset and day, ordered by provider, dataset, day. */
export function* findReleasesByFingerprint(q: Queries, fingerprint: string): Script<ReleaseOfDataset[]> {
  return yield* withFiles(q, yield* all(byFingerprint(q, {fingerprint})));
}

export function* findRelease(q: Queries, id: number): Script<ReleaseOfDataset | null> {
  return (yield* withFiles(q, yield* all(byId(q, {id}))))[0] ?? null;
}

/** A release whose files say the same as those that were asked for. */
export interface SameContent {
  readonly id: number;
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  readonly publishedAt: Day;
  readonly sequence: number;
  readonly fingerprint: string;
  /** name@version */
  readonly parser: string;
}

/** Releases with this content (contentOfFiles), of any dataset, in order of (day, sequence). */
export function* findReleasesByContent(q: Queries, content: string): Script<SameContent[]> {
  const rows = yield* all(byContent(q, {content}));
  return rows.map((row) => ({...row, publishedAt: storedDay(row.publishedAt)}));
}

/** Inserts a release with its files; returns its id. @param fields content: 64 hexadecimal digits of what its files say */
export function* insertRelease(
  q: Queries,
  fields: Omit<ReleaseRecord, "id"> & {readonly content: string},
): Script<number> {
  const row = {
    dataset_id: fields.datasetId,
    published_at: dayText(fields.publishedAt),
    sequence: fields.sequence,
    fingerprint: fields.fingerprint,
    content: fields.content,
    source_file: fields.sourceFile,
    source_url: fields.sourceUrl,
    parser: fields.parser,
    hints: JSON.stringify(fields.hints),
    load_run: fields.loadRun,
    loaded_at: fields.loadedAt,
    metadata: metadataJson(fields.metadata),
    value_count: fields.valueCount,
    new_values: fields.newValues,
    revised_values: fields.revisedValues,
    withdrawn_values: fields.withdrawnValues,
  };
  const inserted = yield* one(insert(q, {...row, seal: sealOfRelease(row, fields.files)}));
  yield* insertFilesOfRelease(q, fields.datasetId, inserted!.id, fields.files);
  return inserted!.id;
}

export function* updateReleaseCounts(
  q: Queries,
  datasetId: number,
  rows: readonly ({readonly id: number} & ReleaseCounts)[],
): Script<void> {
  const counts = rows.map((row) => ({datasetId, ...row}));
  yield* run(updateCounts(q, counts));
}

export function* deleteRelease(q: Queries, datasetId: number, id: number): Script<void> {
  yield* deleteFilesOfRelease(q, datasetId, id);
  yield* run(deleteRow(q, {dataset_id: datasetId, id}));
}

function* withFiles(
  q: Queries,
  rows: readonly (ReleaseRow & {readonly provider: string; readonly dataset: string})[],
): Script<ReleaseOfDataset[]> {
  const releases: ReleaseOfDataset[] = [];
  for (const {provider, dataset, ...row} of rows) {
    const files = yield* listFilesOfRelease(q, row.datasetId, row.id);
    releases.push(Object.assign(releaseRecord(row, files), {provider, dataset}));
  }
  return releases;
}

interface BareRow extends Omit<BareRelease, "publishedAt" | "hints" | "files"> {
  readonly publishedAt: string;
  readonly hints: string;
}

interface ReleaseRow extends BareRow {
  readonly metadata: string;
}

function releaseRecord(row: ReleaseRow, files: readonly ReleaseFile[]): ReleaseRecord {
  let metadata: ReleaseMetadata | undefined;
  return {
    ...bareRelease(row, files),
    get metadata() {
      metadata ??= parseMetadata(row.metadata);
      return metadata;
    },
  };
}

function bareRelease(row: BareRow, files: readonly ReleaseFile[]): BareRelease {
  return {...row, publishedAt: storedDay(row.publishedAt), hints: parseHints(row.hints), files};
}

const BARE = [
  "release.id",
  "release.dataset_id as datasetId",
  "release.published_at as publishedAt",
  "release.sequence",
  "release.fingerprint",
  "release.source_file as sourceFile",
  "release.source_url as sourceUrl",
  "release.parser",
  "release.hints",
  "release.load_run as loadRun",
  "release.loaded_at as loadedAt",
  "release.value_count as valueCount",
  "release.new_values as newValues",
  "release.revised_values as revisedValues",
  "release.withdrawn_values as withdrawnValues",
] as const;

const WHOLE = [...BARE, "release.metadata"] as const;

const inOrder = (q: Queries, param: Param<{datasetId: number}>) =>
  q.db.selectFrom("release").where("dataset_id", "=", param("datasetId")).orderBy("published_at").orderBy("sequence");

const ofDataset = statement((q, param: Param<{datasetId: number}>) => inOrder(q, param).select(WHOLE));

const bareOfDataset = statement((q, param: Param<{datasetId: number}>) => inOrder(q, param).select(BARE));

/** With every column, as the seal covers them. */
const wholeRows = statement((q, param: Param<{datasetId: number}>) => inOrder(q, param).selectAll());

const metadataOf = selectRows("release", ["metadata"], {datasetId: "dataset_id", id: "id"});

const metadataOfAll = selectRows("release", ["id", "metadata"], {datasetId: "dataset_id"});

const byFingerprint = statement((q, param: Param<{fingerprint: string}>) =>
  joined(q)
    .where("release.fingerprint", "=", param("fingerprint"))
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("release.published_at"),
);

/** Without metadata, which may be megabytes. */
const byContent = statement((q, param: Param<{content: string}>) =>
  q.db
    .selectFrom("release")
    .innerJoin("dataset", "dataset.id", "release.dataset_id")
    .select(["release.id", "release.dataset_id as datasetId", "release.published_at as publishedAt"])
    .select(["release.sequence", "release.fingerprint", "release.parser"])
    .select(["dataset.provider_code as provider", "dataset.code as dataset"])
    .where("release.content", "=", param("content"))
    .orderBy("release.published_at")
    .orderBy("release.sequence"),
);

const byId = statement((q, param: Param<{id: number}>) => joined(q).where("release.id", "=", param("id")));

function joined(q: Queries) {
  return q.db
    .selectFrom("release")
    .innerJoin("dataset", "dataset.id", "release.dataset_id")
    .select(WHOLE)
    .select(["dataset.provider_code as provider", "dataset.code as dataset"]);
}

const insert = insertNumbered("release");

const updateCounts = batch((q, param: Param<{datasetId: number; id: number} & ReleaseCounts>) =>
  q.db
    .updateTable("release")
    .set({new_values: param("newValues"), revised_values: param("revisedValues")})
    .set({withdrawn_values: param("withdrawnValues")})
    .where("dataset_id", "=", param("datasetId"))
    .where("id", "=", param("id")),
);

const deleteRow = deleteRowsBy("release", "dataset_id", "id");
