// Scripts: requests to the store, written once for every engine as generators that yield statements and receive rows.
//
// An engine plays a whole script in one snapshot (read) or one transaction (write). A script never awaits and never catches the error of a
// statement: after an error the transaction is over. A Kysely query is compiled once for each engine, with markers in place of values, so
// nothing in it may depend on a value. A script of a request is declared once, and an arrow calls it: a generator function that is made for the
// request keeps all it sees until the next full collection (docs/decisions/0010-slices.md).
import {type Compilable, type CompiledQuery, type Expression, sql} from "kysely";
import type {Pace} from "../work/pace.ts";
import type {Differences, EngineName, Queries} from "./engines/differences.ts";

/** Types of columns that an engine may fetch in binary. */
export type BinaryType = "text" | "integer" | "bigint" | "real" | "bytes";

/** The columns of a row, in order. */
export type BinaryColumns = Readonly<Record<string, BinaryType>>;

/** One statement; its rows come back from `yield`. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The whole write script is this statement, so an engine may leave out BEGIN and COMMIT; see `autocommitted`. */
  readonly autocommit?: true;
  /** Its effect is remembered elsewhere; see `notifying`. */
  readonly notifies?: true;
  /** Its rows are not read, so an engine may continue before it is done: its error comes with a later statement or the commit. */
  readonly unread?: true;
  /** Its rows contain bytes, so an engine may fetch them in a binary form; see `inBinary`. */
  readonly binary?: BinaryColumns;
  /** Its parameters are whole numbers, and an engine may ask it once for several reads; see `mergeable`. */
  readonly mergeable?: true;
  /** It has at most one row, which an engine may fetch alone. */
  readonly single?: true;
  /** The name of the lock that the statement waits for: a dataset, or the schema. */
  readonly locks?: string;
  /** It waits until no read is running: before the commit, if the store is spread over machines. */
  readonly publishes?: true;
}

/** The same statement for many rows, without a result. Rows of one batch must not touch the same key twice. */
export interface Batch {
  readonly sql: string;
  readonly rows: Iterable<readonly unknown[]>;
}

/** `undefined`: no statement, but a rest (work/pace.ts). Only reads that give way rest there. */
export type Step = Statement | Batch | undefined;

export type Row = Record<string, unknown>;

export type Script<T> = Generator<Step, T, readonly Row[]>;

export interface WriteOptions {
  /** It is on the disk before it is answered, so that no failure of power undoes it: a revocation, a link that was used. */
  readonly synced?: boolean;
}

export const SYNCED: WriteOptions = {synced: true};

export interface Engine {
  readonly name: EngineName;
  readonly differences: Differences;
  /** Plays a script in one snapshot. */
  read<T>(script: (q: Queries) => Script<T>): Promise<T>;
  /** Plays a script in one snapshot and lets other work run where it rests: for reads that may take long. */
  readWithRests<T>(script: (q: Queries) => Script<T>, pace?: Pace): Promise<T>;
  /** Plays a script of a single statement, which needs no snapshot; a script that continues is an error. */
  readOne<T>(script: (q: Queries) => Script<T>): Promise<T>;
  /** Plays a script in one transaction: it lands whole or, after any error, not at all. */
  write<T>(script: (q: Queries) => Script<T>, options?: WriteOptions): Promise<T>;
  /** Changes when another connection has changed the data, or this one by a `notifying` statement; null: unknown. */
  changes(): number | null;
  /** Identifies the state that a running read (not one that gives way) sees; null: unknown. */
  stateRead(): number | null;
  close(): Promise<void>;
}

/** A statement that knows its rows. */
export interface StatementOf<R> extends Statement {
  readonly row?: R;
}

/** All rows of a statement. */
export function* all<R>(statement: StatementOf<R> | CompiledQuery<R>): Script<readonly R[]> {
  return (yield statement) as readonly unknown[] as readonly R[];
}

/** All rows of a statement, as plain records. */
export function* records<R>(statement: StatementOf<R> | CompiledQuery<R>): Script<R[]> {
  return (yield* all(statement)).map((row) => ({...row}));
}

/** The first row of a statement; undefined: there is none. */
export function* one<R>(statement: StatementOf<R> | CompiledQuery<R>): Script<R | undefined> {
  return (yield statement)[0] as unknown as R | undefined;
}

/** Runs a statement or a batch for its effect. */
export function* run(step: Statement | Batch): Script<void> {
  if ("parameters" in step && step.autocommit !== true) yield {...step, unread: true};
  else yield step;
}

/** A script that asks the store nothing. */
// biome-ignore lint/correctness/useYield: it has its result already
export function* resolved<T>(result: T): Script<T> {
  return result;
}

/**
 * Marks a statement that reads bytes and has only numbers as parameters: if the engine's ordinary answers are texts, bytes would come in
 * hexadecimal. `columns` are the columns of the rows, in order, with their types.
 */
export function inBinary<R>(
  statement: StatementOf<R>,
  columns: Readonly<Record<keyof R & string, BinaryType>>,
): StatementOf<R> {
  return {sql: statement.sql, parameters: statement.parameters, binary: columns};
}

/** Marks a statement with whole numbers as parameters that reads of one snapshot ask often: an engine may ask it once for all of them. */
export function mergeable<R>(statement: StatementOf<R>): StatementOf<R> {
  return {sql: statement.sql, parameters: statement.parameters, mergeable: true};
}

/** Marks a statement whose effect is remembered elsewhere (a revoked token, a plan, a load): it changes `changes` of every engine. */
export function notifying<R>(statement: StatementOf<R>): StatementOf<R> {
  return {sql: statement.sql, parameters: statement.parameters, notifies: true};
}

/**
 * Marks a statement that is a whole write script: a single statement is its own transaction, which saves a fifth of a small write. An
 * engine refuses a script that continues after it; within a longer script the mark means nothing.
 */
export function autocommitted<R>(statement: StatementOf<R> | CompiledQuery<R>): StatementOf<R> {
  return {sql: statement.sql, parameters: statement.parameters, autocommit: true};
}

export function isAutocommitted(step: Step): boolean {
  return step !== undefined && "parameters" in step && step.autocommit === true;
}

/** The error for a write script that continues after a statement marked `autocommitted`. */
export function continuedError(step: Step): Error {
  const named = step !== undefined ? step.sql : "a rest";
  return new Error(`a script continued after a statement that is marked as autocommitted: ${named}`);
}

/** Gives the marker of a named parameter while a query is built. */
export type Param<P extends object> = <K extends keyof P & string>(name: K) => P[K];

/** @returns a function that gives the statement for an engine's queries and the values of its parameters */
export function statement<P extends object, R>(
  build: (q: Queries, param: Param<P>) => Compilable<R>,
): (q: Queries, values: P) => StatementOf<R> {
  const compiled = oncePerEngine(build);
  return (q, values) => {
    const {sql, slots} = compiled(q);
    return {sql, parameters: bind(slots, values)};
  };
}

/** As `statement`, with the values in a list: `param` gives the marker of an index. For many parameters, which would each need a name. */
export function listStatement<R>(
  build: (q: Queries, param: <T>(index: number) => T) => Compilable<R>,
): (q: Queries, values: readonly unknown[]) => StatementOf<R> {
  const bound = statement<Record<string, unknown>, R>((q, param) => build(q, (index) => param(String(index)) as never));
  return (q, values) => bound(q, values as unknown as Record<string, unknown>);
}

/** As `statement`, for many rows at once. */
export function batch<P extends object>(
  build: (q: Queries, param: Param<P>) => Compilable<unknown>,
): (q: Queries, rows: Iterable<P>) => Batch {
  const compiled = oncePerEngine(build);
  return (q, rows) => {
    const {sql, slots} = compiled(q);
    return {sql, rows: bindAll(slots, rows)};
  };
}

/** A parameter for each of the columns, by the column's name: the values of an insert. */
export function params<P extends object, K extends keyof P & string>(
  param: Param<P>,
  columns: readonly K[],
): Pick<P, K> {
  return Object.fromEntries(columns.map((column) => [column, param(column)])) as Pick<P, K>;
}

/** Each column set to the inserted value: the update of an upsert. */
export function excluded<K extends string>(columns: readonly K[]): Record<K, Expression<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as unknown as Record<
    K,
    Expression<never>
  >;
}

/** The source of a placeholder's value: a named parameter, or a constant of the query. */
type Slot = {readonly name: string} | {readonly name: null; readonly constant: unknown};

interface Compiled {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

function oncePerEngine<P extends object>(
  build: (q: Queries, param: Param<P>) => Compilable<unknown>,
): (q: Queries) => Compiled {
  const cache = new Map<Queries, Compiled>();
  return (q) => {
    let compiled = cache.get(q);
    if (compiled === undefined) {
      compiled = compile(q, build);
      cache.set(q, compiled);
    }
    return compiled;
  };
}

function compile<P extends object>(q: Queries, build: (q: Queries, param: Param<P>) => Compilable<unknown>): Compiled {
  const names = new Map<unknown, string>();
  const param = ((name: string) => {
    const marker = Object.freeze({parameter: name});
    names.set(marker, name);
    return marker;
  }) as unknown as Param<P>;
  const {sql, parameters} = build(q, param).compile();
  const slots = parameters.map((value): Slot => {
    const name = names.get(value);
    return name === undefined ? {name: null, constant: value} : {name};
  });
  return {sql, slots};
}

function bind(slots: readonly Slot[], values: object): unknown[] {
  const bound = new Array<unknown>(slots.length);
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index]!;
    bound[index] = slot.name === null ? slot.constant : (values as Record<string, unknown>)[slot.name];
  }
  return bound;
}

function* bindAll(slots: readonly Slot[], rows: Iterable<object>): Iterable<readonly unknown[]> {
  for (const row of rows) yield bind(slots, row);
}
