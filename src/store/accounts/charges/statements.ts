// The two statements that charge accounts, one for their months, which judges, and one for their days; and the charges of a group by them.
//
// A statement charges several accounts, each all or nothing: a row that is missing in its result was not charged. Several charges of one
// account are first tried as one; if they don't fit together, each is judged alone in the order of the requests.
import {sql} from "kysely";
import {requireCount} from "../../../access/account.ts";
import type {Queries} from "../../engines/differences.ts";
import {all, listStatement, run, type Script} from "../../script.ts";
import {readUsage} from "../usage.ts";

/** The values of one answer. */
export interface Charging {
  readonly accountId: number;
  /** YYYY-MM and YYYY-MM-DD, in UTC. */
  readonly month: string;
  readonly day: string;
  readonly values: number;
  /** Values a month; null: no quota. */
  readonly limit: number | null;
}

export interface ChargeResult {
  readonly fits: boolean;
  /** Values used in the month after it. */
  readonly used: number;
}

/** Accounts charged by one statement, at most. */
const MOST_ACCOUNTS = 16;

/** Each charge is made completely or not at all; returns the results in the same order. */
export function* chargeTogether(q: Queries, chargings: readonly Charging[]): Script<ChargeResult[]> {
  for (const {values} of chargings) requireCount(values);
  const results: (ChargeResult | undefined)[] = chargings.map(() => undefined);
  for (const bundles of groupedBundles(chargings)) {
    for (let from = 0; from < bundles.length; from += MOST_ACCOUNTS)
      yield* chargeBundles(q, bundles.slice(from, from + MOST_ACCOUNTS), chargings, results);
  }
  for (const [index, charging] of chargings.entries()) results[index] ??= yield* chargeAlone(q, charging);
  return results as ChargeResult[];
}

/** The charges of one account to one day. */
interface Bundle {
  readonly of: Charging;
  values: number;
  /** Places of its charges. */
  readonly indexes: number[];
}

/** Bundles for one statement (of one day and one limit), ordered by account, so that all transactions lock rows in the same order. */
function groupedBundles(chargings: readonly Charging[]): Bundle[][] {
  if (chargings.length < 2) return [];
  const groups = new Map<string, Map<number, Bundle>>();
  let group = new Map<number, Bundle>();
  let before: Charging | null = null;
  for (const [index, charging] of chargings.entries()) {
    // Most have the day and the limit of the one before.
    if (before?.day !== charging.day || before.limit !== charging.limit) {
      const key = `${charging.day} ${charging.limit}`;
      group = groups.get(key) ?? new Map();
      groups.set(key, group);
    }
    before = charging;
    const bundle = group.get(charging.accountId);
    if (bundle === undefined) {
      group.set(charging.accountId, {of: charging, values: charging.values, indexes: [index]});
    } else {
      bundle.values += charging.values;
      bundle.indexes.push(index);
    }
  }
  return [...groups.values()].map((group) =>
    [...group.values()].filter(fitsSomeMonth).sort((a, b) => a.of.accountId - b.of.accountId),
  );
}

/** The first charge of a month has no condition, so values above the limit must not reach it. */
function fitsSomeMonth({values, of}: Bundle): boolean {
  return Number.isSafeInteger(values) && (of.limit === null || values <= of.limit);
}

function* chargeBundles(
  q: Queries,
  bundles: readonly Bundle[],
  chargings: readonly Charging[],
  results: (ChargeResult | undefined)[],
): Script<void> {
  const [first] = bundles;
  if (first === undefined) return;
  const charged = yield* chargeAccounts(
    q,
    bundles.map(({of, values}) => ({accountId: of.accountId, values})),
    first.of,
  );
  for (const {of, indexes} of bundles) {
    let used = charged.get(of.accountId);
    if (used === undefined) continue;
    for (const index of indexes.toReversed()) {
      results[index] = {fits: true, used};
      used -= chargings[index]!.values;
    }
  }
}

function* chargeAlone(q: Queries, charging: Charging): Script<ChargeResult> {
  const used = yield* chargeValues(q, charging);
  return used === null
    ? {fits: false, used: yield* readUsage(q, charging.accountId, charging.month)}
    : {fits: true, used};
}

/**
 * Charges values to the account's month and day, or nothing when they do not fit.
 * @returns values used in the month after the charge; null: it does not fit
 */
export function* chargeValues(q: Queries, {accountId, month, day, values, limit}: Charging): Script<number | null> {
  requireCount(values);
  if (limit !== null && values > limit) return null;
  const charged = yield* chargeAccounts(q, [{accountId, values}], {month, day, limit});
  return charged.get(accountId) ?? null;
}

/**
 * Charges values to the month and the day of several accounts with the same limit; to each all or nothing.
 * @param charges of different accounts, at most MOST_ACCOUNTS; none may be above the limit by itself
 * @returns values used in the month after the charge, by account; accounts whose rest was too small are missing
 */
function* chargeAccounts(
  q: Queries,
  charges: readonly AccountValues[],
  options: ChargedMonth,
): Script<Map<number, number>> {
  const given = parametersOf(charges, options);
  const rows = yield* all(chargeMonths[charges.length - 1]!(q, given));
  const used = new Map(rows.map((row) => [row.account_id, row.used]));
  if (rows.length === charges.length) {
    yield* run(chargeDays[rows.length - 1]!(q, given));
  } else if (rows.length > 0) {
    const fitting = charges.filter(({accountId}) => used.has(accountId));
    yield* run(chargeDays[rows.length - 1]!(q, parametersOf(fitting, options)));
  }
  return used;
}

export interface AccountValues {
  readonly accountId: number;
  readonly values: number;
}

/** The same for all charges of a statement. */
export interface ChargedMonth {
  /** YYYY-MM and YYYY-MM-DD */
  readonly month: string;
  readonly day: string;
  /** Values a month; null: no quota. */
  readonly limit: number | null;
}

// Parameters are in a list, because objects with a name for each account would cost more than their charges: month, day and limit, then
// account and values of each charge.
const [MONTH, DAY, LIMIT, FIRST] = [0, 1, 2, 3];

function parametersOf(charges: readonly AccountValues[], {month, day, limit}: ChargedMonth): unknown[] {
  const parameters: unknown[] = [month, day, limit];
  for (const {accountId, values} of charges) parameters.push(accountId, values);
  return parameters;
}

/** One statement for each number of accounts. */
function forEachSize<T>(make: (indexes: readonly number[]) => T): readonly T[] {
  return Array.from({length: MOST_ACCOUNTS}, (_, size) => make(Array.from({length: size + 1}, (_, index) => index)));
}

// Values above the limit are refused before, so the first charge of a month needs no condition.
const chargeMonths = forEachSize((indexes) =>
  listStatement((q, param) => {
    const limit = sql<number>`cast(${param(LIMIT)} as bigint)`;
    return q.db
      .insertInto("usage")
      .values(
        indexes.map((index) => ({
          account_id: param<number>(FIRST + 2 * index),
          month: param<string>(MONTH),
          used: param<number>(FIRST + 2 * index + 1),
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

const chargeDays = forEachSize((indexes) =>
  listStatement((q, param) =>
    q.db
      .insertInto("usage_day")
      .values(
        indexes.map((index) => ({
          account_id: param<number>(FIRST + 2 * index),
          day: param<string>(DAY),
          used: param<number>(FIRST + 2 * index + 1),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["account_id", "day"]).doUpdateSet({used: sql<number>`usage_day.used + excluded.used`}),
      ),
  ),
);
