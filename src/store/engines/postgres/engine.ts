// The scale-out engine: PostgreSQL 15 or later, through a pool of connections.
//
// A read script is one REPEATABLE READ transaction, so all its statements see one state; on many machines no write commits while it runs
// (lock.ts). Writers of accounts run side by side, each statement settling its own rows; writers of one dataset wait for its lock
// (dataset-lock.ts).

import {createPace} from "../../../work/pace.ts";
import type {StorePart} from "../../migrations/migration.ts";
import {lastChange} from "../../releases/load-run.ts";
import type {Engine, Script} from "../../script.ts";
import {postgresQueries, type Queries} from "../differences.ts";
import {batching} from "./batching.ts";
import type {Pool} from "./connection.ts";
import {PUBLISH, READ_BETWEEN_COMMITS} from "./lock.ts";
import type {WriterMarks} from "./marks.ts";
import {CHANGE_CHANNEL, type Notices} from "./notices.ts";
import {playReads, type SnapshotStates} from "./reads.ts";
import {playOne, playRead, playWrite} from "./script.ts";

export interface PostgresPart {
  readonly part: StorePart;
  /** Reports changes by others; null: not needed. */
  readonly notices: Notices | null;
  /** Shows whether a write landed whose commit was not answered; null: not needed. */
  readonly marks: WriterMarks | null;
  /** The tables are on many machines, which have no common snapshot: no read runs during a commit. */
  readonly distributed: boolean;
}

/** Reads of one snapshot, at most. */
const MOST_READS = 16;

/** An engine over a pool that others may share; the opener closes the pool. */
export function openPostgres(pool: Pool, {part, notices, marks, distributed}: PostgresPart): Engine {
  const limit = pool.workSeconds === null ? [] : [`set local statement_timeout = '${pool.workSeconds}s'`];
  const [beginRead, ...sharing] = distributed
    ? READ_BETWEEN_COMMITS
    : ["begin isolation level repeatable read, read only"];
  const snapshot = [beginRead, ...limit, ...sharing].join("; ");
  const begin = ["begin", ...limit].join("; ");
  const explaining = async <T>(played: Promise<T>): Promise<T> => {
    try {
      return await played;
    } catch (error) {
      throw pool.explain(error);
    }
  };
  // On many machines every read of a group would be asked from all of them.
  const states = part === "statistics" && !distributed ? createStates() : null;
  const readTogether = batching({most: MOST_READS}, (scripts: readonly ((q: Queries) => Script<unknown>)[]) =>
    playReads(pool, snapshot, scripts, states),
  );
  return {
    name: "postgres",
    differences: postgresQueries.differences,
    read: (script) => explaining(readTogether(script) as Promise<never>),
    readWithRests: (script, pace = createPace()) => explaining(playRead(pool, snapshot, script, pace)),
    readOne: (script) => explaining(playOne(pool, script)),
    write: (script) => explaining(playWrite(pool, begin, (q) => withNotice(script(q), part, distributed), marks)),
    changes: () => notices?.changes(part) ?? null,
    stateRead: () => states?.read() ?? null,
    close: async () => {},
  };
}

/** The states of snapshots by their last load, which every change of a dataset leaves (releases/load-run.ts). */
function createStates(): SnapshotStates & {read(): number | null} {
  let [change, number]: [unknown, number] = [null, 0];
  let read: number | null = null;
  return {
    question: lastChange(postgresQueries, {}),
    within(rows, step) {
      const found = rows[0]?.["load_run"] ?? null;
      if (found !== change) [change, number] = [found, number + 1];
      read = found === null ? null : number;
      try {
        return step();
      } finally {
        read = null;
      }
    },
    read: () => read,
  };
}

/**
 * The script, and after it a notice of changes that others remember, which reaches them with the commit. On many machines no read runs
 * beside the write from its first notifying statement on, whose row all writers need, and during its commit in any case.
 */
function* withNotice<T>(script: Script<T>, part: StorePart, distributed: boolean): Script<T> {
  let isNotifying = false;
  try {
    let next = script.next();
    while (!next.done) {
      if (!isNotifying && next.value !== undefined && "parameters" in next.value && next.value.notifies) {
        isNotifying = true;
        if (distributed) yield PUBLISH;
      }
      next = script.next(yield next.value);
    }
    if (distributed && !isNotifying) yield PUBLISH;
    if (isNotifying) yield {sql: "select pg_notify($1, $2)", parameters: [CHANGE_CHANNEL, part], unread: true};
    return next.value;
  } finally {
    script.return(undefined as T);
  }
}
