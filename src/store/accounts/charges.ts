// Charges of answers: together for one tick of the event loop if this process is the only server; if several servers share the accounts,
// in groups (charges.ts of its engine), or each in its own transaction where the accounts are on many machines.
//
// One statement charges a month. The engine makes it wait for any other statement on the same row, so no month is ever overspent, with any
// number of concurrent answers and servers. Both forms accept the same charges, and a confirmed charge is committed. Several charges of
// one account are first tried as one; if they don't fit together, each is judged alone in the order of the requests.
import {requireCount} from "../../access/account.ts";
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {chargeAccounts, MOST_ACCOUNTS} from "./charge-statements.ts";
import {createMonthUses, type MonthUse, type MonthUses, NO_USES} from "./month-uses.ts";
import {giveBackValues, readUsage} from "./usage.ts";

export interface Charges {
  /** Charges the values to the account's month and day, or nothing if they do not fit. */
  reserve(charging: Charging): Promise<Reserved>;
  /** Gives a charge back, never below 0; returns the values used in its month then. */
  giveBack(charge: Omit<Charging, "limit">): Promise<number>;
  /** Values used in the month (YYYY-MM). */
  used(accountId: number, month: string): Promise<number>;
  /** What is known of the account without asking the store: as `used`, of the month that it charged last; null: nothing. */
  recall(accountId: number): MonthUse | null;
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
  const uses = createMonthUses(accounts);
  let gathered: Waiting[] = [];

  function* charge(q: Queries, group: readonly Waiting[]): Script<Reserved[]> {
    const chargings = group.map(({charging}) => charging);
    const reserved = yield* reserveTogether(q, chargings);
    for (const [place, {used}] of reserved.entries()) {
      const {accountId, month} = chargings[place]!;
      uses.noteCharged(accountId, month, used);
    }
    return reserved;
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const reserved = await accounts.write((q) => {
        gathered = [];
        return charge(q, group);
      });
      for (const [place, {resolve}] of group.entries()) resolve(reserved[place]!);
    } catch (error) {
      uses.forget();
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
    ...othersOf(accounts, uses),
  };
}

/** @param uses none where servers share the accounts: no one of them knows the charges of the others */
export function othersOf(accounts: Engine, uses: MonthUses = NO_USES): Omit<Charges, "reserve"> {
  function* read(q: Queries, accountId: number, month: string): Script<number> {
    const used = yield* readUsage(q, accountId, month);
    uses.note(accountId, month, used);
    return used;
  }
  return {
    giveBack: ({accountId, month, day, values}) =>
      accounts
        .write(function* (q) {
          yield* giveBackValues(q, accountId, month, day, values);
          return yield* read(q, accountId, month);
        })
        .catch((error: unknown) => {
          uses.forget();
          throw error;
        }),
    used: (accountId, month) => accounts.readOne((q) => read(q, accountId, month)),
    recall: uses.recall,
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
