// Marks, by which a write whose commit was never answered is told from one that did not land.
//
// Each writer leaves a fresh mark in a row that no other transaction uses meanwhile, so the row afterwards tells which of them landed
// last. The number of a transaction would not do: those lost in a crash, or unknown to a server that took over, are given out again.
import {randomUUID} from "node:crypto";
import {isOutage, type Pool, prepared} from "./connection.ts";

export interface Mark {
  /** Writes the mark; the first statement of the transaction. */
  readonly question: ReturnType<typeof prepared>;
  /** The transaction is over and its connection has said so: the row may serve another. */
  free(): void;
  /** Waits until the database can tell, and for a transaction that is still under way. */
  hasLanded(): Promise<boolean>;
}

export interface Marks {
  take(): Mark;
}

const ASK_AGAIN_MS = 250;

export function createMarks(pool: Pool): Marks {
  const free: string[] = [];
  return {
    take() {
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

const NOW = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

const LEAVE = `insert into "writer_mark" ("id", "mark", "written_at") values ($1, $2, ${NOW})
  on conflict ("id") do update set "mark" = excluded."mark", "written_at" = excluded."written_at"`;

/** Touches the row, which waits for whoever has it, and gives the mark that was there, "" when there was none. */
const TOUCH = `insert into "writer_mark" ("id", "mark", "written_at") values ($1, '', ${NOW})
  on conflict ("id") do update set "written_at" = excluded."written_at" returning "mark"`;

async function hasLanded(pool: Pool, row: string, mark: string): Promise<boolean> {
  for (;;) {
    try {
      const {rows} = await pool.query<{mark: string}>(prepared(TOUCH, [row]));
      return rows[0]!.mark === mark;
    } catch (error) {
      if (pool.isEnded() || !isOutage(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS).unref());
  }
}

/** Rows of servers that are gone. */
const SWEEP = `delete from "writer_mark" where "written_at" < ${NOW} - 86400000`;

/** Takes marks away that nobody will ask for any more: those of yesterday. */
export async function sweepMarks(pool: Pool): Promise<void> {
  await pool.query({text: SWEEP});
}
