// The files of releases: names, fingerprints and sizes, and the parser and hints with which they can be read again.
//
// The bytes are in the archive (source-file.ts).
import type {ReleaseHints} from "../../statistics/release/release.ts";
import type {Day} from "../../statistics/time/day.ts";
import {storedDay} from "../datasets/metadata-json.ts";
import type {Queries} from "../engines/differences.ts";
import {deleteRowsBy, insertRows, selectRows} from "../rows.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

export interface ReleaseFile {
  /** Relative to the package, with "/". */
  readonly name: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly size: number;
  /** Of what the file says, however it is packed, 64 hexadecimal digits; absent: of its bytes, or nobody asked. */
  readonly content?: string;
}

export interface ReleasedFile extends ReleaseFile {
  readonly releaseId: number;
}

/** The files of all releases, of every dataset. */
export function listReleasedFiles(q: Queries): Script<ReleasedFile[]> {
  return records(everyFile(q, {}));
}

/** The files of a dataset's releases, those of a release in the order in which they were read. */
export function listFilesOfDataset(q: Queries, datasetId: number): Script<ReleasedFile[]> {
  return records(ofDataset(q, {datasetId}));
}

/** Whether a release has a file with these bytes. */
export function* isReleasedFile(q: Queries, sha256: string): Script<boolean> {
  return (yield* one(ofBytes(q, {sha256}))) !== undefined;
}

/** In the order in which they were read. */
export function listFilesOfRelease(q: Queries, datasetId: number, id: number): Script<ReleaseFile[]> {
  return records(ofRelease(q, {datasetId, id}));
}

export function* insertFilesOfRelease(
  q: Queries,
  datasetId: number,
  id: number,
  files: readonly ReleaseFile[],
): Script<void> {
  const owner = {dataset_id: datasetId, release_id: id};
  const rows = files.map(({name, sha256, size}, position) => ({...owner, position, name, sha256, size}));
  yield* run(insert(q, rows));
}

export function* deleteFilesOfRelease(q: Queries, datasetId: number, id: number): Script<void> {
  yield* run(deleteFiles(q, {dataset_id: datasetId, release_id: id}));
}

/** A release without its metadata, which may be megabytes: all that is needed to read it again. */
export interface ArchivedRelease {
  readonly id: number;
  readonly provider: string;
  readonly dataset: string;
  readonly publishedAt: Day;
  /** name@version */
  readonly parser: string;
  readonly hints: ReleaseHints;
  /** In the order in which they were read. */
  readonly files: readonly ReleaseFile[];
}

export function* findArchivedRelease(q: Queries, id: number): Script<ArchivedRelease | null> {
  const row = yield* one(byId(q, {id}));
  if (row === undefined) return null;
  return {
    id,
    provider: row.provider_code,
    dataset: row.code,
    publishedAt: storedDay(row.published_at),
    parser: row.parser,
    hints: parseHints(row.hints),
    files: yield* listFilesOfRelease(q, row.dataset_id, id),
  };
}

/** The bytes and the parser of a run or a publisher's list, stored in its own row so that they can be read again. */
export interface ArchivedSource {
  readonly fingerprint: string;
  readonly sourceFile: string;
  /** name@version */
  readonly parser: string;
  readonly files: readonly ReleaseFile[];
}

interface SourceRow {
  readonly fingerprint: string;
  readonly source_file: string;
  readonly parser: string;
  readonly files: string;
}

export function archivedSource({fingerprint, source_file: sourceFile, parser, files}: SourceRow): ArchivedSource {
  return {fingerprint, sourceFile, parser, files: JSON.parse(files) as ReleaseFile[]};
}

export function sourceRow({fingerprint, sourceFile, parser, files}: ArchivedSource): SourceRow {
  return {
    fingerprint,
    source_file: sourceFile,
    parser,
    files: JSON.stringify(files.map(({name, sha256, size, content}) => ({name, sha256, size, content}))),
  };
}

export function parseHints(json: string): ReleaseHints {
  return JSON.parse(json) as ReleaseHints;
}

const COLUMNS = ["release_id as releaseId", "name", "sha256", "size"] as const;

const everyFile = selectRows("release_file", COLUMNS, {}, ["release_id", "position"]);

const ofDataset = selectRows("release_file", COLUMNS, {datasetId: "dataset_id"}, ["release_id", "position"]);

const ofRelease = selectRows("release_file", ["name", "sha256", "size"], {datasetId: "dataset_id", id: "release_id"}, [
  "position",
]);

const ofBytes = statement((q, param: Param<{sha256: string}>) =>
  q.db.selectFrom("release_file").select("size").where("sha256", "=", param("sha256")).limit(1),
);

const insert = insertRows("release_file");

const deleteFiles = deleteRowsBy("release_file", "dataset_id", "release_id");

const byId = statement((q, param: Param<{id: number}>) =>
  q.db
    .selectFrom("release")
    .innerJoin("dataset", "dataset.id", "release.dataset_id")
    .select(["release.dataset_id", "release.published_at", "release.parser", "release.hints"])
    .select(["dataset.provider_code", "dataset.code"])
    .where("release.id", "=", param("id")),
);
