// What is asked of a connection of PostgreSQL: statements that it prepares once, and their answers that nobody waits for yet.
import type pg from "pg";

const names = new Map<string, string>();

/** A statement that the connection prepares once and knows by name ever after. */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = `ryad_${names.size + 1}`;
    names.set(text, name);
  }
  return {name, text, values: values as unknown[]};
}

/** What was sent and not waited for: keeps the first failure, which is the cause of those after it. */
export interface Underway {
  add(answer: Promise<unknown>): void;
  readonly failure: {readonly error: unknown} | null;
}

export function createUnderway(): Underway {
  let failure: Underway["failure"] = null;
  return {
    add(answer) {
      answer.catch((error: unknown) => {
        failure ??= {error};
      });
    },
    get failure() {
      return failure;
    },
  };
}
