// Several reads in one snapshot, on one connection: what they ask alike is asked once, and what differs only in its numbers as one statement.
//
// Each read is answered as soon as it is over. If a statement fails, which ends the transaction, the other reads are played again by
// themselves.
import type pg from "pg";
import type {Row, Statement, Step} from "../../script.ts";
import {postgresQueries} from "../differences.ts";
import {createUnderway, type Pool} from "./connection.ts";
import {isOutage} from "./failures.ts";
import {endRead, perform, playRead, rollBack, type Start} from "./script.ts";

/** Tells scripts the state of the snapshot in which they play. */
export interface SnapshotStates {
  readonly question: Statement;
  /** Runs a step of a script. @param rows the answer to the question in its snapshot */
  within<T>(rows: readonly Row[], step: () => T): T;
}

type Perform = (step: Statement) => Promise<readonly Row[]>;

/** @param states null: the state is not needed */
export async function playReads(
  pool: Pool,
  begin: string,
  starts: readonly Start<unknown>[],
  states: SnapshotStates | null,
): Promise<Promise<unknown>[]> {
  if (starts.length === 1) return [playRead(pool, begin, starts[0]!)];
  const client = await pool.connect();
  const underway = createUnderway();
  underway.add(client.query(begin));
  /** A statement has failed; `by` null: it was one of several reads. */
  let failed: {readonly by: Start<unknown> | null} | null = null;
  const asking = createAsking((step) => perform(client, step, underway));
  const state = states === null ? null : asking(states.question);

  async function play(start: Start<unknown>): Promise<unknown> {
    const rows = state === null ? [] : await attempt(() => state, start);
    const within = <T>(step: () => T): T => (states === null ? step() : states.within(rows, step));
    const script = within(() => start(postgresQueries));
    try {
      let next = within(() => script.next([]));
      while (!next.done) {
        const {value} = next;
        const found = value === undefined ? [] : await attempt(() => ask(value), start);
        next = within(() => script.next(found));
      }
      return next.value;
    } finally {
      script.return(undefined);
    }
  }

  function ask(step: NonNullable<Step>): Promise<readonly Row[]> {
    return "parameters" in step && step.binary === undefined ? asking(step) : perform(client, step, underway);
  }

  async function attempt(action: () => Promise<readonly Row[]>, start: Start<unknown>): Promise<readonly Row[]> {
    try {
      return await action();
    } catch (error) {
      const isJoined = error instanceof JoinedFailure;
      failed ??= {by: isJoined ? null : start};
      throw underway.failure?.error ?? (isJoined ? error.cause : error);
    }
  }

  const played = starts.map(play);
  const over = Promise.allSettled(played).then(() => end(client, failed === null));
  return played.map((one, index) =>
    one.catch(async (error: unknown) => {
      if (failed === null || failed.by === starts[index] || isOutage(error)) throw error;
      await over;
      return playRead(pool, begin, starts[index]!);
    }),
  );
}

async function end(client: pg.PoolClient, isWhole: boolean): Promise<void> {
  if (isWhole) endRead(client);
  else await rollBack(client);
}

interface Waiting {
  readonly step: Statement;
  readonly resolve: (rows: Promise<readonly Row[]>) => void;
}

/** Asks each statement once: readers of one dataset ask the same of the same state. */
function createAsking(ask: Perform): Perform {
  const running = new Map<string, Promise<readonly Row[]>>();
  const waiting = new Map<string, Waiting[]>();

  /** After all steps of this turn. */
  function mergeable(text: string): void {
    const group = waiting.get(text)!;
    waiting.delete(text);
    if (group.length === 1) {
      group[0]!.resolve(ask(group[0]!.step));
      return;
    }
    const found = ask(joined(group.map(({step}) => step))).then(
      (rows) => Map.groupBy(rows, (row) => row["nth"]),
      (cause: unknown) => {
        throw new JoinedFailure("a statement for several reads failed", {cause});
      },
    );
    for (const [index, {resolve}] of group.entries()) resolve(found.then((by) => by.get(index + 1) ?? []));
  }

  function send(step: Statement): Promise<readonly Row[]> {
    if (step.mergeable !== true) return ask(step);
    const {promise, resolve} = Promise.withResolvers<readonly Row[]>();
    const group = waiting.get(step.sql);
    if (group === undefined) {
      waiting.set(step.sql, [{step, resolve}]);
      process.nextTick(mergeable, step.sql);
    } else group.push({step, resolve});
    return promise;
  }

  return (step) => {
    const key = `${step.sql}\0${JSON.stringify(step.parameters)}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const rows = send(step);
    running.set(key, rows);
    return rows;
  };
}

class JoinedFailure extends Error {}

/** One statement for several that differ in their numbers; `nth`, from 1, tells whose row it is. */
function joined(steps: readonly Statement[]): Statement {
  const [{sql, parameters}] = steps as readonly [Statement];
  const lists = parameters.map((_, index) => steps.map((step) => step.parameters[index]));
  const names = parameters.map((_, index) => `given${index + 1}`);
  const one = sql.replaceAll(/\$(\d+)/g, "asked.given$1");
  const given = names.map((_, index) => `$${index + 1}::bigint[]`).join(", ");
  return {
    sql: `select asked.nth, one.* from unnest(${given}) with ordinality as asked (${names.join(", ")}, nth), lateral (${one}) as one`,
    parameters: lists,
  };
}
