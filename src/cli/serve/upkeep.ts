// Work of a server beside its requests: it looks for damaged datasets, and deletes data of people, and old changes, whose time is over.
//
// When a request or the search index meets damage, every dataset is looked at, and the damaged ones are named by an event. The service goes
// on: only requests that need the damaged bytes are refused.

import type {Emit} from "../../service/events.ts";
import type {Settings} from "../../settings/settings.ts";
import {forgetLeftAccounts} from "../../store/accounts/account.ts";
import {sweepContactMessages} from "../../store/accounts/contact-message.ts";
import {sweepSignIns} from "../../store/accounts/sign-in.ts";
import {findOldRuns, sweepChanges} from "../../store/changes/change-run.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {sweepAttempts} from "../../store/fetches/attempt.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";

/** A look reads every history: it must not follow each refused request. */
const PAUSE_MILLISECONDS = 600_000;

/** A function that looks for damage, unless it did so lately. */
export function createDamageLook(store: Store, emit: Emit, pauseMs = PAUSE_MILLISECONDS): () => void {
  let isBusy = false;
  async function look(): Promise<void> {
    isBusy = true;
    try {
      const {findDamagedDatasets} = await import("../../load/verify/damage.ts");
      const damaged = await findDamagedDatasets(store);
      const datasets = damaged.map(({address, reason}) => ({
        provider: address.provider,
        dataset: address.dataset,
        reason,
      }));
      emit({type: "damage-looked", datasets});
    } catch (error) {
      emit({type: "store-failed", error: error as Error});
    } finally {
      setTimeout(() => {
        isBusy = false;
      }, pauseMs).unref();
    }
  }
  return () => {
    if (!isBusy) void look();
  };
}

/** Passes each event on, and looks for damage after those that tell of it. */
export function watchDamage(emit: Emit, look: () => void): Emit {
  return (event) => {
    emit(event);
    if ((event.type === "request-failed" || event.type === "store-failed") && tellsOfDamage(event.error)) look();
  };
}

function tellsOfDamage({name, message}: Error): boolean {
  return /damaged|checksum|malformed/i.test(`${name} ${message}`);
}

const SWEEP_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 86_400_000;
/** Days for which attempts to fetch are kept (store/fetches/attempt.ts). */
const ATTEMPT_DAYS = 400;

/** Deleted accounts, sign-ins, messages of the contact form, old attempts to fetch, old changes. Sweeps at the start and every hour, also where nobody signs in. */
export function sweepHourly(store: Store, settings: Settings, emit: Emit): NodeJS.Timeout {
  const sweep = (): void => {
    store.accounts
      .write((q) => sweepPeople(q, settings, new Date()))
      .catch((error: Error) => emit({type: "store-failed", error}));
    const before = new Date(Date.now() - ATTEMPT_DAYS * DAY_MILLISECONDS).toISOString();
    store.sources.write((q) => sweepAttempts(q, before)).catch((error: Error) => emit({type: "store-failed", error}));
    void sweepOldChanges(store, settings, new Date()).catch((error: Error) => emit({type: "store-failed", error}));
  };
  sweep();
  return setInterval(sweep, SWEEP_MILLISECONDS).unref();
}

/** Deletes what the feed of changes does not tell any more, in short transactions. */
export async function sweepOldChanges(
  store: Pick<Store, "statistics">,
  {changesDays}: Pick<Settings, "changesDays">,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - changesDays * DAY_MILLISECONDS).toISOString();
  const old = await store.statistics.read((q) => findOldRuns(q, before));
  for (let isMore = old.length > 0; isMore; ) isMore = await store.statistics.write((q) => sweepChanges(q, before));
}

export function* sweepPeople(
  q: Queries,
  {sessionDays, messageDays}: Pick<Settings, "sessionDays" | "messageDays">,
  now: Date,
): Script<void> {
  const before = (days: number): string => new Date(now.getTime() - days * DAY_MILLISECONDS).toISOString();
  yield* forgetLeftAccounts(q, now.toISOString());
  yield* sweepSignIns(q, now.toISOString(), before(sessionDays));
  yield* sweepContactMessages(q, before(messageDays));
}
