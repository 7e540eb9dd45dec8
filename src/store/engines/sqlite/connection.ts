// A file of the embedded engine: opened with its settings; its errors explained.
import {dirname} from "node:path";
import {DatabaseSync, type StatementSync} from "node:sqlite";
import {Refusal} from "../../../service/refusal.ts";
import {otherOwner} from "../../files/file-owner.ts";
import type {Row, Step} from "../../script.ts";

export interface SqliteFile {
  readonly path: string;
  readonly readOnly: boolean;
  /** full: a commit has reached the disk; normal: it survives the end of the process, not always of the machine. */
  readonly synchronous: "full" | "normal";
  /** Only for a new file. */
  readonly pageSize: number;
  readonly busySeconds: number;
  /** The log is written into the file when it has so many pages; by default SQLite's 1000. */
  readonly logPages?: number;
}

/** The statements of a connection. */
export interface Statements {
  prepare(text: string): StatementSync;
  /** The rows of the step of a script; none of a batch or a rest. */
  perform(step: Step): readonly Row[];
}

const WAL_KEPT_BYTES = 64 * 1024 * 1024;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;
const SWITCH_PAUSE_MS = 5;

/** Opens the file, and creates it if it does not exist (unless readOnly). */
export function connect(file: SqliteFile): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file.path, {readOnly: file.readOnly, timeout: file.busySeconds * 1000});
    if (file.readOnly) openOrRepair(db, file);
    else prepareFile(db, file);
    return db;
  } catch (error) {
    db?.close();
    const known = isBusy(error) || primaryCode(error) === SQLITE_CORRUPT;
    if (known || !(error instanceof Error)) throw explained(error, file);
    throw new Refusal(`${file.path} can't be opened: ${error.message}`, openingHint(error, file.path));
  }
}

function openingHint(error: Error, path: string): string {
  // each process that opens the file first makes an index of its log beside it
  if (primaryCode(error) === SQLITE_IOERR)
    return "the disk is full or can't be read: opening needs 64 kB of free space in the folder; free some space, or check the disk";
  const owner = otherOwner(path, `${path}-wal`, `${path}-shm`, dirname(path));
  return owner === null
    ? "check that it is a file of this program and that this user may read and write it"
    : `${owner}: run the command as its owner, or give the folder back (chown -R)`;
}

const LOOK = "select 1 from sqlite_master limit 1";

/** A process that was killed while it changed the file leaves a log that only a writer may repair; a reader first lets a writer do so. */
function openOrRepair(db: DatabaseSync, file: SqliteFile): void {
  try {
    db.exec(LOOK);
  } catch (error) {
    if (primaryCode(error) !== SQLITE_READONLY) throw error;
    const writer = new DatabaseSync(file.path, {timeout: file.busySeconds * 1000});
    try {
      writer.exec(LOOK);
      // Before the writer closes: the last writer deletes the log and its index, which a reader may not create again.
      db.exec(LOOK);
    } finally {
      writer.close();
    }
  }
}

/** Settings of a connection that writes. The cache keeps its default size, so that a large transaction spills into the log. */
function prepareFile(db: DatabaseSync, file: SqliteFile): void {
  db.exec(`pragma page_size = ${file.pageSize}`);
  switchToLog(db, file.busySeconds * 1000);
  db.exec(`pragma synchronous = ${file.synchronous}`);
  db.exec(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
  if (file.logPages !== undefined) db.exec(`pragma wal_autocheckpoint = ${file.logPages}`);
}

/** The switch to the write-ahead log is the only step that does not wait for others that open a new file, so it is repeated. */
function switchToLog(db: DatabaseSync, patienceMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += SWITCH_PAUSE_MS) {
    try {
      db.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= patienceMs) throw error;
      Atomics.wait(pause, 0, 0, SWITCH_PAUSE_MS);
    }
  }
}

/** The disk is full, or a limit to the size of files is reached. */
export function isWriteWithoutSpace(error: unknown): boolean {
  return primaryCode(error) === SQLITE_FULL || (error as {errcode?: number}).errcode === SQLITE_IOERR_WRITE;
}

/** Another connection has a lock for which this one waited in vain. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

function primaryCode(error: unknown): number | undefined {
  const {errcode} = error as {errcode?: number};
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** A Refusal for errors that the user can do something about; otherwise the same error. */
export function explained(error: unknown, file: SqliteFile): unknown {
  if (primaryCode(error) === SQLITE_CORRUPT)
    return new Refusal(
      `${file.path} is damaged: ${(error as Error).message}`,
      "ryad check --deep finds the damage; ryad restore replaces the store by a backup",
    );
  if (primaryCode(error) === SQLITE_FULL)
    return new Refusal(
      `the disk is full: ${file.path} can't be written; nothing was changed`,
      "free some space and try again",
    );
  if (!isBusy(error)) return error;
  return new Refusal(
    `${file.path} is being written by another process, for more than ${file.busySeconds} seconds`,
    "try again when the other load or command is done",
  );
}

export function notOpen(path: string): Error {
  return Object.assign(new Error(`${path} is not open`), {code: "ERR_INVALID_STATE"});
}
