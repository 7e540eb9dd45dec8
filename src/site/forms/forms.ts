// Whether a form was sent from a page of ours by the visitor it was drawn for.
//
// Two proofs are asked for: what the browser says of the page it was sent from, and a token that is signed for the visitor's cookies.
// The token is another one on every page drawn, so that packed pages cannot be made to tell it.
import {randomBytes} from "node:crypto";
import type {Form, Visit} from "../frame/visit.ts";
import {type Html, html} from "../widgets/html.ts";

export const TOKEN_FIELD = "csrf";

const VISITOR_COOKIE = "visitor";
const SESSION_COOKIE = "session";
const SHAPE = /^[\w-]{22,64}$/;

/** The hidden fields of a form. Gives the visitor a cookie where he has none; the page has to be kept "never". */
export async function formFields(visit: Visit): Promise<Html> {
  let visitor = visit.cookie(VISITOR_COOKIE);
  if (visitor === null || !SHAPE.test(visitor)) {
    visitor = randomBytes(24).toString("base64url");
    visit.setCookie(VISITOR_COOKIE, visitor, null);
  }
  const nonce = randomBytes(12).toString("base64url");
  const signature = await visit.site.secrets.sign("form", bound(nonce, visitor, visit.cookie(SESSION_COOKIE)));
  return html`<input type="hidden" name="${TOKEN_FIELD}" value="${nonce}.${signature}">`;
}

/** Whether the token of the form was made for this visitor and this session. */
export async function isDrawnForVisitor(visit: Visit, form: Form): Promise<boolean> {
  const visitor = visit.cookie(VISITOR_COOKIE);
  const [nonce = "", signature = ""] = form.text(TOKEN_FIELD).split(".");
  if (visitor === null || !SHAPE.test(visitor)) return false;
  return visit.site.secrets.isSigned("form", bound(nonce, visitor, visit.cookie(SESSION_COOKIE)), signature);
}

export interface SentFrom {
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser says that the form was sent from another site. Origin decides where it is sent, else Referer; a browser of today
 * sends Sec-Fetch-Site too. One that says nothing at all is left to the token.
 */
export function isSentFromElsewhere({origin, referer, fetchSite, host}: SentFrom, publicUrl: string | null): boolean {
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return true;
  const page = origin ?? referer;
  if (page === undefined) return false;
  const from = URL.canParse(page) ? new URL(page) : null;
  if (from === null) return true;
  if (publicUrl !== null && from.origin === new URL(publicUrl).origin) return false;
  return from.host !== host;
}

/** A new visitor's cookie, so that forms drawn before mean nothing any more. */
export function forgetVisitor(visit: Visit): void {
  visit.setCookie(VISITOR_COOKIE, "", 0);
}

function bound(nonce: string, visitor: string, session: string | null): string {
  return `${nonce}\n${visitor}\n${session ?? ""}`;
}
