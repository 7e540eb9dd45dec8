// Runs scripts on one connection of the embedded engine, each synchronously; each statement text is prepared once.
import type {DatabaseSync, SQLInputValue, StatementSync} from "node:sqlite";
import {type Row, type Script, type Step, wentOn} from "../../script.ts";

export interface Player {
  prepare(text: string): StatementSync;
  /** The rows of the step; none of a batch or a rest. */
  perform(step: Step): readonly Row[];
  /** The rest of a script, from its present step on. */
  play<T>(script: Script<T>, step: IteratorResult<Step, T>): T;
  /** A script of one statement. Throws if it continues. */
  playOne<T>(script: Script<T>, first: Step): T;
  /** Plays a script between two statements; on a throw the script's generator is ended and `onThrow` runs. */
  playBetween<T>(begin: string, script: Script<T>, first: IteratorResult<Step, T>, end: string, onThrow: () => void): T;
}

/** @param onNoted runs with each statement whose effect others remember */
export function createPlayer(db: DatabaseSync, path: string, onNoted: () => void = () => {}): Player {
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

  function perform(step: Step): readonly Row[] {
    if (step === undefined) return [];
    const statement = prepare(step.sql);
    if ("parameters" in step) {
      if (step.noted) onNoted();
      return statement.all(...(step.parameters as readonly SQLInputValue[])) as Row[];
    }
    for (const row of step.rows) statement.run(...(row as readonly SQLInputValue[]));
    return [];
  }

  function play<T>(script: Script<T>, step: IteratorResult<Step, T>): T {
    let next = step;
    while (!next.done) next = script.next(perform(next.value));
    return next.value;
  }

  return {
    prepare,
    perform,
    play,
    playOne(script, first) {
      const next = script.next(perform(first));
      if (next.done) return next.value;
      throw wentOn(first);
    },
    playBetween(begin, script, first, end, onThrow) {
      try {
        prepare(begin).run();
        const result = play(script, first);
        prepare(end).run();
        return result;
      } catch (error) {
        script.return(undefined as never);
        onThrow();
        throw error;
      }
    },
  };
}

export function notOpen(path: string): Error {
  return Object.assign(new Error(`${path} is not open`), {code: "ERR_INVALID_STATE"});
}
