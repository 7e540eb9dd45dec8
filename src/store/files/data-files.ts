// The files of a data folder: copied while others use them, and locked while they are replaced.
//
// Only SQLite has such files. A write-ahead log belongs to the file beside it: beside another file of that name its pages would be read as
// pages of that file, so the log must be removed before a file is replaced.
import {existsSync, rmSync, statSync} from "node:fs";
import {DatabaseSync} from "node:sqlite";
import {Refusal} from "../../service/refusal.ts";
import {isBusy, isWriteWithoutSpace} from "../engines/sqlite/connection.ts";
import {openSqlite, type SqliteEngine} from "../engines/sqlite/engine.ts";
import {FILES} from "../engines/sqlite/open.ts";
import {bindToOthers, requireOneStore} from "../engines/sqlite/store-identity.ts";
import {PARTS, readVersion, type StorePart} from "../migrations/migration.ts";
import {MIGRATIONS} from "../migrations/steps.ts";
import {dataFile, requireWholeStore} from "./data-folder.ts";

/** The size of all files of the store together. */
export function dataFilesBytes(folder: string): number {
  return PARTS.reduce((sum, part) => sum + (statSync(dataFile(folder, part), {throwIfNoEntry: false})?.size ?? 0), 0);
}

/** Identifies these files, because a restore replaces them by others with the same names. */
export function dataFilesIdentity(folder: string): string {
  return PARTS.map(
    (part) => statSync(dataFile(folder, part), {bigint: true, throwIfNoEntry: false})?.ino ?? "none",
  ).join();
}

/** @throws Refusal if a part is missing, is empty, or belongs to another store */
export async function requireOwnParts(folder: string): Promise<void> {
  requireWholeStore(folder);
  await withParts(folder, true, (engines) => requireOneStore(folder, engines));
}

/**
 * Binds a part that was replaced on purpose to the store of the others. The caller holds the folder's lock.
 * @returns false: it belongs there already
 * @throws Refusal
 */
export async function adoptPart(folder: string, part: StorePart): Promise<boolean> {
  requireWholeStore(folder);
  return withParts(folder, false, (engines) => bindToOthers(folder, engines, part));
}

async function withParts<T>(
  folder: string,
  readOnly: boolean,
  work: (engines: Readonly<Record<StorePart, SqliteEngine>>) => Promise<T>,
): Promise<T> {
  for (const part of PARTS) await dataFileVersion(part, dataFile(folder, part));
  const opened: SqliteEngine[] = [];
  const open = (part: StorePart): SqliteEngine => {
    const engine = openSqlite({...FILES[part], path: dataFile(folder, part), readOnly});
    opened.push(engine);
    return engine;
  };
  try {
    return await work({statistics: open("statistics"), sources: open("sources"), accounts: open("accounts")});
  } finally {
    for (const engine of opened) await engine.close();
  }
}

/**
 * Copies the state of a part at one moment into a new file; others may read and write at the same time.
 * @returns the schema version of the copy
 * @throws Refusal, StoreTooNew; an error with the code ENOSPC if there is no space for the copy
 */
export async function copyDataFile(folder: string, part: StorePart, to: string): Promise<number> {
  const engine = open(part, dataFile(folder, part));
  try {
    engine.copyTo(to);
  } catch (error) {
    throw isWriteWithoutSpace(error) ? Object.assign(new Error("no space", {cause: error}), {code: "ENOSPC"}) : error;
  } finally {
    await engine.close();
  }
  return dataFileVersion(part, to);
}

/** The schema version of a file. @throws StoreTooNew; Refusal if it is not a file of this program */
export async function dataFileVersion(part: StorePart, path: string): Promise<number> {
  const engine = open(part, path);
  try {
    const version = await readVersion(engine, part, MIGRATIONS[part].length);
    if (version === 0) throw new Refusal(`${path} does not contain the ${part} of this program`);
    return version;
  } finally {
    await engine.close();
  }
}

/**
 * Keeps every other process away from the folder's files, until released.
 * @throws Refusal if another process has one of them open, even if it is idle
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

/** Removes the logs of the file of a part. */
export function removeLogs(folder: string, part: StorePart): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${dataFile(folder, part)}${suffix}`, {force: true});
}

/** Only a single connection can leave the write-ahead log; this writes the content of the log into the file. */
function holdAlone(db: DatabaseSync, path: string): void {
  try {
    db.exec("pragma journal_mode = delete; begin exclusive");
  } catch (error) {
    // A damaged file can't be locked, and is replaced anyway.
    if (!isBusy(error)) return;
    throw new Refusal(
      `${path} is in use by another process`,
      "wait until the load or command that uses it has ended, or stop it",
    );
  }
}

function open(part: StorePart, path: string): SqliteEngine {
  return openSqlite({...FILES[part], path, readOnly: true});
}
