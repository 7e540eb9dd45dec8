// Steps of a script on one connection of the embedded engine; each text is prepared once.
import type {DatabaseSync, SQLInputValue, StatementSync} from "node:sqlite";
import type {Row, Step} from "../../script.ts";

export interface Statements {
  prepare(text: string): StatementSync;
  /** The rows of the step; none of a batch or a rest. */
  perform(step: Step): readonly Row[];
}

export function createStatements(db: DatabaseSync, path: string): Statements {
  const prepared = new Map<string, StatementSync>();

  function prepare(text: string): StatementSync {
    if (!db.isOpen) throw notOpen(path);
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  }

  return {
    prepare,
    perform(step) {
      if ("rests" in step) return [];
      const statement = prepare(step.sql);
      if ("parameters" in step) return statement.all(...(step.parameters as readonly SQLInputValue[])) as Row[];
      for (const row of step.rows) statement.run(...(row as readonly SQLInputValue[]));
      return [];
    },
  };
}

export function notOpen(path: string): Error {
  return Object.assign(new Error(`${path} is not open`), {code: "ERR_INVALID_STATE"});
}
