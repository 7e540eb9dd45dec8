// What the only server of an embedded store knows of the months of its accounts, from its own charges: the headers of an answer that
// charges nothing need no statement.
//
// It is what the accounts file has, or nothing: all is forgotten when another process has written, and after a write that failed. Charges never rely
// on it: the statement that makes them judges.
import type {Engine} from "../script.ts";

/** Values used in a month (YYYY-MM). */
export interface MonthUse {
  readonly month: string;
  readonly used: number;
}

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

const MAX_REMEMBERED = 100_000;

export function createMonthUses(accounts: Engine): MonthUses {
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
