// Protects forms against requests from other sites (CSRF) and against bots, by hidden fields with signatures.
//
// Two checks for the page: the headers that name it, and a token signed for the cookies of the visitor. The token is different on every
// page, because the length of compressed pages could reveal a constant one (BREACH). A signature is valid only for its purpose; its secret
// is in the store, so all servers of a store share it.
import {createHmac, randomBytes, timingSafeEqual} from "node:crypto";
import type {AccountProcedures} from "../../store/accounts/procedures.ts";
import {type Html, html} from "../html/html.ts";
import type {Secrets} from "../visit/context.ts";
import type {SentFrom} from "../visit/request.ts";
import type {Form, Visit} from "../visit/visit.ts";

const TOKEN_FIELD = "csrf";

const VISITOR_COOKIE = "visitor";
export const SESSION_COOKIE = "session";
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

/** The browser itself says that a page of this site sent the form. Stricter than the opposite of the above: without its headers it is false. */
export function isSentFromHere(sentFrom: SentFrom, publicUrl: string | null): boolean {
  const {origin, fetchSite} = sentFrom;
  const isStated = fetchSite === "same-origin" || (fetchSite === undefined && origin !== undefined);
  return isStated && !isSentFromElsewhere(sentFrom, publicUrl);
}

/** Deletes the visitor cookie, so that forms drawn before are not valid any more. */
export function forgetVisitor(visit: Visit): void {
  visit.setCookie(VISITOR_COOKIE, "", 0);
}

function bound(nonce: string, visitor: string, session: string | null): string {
  return `${nonce}\n${visitor}\n${session ?? ""}`;
}

/** Faster than any person writes; longer than a page stays open. */
export const MIN_WRITING_MS = 3000;
export const MAX_WRITING_MS = 24 * 60 * 60 * 1000;

/** A hidden field with the moment of drawing: it tells the time between drawing and sending a form. */
export function momentNow(visit: Visit): Promise<string> {
  return momentOf(visit, visit.site.now().getTime());
}

export async function isWrittenByHand(visit: Visit, moment: string): Promise<boolean> {
  const passed = await passedSince(visit, moment);
  return passed !== null && passed >= MIN_WRITING_MS && passed <= MAX_WRITING_MS;
}

/** For a form that is drawn again: its text may be sent at once. An invalid moment is replaced by the current one. */
export async function momentGoneOn(visit: Visit, moment: string): Promise<string> {
  const passed = await passedSince(visit, moment);
  if (passed === null) return momentNow(visit);
  return passed <= MAX_WRITING_MS ? moment : momentOf(visit, visit.site.now().getTime() - MIN_WRITING_MS);
}

async function momentOf(visit: Visit, milliseconds: number): Promise<string> {
  return `${milliseconds}.${await visit.site.secrets.sign("drawn", String(milliseconds))}`;
}

/** In milliseconds; null: the signature is not ours. */
async function passedSince(visit: Visit, moment: string): Promise<number | null> {
  const [drawn = "", signature = ""] = moment.split(".");
  if (!/^\d{1,15}$/.test(drawn) || !(await visit.site.secrets.isSigned("drawn", drawn, signature))) return null;
  return visit.site.now().getTime() - Number(drawn);
}

/** Each server reads the secret once. */
export function createSecrets(procedures: AccountProcedures): Secrets {
  let kept: Promise<string> | null = null;
  const secret = (): Promise<string> => {
    kept ??= procedures.play("ensureSecret", "forms", randomBytes(32).toString("hex")).catch((error: Error) => {
      kept = null;
      throw error;
    });
    return kept;
  };
  const sign = async (purpose: string, text: string): Promise<string> =>
    createHmac("sha256", await secret())
      .update(`${purpose}\n${text}`)
      .digest("base64url");
  return {
    sign,
    async isSigned(purpose, text, signature) {
      const [given, right] = [Buffer.from(signature), Buffer.from(await sign(purpose, text))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
