// The embedded engine: SQLite in this process, through node:sqlite.
//
// A script is played in one synchronous stretch, from BEGIN to COMMIT, before the promise is even returned: nothing of this
// process can come in between. Another process may write meanwhile; every statement waits for it up to the busy time-out.
import {DatabaseSync, type SQLInputValue, type StatementSync} from "node:sqlite";
import {Refusal} from "../refusal.ts";
import {type Queries, sqliteQueries} from "./engines.ts";
import {type Batch, type Engine, isAlone, type Row, type Script, type Statement, wentOn} from "./script.ts";

export interface SqliteFile {
  readonly path: string;
  readonly readOnly: boolean;
  /** full: a commit has reached the disk; normal: it survives the end of the process, not always of the machine. */
  readonly synchronous: "full" | "normal";
  /** Counts for a new file only. */
  readonly pageSize: number;
  readonly busySeconds: number;
}

export interface SqliteEngine extends Engine {
  /** A consistent copy of the whole file, also while others use it. */
  copyTo(path: string): void;
}

const WAL_KEPT_BYTES = 64 * 1024 * 1024;
const SQLITE_BUSY = 5;
const SWITCH_PAUSE_MS = 5;

/** Opens a file, and makes it when it is not there (unless readOnly). */
export function openSqlite(file: SqliteFile): SqliteEngine {
  const db = connect(file);
  const prepared = new Map<string, StatementSync>();

  const prepare = (text: string): StatementSync => {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  };

  const perform = (step: Statement | Batch): readonly Row[] => {
    const statement = prepare(step.sql);
    if ("parameters" in step) return statement.all(...(step.parameters as readonly SQLInputValue[])) as Row[];
    for (const row of step.rows) statement.run(...(row as readonly SQLInputValue[]));
    return [];
  };

  const play = <T>(script: Script<T>, step: IteratorResult<Statement | Batch, T>): T => {
    let next = step;
    while (!next.done) next = script.next(perform(next.value));
    return next.value;
  };

  const transaction = <T>(begin: string, script: Script<T>, first: IteratorResult<Statement | Batch, T>): T => {
    try {
      prepare(begin).run();
      const result = play(script, first);
      prepare("commit").run();
      return result;
    } catch (error) {
      script.return(undefined as T);
      if (db.isTransaction) db.exec("rollback");
      throw error;
    }
  };

  const attempt = <T>(begin: string, start: (q: Queries) => Script<T>): T => {
    try {
      const script = start(sqliteQueries);
      const first = script.next();
      if (first.done) return first.value;
      if (begin === "begin immediate" && isAlone(first.value)) {
        const next = script.next(perform(first.value));
        if (next.done) return next.value;
        throw wentOn(first.value);
      }
      return transaction(begin, script, first);
    } catch (error) {
      throw explained(error, file);
    }
  };

  return {
    name: "sqlite",
    differences: sqliteQueries.differences,
    read: async (script) => attempt("begin", script),
    write: async (script) => attempt("begin immediate", script),
    copyTo: (path) => {
      db.prepare("vacuum into ?").run(path);
    },
    close: async () => {
      if (db.isOpen) db.close();
    },
  };
}

function connect(file: SqliteFile): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file.path, {readOnly: file.readOnly, timeout: file.busySeconds * 1000});
    if (file.readOnly) db.exec("select 1 from sqlite_master limit 1");
    else prepareFile(db, file);
    return db;
  } catch (error) {
    db?.close();
    if (isBusy(error) || !(error instanceof Error)) throw explained(error, file);
    throw new Refusal(
      `${file.path} can't be opened: ${error.message}`,
      "see whether it is a file of this program and may be read and written",
    );
  }
}

/** Settings of a connection that writes. The cache keeps its default size, so that a large transaction spills into the log. */
function prepareFile(db: DatabaseSync, file: SqliteFile): void {
  db.exec(`pragma page_size = ${file.pageSize}`);
  switchToLog(db, file.busySeconds * 1000);
  db.exec(`pragma synchronous = ${file.synchronous}`);
  db.exec(`pragma journal_size_limit = ${WAL_KEPT_BYTES}`);
}

/** The switch to the write-ahead log alone does not wait for others that open a new file: it has to be asked again. */
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

function isBusy(error: unknown): boolean {
  const {errcode} = error as {errcode?: number};
  return errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY;
}

/** The error as it is, unless it is one that its reader can do something about. */
function explained(error: unknown, file: SqliteFile): unknown {
  if (!isBusy(error)) return error;
  return new Refusal(
    `${file.path} is being written by another process, for more than ${file.busySeconds} seconds`,
    "try again when the other load or command is done",
  );
}
