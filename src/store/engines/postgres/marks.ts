// Marks of writers, which show whether a write landed whose commit was not answered. Without them a reader could be charged for nothing.
//
// Each writer puts a new mark into a row that no other transaction uses meanwhile, so the row shows later which write landed last. The
// number of a transaction is not enough: numbers lost in a crash, or unknown to a server that took over, are used again.
// A write that is one statement has no COMMIT behind a confirmed mark: its answer may not come while the statement is still on its way to the
// database. So it passes a fence: it writes only if the row has the mark of the one before it, and `hasPassed` shuts the fence.

import {randomUUID} from "node:crypto";
import type pg from "pg";
import {type Pool, prepared} from "./connection.ts";
import {isOutage} from "./failures.ts";

export interface WriterMark {
  /** Writes the mark; the first statement of the transaction. */
  readonly question: ReturnType<typeof prepared>;
  /** The connection has confirmed that the transaction is over: another one may use the row. */
  free(): void;
  /** Waits until the database can answer, also for a transaction that is still running. */
  hasLanded(): Promise<boolean>;
}

export interface WriterMarks {
  next(): WriterMark;
}

const ASK_AGAIN_MS = 250;

export function createMarks(pool: Pool): WriterMarks {
  const free: string[] = [];
  return {
    next() {
      const row = free.pop() ?? randomUUID();
      const mark = randomUUID();
      return {
        question: prepared(LEAVE, [row, mark]),
        free: () => void free.push(row),
        hasLanded: () => hasLanded(pool, row, mark),
      };
    },
  };
}

export const NOW = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

const LEAVE = `insert into "writer_mark" ("id", "mark", "written_at") values ($1, $2, ${NOW})
  on conflict ("id") do update set "mark" = excluded."mark", "written_at" = excluded."written_at"`;

/** Updates the row, which waits for the transaction that locks it, and returns its mark; "": there was none. */
const TOUCH = `insert into "writer_mark" ("id", "mark", "written_at") values ($1, '', ${NOW})
  on conflict ("id") do update set "written_at" = excluded."written_at" returning "mark"`;

async function hasLanded(pool: Pool, row: string, mark: string): Promise<boolean> {
  const [touched] = await askUntilAnswered<{mark: string}>(pool, TOUCH, [row]);
  return touched!.mark === mark;
}

/** The rows of a statement that may be asked again, as soon as the database answers. */
async function askUntilAnswered<R extends pg.QueryResultRow>(
  pool: Pool,
  text: string,
  words: readonly string[],
): Promise<readonly R[]> {
  for (;;) {
    try {
      return (await pool.query<R>(prepared(text, words))).rows;
    } catch (error) {
      if (pool.isEnded() || !isOutage(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS).unref());
  }
}

/** Rows of servers that have ended. */
const SWEEP = `delete from "writer_mark" where "written_at" < ${NOW} - 86400000`;

/** Deletes marks older than a day, which no server needs any more. */
export async function sweepMarks(pool: Pool): Promise<void> {
  await pool.query({text: SWEEP});
}

/** Is passed once, and not at all after it was given up. */
export interface Fence {
  /** The row, the mark that the statement leaves there, and the mark that it must find. */
  readonly words: readonly [row: string, mark: string, before: string];
  /** The statement was answered: another one may use the fence. */
  free(): void;
  /** Waits until the database can answer. null: the statement has not passed and never will, else the word that it told. */
  hasPassed(): Promise<string | null>;
}

interface Fences {
  next(): Fence;
}

export function createFences(pool: Pool): Fences {
  const free: {readonly row: string; readonly mark: string}[] = [];
  return {
    next() {
      const {row, mark: before} = free.pop() ?? {row: randomUUID(), mark: ""};
      const mark = randomUUID();
      return {
        words: [row, mark, before],
        free: () => void free.push({row, mark}),
        async hasPassed() {
          const [shut] = await askUntilAnswered<{mark: string}>(pool, SHUT, [row, mark]);
          if (shut!.mark !== mark) return null;
          const [passed] = await askUntilAnswered<{mark: string}>(pool, PASSED, [row]);
          return passed!.mark;
        },
      };
    },
  };
}

/** The beginning of a statement behind a fence, with the fence's words as its first parameters: `fence` has a row if it may write. */
export const WITH_FENCE = `with gate as (
    insert into writer_mark (id, mark, written_at) values ($1, $2, ${NOW})
    on conflict (id) do update set mark = excluded.mark, written_at = excluded.written_at where writer_mark.mark = $3
    returning id
  )`;

/** A part of the statement that tells `hasPassed` a word. @param word an expression */
export function fenceAnswer(word: string): string {
  return `told as (
    insert into writer_mark (id, mark, written_at) select id || ' told', ${word}, ${NOW} from gate
    on conflict (id) do update set mark = excluded.mark, written_at = excluded.written_at
  )`;
}

/** No statement looks for "shut". A statement at work holds the row, so this waits for its end. */
const SHUT = `insert into writer_mark (id, mark, written_at) values ($1, 'shut', ${NOW})
  on conflict (id) do update set
    mark = case when writer_mark.mark = $2 then writer_mark.mark else excluded.mark end, written_at = excluded.written_at
  returning mark`;

const PASSED = "select mark from writer_mark where id = $1 || ' told'";
