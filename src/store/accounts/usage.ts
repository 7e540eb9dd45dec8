// Values that accounts have used, by month and day (accounts engine); charges.ts adds to them.
import {sql} from "kysely";
import {requireCount} from "../../access/account.ts";
import type {Queries} from "../engines/differences.ts";
import {one, type Param, records, run, type Script, statement} from "../script.ts";

/** Returns a charge (of an answer that ended in a 5xx); never below 0. */
export function* giveBackValues(
  q: Queries,
  accountId: number,
  month: string,
  day: string,
  values: number,
): Script<void> {
  requireCount(values);
  yield* run(giveBackMonth(q, {accountId, month, values}));
  yield* run(giveBackDay(q, {accountId, day, values}));
}

/** Values used in the month. */
export function* readUsage(q: Queries, accountId: number, month: string): Script<number> {
  return (yield* one(ofMonth(q, {accountId, month})))?.used ?? 0;
}

/** Values used on each day of the month (YYYY-MM), ascending; days without any are left out. */
export function* readUsageDays(
  q: Queries,
  accountId: number,
  month: string,
): Script<{readonly day: string; readonly used: number}[]> {
  return yield* records(daysOf(q, {accountId, from: `${month}-00`, to: `${month}-99`}));
}

const giveBackMonth = statement((q, param: Param<{accountId: number; month: string; values: number}>) =>
  q.db
    .updateTable("usage")
    .set({used: lessButNotBelowZero(param("values"))})
    .where("account_id", "=", param("accountId"))
    .where("month", "=", param("month")),
);

const giveBackDay = statement((q, param: Param<{accountId: number; day: string; values: number}>) =>
  q.db
    .updateTable("usage_day")
    .set({used: lessButNotBelowZero(param("values"))})
    .where("account_id", "=", param("accountId"))
    .where("day", "=", param("day")),
);

function lessButNotBelowZero(values: number) {
  const given = sql`cast(${values} as bigint)`;
  return sql<number>`case when used > ${given} then used - ${given} else 0 end`;
}

const ofMonth = statement((q, param: Param<{accountId: number; month: string}>) =>
  q.db
    .selectFrom("usage")
    .select("used")
    .where("account_id", "=", param("accountId"))
    .where("month", "=", param("month")),
);

const daysOf = statement((q, param: Param<{accountId: number; from: string; to: string}>) =>
  q.db
    .selectFrom("usage_day")
    .select(["day", "used"])
    .where("account_id", "=", param("accountId"))
    .where("day", ">", param("from"))
    .where("day", "<", param("to"))
    .where("used", ">", 0)
    .orderBy("day"),
);
