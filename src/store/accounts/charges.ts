// Charges of answers: together for one tick of the event loop if this process is the only server; if several servers share the accounts,
// in groups (charges.ts of its engine), or each in its own transaction where the accounts are on many machines.
//
// One statement charges a month. The engine makes it wait for any other statement on the same row, so no month is ever overspent, with any
// number of concurrent answers and servers. Both forms accept the same charges, and a confirmed charge is committed. Several charges of
// one account are first tried as one; if they don't fit together, each is judged alone in the order of the requests.
import {sql} from "kysely";
import {requireCount} from "../../access/account.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Engine, run, type Script, statement, type Take} from "../script.ts";
import {giveBackValues, readUsage} from "./usage.ts";

export interface Charges {
  /** Charges the values to the account's month and day, or nothing if they do not fit. */
  reserve(charging: Charging): Promise<Reserved>;
  /** Gives a charge back, never below 0; returns the values used in its month then. */
  giveBack(charge: Omit<Charging, "limit">): Promise<number>;
  /** Values used in the month (YYYY-MM). */
  used(accountId: number, month: string): Promise<number>;
}

/** Each charge alone: a charge that waits for a row delays no other. */
export function createSingleCharges(accounts: Engine): Charges {
  return {
    async reserve(charging) {
      const [reserved] = await accounts.write((q) => reserveTogether(q, [charging]));
      return reserved!;
    },
    ...othersOf(accounts),
  };
}

interface Waiting {
  readonly charging: Charging;
  readonly resolve: (reserved: Reserved) => void;
  readonly reject: (error: unknown) => void;
}

/** Charges requested while a write waits for the end of the tick join it. */
export function createGroupedCharges(accounts: Engine): Charges {
  let gathered: Waiting[] = [];

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const reserved = await accounts.write((q) => {
        gathered = [];
        return reserveTogether(
          q,
          group.map(({charging}) => charging),
        );
      });
      for (const [place, {resolve}] of group.entries()) resolve(reserved[place]!);
    } catch (error) {
      if (gathered === group) gathered = [];
      for (const {reject} of group) reject(error);
    }
  }

  return {
    reserve(charging) {
      const {promise, resolve, reject} = Promise.withResolvers<Reserved>();
      if (gathered.push({charging, resolve, reject}) === 1) void writeGroup(gathered);
      return promise;
    },
    ...othersOf(accounts),
  };
}

export function othersOf(accounts: Engine): Omit<Charges, "reserve"> {
  return {
    giveBack: ({accountId, month, day, values}) =>
      accounts.write(function* (q) {
        yield* giveBackValues(q, accountId, month, day, values);
        return yield* readUsage(q, accountId, month);
      }),
    used: (accountId, month) => accounts.readOne((q) => readUsage(q, accountId, month)),
  };
}

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

export interface Reserved {
  readonly fits: boolean;
  /** Values used in the month after it. */
  readonly used: number;
}

/** Each charge is made completely or not at all; returns the results in the same order. */
export function* reserveTogether(q: Queries, chargings: readonly Charging[]): Script<Reserved[]> {
  for (const {values} of chargings) requireCount(values);
  const reserved: (Reserved | undefined)[] = chargings.map(() => undefined);
  for (const bundles of groupedBundles(chargings)) {
    for (let from = 0; from < bundles.length; from += MOST_ACCOUNTS)
      yield* chargeBundles(q, bundles.slice(from, from + MOST_ACCOUNTS), chargings, reserved);
  }
  for (const [place, charging] of chargings.entries()) reserved[place] ??= yield* reserveAlone(q, charging);
  return reserved as Reserved[];
}

/** The charges of one account to one day. */
interface Bundle {
  readonly of: Charging;
  values: number;
  /** Places of its charges. */
  readonly places: number[];
}

/** Bundles for one statement (of one day and one limit), ordered by account, so that all transactions lock rows in the same order. */
function groupedBundles(chargings: readonly Charging[]): Bundle[][] {
  if (chargings.length < 2) return [];
  const groups = new Map<string, Map<number, Bundle>>();
  for (const [place, charging] of chargings.entries()) {
    const key = `${charging.day} ${charging.limit}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = new Map();
      groups.set(key, group);
    }
    const bundle = group.get(charging.accountId);
    if (bundle === undefined) {
      group.set(charging.accountId, {of: charging, values: charging.values, places: [place]});
    } else {
      bundle.values += charging.values;
      bundle.places.push(place);
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
  reserved: (Reserved | undefined)[],
): Script<void> {
  const [first] = bundles;
  if (first === undefined) return;
  const charged = yield* chargeAccounts(
    q,
    bundles.map(({of, values}) => ({accountId: of.accountId, values})),
    first.of,
  );
  for (const {of, places} of bundles) {
    let used = charged.get(of.accountId);
    if (used === undefined) continue;
    for (const place of places.toReversed()) {
      reserved[place] = {fits: true, used};
      used -= chargings[place]!.values;
    }
  }
}

function* reserveAlone(q: Queries, {accountId, month, day, values, limit}: Charging): Script<Reserved> {
  const used = yield* reserveValues(q, accountId, month, day, values, limit);
  return used === null ? {fits: false, used: yield* readUsage(q, accountId, month)} : {fits: true, used};
}

/**
 * Charges values to the account's month and day, or nothing when they do not fit.
 * @param limit values a month; null: no quota
 * @returns values used in the month after the charge; null: it does not fit
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

/** Accounts charged by one statement, at most. */
const MOST_ACCOUNTS = 16;

/**
 * Charges values to the month and the day of several accounts with the same limit; to each all or nothing.
 * @param charges of different accounts, at most MOST_ACCOUNTS; none may be above the limit by itself
 * @returns values used in the month after the charge, by account; accounts whose rest was too small are missing
 */
function* chargeAccounts(
  q: Queries,
  charges: readonly AccountValues[],
  terms: ChargeTerms,
): Script<Map<number, number>> {
  const parameters = numbered(charges, terms);
  const rows = yield* all(chargeMonths[charges.length - 1]!(q, parameters));
  const used = new Map(rows.map((row) => [row.account_id, row.used]));
  if (rows.length === charges.length) {
    yield* run(chargeDays[rows.length - 1]!(q, parameters));
  } else if (rows.length > 0) {
    const fitting = charges.filter(({accountId}) => used.has(accountId));
    yield* run(chargeDays[rows.length - 1]!(q, numbered(fitting, terms)));
  }
  return used;
}

interface AccountValues {
  readonly accountId: number;
  readonly values: number;
}

type ChargeTerms = Pick<Charging, "month" | "day" | "limit">;

/** Parameters of a statement for several accounts. */
type Numbered = Record<`account${number}` | `values${number}`, number> & ChargeTerms;

const NAMES = Array.from(
  {length: MOST_ACCOUNTS},
  (_, place) => ({account: `account${place}`, values: `values${place}`}) as const,
);

function numbered(charges: readonly AccountValues[], {month, day, limit}: ChargeTerms): Numbered {
  const parameters: Numbered = {month, day, limit};
  for (let place = 0; place < charges.length; place++) {
    const {account, values} = NAMES[place]!;
    parameters[account] = charges[place]!.accountId;
    parameters[values] = charges[place]!.values;
  }
  return parameters;
}

/** One statement for each number of accounts. */
function forEachSize<T>(make: (places: readonly number[]) => T): readonly T[] {
  return Array.from({length: MOST_ACCOUNTS}, (_, size) => make(Array.from({length: size + 1}, (_, place) => place)));
}

// Values above the limit are refused before, so the first charge of a month needs no condition.
const chargeMonths = forEachSize((places) =>
  statement((q, take: Take<Numbered>) => {
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
  statement((q, take: Take<Numbered>) =>
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
