// Sessions: a random secret in a cookie, its SHA-256 in the store. A new sign-in makes a new session and ends the old one.
//
// Pages and forms of an account redirect visitors without a session to the sign-in.
import {hash, randomBytes} from "node:crypto";
import {findPlan, type Plan} from "../../access/account.ts";
import type {SessionOwner} from "../../store/accounts/sign-in.ts";
import {type Answer, type Page, redirect} from "../frame/page.ts";
import type {Form, Visit} from "../visit/visit.ts";
import {forgetVisitor, SESSION_COOKIE} from "./forms.ts";

const DAY_SECONDS = 24 * 60 * 60;
const SHAPE = /^[\w-]{43}$/;

/** null: the visitor is not signed in. */
export async function findOwner(visit: Visit): Promise<SessionOwner | null> {
  const secret = visit.cookie(SESSION_COOKIE);
  return secret === null || !SHAPE.test(secret) ? null : ownerOf(visit, secret);
}

function ownerOf(visit: Visit, secret: string): Promise<SessionOwner | null> {
  const now = visit.site.now();
  const since = sessionsSince(now, visit.site.settings.sessionDays);
  return visit.site.store.procedures.play("findSession", fingerprint(secret), {now: now.toISOString(), since});
}

/** Sessions that began before are over: the setting may have been lowered since. */
function sessionsSince(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_SECONDS * 1000).toISOString();
}

/** @returns its owner; null: the account was disabled meanwhile */
export async function startSession(visit: Visit, accountId: number): Promise<SessionOwner | null> {
  const secret = randomBytes(32).toString("base64url");
  const now = visit.site.now();
  const seconds = visit.site.settings.sessionDays * DAY_SECONDS;
  const session = {
    fingerprint: fingerprint(secret),
    accountId,
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(),
  };
  const before = visit.cookie(SESSION_COOKIE);
  await visit.site.store.procedures.play("replaceSession", before === null ? null : fingerprint(before), session);
  forgetVisitor(visit);
  visit.setCookie(SESSION_COOKIE, secret, seconds);
  return ownerOf(visit, secret);
}

export async function endSession(visit: Visit): Promise<void> {
  const secret = visit.cookie(SESSION_COOKIE);
  if (secret !== null) await visit.site.store.procedures.play("endSession", fingerprint(secret));
  forgetSession(visit);
}

/** Deletes the cookies; the caller has ended the sessions. */
export function forgetSession(visit: Visit): void {
  forgetVisitor(visit);
  visit.setCookie(SESSION_COOKIE, "", 0);
}

/** SHA-256 in hexadecimal, as the store keeps it. */
export function fingerprint(secret: string): string {
  return hash("sha256", secret);
}

export function planOf({plan, accountId}: SessionOwner): Plan {
  const found = findPlan(plan);
  if (found === null) throw new Error(`account ${accountId} has the plan "${plan}", which does not exist`);
  return found;
}

interface OwnedPage {
  readonly path: string;
  /** Whether this owner may send a file; absent: nobody. */
  readonly mayUpload?: (owner: SessionOwner) => boolean;
  readonly draw: (visit: Visit, owner: SessionOwner) => Answer | Promise<Answer>;
  readonly perform?: (visit: Visit, owner: SessionOwner, form: Form) => Answer | Promise<Answer>;
}

export function ownedPage({path, draw, perform, mayUpload}: OwnedPage): Page {
  return {
    path,
    draw: (visit) => forOwner(visit, (owner) => draw(visit, owner), visit.here({lang: null})),
    ...(perform === undefined
      ? {}
      : {perform: (visit: Visit, form: Form) => forOwner(visit, (owner) => perform(visit, owner, form))}),
    ...(mayUpload === undefined
      ? {}
      : {
          mayUpload: async (visit: Visit) => {
            const owner = await findOwner(visit);
            return owner !== null && mayUpload(owner);
          },
        }),
  };
}

/** An address that only takes a form; opening it redirects to the account. */
export function ownedForm(path: string, perform: NonNullable<OwnedPage["perform"]>): Page {
  return ownedPage({path, draw: (visit) => redirect(visit.link("/account")), perform});
}

/** @param back the page to which the sign-in leads back, with its language prefix; null: the account */
async function forOwner(
  visit: Visit,
  then: (owner: SessionOwner) => Answer | Promise<Answer>,
  back: string | null = null,
): Promise<Answer> {
  const owner = await findOwner(visit);
  if (owner !== null) return then(owner);
  const to = back === null ? null : readReturn(back.slice(visit.link("").length));
  return redirect(visit.link("/account/sign-in", to === null ? {} : {to}));
}

/** Addresses behind a sign-in. All begin with a word of this site, so none names another host; all their letters may stand in a header. */
const RETURNS = /^\/(?:account\/|desk(?![^?/])|datasets\/[\w.-]+\/[\w.-]+\/file(?![^?]))[!"$-[\]-~]*$/;

/** Where a sign-in leads back: a page of the account or of the operator, or the file of a dataset. null: to the account. */
export function readReturn(text: string | null): string | null {
  return text !== null && text.length <= 300 && RETURNS.test(text) ? text : null;
}
