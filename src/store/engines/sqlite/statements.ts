// The prepared statements of one connection to SQLite.
//
// A prepared statement belongs to its connection, and a closed connection says so in our words.
import type {DatabaseSync, SQLInputValue, StatementSync} from "node:sqlite";
import type {Row} from "../../script.ts";
import {notOpen, type Statements} from "./connection.ts";

/** Each text is prepared once. @param onNotifying runs with each statement whose effect others remember */
export function performOn(db: DatabaseSync, path: string, onNotifying: () => void = () => {}): Statements {
  const prepared = new Map<string, StatementSync>();
  const singles = new Map<string, {readonly statement: StatementSync; readonly names: readonly string[]}>();

  function prepare(text: string): StatementSync {
    if (!db.isOpen) throw notOpen(path);
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = db.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  }

  /** By a statement of its own, which gives a list of values: that is cheaper than Node's object of them. */
  function readSingle(text: string, parameters: readonly SQLInputValue[]): readonly Row[] {
    if (!db.isOpen) throw notOpen(path);
    let single = singles.get(text);
    if (single === undefined) {
      const statement = db.prepare(text);
      statement.setReturnArrays(true);
      single = {statement, names: statement.columns().map(({name}) => name)};
      singles.set(text, single);
    }
    const values = single.statement.get(...parameters) as unknown as readonly unknown[] | undefined;
    if (values === undefined) return [];
    const row: Row = {};
    for (let index = 0; index < values.length; index++) row[single.names[index]!] = values[index];
    return [row];
  }

  return {
    prepare,
    perform(step) {
      if (step === undefined) return [];
      if ("parameters" in step) {
        if (step.notifies) onNotifying();
        const parameters = step.parameters as readonly SQLInputValue[];
        return step.single ? readSingle(step.sql, parameters) : (prepare(step.sql).all(...parameters) as Row[]);
      }
      const statement = prepare(step.sql);
      for (const row of step.rows) statement.run(...(row as readonly SQLInputValue[]));
      return [];
    },
  };
}
