// The months of accounts, as far as the only server of an embedded store knows them without asking.
import {createBoundedCache} from "../../../work/bounded-cache.ts";
import type {Engine} from "../../script.ts";

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
export interface MonthUses {
  /** null: the store must be asked. */
  recall(accountId: number): MonthUse | null;
  /** The use as the running script has read it. */
  note(accountId: number, month: string, used: number): void;
  /** As `note`, of charges alone, whose results need not be in the order in which they were made: the greatest of the latest month is the last. */
  noteCharged(accountId: number, month: string, used: number): void;
  forget(): void;
}

export const NO_USES: MonthUses = {recall: () => null, note: () => {}, noteCharged: () => {}, forget: () => {}};

/** Accounts that are remembered. */
const MOST_ACCOUNTS = 100_000;

export function createMonthUses(accounts: Engine): MonthUses {
  let uses = createBoundedCache<MonthUse>(MOST_ACCOUNTS);
  let asOf: number | null = null;

  function note(accountId: number, month: string, used: number): void {
    uses.keep(String(accountId), {month, used}, 1);
  }

  function forget(): void {
    uses = createBoundedCache(MOST_ACCOUNTS);
  }

  return {
    recall(accountId) {
      const changes = accounts.changes();
      if (changes === null || changes !== asOf) forget();
      asOf = changes;
      return uses.find(String(accountId)) ?? null;
    },
    note,
    noteCharged(accountId, month, used) {
      const known = uses.find(String(accountId));
      if (known === undefined || known.month < month || (known.month === month && known.used < used))
        note(accountId, month, used);
    },
    forget,
  };
}
