// Files of releases: names, fingerprints and sizes; the bytes are in the archive (source-file.ts).
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {all, batch, run, type Script, statement, type Take, takeAll} from "../script.ts";

export interface ReleaseFile {
  /** Relative to the package, with "/". */
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** A file of a release that stands. */
export interface ReleasedFile extends ReleaseFile {
  readonly releaseId: number;
}

/** The files of all releases, of every dataset. */
export function* listReleasedFiles(q: Queries): Script<ReleasedFile[]> {
  return (yield* all(everyFile(q, {}))).map(releasedFile);
}

/** The files of a dataset's releases, of each in the order in which they were taken. */
export function* listFilesOfDataset(q: Queries, datasetId: number): Script<ReleasedFile[]> {
  return (yield* all(ofDataset(q, {datasetId}))).map(releasedFile);
}

/** In the order in which they were taken. */
export function* listFilesOfRelease(q: Queries, datasetId: number, id: number): Script<ReleaseFile[]> {
  return (yield* all(ofRelease(q, {datasetId, id}))).map(({name, sha256, size}) => ({name, sha256, size}));
}

export function* insertFilesOfRelease(
  q: Queries,
  datasetId: number,
  id: number,
  files: readonly ReleaseFile[],
): Script<void> {
  const owner = {dataset_id: datasetId, release_id: id};
  yield* run(
    insert(
      q,
      files.map(({name, sha256, size}, position) => ({...owner, position, name, sha256, size})),
    ),
  );
}

export function* deleteFilesOfRelease(q: Queries, datasetId: number, id: number): Script<void> {
  yield* run(deleteFiles(q, {datasetId, id}));
}

/** Files as JSON text, for what is no release. */
export function filesJson(files: readonly ReleaseFile[]): string {
  return JSON.stringify(files.map(({name, sha256, size}) => ({name, sha256, size})));
}

export function parseFiles(json: string): ReleaseFile[] {
  return JSON.parse(json) as ReleaseFile[];
}

const COLUMNS = ["release_id", "name", "sha256", "size"] as const;

function releasedFile(row: {
  readonly release_id: number;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}): ReleasedFile {
  return {releaseId: row.release_id, name: row.name, sha256: row.sha256, size: row.size};
}

const everyFile = statement((q, _take: Take<object>) =>
  q.db.selectFrom("release_file").select(COLUMNS).orderBy("release_id").orderBy("position"),
);

const ofDataset = statement((q, take: Take<{datasetId: number}>) =>
  q.db
    .selectFrom("release_file")
    .select(COLUMNS)
    .where("dataset_id", "=", take("datasetId"))
    .orderBy("release_id")
    .orderBy("position"),
);

const ofRelease = statement((q, take: Take<{datasetId: number; id: number}>) =>
  q.db
    .selectFrom("release_file")
    .select(COLUMNS)
    .where("dataset_id", "=", take("datasetId"))
    .where("release_id", "=", take("id"))
    .orderBy("position"),
);

const insert = batch((q, take: Take<NewRow<"release_file">>) =>
  q.db
    .insertInto("release_file")
    .values(takeAll(take, ["dataset_id", "release_id", "position", "name", "sha256", "size"])),
);

const deleteFiles = statement((q, take: Take<{datasetId: number; id: number}>) =>
  q.db.deleteFrom("release_file").where("dataset_id", "=", take("datasetId")).where("release_id", "=", take("id")),
);
