// The due moments of a source (sources engine): which of them a run has taken up, how it ended, and when a try comes again.
//
// A run is named by its due moment, which all servers compute alike, so clocks that differ do not make two runs of one moment. While it lasts
// it has the lease of the source; if that ends before the run has, another process takes the same moment up again.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {giveUpLease, holdLease} from "../lease.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

export interface FetchTurn {
  readonly source: string;
  /** Of the lease. */
  readonly holder: string;
  /** The due moment, ISO 8601 in UTC; null: a run by command, which is no due moment's run. */
  readonly moment: string | null;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** For which the lease lasts. */
  readonly milliseconds: number;
}

/** What is kept of a source between its runs. */
export interface FetchState {
  readonly source: string;
  /** The last due moment that was taken up; an empty text: none. */
  readonly moment: string;
  readonly finished: number;
  readonly failures: number;
  /** ISO 8601, UTC; null: the next due moment. */
  readonly retryAt: string | null;
  readonly isHeld: boolean;
}

/** The name of the lease of a source's runs. */
export function sourceLease(source: string): string {
  return `fetch ${source}`;
}

/**
 * Takes the source for a run.
 * @returns whether it is taken: not while another holder has it, and not for a moment whose run has ended unless a try is due again
 */
export function* takeMoment(q: Queries, turn: FetchTurn): Script<boolean> {
  const {source, holder, milliseconds, now, moment} = turn;
  if (!(yield* holdLease(q, {name: sourceLease(source), holder, milliseconds}))) return false;
  if (moment === null) {
    yield* run(note(q, {source}));
    return true;
  }
  if ((yield* one(take(q, {source, moment, now}))) !== undefined) return true;
  yield* giveUpLease(q, sourceLease(source), holder);
  return false;
}

/**
 * Ends a run.
 * @param retryAt when a source that was not reached is tried again; null: at its next due moment
 * @returns false: another holder has the source by now
 */
export function* endRun(
  q: Queries,
  {holder, ...ended}: {source: string; holder: string; failures: number; retryAt: string | null},
): Script<boolean> {
  if (!(yield* giveUpLease(q, sourceLease(ended.source), holder))) return false;
  yield* run(finish(q, ended));
  return true;
}

/** Ends the run of a moment whose process died before it could; nothing if it has ended. */
export function* abandonMoment(q: Queries, source: string, moment: string, retryAt: string): Script<void> {
  if ((yield* one(abandon(q, {source, moment, retryAt}))) !== undefined)
    yield* giveUpLease(q, sourceLease(source), null);
}

export function* listFetchStates(q: Queries): Script<FetchState[]> {
  return (yield* records(everyState(q, {}))).map(({isHeld, ...state}) => ({...state, isHeld: isHeld === 1}));
}

/** A source that only ran by command has a row too: its failures count. */
const note = statement((q, param: Param<{source: string}>) =>
  q.db
    .insertInto("fetch_source")
    .values({source: param("source"), moment: "", finished: 1, failures: 0, retry_at: null})
    .onConflict((conflict) => conflict.column("source").doNothing()),
);

const take = statement((q, param: Param<{source: string; moment: string; now: string}>) =>
  q.db
    .insertInto("fetch_source")
    .values({source: param("source"), moment: param("moment"), finished: 0, failures: 0, retry_at: null})
    .onConflict((conflict) =>
      conflict
        .column("source")
        .doUpdateSet({moment: sql`excluded.moment`, finished: 0, retry_at: null})
        .where(({eb, and, or}) =>
          or([
            eb("fetch_source.moment", "<", param("moment")),
            and([
              eb("fetch_source.moment", "=", param("moment")),
              or([eb("fetch_source.finished", "=", 0), eb("fetch_source.retry_at", "<=", param("now"))]),
            ]),
          ]),
        ),
    )
    .returning("source"),
);

const finish = statement((q, param: Param<{source: string; failures: number; retryAt: string | null}>) =>
  q.db
    .updateTable("fetch_source")
    .set({finished: 1, failures: param("failures"), retry_at: param("retryAt")})
    .where("source", "=", param("source")),
);

const abandon = statement((q, param: Param<{source: string; moment: string; retryAt: string}>) =>
  q.db
    .updateTable("fetch_source")
    .set(({eb}) => ({finished: 1, failures: eb("failures", "+", 1), retry_at: param("retryAt")}))
    .where("source", "=", param("source"))
    .where("moment", "=", param("moment"))
    .where("finished", "=", 0)
    .returning("source"),
);

const everyState = statement((q, _param: Param<object>) =>
  q.db
    .selectFrom("fetch_source")
    .leftJoin("lease", (join) => join.on(sql<boolean>`lease.name = 'fetch ' || fetch_source.source`))
    .select(["source", "moment", "finished", "failures", "retry_at as retryAt"])
    .select(sql<number>`case when lease.until > ${q.differences.clock} then 1 else 0 end`.as("isHeld"))
    .orderBy("source"),
);
