// The files of the datasets of a test, written in this process as `ryad files write` writes them.
import {writeFiles} from "../src/cli/files/write-files.ts";
import {createFilesWriter, filesFolderOf} from "../src/store/dataset-files/files-folder.ts";
import {holdLease} from "../src/store/lease.ts";
import type {Store} from "../src/store/open.ts";

export const HOLDER = "test";

/** Writes what has changed, and gives what was done. */
export async function writeFilesOf(store: Store, dataFolder: string, keep = 3) {
  await store.sources.write((q) => holdLease(q, {name: "files", holder: HOLDER, milliseconds: 60_000}));
  const files = createFilesWriter(filesFolderOf(dataFolder));
  return writeFiles({store, files, holder: HOLDER, keep, now: () => new Date()});
}
