// Who fetches a source now, over all processes and servers (sources engine), and the pace at which a host is called.
//
// A run is named by its due moment, which all servers compute alike, so clocks that differ do not make two runs of one moment. A lease ends
// by itself when its holder has not renewed it; then another process takes the same moment up again.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

export interface FetchLease {
  readonly source: string;
  /** Unique for each run of each process. */
  readonly holder: string;
  /** The due moment, ISO 8601 in UTC; null: a run by command, which is no due moment's run. */
  readonly moment: string | null;
  /** Milliseconds since 1970-01-01, as is `until`. */
  readonly now: number;
  readonly until: number;
}

/** What is kept of a source between its runs. */
export interface FetchState {
  readonly source: string;
  /** The last due moment that was taken up; an empty text: none. */
  readonly moment: string;
  readonly finished: number;
  readonly until: number;
  readonly failures: number;
  /** ISO 8601, UTC; null: the next due moment. */
  readonly retryAt: string | null;
}

/**
 * Takes the source for a run.
 * @returns whether it is taken: not while another holder has it, and not for a moment whose run has ended unless a try is due again
 */
export function* takeLease(q: Queries, lease: FetchLease): Script<boolean> {
  const {source, holder, until, now} = lease;
  const moment = lease.moment ?? "";
  const again = new Date(now).toISOString();
  const taken =
    lease.moment === null
      ? yield* one(takeByCommand(q, {source, holder, until, now}))
      : yield* one(takeForMoment(q, {source, holder, until, now, moment, again}));
  return taken?.holder === holder;
}

/** @returns false: another holder has taken it */
export function* renewLease(q: Queries, {source, holder, until}: Omit<FetchLease, "moment" | "now">): Script<boolean> {
  return (yield* one(renew(q, {source, holder, until}))) !== undefined;
}

/** Ends a run. @param retryAt when a source that was not reached is tried again; null: at its next due moment */
export function* endLease(
  q: Queries,
  {source, holder, failures, retryAt}: {source: string; holder: string; failures: number; retryAt: string | null},
): Script<boolean> {
  return (yield* one(finish(q, {source, holder, failures, retryAt}))) !== undefined;
}

/** Ends the run of a moment whose process died before it could; nothing if another one has it by now. */
export function* abandonMoment(q: Queries, source: string, moment: string, retryAt: string): Script<void> {
  yield* run(abandon(q, {source, moment, retryAt}));
}

export function listFetchStates(q: Queries): Script<FetchState[]> {
  return records(everyState(q, {}));
}

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

type Taken = Pick<FetchLease, "source" | "holder" | "until" | "now">;

const takeByCommand = statement((q, param: Param<Taken>) =>
  q.db
    .insertInto("fetch_source")
    .values({
      ...{source: param("source"), moment: "", finished: 1, holder: param("holder"), until: param("until")},
      ...{failures: 0, retry_at: null},
    })
    .onConflict((conflict) =>
      conflict
        .column("source")
        .doUpdateSet({holder: sql`excluded.holder`, until: sql`excluded.until`})
        .where("fetch_source.until", "<", param("now")),
    )
    .returning("holder"),
);

const takeForMoment = statement((q, param: Param<Taken & {moment: string; again: string}>) =>
  q.db
    .insertInto("fetch_source")
    .values({
      ...{
        source: param("source"),
        moment: param("moment"),
        finished: 0,
        holder: param("holder"),
        until: param("until"),
      },
      ...{failures: 0, retry_at: null},
    })
    .onConflict((conflict) =>
      conflict
        .column("source")
        .doUpdateSet({
          holder: sql`excluded.holder`,
          until: sql`excluded.until`,
          moment: sql`excluded.moment`,
          finished: 0,
          retry_at: null,
        })
        .where("fetch_source.until", "<", param("now"))
        .where(({eb, and, or}) =>
          or([
            eb("fetch_source.moment", "<", param("moment")),
            and([
              eb("fetch_source.moment", "=", param("moment")),
              or([eb("fetch_source.finished", "=", 0), eb("fetch_source.retry_at", "<=", param("again"))]),
            ]),
          ]),
        ),
    )
    .returning("holder"),
);

const renew = statement((q, param: Param<{source: string; holder: string; until: number}>) =>
  q.db
    .updateTable("fetch_source")
    .set({until: param("until")})
    .where("source", "=", param("source"))
    .where("holder", "=", param("holder"))
    .returning("holder"),
);

const finish = statement(
  (q, param: Param<{source: string; holder: string; failures: number; retryAt: string | null}>) =>
    q.db
      .updateTable("fetch_source")
      .set({until: 0, finished: 1, failures: param("failures"), retry_at: param("retryAt")})
      .where("source", "=", param("source"))
      .where("holder", "=", param("holder"))
      .returning("holder"),
);

const abandon = statement((q, param: Param<{source: string; moment: string; retryAt: string}>) =>
  q.db
    .updateTable("fetch_source")
    .set(({eb}) => ({until: 0, finished: 1, failures: eb("failures", "+", 1), retry_at: param("retryAt")}))
    .where("source", "=", param("source"))
    .where("moment", "=", param("moment"))
    .where("finished", "=", 0),
);

const everyState = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("fetch_source")
    .select(["source", "moment", "finished", "until", "failures", "retry_at as retryAt"])
    .orderBy("source"),
);

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
