// The embedded engine: SQLite in this process, through node:sqlite.
//
// A script is played synchronously, so no other code of this process runs during it; a read is over before its promise is returned. Reads
// of one tick of the event loop share one snapshot. Writes of one tick share one transaction and one commit, because a commit costs more
// than the small writes in it; a write that throws is undone alone. Another process may write; statements wait for it.
import type {DatabaseSync} from "node:sqlite";
import {continuedError, type Engine, isAutocommitted, type Script, type Step, type WriteOptions} from "../../script.ts";
import {type Queries, sqliteQueries} from "../differences.ts";
import {connect, explained, isWriteWithoutSpace, type SqliteFile} from "./connection.ts";
import {createRestingReads} from "./resting-reads.ts";
import {performOn} from "./statements.ts";

export interface SqliteEngine extends Engine {
  /** A consistent copy of the whole file, also while others use it. */
  copyTo(path: string): void;
  /** Gives the space of its log back, as far as no reader needs it now. */
  cutLog(): void;
}

/** A write script that waits for the end of the tick. */
interface QueuedWrite {
  readonly synced: boolean;
  readonly script: (q: Queries) => Script<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a file, and creates it if it does not exist (unless readOnly).
 * @param onFull called when a write found no space on the disk
 */
export function openSqlite(file: SqliteFile, onFull: () => void = () => {}): SqliteEngine {
  const db = connect(file);
  let ownChanges = 0;
  const {prepare, perform} = performOn(db, file.path, () => {
    ownChanges++;
  });
  const restingReads = createRestingReads(file, performOn);

  /** Never throws: after a failure the failure itself must reach the caller, and the end of a snapshot has no caller. */
  const undo = (...texts: readonly string[]): void => {
    try {
      if (db.isOpen && db.isTransaction) for (const text of texts) prepare(text).run();
    } catch {
      // The next BEGIN finds the transaction still open and reports it.
    }
  };
  const rollback = (): void => undo("rollback");

  /** The rest of a script, from its present step on. */
  const play = <T>(script: Script<T>, step: IteratorResult<Step, T>): T => {
    let next = step;
    while (!next.done) next = script.next(perform(next.value));
    return next.value;
  };

  /** A script of one statement. Throws if it continues. */
  const playOne = <T>(script: Script<T>, first: Step): T => {
    const next = script.next(perform(first));
    if (next.done) return next.value;
    throw continuedError(first);
  };

  /** Plays a script between two statements; on a throw the script's generator is ended and `onThrow` runs. */
  const playBetween = <T>(
    begin: string,
    script: Script<T>,
    first: IteratorResult<Step, T>,
    end: string,
    onThrow: () => void,
  ): T => {
    try {
      prepare(begin).run();
      const result = play(script, first);
      prepare(end).run();
      return result;
    } catch (error) {
      script.return(undefined as never);
      onThrow();
      throw error;
    }
  };

  /** Version of the file as the reads of this tick see it; null outside of a snapshot. */
  let version: number | null = null;
  let ownWrites = 0;
  /** Version of the file as it was seen outside of a snapshot in this tick. */
  let seenVersion: number | null = null;

  const readVersion = (): number => prepare("pragma data_version").get()!["data_version"] as number;

  /** Without a snapshot: one statement instead of three. */
  const versionOfTick = (): number => {
    if (seenVersion === null) {
      seenVersion = readVersion();
      setImmediate(() => {
        seenVersion = null;
      });
    }
    return seenVersion;
  };

  /** Rolled back, not committed: nothing was written, and a commit throws again at a damaged page that a read has found. */
  const leaveSnapshot = (): void => {
    if (version === null) return;
    version = null;
    rollback();
  };

  /** The snapshot ends with the tick, or before the next write of this connection. */
  const enterSnapshot = (): number => {
    if (version !== null && db.isTransaction) return version;
    prepare("begin").run();
    try {
      version = readVersion();
    } catch (error) {
      rollback();
      throw error;
    }
    setImmediate(leaveSnapshot);
    return version;
  };

  const read = <T>(start: (q: Queries) => Script<T>): T => {
    try {
      enterSnapshot();
      const script = start(sqliteQueries);
      try {
        return play(script, script.next());
      } catch (error) {
        script.return(undefined as T);
        throw error;
      }
    } catch (error) {
      throw explained(error, file);
    }
  };

  const readOne = <T>(start: (q: Queries) => Script<T>): T => {
    try {
      const script = start(sqliteQueries);
      const first = script.next();
      return first.done ? first.value : playOne(script, first.value);
    } catch (error) {
      throw explained(error, file);
    }
  };

  const writeOne = <T>(start: (q: Queries) => Script<T>): T => {
    leaveSnapshot();
    ownWrites++;
    const script = start(sqliteQueries);
    const first = script.next();
    if (first.done) return first.value;
    if (isAutocommitted(first.value)) return playOne(script, first.value);
    return playBetween("begin immediate", script, first, "commit", rollback);
  };

  /** One of several scripts in a transaction: if it throws, only its own work is undone. */
  const writeAmong = <T>(start: (q: Queries) => Script<T>): T => {
    const script = start(sqliteQueries);
    const first = script.next();
    if (first.done) return first.value;
    return playBetween("savepoint one", script, first, "release one", () => undo("rollback to one", "release one"));
  };

  const writeTogether = (group: readonly QueuedWrite[]): void => {
    leaveSnapshot();
    ownWrites++;
    prepare("begin immediate").run();
    const outcomes = group.map(({script}) => {
      const outcome = outcomeOf(() => writeAmong(script));
      // An error of the disk ends the whole transaction, and with it the work of the others.
      if (!db.isOpen || !db.isTransaction)
        throw "error" in outcome ? outcome.error : new Error("the transaction was ended by a script");
      return outcome;
    });
    prepare("commit").run();
    for (const [index, outcome] of outcomes.entries()) {
      if ("error" in outcome) group[index]!.reject(explained(outcome.error, file));
      else group[index]!.resolve(outcome.value);
    }
  };

  let lacksSpace = false;
  /** Write scripts requested in this tick. */
  let waiting: QueuedWrite[] = [];

  const writeWaiting = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    lacksSpace = false;
    const isSynced = file.synchronous !== "full" && group.some(({synced}) => synced);
    try {
      // Not within a transaction, so not after a read of this tick.
      if (isSynced) {
        leaveSnapshot();
        db.exec("pragma synchronous = full");
      }
      if (group.length === 1) group[0]!.resolve(writeOne(group[0]!.script));
      else writeTogether(group);
    } catch (error) {
      rollback();
      lacksSpace = isWriteWithoutSpace(error);
      if (lacksSpace) onFull();
      for (const {reject} of group) reject(explained(error, file));
    } finally {
      if (isSynced && db.isOpen) db.exec(`pragma synchronous = ${file.synchronous}`);
    }
  };

  return {
    name: "sqlite",
    differences: sqliteQueries.differences,
    read: async (script) => read(script),
    async readWithRests(script, pace) {
      try {
        return await restingReads.read(script, pace);
      } catch (error) {
        throw explained(error, file);
      }
    },
    readOne: async (script) => readOne(script),
    write<T>(script: (q: Queries) => Script<T>, {synced = false}: WriteOptions = {}): Promise<T> {
      const {promise, resolve, reject} = Promise.withResolvers<T>();
      const resolveAny = resolve as (value: unknown) => void;
      if (waiting.push({script, synced, resolve: resolveAny, reject}) === 1) setImmediate(writeWaiting);
      return promise;
    },
    changes: () => (version !== null && db.isTransaction ? version : versionOfTick()) + ownChanges,
    stateRead: () => (version === null || restingReads.isPlaying ? null : version + ownWrites),
    copyTo: (path) => {
      leaveSnapshot();
      db.prepare("vacuum into ?").run(path);
    },
    close: async () => {
      writeWaiting();
      await restingReads.close();
      leaveSnapshot();
      if (!db.isOpen) return;
      if (!file.readOnly) cutLog(db, lacksSpace ? FULL_PATIENCE_MS : CUT_PATIENCE_MS);
      db.close();
    },
    cutLog() {
      if (file.readOnly || !db.isOpen) return;
      leaveSnapshot();
      cutLog(db, 0);
      db.exec(`pragma busy_timeout = ${file.busySeconds * 1000}`);
    },
  };
}

const CUT_PATIENCE_MS = 1000;
/** A server ends within ten seconds, also on a full disk. */
const FULL_PATIENCE_MS = 5000;

/**
 * Gives the space of the log back. The last connection deletes the log anyway; beside a service it would stay as long as the longest
 * transaction, also one that was undone because the disk is full, and the service could not write.
 */
function cutLog(db: DatabaseSync, patienceMs: number): void {
  try {
    db.exec(`pragma busy_timeout = ${patienceMs}`);
    db.exec("pragma wal_checkpoint(truncate)");
  } catch {
    // A long reader, or a damaged file: its own errors are reported by whoever reads it.
  }
}

function outcomeOf(perform: () => unknown): {readonly value: unknown} | {readonly error: unknown} {
  try {
    return {value: perform()};
  } catch (error) {
    return {error};
  }
}
