// A backup: consistent copies of the three parts in one file, made while a server serves and a load runs.
//
// The order of copying makes the parts fit: statistics before sources, since a release's file is archived before the release
// stands; accounts last, so that every charge made before the backup began is in it. Never half a file: it is written in a folder
// beside its place and comes there whole.
import {existsSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {Refusal} from "../refusal.ts";
import {COPY_ORDER, createBackupFile, type OnBytes} from "./backup-file.ts";
import {copyDataFile} from "./data-files.ts";
import {syncFolder} from "./sync-folder.ts";

export interface BackupOutcome {
  /** Of the whole file. */
  readonly bytes: number;
}

/**
 * Writes the backup of a data folder.
 * @throws Refusal when the file is there already, can't be written, or the folder holds no whole store
 */
export async function writeBackup(folder: string, path: string, now: Date, onBytes: OnBytes): Promise<BackupOutcome> {
  refuseExisting(path);
  removeLeftovers(path);
  const beside = makeFolderBeside(path);
  try {
    const whole = join(beside, "backup");
    const writer = createBackupFile(whole, now);
    try {
      for (const part of COPY_ORDER) {
        const copy = join(beside, `${part}.db`);
        const version = await copyDataFile(folder, part, copy);
        writer.add(part, version, copy, onBytes);
        rmSync(copy);
      }
      writer.finish();
    } finally {
      writer.close();
    }
    const bytes = statSync(whole).size;
    putInPlace(whole, path);
    return {bytes};
  } finally {
    rmSync(beside, {recursive: true, force: true});
    syncFolder(dirname(path));
  }
}

function refuseExisting(path: string): void {
  if (!existsSync(path)) return;
  throw new Refusal(
    `${path} is there already and is not overwritten`,
    "give each backup a name of its own, such as one with the day in it",
  );
}

const LEFTOVER = ".unfinished-";

/** What a killed backup to the same place left behind. */
function removeLeftovers(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(path) + LEFTOVER)) rmSync(join(folder, name), {recursive: true, force: true});
  }
}

function makeFolderBeside(path: string): string {
  try {
    return mkdtempSync(path + LEFTOVER);
  } catch (error) {
    throw new Refusal(`${path} can't be written: ${(error as Error).message}`);
  }
}

/** Unlike a rename a link never replaces a file; where the file system has none, the look before has to do. */
function putInPlace(whole: string, path: string): void {
  try {
    linkSync(whole, path);
  } catch (error) {
    refuseExisting(path);
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    renameSync(whole, path);
  }
}
