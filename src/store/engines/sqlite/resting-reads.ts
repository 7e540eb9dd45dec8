// Reads of the embedded engine that give way to other work: each has its snapshot on its own connection.
//
// The snapshot of the engine's own connection ends with the tick of the event loop: a read that rested and came back to it could see a
// later state. Connections are kept for the next such read.

import type {DatabaseSync} from "node:sqlite";
import {createPace, type Pace} from "../../../work/pace.ts";
import type {Script} from "../../script.ts";
import {type Queries, sqliteQueries} from "../differences.ts";
import {connect, notOpen, type SqliteFile, type Statements} from "./connection.ts";

export interface RestingReads {
  read<T>(start: (q: Queries) => Script<T>, pace?: Pace): Promise<T>;
  /** A script of such a read is being played at this moment. */
  readonly isPlaying: boolean;
  /** Waits for the running reads. */
  close(): Promise<void>;
}

/** Reads at a time, each with a page cache of its own; more reads wait for a free one. */
const MOST_CONNECTIONS = 16;

/** @param performOn as the engine's own connection performs its statements */
export function createRestingReads(
  file: SqliteFile,
  performOn: (db: DatabaseSync, path: string) => Statements,
): RestingReads {
  const free: Connection[] = [];
  /** Each gets the next connection that is given back; null: it looks again. */
  const waiting: ((connection: Connection | null) => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  let open = 0;
  let isClosed = false;

  async function take(): Promise<Connection> {
    for (;;) {
      if (isClosed) throw notOpen(file.path);
      const connection = free.pop();
      if (connection !== undefined) return connection;
      if (open < MOST_CONNECTIONS) {
        const made = openConnection(file, performOn);
        open++;
        return made;
      }
      const given = await new Promise<Connection | null>((resolve) => waiting.push(resolve));
      if (given !== null) return given;
    }
  }

  /** A connection that can't end its snapshot is not used again. */
  function give(connection: Connection): void {
    const isSound = connection.leave();
    if (!isSound) {
      connection.close();
      open--;
    }
    const next = waiting.shift();
    if (next !== undefined) next(isSound ? connection : null);
    else if (isSound) free.push(connection);
  }

  /** Plays until the script ends or rests with its time slice used up. */
  function playOn<T>({perform}: Connection, script: Script<T>, isOver: () => boolean): IteratorResult<unknown, T> {
    reads.isPlaying = true;
    try {
      let next = script.next([]);
      while (!next.done && !(next.value === undefined && isOver())) next = script.next(perform(next.value));
      return next;
    } finally {
      reads.isPlaying = false;
    }
  }

  async function play<T>(start: (q: Queries) => Script<T>, pace: Pace): Promise<T> {
    const connection = await take();
    const script = start(sqliteQueries);
    try {
      connection.prepare("begin").run();
      let step = playOn(connection, script, pace.isOver);
      while (!step.done) {
        await pace.letOthersIn();
        step = playOn(connection, script, pace.isOver);
      }
      return step.value;
    } finally {
      script.return(undefined as T);
      give(connection);
    }
  }

  const reads = {
    isPlaying: false,
    async read<T>(start: (q: Queries) => Script<T>, pace = createPace()): Promise<T> {
      const played = play(start, pace);
      underWay.add(played);
      try {
        return await played;
      } finally {
        underWay.delete(played);
      }
    },
    async close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake(null);
      await Promise.allSettled(underWay);
      for (const connection of free.splice(0)) connection.close();
    },
  };
  return reads;
}

type Connection = ReturnType<typeof openConnection>;

function openConnection(file: SqliteFile, performOn: (db: DatabaseSync, path: string) => Statements) {
  const db = connect({...file, readOnly: true});
  return {
    ...performOn(db, file.path),
    /** Ends the snapshot; false if that fails, which must not hide an earlier failure. */
    leave(): boolean {
      try {
        if (db.isTransaction) db.exec("rollback");
        return db.isOpen;
      } catch {
        return false;
      }
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}
