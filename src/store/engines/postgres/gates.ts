// Gates of writes that are one statement: each passes its gate once, and not at all after it was given up.
//
// A statement whose answer did not come may still be on its way to the database. So it writes only if the gate has the mark of the one before
// it, and `hasPassed` shuts the gate: whatever it says stays true. The rows are those of marks.ts, which needs no gate because its COMMIT
// follows a mark that was confirmed.
import {randomUUID} from "node:crypto";
import type {Pool} from "./connection.ts";
import {askUntilAnswered, NOW} from "./marks.ts";

export interface Gate {
  /** The row, the mark that the statement leaves there, and the mark that it must find. */
  readonly words: readonly [row: string, mark: string, before: string];
  /** The statement was answered: another one may use the gate. */
  free(): void;
  /** Waits until the database can answer. null: the statement has not passed and never will, else the word that it told. */
  hasPassed(): Promise<string | null>;
}

export interface Gates {
  take(): Gate;
}

export function createGates(pool: Pool): Gates {
  const free: {readonly row: string; readonly mark: string}[] = [];
  return {
    take() {
      const {row, mark: before} = free.pop() ?? {row: randomUUID(), mark: ""};
      const mark = randomUUID();
      return {
        words: [row, mark, before],
        free: () => void free.push({row, mark}),
        async hasPassed() {
          const [shut] = await askUntilAnswered<{mark: string}>(pool, SHUT, [row, mark]);
          if (shut!.mark !== mark) return null;
          const [told] = await askUntilAnswered<{mark: string}>(pool, TOLD, [row]);
          return told!.mark;
        },
      };
    },
  };
}

/** The beginning of a statement behind a gate, with the gate's words as its first parameters: `gate` has a row if it may write. */
export const WITH_GATE = `with gate as (
    insert into writer_mark (id, mark, written_at) values ($1, $2, ${NOW})
    on conflict (id) do update set mark = excluded.mark, written_at = excluded.written_at where writer_mark.mark = $3
    returning id
  )`;

/** A part of the statement that tells `hasPassed` a word. @param word an expression */
export function tellingGate(word: string): string {
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

const TOLD = "select mark from writer_mark where id = $1 || ' told'";
