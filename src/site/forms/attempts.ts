// Limits for forms, counted in the store by a keyed hash, so that no address and no mailbox is stored for them.
import type {Visit} from "../visit/visit.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * The limits for an hour. Letters to a mailbox count for each asker, so that nobody can use up those of its owner; all askers together
 * have a limit too, so that nobody can fill the mailbox.
 */
export const ATTEMPTS = {
  "letter-from": 20,
  "letter-from-to": 5,
  "letter-to": 20,
  "contact-from": 5,
  "token-of": 30,
} as const;

interface Attempt {
  readonly allowed: boolean;
  /** Until the end of the window, at least 1. */
  readonly seconds: number;
}

/** @param who an address, a mailbox or an account */
export async function countAttemptOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<Attempt> {
  const {store, now} = visit.site;
  const subject = await subjectOf(visit, kind, who);
  const at = now().getTime();
  const {used, openedAt} = await store.procedures.play("countAttempt", subject, at, HOUR_MS);
  return {allowed: used <= ATTEMPTS[kind], seconds: Math.max(1, Math.ceil((openedAt + HOUR_MS - at) / 1000))};
}

/** Gives back an attempt that failed because of the server. */
export async function returnAttemptOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<void> {
  const subject = await subjectOf(visit, kind, who);
  await visit.site.store.procedures.play("returnAttempt", subject);
}

async function subjectOf(visit: Visit, kind: keyof typeof ATTEMPTS, who: string): Promise<string> {
  return `${kind} ${await visit.site.secrets.sign("attempt", who)}`;
}
