// Records every statement that this process sends to PostgreSQL, for tests that check them all.
import pg from "pg";

/** Records statements from now on. */
export function recordStatements(): ReadonlySet<string> {
  const wanted = new Set<string>();
  const query = pg.Client.prototype.query as (...words: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [question] = words as [string | {readonly text?: string}];
    const text = typeof question === "string" ? question : question.text;
    if (text !== undefined) wanted.add(text.replaceAll(/\s+/g, " ").trim());
    return query.apply(this, words);
  } as typeof pg.Client.prototype.query;
  return wanted;
}
