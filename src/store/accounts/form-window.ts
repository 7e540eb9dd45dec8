// How often a form was sent, counted by subject in windows of a given length (accounts engine).
//
// One statement counts and judges the window's age, so that attempts side by side are all counted, on any number of servers.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {one, run, type Script} from "../script.ts";
import {statement, type Take, takeAll} from "../statement.ts";

/** Windows older than this are of no use to anybody. */
const SWEPT_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Counts one attempt; a new window opens when the last one has run its time, or lies in the future (a clock set back).
 * @returns attempts in the window, this one among them, and when it opened, in milliseconds since 1970-01-01
 */
export function* countAttempt(
  q: Queries,
  subject: string,
  nowMs: number,
  windowMs: number,
): Script<{readonly used: number; readonly openedAt: number}> {
  const row = (yield* one(count(q, {subject, opened_at: nowMs, used: 1, windowMs})))!;
  if (row.used === 1) yield* run(sweep(q, {before: nowMs - SWEPT_AFTER_MS}));
  return {used: row.used, openedAt: row.opened_at};
}

/** Takes one attempt back: what it was for could not be done. */
export function* returnAttempt(q: Queries, subject: string): Script<void> {
  yield* run(giveBack(q, {subject}));
}

const giveBack = statement((q, take: Take<{subject: string}>) =>
  q.db
    .updateTable("form_window")
    .set({used: sql<number>`used - 1`})
    .where("subject", "=", take("subject"))
    .where("used", ">", 0),
);

const count = statement((q, take: Take<NewRow<"form_window"> & {windowMs: number}>) => {
  const isOver = (windowMs: number) =>
    sql`abs(excluded.opened_at - form_window.opened_at) >= cast(${windowMs} as bigint)`;
  return q.db
    .insertInto("form_window")
    .values(takeAll(take, ["subject", "opened_at", "used"]))
    .onConflict((conflict) =>
      conflict.column("subject").doUpdateSet({
        opened_at: sql<number>`case when ${isOver(take("windowMs"))} then excluded.opened_at else form_window.opened_at end`,
        used: sql<number>`case when ${isOver(take("windowMs"))} then 1 else form_window.used + 1 end`,
      }),
    )
    .returning(["opened_at", "used"]);
});

const sweep = statement((q, take: Take<{before: number}>) =>
  q.db.deleteFrom("form_window").where("opened_at", "<", take("before")),
);
