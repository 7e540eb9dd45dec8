// How often somebody may send a form: counted in the store by a keyed hash, so that neither addresses nor mailboxes are kept for it.
import {countAttempt, returnAttempt} from "../../store/accounts/windows.ts";
import type {Visit} from "../frame/visit.ts";

const HOUR_MS = 60 * 60 * 1000;

/** What is counted → how many an hour. */
export const ATTEMPTS = {
  "letter-from": 20,
  "letter-to": 5,
  "contact-from": 5,
  "token-of": 30,
} as const;

export interface Attempt {
  readonly allowed: boolean;
  /** Until the window ends, at least 1. */
  readonly seconds: number;
}

/** Counts one attempt of `who` (an address, a mailbox, an account) and judges it. */
export async function countAttemptOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<Attempt> {
  const {store, now} = visit.site;
  const subject = await subjectOf(visit, kind, who);
  const at = now().getTime();
  const {used, openedAt} = await store.accounts.write((q) => countAttempt(q, subject, at, HOUR_MS));
  return {allowed: used <= ATTEMPTS[kind], seconds: Math.max(1, Math.ceil((openedAt + HOUR_MS - at) / 1000))};
}

/** Takes an attempt back that came to nothing by no fault of the one who made it. */
export async function returnAttemptOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<void> {
  const subject = await subjectOf(visit, kind, who);
  await visit.site.store.accounts.write((q) => returnAttempt(q, subject));
}

async function subjectOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<string> {
  return `${kind} ${await visit.site.secrets.sign("attempt", who)}`;
}
