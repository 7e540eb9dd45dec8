// Charges of answers: together for one tick of the event loop if this process is the only server; if several servers share the accounts,
// in groups (charges.ts of its engine), or each in its own transaction where the accounts are on many machines.
//
// One statement charges a month. The engine makes it wait for any other statement on the same row, so no month is ever overspent, with any
// number of concurrent answers and servers. Both forms accept the same charges, and a confirmed charge is committed.
import {createStateCache} from "../../../work/bounded-cache.ts";
import type {Queries} from "../../engines/differences.ts";
import type {Engine, Script} from "../../script.ts";
import {giveBackValues, readUsage} from "../usage.ts";
import {type ChargeResult, type Charging, chargeTogether} from "./statements.ts";

/** Values used in a month (YYYY-MM). */
export interface MonthUse {
  readonly month: string;
  readonly used: number;
}

export interface Charges {
  /** Charges the values to the account's month and day, or nothing if they do not fit. */
  charge(charging: Charging): Promise<ChargeResult>;
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
    async charge(charging) {
      const [result] = await accounts.write((q) => chargeTogether(q, [charging]));
      return result!;
    },
    ...createUsageCalls(accounts),
  };
}

interface Waiting {
  readonly charging: Charging;
  readonly resolve: (result: ChargeResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Charges requested while a write waits for the end of the tick join it. */
export function createGroupedCharges(accounts: Engine): Charges {
  const uses = createMonthUses(accounts);
  let waiting: Waiting[] = [];

  function* chargeAndNote(q: Queries, chargings: readonly Charging[]): Script<ChargeResult[]> {
    const results = yield* chargeTogether(q, chargings);
    for (const [index, {used}] of results.entries()) {
      const {accountId, month} = chargings[index]!;
      uses.noteCharged(accountId, month, used);
    }
    return results;
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await accounts.write((q) => {
        waiting = [];
        return chargeAndNote(
          q,
          group.map(({charging}) => charging),
        );
      });
      for (const [index, {resolve}] of group.entries()) resolve(results[index]!);
    } catch (error) {
      uses.forget();
      if (waiting === group) waiting = [];
      for (const {reject} of group) reject(error);
    }
  }

  return {
    charge(charging) {
      const {promise, resolve, reject} = Promise.withResolvers<ChargeResult>();
      if (waiting.push({charging, resolve, reject}) === 1) void writeGroup(waiting);
      return promise;
    },
    ...createUsageCalls(accounts, uses),
  };
}

/** @param uses none where servers share the accounts: no one of them knows the charges of the others */
export function createUsageCalls(accounts: Engine, uses: MonthUses = NO_USES): Omit<Charges, "charge"> {
  function* read(q: Queries, accountId: number, month: string): Script<number> {
    const used = yield* readUsage(q, accountId, month);
    uses.note(accountId, month, used);
    return used;
  }
  function* giveBack(q: Queries, {accountId, month, day, values}: Omit<Charging, "limit">): Script<number> {
    yield* giveBackValues(q, accountId, month, day, values);
    return yield* read(q, accountId, month);
  }
  return {
    giveBack: ({accountId, month, day, values}) =>
      accounts
        .write((q) => giveBack(q, {accountId, month, day, values}))
        .catch((error: unknown) => {
          uses.forget();
          throw error;
        }),
    used: (accountId, month) => accounts.readOne((q) => read(q, accountId, month)),
    recall: uses.recall,
  };
}

/**
 * What the only server of an embedded store knows of the months of its accounts, from its own charges: the headers of an answer that charges
 * nothing need no statement. It is what the accounts file has, or nothing: all is forgotten when another process has written, and after a
 * write that failed. Charges never rely on it: the statement that makes them judges.
 */
interface MonthUses {
  /** null: the store must be asked. */
  recall(accountId: number): MonthUse | null;
  /** The use as the running script has read it. */
  note(accountId: number, month: string, used: number): void;
  /** As `note`, of charges alone, whose results need not be in the order in which they were made: the greatest of the latest month is the last. */
  noteCharged(accountId: number, month: string, used: number): void;
  forget(): void;
}

const NO_USES: MonthUses = {recall: () => null, note: () => {}, noteCharged: () => {}, forget: () => {}};

/** Accounts that are remembered. */
const MOST_ACCOUNTS = 100_000;

function createMonthUses(accounts: Engine): MonthUses {
  const uses = createStateCache<MonthUse>(MOST_ACCOUNTS, () => accounts.changes());

  function note(accountId: number, month: string, used: number): void {
    uses.keep(String(accountId), {month, used}, 1);
  }

  return {
    recall: (accountId) => uses.find(String(accountId)) ?? null,
    note,
    noteCharged(accountId, month, used) {
      const known = uses.find(String(accountId));
      if (known === undefined || known.month < month || (known.month === month && known.used < used))
        note(accountId, month, used);
    },
    forget: uses.forget,
  };
}
