// Compiled statements: a Kysely query is built once for each engine, with named parameters, and its text is used ever after.
//
// The builder sees markers in place of values, so nothing in it may depend on a value: what differs must be another statement.
import {type Compilable, type Expression, sql} from "kysely";
import type {Queries} from "./engines/differences.ts";
import type {Batch, StatementOf} from "./script.ts";

/** Stands for the value of a named parameter while a query is built. */
export type Take<P extends object> = <K extends keyof P & string>(name: K) => P[K];

/** @returns a function that gives the statement for an engine's queries and the values of its parameters */
export function statement<P extends object, R>(
  build: (q: Queries, take: Take<P>) => Compilable<R>,
): (q: Queries, values: P) => StatementOf<R> {
  const compiled = oncePerEngine(build);
  return (q, values) => {
    const {sql, slots} = compiled(q);
    return {sql, parameters: bind(slots, values)};
  };
}

/** As `statement`, for many rows at once. */
export function batch<P extends object>(
  build: (q: Queries, take: Take<P>) => Compilable<unknown>,
): (q: Queries, rows: Iterable<P>) => Batch {
  const compiled = oncePerEngine(build);
  return (q, rows) => {
    const {sql, slots} = compiled(q);
    return {sql, rows: bindAll(slots, rows)};
  };
}

/** A parameter for each of the columns, by the column's name: the values of an insert. */
export function takeAll<P extends object, K extends keyof P & string>(
  take: Take<P>,
  columns: readonly K[],
): Pick<P, K> {
  return Object.fromEntries(columns.map((column) => [column, take(column)])) as Pick<P, K>;
}

/** Each of the columns set to what the insert brought: the update of an upsert. */
export function excluded<K extends string>(columns: readonly K[]): Record<K, Expression<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as unknown as Record<
    K,
    Expression<never>
  >;
}

/** Where a placeholder's value comes from: a named parameter, or a constant that the builder wrote itself. */
type Slot = {readonly name: string} | {readonly name: null; readonly constant: unknown};

interface Compiled {
  readonly sql: string;
  readonly slots: readonly Slot[];
}

function oncePerEngine<P extends object>(
  build: (q: Queries, take: Take<P>) => Compilable<unknown>,
): (q: Queries) => Compiled {
  const kept = new WeakMap<Queries, Compiled>();
  return (q) => {
    let compiled = kept.get(q);
    if (compiled === undefined) {
      compiled = compile(q, build);
      kept.set(q, compiled);
    }
    return compiled;
  };
}

function compile<P extends object>(q: Queries, build: (q: Queries, take: Take<P>) => Compilable<unknown>): Compiled {
  const names = new Map<unknown, string>();
  const take = ((name: string) => {
    const marker = Object.freeze({parameter: name});
    names.set(marker, name);
    return marker;
  }) as unknown as Take<P>;
  const {sql, parameters} = build(q, take).compile();
  const slots = parameters.map((value): Slot => {
    const name = names.get(value);
    return name === undefined ? {name: null, constant: value} : {name};
  });
  return {sql, slots};
}

function bind(slots: readonly Slot[], values: object): unknown[] {
  const bound = new Array<unknown>(slots.length);
  for (let place = 0; place < slots.length; place++) {
    const slot = slots[place]!;
    bound[place] = slot.name === null ? slot.constant : (values as Record<string, unknown>)[slot.name];
  }
  return bound;
}

function* bindAll(slots: readonly Slot[], rows: Iterable<object>): Iterable<readonly unknown[]> {
  for (const row of rows) yield bind(slots, row);
}
