// Values that accounts use, by month and day (accounts engine).
//
// One statement charges a month. The engine makes it wait for any other statement on the same row, so no month is ever overspent,
// whatever the number of concurrent answers and servers.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {all, one, records, run, type Script, statement, type Take} from "../script.ts";

/**
 * Charges values to the account's month and day, or nothing when they do not fit.
 * @param limit values a month; null: no quota
 * @returns what is used of the month after the charge; null: it does not fit
 */
export function* reserveValues(
  q: Queries,
  accountId: number,
  month: string,
  day: string,
  values: number,
  limit: number | null,
): Script<number | null> {
  requireCount(values);
  if (limit !== null && values > limit) return null;
  const charged = yield* chargeAccounts(q, [{accountId, values}], {month, day, limit});
  return charged.get(accountId) ?? null;
}

/** Most accounts that are charged at once. */
export const MOST_ACCOUNTS = 16;

/**
 * Charges values to the month and the day of several accounts, which all have the same limit; to each all or nothing.
 * @param charges of different accounts, at most MOST_ACCOUNTS; none may be above the limit by itself
 * @returns what is used of the month after the charge, by account; those are missing that had no room for it
 */
export function* chargeAccounts(
  q: Queries,
  charges: readonly AccountValues[],
  {month, day, limit}: {readonly month: string; readonly day: string; readonly limit: number | null},
): Script<Map<number, number>> {
  const rows = yield* all(chargeMonths[charges.length - 1]!(q, {...numbered(charges), month, limit}));
  const used = new Map(rows.map((row) => [row.account_id, row.used]));
  const fitting = rows.length === charges.length ? charges : charges.filter(({accountId}) => used.has(accountId));
  if (fitting.length > 0) yield* run(chargeDays[fitting.length - 1]!(q, {...numbered(fitting), day}));
  return used;
}

interface AccountValues {
  readonly accountId: number;
  readonly values: number;
}

/** Takes a charge back (an answer that ended in a 5xx); never below 0. */
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

/** Values used on each day of the month (YYYY-MM) on which there were any, ascending. */
export function* readUsageDays(
  q: Queries,
  accountId: number,
  month: string,
): Script<{readonly day: string; readonly used: number}[]> {
  return yield* records(daysOf(q, {accountId, from: `${month}-00`, to: `${month}-99`}));
}

/** Throws RangeError for what is no number of values. */
export function requireCount(values: number): void {
  if (!Number.isSafeInteger(values) || values < 0) throw new RangeError(`${values} is not a number of values`);
}

/** Parameters of a statement for several accounts. */
type Numbered = Record<`account${number}` | `values${number}`, number>;

function numbered(charges: readonly AccountValues[]): Numbered {
  const parameters: Numbered = {};
  for (const [place, {accountId, values}] of charges.entries()) {
    parameters[`account${place}`] = accountId;
    parameters[`values${place}`] = values;
  }
  return parameters;
}

/** One statement for each number of accounts. */
function forEachSize<T>(make: (places: readonly number[]) => T): readonly T[] {
  return Array.from({length: MOST_ACCOUNTS}, (_, size) => make(Array.from({length: size + 1}, (_, place) => place)));
}

// Values that fit no month at all are judged before, so the first charge of a month needs no condition.
const chargeMonths = forEachSize((places) =>
  statement((q, take: Take<Numbered & {month: string; limit: number | null}>) => {
    const limit = sql<number>`cast(${take("limit")} as bigint)`;
    return q.db
      .insertInto("usage")
      .values(
        places.map((place) => ({
          account_id: take(`account${place}`),
          month: take("month"),
          used: take(`values${place}`),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "month"])
          .doUpdateSet({used: sql<number>`usage.used + excluded.used`})
          .where(sql<boolean>`${limit} is null or usage.used + excluded.used <= ${limit}`),
      )
      .returning(["account_id", "used"]);
  }),
);

const chargeDays = forEachSize((places) =>
  statement((q, take: Take<Numbered & {day: string}>) =>
    q.db
      .insertInto("usage_day")
      .values(
        places.map((place) => ({account_id: take(`account${place}`), day: take("day"), used: take(`values${place}`)})),
      )
      .onConflict((conflict) =>
        conflict.columns(["account_id", "day"]).doUpdateSet({used: sql<number>`usage_day.used + excluded.used`}),
      ),
  ),
);

const giveBackMonth = statement((q, take: Take<{accountId: number; month: string; values: number}>) =>
  q.db
    .updateTable("usage")
    .set({used: lessButNotBelowZero(take("values"))})
    .where("account_id", "=", take("accountId"))
    .where("month", "=", take("month")),
);

const giveBackDay = statement((q, take: Take<{accountId: number; day: string; values: number}>) =>
  q.db
    .updateTable("usage_day")
    .set({used: lessButNotBelowZero(take("values"))})
    .where("account_id", "=", take("accountId"))
    .where("day", "=", take("day")),
);

function lessButNotBelowZero(values: number) {
  const given = sql`cast(${values} as bigint)`;
  return sql<number>`case when used > ${given} then used - ${given} else 0 end`;
}

const ofMonth = statement((q, take: Take<{accountId: number; month: string}>) =>
  q.db
    .selectFrom("usage")
    .select("used")
    .where("account_id", "=", take("accountId"))
    .where("month", "=", take("month")),
);

const daysOf = statement((q, take: Take<{accountId: number; from: string; to: string}>) =>
  q.db
    .selectFrom("usage_day")
    .select(["day", "used"])
    .where("account_id", "=", take("accountId"))
    .where("day", ">", take("from"))
    .where("day", "<", take("to"))
    .where("used", ">", 0)
    .orderBy("day"),
);
