// One version of a dataset's files: all five are written in one pass over its series, then the manifest, then they appear together.
import {existsSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {
  EVERYTHING_FILE,
  FILE_CONTENTS,
  type FileEstimates,
  type FileForm,
  fileColumns,
  latestRows,
  MEDIA_TYPES,
} from "../../formats/dataset-file/columns.ts";
import {createDatasetCsv} from "../../formats/dataset-file/csv.ts";
import {createDatasetParquet} from "../../formats/dataset-file/parquet.ts";
import type {EstimateRows} from "../../formats/estimate-rows.ts";
import {cursorOfNow, nameRun, writeCursor} from "../../store/changes/cursor.ts";
import {readLastRun} from "../../store/changes/read-changes.ts";
import type {FilesWriter} from "../../store/dataset-files/files-folder.ts";
import {
  type FilesOf,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  versionAddress,
} from "../../store/dataset-files/manifest.ts";
import {versionOf} from "../../store/dataset-files/state-version.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {openDatasetSource} from "./dataset-source.ts";
import {createEverythingFile} from "./everything-file.ts";
import {countChanges} from "./file-changes.ts";
import {type FileOutput, openOutput, openPackedOutput} from "./file-output.ts";
import {createKnownValues, KNOWN_VALUES_NAME, type KnownValuesReader, openKnownValues} from "./known-values.ts";

export function filesOf({provider, code}: Pick<DatasetRecord, "provider" | "code">): FilesOf {
  return {provider, dataset: code};
}

export interface WritingContext {
  readonly store: Store;
  readonly files: FilesWriter;
  readonly now: () => Date;
  /** Called after each block; throws if the work is not this process's any more. */
  readonly keep: () => Promise<void>;
}

/** @throws DatasetChanged; Refusal for a dataset that cannot be read; what `keep` throws. Nothing is left then. */
export async function writeVersion(context: WritingContext, dataset: DatasetRecord): Promise<Manifest> {
  const {files} = context;
  const folder = files.begin();
  try {
    const manifest = await writeInto(folder, context, dataset);
    await context.keep();
    const of = filesOf(dataset);
    const before = files.newest(of);
    files.publish(of, manifest.version, folder);
    // The next version is compared with this one alone.
    if (before !== null) rmSync(files.path(of, before, KNOWN_VALUES_NAME), {force: true});
    return manifest;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

interface OpenFile {
  readonly name: string;
  readonly content: FileEstimates;
  readonly form: FileForm;
  readonly output: FileOutput;
  readonly writer: ReturnType<typeof createDatasetCsv>;
  rows: number;
}

async function writeInto(folder: string, context: WritingContext, dataset: DatasetRecord): Promise<Manifest> {
  const {store, files, keep} = context;
  // first: a run in between is then told again, and none is missed
  const cursor = await readCursor(store);
  const source = await openDatasetSource(store, dataset);
  const of = filesOf(dataset);
  const since = files.newest(of);
  const before = since === null ? null : openKnown(files.path(of, since, KNOWN_VALUES_NAME));
  const changes = before === null ? null : countChanges(before, since!);
  const opened = FILE_CONTENTS.flatMap((content) => [
    openFile(folder, content, "parquet"),
    openFile(folder, content, "csv.gz"),
  ]);
  const known = openOutput(join(folder, KNOWN_VALUES_NAME));
  const packed = openPackedOutput(join(folder, EVERYTHING_FILE));
  const outputs = [...opened.map(({output}) => output), packed];
  try {
    const values = createKnownValues(known.take);
    const changedAt = new Date(dataset.changedAt).toISOString();
    const everything = createEverythingFile(packed.take, {dataset: `${of.provider}/${of.dataset}`, at: changedAt});
    for await (const block of source.blocks()) {
      for (const {series, rows, content} of block) {
        const latest = latestRows(rows);
        for (const file of opened) addRows(file, series, file.content === "latest" ? latest : rows);
        values.series(series.series_key, latest);
        changes?.series(series.series_key, latest);
        everything.series(content);
        for (const output of outputs) await output.drained();
      }
      await keep();
    }
    values.end();
    await known.end();
    const written: ManifestFile[] = [];
    const address = versionAddress(of, versionOf(dataset));
    for (const file of opened) written.push(await endFile(file, address));
    const {digest, values: rows} = everything.end();
    written.push(await completed({name: EVERYTHING_FILE, output: packed, rows}, MEDIA_TYPES["ndjson.gz"], address));
    const found = {changes: changes?.end() ?? null, files: written, cursor, digest, now: context.now()};
    const manifest = manifestOf(dataset, source, found);
    writeFileSync(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest, null, 1)}\n`, {flag: "wx", flush: true});
    return manifest;
  } finally {
    for (const output of outputs) output.discard();
    known.discard();
    before?.close();
  }
}

async function readCursor(store: Store): Promise<string> {
  return writeCursor(cursorOfNow(nameRun(await store.statistics.read((q) => readLastRun(q)))));
}

function openFile(folder: string, content: FileEstimates, form: FileForm): OpenFile {
  const name = `${content}.${form}`;
  const path = join(folder, name);
  const output = form === "parquet" ? openOutput(path) : openPackedOutput(path);
  const writer =
    form === "parquet" ? createDatasetParquet(output.take, content) : createDatasetCsv(output.take, content);
  return {name, content, form, output, writer, rows: 0};
}

function addRows(file: OpenFile, series: Parameters<OpenFile["writer"]["series"]>[0], rows: EstimateRows): void {
  file.writer.series(series, rows);
  file.rows += rows.count;
}

async function endFile(file: OpenFile, address: string): Promise<ManifestFile> {
  file.writer.end();
  return completed(file, MEDIA_TYPES[file.form], address);
}

async function completed(
  {name, output, rows}: Pick<OpenFile, "name" | "output" | "rows">,
  media_type: string,
  address: string,
): Promise<ManifestFile> {
  const {bytes, sha256} = await output.end();
  return {name, address: `${address}/${name}`, media_type, bytes, sha256, rows};
}

/** null: it is not there, as after a restored backup, or was cut; then nothing is said of changes. */
function openKnown(path: string): KnownValuesReader | null {
  if (!existsSync(path)) return null;
  try {
    return openKnownValues(path);
  } catch {
    return null;
  }
}

function manifestOf(
  dataset: DatasetRecord,
  {licence, series}: {readonly licence: string | null; readonly series: number},
  {now, ...written}: Pick<Manifest, "changes" | "files" | "cursor" | "digest"> & {readonly now: Date},
): Manifest {
  return {
    provider_code: dataset.provider,
    dataset_code: dataset.code,
    name: dataset.name,
    version: versionOf(dataset),
    changed_at: new Date(dataset.changedAt).toISOString(),
    written_at: now.toISOString(),
    cursor: written.cursor,
    digest: written.digest,
    licence,
    source_url: dataset.sourceUrl,
    series,
    changes: written.changes,
    files: written.files,
    columns: Object.fromEntries(FILE_CONTENTS.map((content) => [content, fileColumns(content)])),
  };
}
