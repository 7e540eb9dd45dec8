// Charges of answers: each in a transaction of its own where several servers share the accounts, those of one turn of the event loop
// together where this process is the only server.
//
// Both forms judge alike, and in both a charge that was told is committed.

import type {Engine} from "../script.ts";
import {type Charging, type Reserved, reserveTogether} from "./charge-group.ts";
import {readUsage} from "./usage.ts";

export interface Charges {
  /** Charges the values to the account's month and day, or nothing where they do not fit. */
  reserve(charging: Charging): Promise<Reserved>;
  /** Values used in the month (YYYY-MM). */
  used(accountId: number, month: string): Promise<number>;
}

/** Each charge for itself: one that has to wait for a row keeps no other waiting. */
export function createSingleCharges(accounts: Engine): Charges {
  return {
    async reserve(charging) {
      const [reserved] = await accounts.write((q) => reserveTogether(q, [charging]));
      return reserved!;
    },
    used: (accountId, month) => accounts.readOne((q) => readUsage(q, accountId, month)),
  };
}

interface Waiting {
  readonly charging: Charging;
  readonly resolve: (reserved: Reserved) => void;
  readonly reject: (error: unknown) => void;
}

/** Accounts whose use is remembered. */
const MOST_REMEMBERED = 10_000;

/** Those who ask while a write waits for its turn go with it. What was read is remembered until anybody writes. */
export function createTurnCharges(accounts: Engine): Charges {
  let gathered: Waiting[] = [];
  const remembered = new Map<string, number>();
  let state: number | null = null;

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
    async used(accountId, month) {
      // The first enters the snapshot of which the second tells.
      accounts.changes();
      const now = accounts.stateRead();
      if (now !== state || remembered.size >= MOST_REMEMBERED) remembered.clear();
      state = now;
      const key = `${accountId} ${month}`;
      let used = now === null ? undefined : remembered.get(key);
      if (used === undefined) {
        used = await accounts.readOne((q) => readUsage(q, accountId, month));
        if (state === now) remembered.set(key, used);
      }
      return used;
    },
  };
}
