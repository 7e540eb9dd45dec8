// Protects forms against requests from other sites (CSRF).
//
// Two checks: the headers that name the page of the form, and a token signed for the cookies of the visitor. The token is different
// on every page, because the length of compressed pages could reveal a constant one (BREACH).
import {randomBytes} from "node:crypto";
import type {Form, Visit} from "../frame/visit.ts";
import {type Html, html} from "../widgets/html.ts";

const TOKEN_FIELD = "csrf";

const VISITOR_COOKIE = "visitor";
const SESSION_COOKIE = "session";
const SHAPE = /^[\w-]{22,64}$/;

/** The hidden fields of a form. Sets the visitor cookie if there is none, so the page must have `kept: "never"`. */
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

/** Judged by Sec-Fetch-Site, then by Origin or Referer. Without these headers only the token decides. */
export function isSentFromElsewhere({origin, referer, fetchSite, host}: SentFrom, publicUrl: string | null): boolean {
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return true;
  const page = origin ?? referer;
  if (page === undefined) return false;
  const from = URL.canParse(page) ? new URL(page) : null;
  if (from === null) return true;
  if (publicUrl !== null && from.origin === new URL(publicUrl).origin) return false;
  return from.host !== host;
}

/** Deletes the visitor cookie, so that forms drawn before are not valid any more. */
export function forgetVisitor(visit: Visit): void {
  visit.setCookie(VISITOR_COOKIE, "", 0);
}

function bound(nonce: string, visitor: string, session: string | null): string {
  return `${nonce}\n${visitor}\n${session ?? ""}`;
}
