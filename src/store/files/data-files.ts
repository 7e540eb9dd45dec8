// The files of a data folder: copied while others use them, and held by one alone while they are replaced.
//
// SQLite alone has such files. A write-ahead log belongs to the very file it stands beside: under another file of that name its
// pages would be taken for that file's own, so whoever replaces a file removes the log first.
import {existsSync, rmSync, statSync} from "node:fs";
import {DatabaseSync} from "node:sqlite";
import {Refusal} from "../../refusal.ts";
import {isBusy} from "../engines/sqlite/connection.ts";
import {openSqlite, type SqliteEngine} from "../engines/sqlite/engine.ts";
import {FILES} from "../engines/sqlite/open.ts";
import {PARTS, type Part, readVersion} from "../schema/migration.ts";
import {MIGRATIONS} from "../schema/migrations/migrations.ts";
import {dataFile} from "./data-folder.ts";

/** How large the files of the store are together. */
export function dataFilesBytes(folder: string): number {
  return PARTS.reduce((sum, part) => sum + (statSync(dataFile(folder, part), {throwIfNoEntry: false})?.size ?? 0), 0);
}

/** Tells these very files from others of the same names: a restore puts new ones in their places. */
export function dataFilesIdentity(folder: string): string {
  return PARTS.map(
    (part) => statSync(dataFile(folder, part), {bigint: true, throwIfNoEntry: false})?.ino ?? "none",
  ).join();
}

/**
 * Copies a part as it is at one moment into a file that is not there yet; others may read and write meanwhile.
 * @returns the schema version of the copy
 * @throws Refusal, StoreTooNew
 */
export async function copyDataFile(folder: string, part: Part, to: string): Promise<number> {
  const engine = open(part, dataFile(folder, part));
  try {
    engine.copyTo(to);
  } finally {
    await engine.close();
  }
  return dataFileVersion(part, to);
}

/** The schema version of a file. Throws StoreTooNew, and Refusal when it is no file of ours. */
export async function dataFileVersion(part: Part, path: string): Promise<number> {
  const engine = open(part, path);
  try {
    const version = await readVersion(engine, part, MIGRATIONS[part].length);
    if (version === 0) throw new Refusal(`${path} holds no ${part} of this program`);
    return version;
  } finally {
    await engine.close();
  }
}

/**
 * Keeps every other process away from the folder's files, until released.
 * @throws Refusal when another process has one of them open, however idle it is
 */
export function holdDataFiles(folder: string): {release(): void} {
  const held: DatabaseSync[] = [];
  const release = (): void => {
    for (const db of held.splice(0)) db.close();
  };
  try {
    for (const part of PARTS) {
      const path = dataFile(folder, part);
      if (!existsSync(path)) continue;
      const db = new DatabaseSync(path, {timeout: 0});
      held.push(db);
      holdAlone(db, path);
    }
  } catch (error) {
    release();
    throw error;
  }
  return {release};
}

/** What belongs to the file of a part besides the file itself. */
export function removeLogs(folder: string, part: Part): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${dataFile(folder, part)}${suffix}`, {force: true});
}

/** The way out of the write-ahead log is open only to a lone connection, and takes what is in the log into the file. */
function holdAlone(db: DatabaseSync, path: string): void {
  try {
    db.exec("pragma journal_mode = delete; begin exclusive");
  } catch (error) {
    // a damaged file can't be held, and is replaced all the same: that is what a backup is for
    if (!isBusy(error)) return;
    throw new Refusal(
      `${path} is in use by another process`,
      "wait until the load or command that uses it has ended, or stop it",
    );
  }
}

function open(part: Part, path: string): SqliteEngine {
  return openSqlite({...FILES[part], path, readOnly: true});
}
