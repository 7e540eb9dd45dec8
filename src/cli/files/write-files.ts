// The files of all datasets whose state has changed, one dataset after the other, by one process at a time [files.*].
//
// The lease is held by whoever writes. It is moved on while the work lasts, so a process that slept too long finds that another has taken over,
// and leaves nothing half done. A dataset that cannot be read keeps its last files, and the others are written.

import {Refusal} from "../../service/refusal.ts";
import type {FilesWriter} from "../../store/dataset-files/files-folder.ts";
import {FILES_LEASE, FILES_LEASE_MS} from "../../store/dataset-files/files-lease.ts";
import type {Manifest} from "../../store/dataset-files/manifest.ts";
import {versionOf} from "../../store/dataset-files/state-version.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {prolongLease} from "../../store/lease.ts";
import type {Store} from "../../store/open.ts";
import {DatasetChanged} from "./dataset-source.ts";
import {filesOf, type WritingContext, writeVersion} from "./write-version.ts";

const PROLONG_MS = 10_000;

export interface FilesRun {
  readonly written: readonly Manifest[];
  readonly failed: readonly {readonly provider: string; readonly dataset: string; readonly error: Error}[];
  /** Deleted versions. */
  readonly pruned: number;
}

export interface FilesRunContext {
  readonly store: Store;
  readonly files: FilesWriter;
  readonly now: () => Date;
  /** Of the lease, which it has. */
  readonly holder: string;
  /** Versions of each dataset that stay, the newest included. */
  readonly keep: number;
}

/** @throws Refusal if another process has taken the lease */
export async function writeFiles({store, files, now, holder, keep}: FilesRunContext): Promise<FilesRun> {
  const context: WritingContext = {store, files, now, keep: keepLease(store, holder)};
  files.clear();
  const written: Manifest[] = [];
  const failed: {provider: string; dataset: string; error: Error}[] = [];
  let [pruned, isListed] = [0, false];
  let listedAt = performance.now();
  const datasets = await store.statistics.read((q) => listDatasets(q));
  const known = new Set(datasets.map(({provider, code}) => `${provider}/${code}`));
  for (const of of files.datasets()) if (!known.has(`${of.provider}/${of.dataset}`)) files.drop(of);
  for (const listed of datasets) {
    try {
      const manifest = await bringUpToDate(context, listed);
      if (manifest === null) continue;
      if (manifest !== "there") written.push(manifest);
      pruned += files.prune(filesOf(listed), keep).length;
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      failed.push({provider: listed.provider, dataset: listed.code, error: error as Error});
    }
    isListed = performance.now() - listedAt < LIST_MS;
    if (isListed) continue;
    files.writeList(listOfDatasets(files));
    listedAt = performance.now();
  }
  await context.keep();
  files.writeList(listOfDatasets(files));
  return {written, failed, pruned};
}

/** The list is renewed after so long while more files are written: the first ones are found before the last ones are there. */
const LIST_MS = 10_000;

/** @returns null: the files are those of its state, or it is gone; "there": an older version is the newest again */
async function bringUpToDate(context: WritingContext, listed: DatasetRecord): Promise<Manifest | "there" | null> {
  const {store, files} = context;
  let dataset: DatasetRecord | undefined = listed;
  for (let attempt = 1; ; attempt++) {
    const version = versionOf(dataset);
    const of = filesOf(dataset);
    if (files.newest(of) === version) return null;
    if (files.manifest(of, version) !== null) {
      files.setNewest(of, version);
      return "there";
    }
    try {
      return await writeVersion(context, dataset);
    } catch (error) {
      if (!(error instanceof DatasetChanged) || attempt === ATTEMPTS) throw error;
    }
    const {id}: DatasetRecord = dataset;
    dataset = (await store.statistics.read((q) => listDatasets(q))).find((one) => one.id === id);
    if (dataset === undefined) return null;
  }
}

/** A dataset that is loaded without rest is written when the loads have ended. */
const ATTEMPTS = 3;

/** Another process writes files now. */
class LeaseLost extends Refusal {}

function keepLease(store: Store, holder: string): () => Promise<void> {
  let prolongedAt = 0;
  return async () => {
    if (prolongedAt !== 0 && performance.now() - prolongedAt < PROLONG_MS) return;
    const options = {name: FILES_LEASE, holder, milliseconds: FILES_LEASE_MS};
    if (!(await store.sources.write((q) => prolongLease(q, options))))
      throw new LeaseLost("another process writes the files now");
    prolongedAt = performance.now();
  };
}

/** The list of all datasets, as it is sent: one line for each. */
export function listOfDatasets(files: FilesWriter): string {
  const lines = files.datasets().flatMap((of) => {
    const newest = files.newest(of);
    const manifest = newest === null ? null : files.manifest(of, newest);
    if (manifest === null) return [];
    const {columns: _, changes, ...shown} = manifest;
    const {added_keys: _added, gone_keys: _gone, ...counts} = changes ?? {};
    return [JSON.stringify({...shown, changes: changes === null ? null : counts, versions: files.versions(of)})];
  });
  return `{"datasets":[${lines.sort().join(",\n")}]}\n`;
}
