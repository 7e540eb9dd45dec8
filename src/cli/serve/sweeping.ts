// Data of people whose time is over: deleted accounts, sign-ins, messages of the contact form. The server deletes them.
import type {Emit} from "../../events.ts";
import type {Settings} from "../../settings.ts";
import {forgetLeftAccounts} from "../../store/accounts/account.ts";
import {sweepContactMessages} from "../../store/accounts/contact-message.ts";
import {sweepSignIns} from "../../store/accounts/sign-in.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {Script} from "../../store/script.ts";

const SWEEP_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 86_400_000;

/** Sweeps at the start and every hour, also where nobody signs in. */
export function sweepHourly(store: Store, settings: Settings, emit: Emit): NodeJS.Timeout {
  const sweep = (): void => {
    store.accounts
      .write((q) => sweepPeople(q, settings, new Date()))
      .catch((error: Error) => emit({type: "store-failed", error}));
  };
  sweep();
  return setInterval(sweep, SWEEP_MILLISECONDS).unref();
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
