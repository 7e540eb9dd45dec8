// The pace at which a host is called, over all processes and servers (sources engine).
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {one, type Param, type Script, statement} from "../script.ts";

/**
 * Reserves the next moment at which the host may be called.
 * @param pause milliseconds between two calls
 * @returns that moment, in milliseconds since 1970-01-01; not before `now`
 */
export function* reserveHost(q: Queries, host: string, now: number, pause: number): Script<number> {
  const row = yield* one(reserve(q, {host, free: now + pause, now, pause}));
  return Number(row!.free_at) - pause;
}

/** The host wants to be left alone until that moment, in milliseconds since 1970-01-01. */
export function* restHost(q: Queries, host: string, until: number): Script<void> {
  yield* one(reserve(q, {host, free: until, now: until, pause: 0}));
}

const reserve = statement((q, param: Param<{host: string; free: number; now: number; pause: number}>) =>
  q.db
    .insertInto("fetch_host")
    .values({host: param("host"), free_at: param("free")})
    .onConflict((conflict) =>
      conflict.column("host").doUpdateSet({
        free_at: sql`case when fetch_host.free_at > ${param("now")} then fetch_host.free_at + ${param("pause")} else excluded.free_at end`,
      }),
    )
    .returning("free_at"),
);
