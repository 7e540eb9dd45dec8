// Charges of answers: together for one tick of the event loop if this process is the only server; if several servers share the accounts,
// in groups (charges.ts of its engine), or each in its own transaction where the accounts are on many machines.
// A charge of an answer that nobody got is given back, once, also if the store fails.
//
// One statement charges a month. The engine makes it wait for any other statement on the same row, so no month is ever overspent, with any
// number of concurrent answers and servers. Both forms accept the same charges, and a confirmed charge is committed.
// If the connection fails during a commit, the charge may be in the store or not; the same is true of giving it back. The store says later
// which, and only then is it settled. Unsettled charges are in memory: if this process is killed before the store returns, such a charge
// remains.
import type {Emit} from "../../events.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import type {Engine, Script} from "../script.ts";
import {type Charging, type Reserved, reserveTogether} from "./charge-statements.ts";
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
  let waiting: Waiting[] = [];

  function* charge(q: Queries, chargings: readonly Charging[]): Script<Reserved[]> {
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
        waiting = [];
        return charge(
          q,
          group.map(({charging}) => charging),
        );
      });
      for (const [place, {resolve}] of group.entries()) resolve(reserved[place]!);
    } catch (error) {
      uses.forget();
      if (waiting === group) waiting = [];
      for (const {reject} of group) reject(error);
    }
  }

  return {
    reserve(charging) {
      const {promise, resolve, reject} = Promise.withResolvers<Reserved>();
      if (waiting.push({charging, resolve, reject}) === 1) void writeGroup(waiting);
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
  function* giveBack(q: Queries, {accountId, month, day, values}: Omit<AnswerCharge, "requestId">): Script<number> {
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

/** Values used in a month (YYYY-MM). */
export interface MonthUse {
  readonly month: string;
  readonly used: number;
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

const MAX_REMEMBERED = 100_000;

function createMonthUses(accounts: Engine): MonthUses {
  const uses = new Map<number, MonthUse>();
  let asOf: number | null = null;

  function note(accountId: number, month: string, used: number): void {
    if (uses.size >= MAX_REMEMBERED) uses.clear();
    uses.set(accountId, {month, used});
  }

  return {
    recall(accountId) {
      const changes = accounts.changes();
      if (changes === null || changes !== asOf) uses.clear();
      asOf = changes;
      return uses.get(accountId) ?? null;
    },
    note,
    noteCharged(accountId, month, used) {
      const known = uses.get(accountId);
      if (known === undefined || known.month < month || (known.month === month && known.used < used))
        note(accountId, month, used);
    },
    forget: () => uses.clear(),
  };
}

export interface AnswerCharge {
  readonly requestId: string;
  readonly accountId: number;
  /** YYYY-MM */
  readonly month: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly values: number;
}

export interface SettledCharges {
  /** Charges all values or none. If the store does not say whether it has them, they are given back as soon as it does. */
  reserve(charge: AnswerCharge, limit: number | null): Promise<Reserved>;
  /** Returns the values used in its month then; during an outage it is given back as soon as the store returns. */
  giveBack(charge: AnswerCharge): Promise<number>;
  /** Waits briefly for charges that are not settled yet. */
  close(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const CLOSE_MS = 1000;

export function createSettledCharges(charges: Charges, emit: Emit): SettledCharges {
  const pending = new Set<Promise<void>>();

  function settle(work: () => Promise<void>): void {
    const settled = work()
      .catch((error: Error) => emit({type: "store-failed", error}))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  function told(type: "values-charged" | "values-given-back", {requestId, accountId, values}: AnswerCharge): void {
    emit({type, requestId, accountId, values});
  }

  async function takeBack(charge: AnswerCharge, isTakenBack: boolean): Promise<void> {
    for (let isDone = isTakenBack; !isDone; ) {
      try {
        await charges.giveBack(charge);
        isDone = true;
      } catch (error) {
        if (!(error instanceof StoreOutage)) throw error;
        isDone = error.landed !== null && (await error.landed());
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
    told("values-given-back", charge);
  }

  async function takeBackIf(landed: () => Promise<boolean>, charge: AnswerCharge): Promise<void> {
    if (!(await landed())) return;
    told("values-charged", charge);
    await takeBack(charge, false);
  }

  return {
    async reserve(charge, limit) {
      try {
        const reserved = await charges.reserve({...charge, limit});
        if (reserved.fits) told("values-charged", charge);
        return reserved;
      } catch (error) {
        const landed = error instanceof StoreOutage ? error.landed : null;
        if (landed !== null) settle(() => takeBackIf(landed, charge));
        throw error;
      }
    },
    async giveBack(charge) {
      try {
        const used = await charges.giveBack(charge);
        told("values-given-back", charge);
        return used;
      } catch (error) {
        if (error instanceof StoreOutage)
          settle(async () => takeBack(charge, error.landed !== null && (await error.landed())));
        throw error;
      }
    },
    async close() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MS);
      await Promise.race([Promise.all(pending), late.promise]);
      clearTimeout(timer);
    },
  };
}
