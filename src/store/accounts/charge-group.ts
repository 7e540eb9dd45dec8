// Charges of one moment, in two statements for most of them: the months of all accounts at once, then their days.
//
// Several charges of one account are first tried as one. Where that does not fit, each is judged alone, in the order of asking, so
// that together or alone the same are taken.
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {chargeAccounts, MOST_ACCOUNTS, readUsage, requireCount, reserveValues} from "./usage.ts";

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
