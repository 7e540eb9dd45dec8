// Charges of answers: each in a transaction of its own where several servers share the accounts, those of one tick of the event loop
// together where this process is the only server.
//
// Both forms judge alike, and in both a charge that was confirmed is committed. Several charges of one account are first tried as one;
// where that does not fit, each is judged alone, in the order of asking, so that together or alone the same are accepted.
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {chargeAccounts, MOST_ACCOUNTS, readUsage, requireCount, reserveValues} from "./usage.ts";

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
  /** Values of the month that are used after it. */
  readonly used: number;
}

/** Charges each whole or not at all; tells of each in the order given. */
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

/** What one account is charged to one day. */
interface Bundle {
  readonly of: Charging;
  values: number;
  /** Places of its charges. */
  readonly places: number[];
}

/** Bundles that one statement can take (of one day and one limit), by account, so that all who charge lock rows in one order. */
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

/** A first charge of a month is made without a condition, so what can fit no month must not come as one. */
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
