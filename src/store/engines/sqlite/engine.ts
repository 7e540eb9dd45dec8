// The embedded engine: SQLite in this process, through node:sqlite.
//
// A script is played in one synchronous stretch, so nothing of this process can come in between; a read before the promise is even
// returned. Reads of one turn of the event loop share one snapshot. Writes of one turn share one transaction and one commit, each
// undone alone when it throws: a commit costs more than the small writes in it. Another process may write; statements wait for it.

import {type Engine, isAlone, type Row, type Script, type Step, wentOn} from "../../script.ts";
import {type Queries, sqliteQueries} from "../differences.ts";
import {createAsideReads} from "./aside.ts";
import {connect, explained, type SqliteFile} from "./connection.ts";
import {createStatements} from "./statements.ts";
import {createWriteQueue, type QueuedWrite} from "./write-queue.ts";

export interface SqliteEngine extends Engine {
  /** A consistent copy of the whole file, also while others use it. */
  copyTo(path: string): void;
}

/** Opens a file, and makes it when it is not there (unless readOnly). */
export function openSqlite(file: SqliteFile): SqliteEngine {
  const db = connect(file);
  const {prepare, perform: performStep} = createStatements(db, file.path);
  const aside = createAsideReads(file);

  let ownChanges = 0;
  const perform = (step: Step): readonly Row[] => {
    if ("parameters" in step && step.noted) ownChanges++;
    return performStep(step);
  };

  const play = <T>(script: Script<T>, step: IteratorResult<Step, T>): T => {
    let next = step;
    while (!next.done) next = script.next(perform(next.value));
    return next.value;
  };

  /** Never throws: after a failure the failure itself must reach the caller, and the end of a snapshot has no caller. */
  const undo = (text: string): void => {
    try {
      if (db.isOpen && db.isTransaction) db.exec(text);
    } catch {
      // The transaction is left to the next BEGIN, which will say what is wrong.
    }
  };
  const rollback = (): void => undo("rollback");

  /** Version of the file as the reads of this turn see it; null outside of a snapshot. */
  let version: number | null = null;
  let ownWrites = 0;

  /** Nothing was written in it, so it is rolled back: a commit throws once more at a page that a read has found damaged. */
  const leaveSnapshot = (): void => {
    if (version === null) return;
    version = null;
    rollback();
  };

  /** The snapshot ends with the turn, or before the next write of this connection. */
  const enterSnapshot = (): number => {
    if (version !== null && db.isTransaction) return version;
    prepare("begin").run();
    try {
      version = prepare("pragma data_version").get()!["data_version"] as number;
    } catch (error) {
      rollback();
      throw error;
    }
    setImmediate(leaveSnapshot);
    return version;
  };

  /** Plays a script between two statements; on a throw the script's generator is ended and `onThrow` runs. */
  const between = <T>(
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
      script.return(undefined as T);
      onThrow();
      throw error;
    }
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

  const playOne = <T>(script: Script<T>, first: Step): T => {
    const next = script.next(perform(first));
    if (next.done) return next.value;
    throw wentOn(first);
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

  const write = <T>(start: (q: Queries) => Script<T>): T => {
    leaveSnapshot();
    ownWrites++;
    const script = start(sqliteQueries);
    const first = script.next();
    if (first.done) return first.value;
    if (isAlone(first.value)) return playOne(script, first.value);
    return between("begin immediate", script, first, "commit", rollback);
  };

  /** One script of several in a transaction: what it did is undone when it throws, the others stand. */
  const writeAmong = <T>(start: (q: Queries) => Script<T>): T => {
    const script = start(sqliteQueries);
    const first = script.next();
    if (first.done) return first.value;
    return between("savepoint one", script, first, "release one", () => undo("rollback to one; release one"));
  };

  const writeTogether = (group: readonly QueuedWrite[]): void => {
    leaveSnapshot();
    ownWrites++;
    prepare("begin immediate").run();
    const outcomes = group.map(({script}) => {
      const outcome = outcomeOf(() => writeAmong(script));
      // An error of the disk ends the whole transaction, and with it what the others did.
      if (!db.isOpen || !db.isTransaction)
        throw "error" in outcome ? outcome.error : new Error("the transaction was ended by a script");
      return outcome;
    });
    prepare("commit").run();
    for (const [place, outcome] of outcomes.entries()) {
      if ("error" in outcome) group[place]!.reject(explained(outcome.error, file));
      else group[place]!.resolve(outcome.value);
    }
  };

  const writes = createWriteQueue((group) => {
    try {
      if (group.length === 1) group[0]!.resolve(write(group[0]!.script));
      else writeTogether(group);
    } catch (error) {
      rollback();
      for (const {reject} of group) reject(explained(error, file));
    }
  });

  return {
    name: "sqlite",
    differences: sqliteQueries.differences,
    read: async (script) => read(script),
    async readGivingWay(script) {
      try {
        return await aside.read(script);
      } catch (error) {
        throw explained(error, file);
      }
    },
    readOne: async (script) => readOne(script),
    write: (script) => writes.add(script),
    changes: () => enterSnapshot() + ownChanges,
    stateRead: () => (version === null || aside.isPlaying() ? null : version + ownWrites),
    copyTo: (path) => {
      leaveSnapshot();
      db.prepare("vacuum into ?").run(path);
    },
    close: async () => {
      writes.flush();
      await aside.close();
      leaveSnapshot();
      if (db.isOpen) db.close();
    },
  };
}

function outcomeOf(act: () => unknown): {readonly value: unknown} | {readonly error: unknown} {
  try {
    return {value: act()};
  } catch (error) {
    return {error};
  }
}
