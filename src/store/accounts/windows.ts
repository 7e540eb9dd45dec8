// Windows of time in which requests and form attempts are counted (accounts engine).
//
// A window opens with its first event, and again when its time is over or it is in the future (a clock set back). Where servers share
// a store each window is a row, counted and judged by one statement. The only server of an embedded store counts minutes in
// memory (admission.ts).
import {type Expression, type SqlBool, sql} from "kysely";
import {WINDOW_MS} from "../../access/account.ts";
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {autocommitted, type Engine, one, type Param, params, run, type Script, statement} from "../script.ts";

export interface MinuteWindow {
  /** Milliseconds since 1970-01-01. */
  readonly openedAt: number;
  /** Requests in it, this one and those beyond the plan's limit included. */
  readonly used: number;
  /** When this request was counted, by the clock that opened the window: milliseconds since 1970-01-01. */
  readonly countedAt: number;
}

export interface MinuteWindows {
  /** Counts one request of the account and returns its window; `nowMs` is ignored where servers share the clock of the engine. */
  count(accountId: number, nowMs: number): Promise<MinuteWindow>;
}

/** Windows as rows, exact over any number of processes, whose clocks may differ: the engine's clock counts. */
export function createRowWindows(accounts: Engine): MinuteWindows {
  return {
    count: (accountId) => accounts.write((q) => countRequest(q, accountId, null)),
  };
}

/** Counts one request. @param nowMs null: by the clock of the engine, which is the same for all servers */
export function* countRequest(q: Queries, accountId: number, nowMs: number | null): Script<MinuteWindow> {
  const row = yield* one(autocommitted(countMinute(q, {accountId, nowMs})));
  return {openedAt: row!.opened_at, used: row!.used, countedAt: row!.counted_at};
}

/** Windows of forms older than this are deleted. */
const SWEPT_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Counts one attempt to send a form.
 * @returns attempts in the window, this one included, and when it opened, in milliseconds since 1970-01-01
 */
export function* countAttempt(
  q: Queries,
  subject: string,
  nowMs: number,
  windowMs: number,
): Script<{readonly used: number; readonly openedAt: number}> {
  const row = (yield* one(countForm(q, {subject, opened_at: nowMs, used: 1, windowMs})))!;
  if (row.used === 1) yield* run(sweep(q, {before: nowMs - SWEPT_AFTER_MS}));
  return {used: row.used, openedAt: row.opened_at};
}

/** Takes one attempt back, because its action failed. */
export function* returnAttempt(q: Queries, subject: string): Script<void> {
  yield* run(giveBack(q, {subject}));
}

/** The update of a window that is there: one more, or the first of a new one. */
function countedIn(table: string, isOver: () => Expression<SqlBool>) {
  return {
    opened_at: sql<number>`case when ${isOver()} then excluded.opened_at else ${sql.ref(`${table}.opened_at`)} end`,
    used: sql<number>`case when ${isOver()} then 1 else ${sql.ref(`${table}.used`)} + 1 end`,
  };
}

// It returns columns alone: the statement on a distributed table can't return a clock.
const countMinute = statement((q, param: Param<{accountId: number; nowMs: number | null}>) => {
  const now = sql<number>`coalesce(cast(${param("nowMs")} as bigint), ${q.differences.clock})`;
  const isOver = () => sql<SqlBool>`abs(excluded.opened_at - minute_window.opened_at) >= ${sql.lit(WINDOW_MS)}`;
  return q.db
    .insertInto("minute_window")
    .values({account_id: param("accountId"), opened_at: now, used: 1, counted_at: now})
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({...countedIn("minute_window", isOver), counted_at: sql<number>`excluded.counted_at`}),
    )
    .returning(["opened_at", "used", "counted_at"]);
});

const countForm = statement((q, param: Param<NewRow<"form_window"> & {windowMs: number}>) => {
  const isOver = () =>
    sql<SqlBool>`abs(excluded.opened_at - form_window.opened_at) >= cast(${param("windowMs")} as bigint)`;
  return q.db
    .insertInto("form_window")
    .values(params(param, ["subject", "opened_at", "used"]))
    .onConflict((conflict) => conflict.column("subject").doUpdateSet(countedIn("form_window", isOver)))
    .returning(["opened_at", "used"]);
});

const giveBack = statement((q, param: Param<{subject: string}>) =>
  q.db
    .updateTable("form_window")
    .set({used: sql<number>`used - 1`})
    .where("subject", "=", param("subject"))
    .where("used", ">", 0),
);

const sweep = statement((q, param: Param<{before: number}>) =>
  q.db.deleteFrom("form_window").where("opened_at", "<", param("before")),
);
