// The two statements that charge accounts: one for their months, which judges, and one for their days.
//
// A statement charges several accounts, each all or nothing: a row that is missing in its result was not charged.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import {all, listStatement, run, type Script} from "../script.ts";

/** Accounts charged by one statement, at most. */
export const MOST_ACCOUNTS = 16;

/**
 * Charges values to the month and the day of several accounts with the same limit; to each all or nothing.
 * @param charges of different accounts, at most MOST_ACCOUNTS; none may be above the limit by itself
 * @returns values used in the month after the charge, by account; accounts whose rest was too small are missing
 */
export function* chargeAccounts(
  q: Queries,
  charges: readonly AccountValues[],
  terms: ChargeTerms,
): Script<Map<number, number>> {
  const given = parametersOf(charges, terms);
  const rows = yield* all(chargeMonths[charges.length - 1]!(q, given));
  const used = new Map(rows.map((row) => [row.account_id, row.used]));
  if (rows.length === charges.length) {
    yield* run(chargeDays[rows.length - 1]!(q, given));
  } else if (rows.length > 0) {
    const fitting = charges.filter(({accountId}) => used.has(accountId));
    yield* run(chargeDays[rows.length - 1]!(q, parametersOf(fitting, terms)));
  }
  return used;
}

export interface AccountValues {
  readonly accountId: number;
  readonly values: number;
}

/** The same for all charges of a statement. */
export interface ChargeTerms {
  /** YYYY-MM and YYYY-MM-DD */
  readonly month: string;
  readonly day: string;
  /** Values a month; null: no quota. */
  readonly limit: number | null;
}

// Parameters are in a list, because objects with a name for each account would cost more than their charges: month, day and limit, then
// account and values of each charge.
const [MONTH, DAY, LIMIT, FIRST] = [0, 1, 2, 3];

function parametersOf(charges: readonly AccountValues[], {month, day, limit}: ChargeTerms): unknown[] {
  const parameters: unknown[] = [month, day, limit];
  for (const {accountId, values} of charges) parameters.push(accountId, values);
  return parameters;
}

/** One statement for each number of accounts. */
function forEachSize<T>(make: (places: readonly number[]) => T): readonly T[] {
  return Array.from({length: MOST_ACCOUNTS}, (_, size) => make(Array.from({length: size + 1}, (_, place) => place)));
}

// Values above the limit are refused before, so the first charge of a month needs no condition.
const chargeMonths = forEachSize((places) =>
  listStatement((q, take) => {
    const limit = sql<number>`cast(${take(LIMIT)} as bigint)`;
    return q.db
      .insertInto("usage")
      .values(
        places.map((place) => ({
          account_id: take<number>(FIRST + 2 * place),
          month: take<string>(MONTH),
          used: take<number>(FIRST + 2 * place + 1),
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
  listStatement((q, take) =>
    q.db
      .insertInto("usage_day")
      .values(
        places.map((place) => ({
          account_id: take<number>(FIRST + 2 * place),
          day: take<string>(DAY),
          used: take<number>(FIRST + 2 * place + 1),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["account_id", "day"]).doUpdateSet({used: sql<number>`usage_day.used + excluded.used`}),
      ),
  ),
);
