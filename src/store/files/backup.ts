// A backup: consistent copies of the three parts in one file, made while a server serves and a load runs.
//
// The order of copying makes the parts fit: statistics before sources, since a release's file is archived before the release
// stands; accounts last, so that every charge made before the backup began is in it.
import {rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../../refusal.ts";
import {makeFolderBeside, placeNewFile, refuseExisting} from "./atomic-file.ts";
import {COPY_ORDER, createBackupFile, type OnBytes} from "./backup-file.ts";
import {copyDataFile, dataFilesIdentity} from "./data-files.ts";
import {requireWholeStore} from "./data-folder.ts";

/**
 * Writes the backup of a data folder, whole or not at all.
 * @returns its size
 * @throws Refusal when the file is there already, can't be written, or the folder holds no whole store
 */
export async function writeBackup(folder: string, path: string, now: Date, onBytes: OnBytes): Promise<number> {
  refuseExisting(path);
  requireWholeStore(folder);
  const beside = makeFolderBeside(path);
  const identity = dataFilesIdentity(folder);
  try {
    const finished = join(beside.path, "backup");
    const writer = createBackupFile(finished, now);
    try {
      for (const part of COPY_ORDER) {
        const copy = join(beside.path, `${part}.db`);
        const version = await copyDataFile(folder, part, copy);
        writer.add(part, version, copy, onBytes);
        rmSync(copy);
      }
      writer.finish();
    } finally {
      writer.close();
    }
    if (dataFilesIdentity(folder) !== identity) {
      throw new Refusal(`the store in ${folder} was replaced while it was copied`, "make the backup again");
    }
    placeNewFile(finished, path);
    return statSync(path).size;
  } finally {
    beside.remove();
  }
}
