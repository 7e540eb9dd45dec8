// Headers that routes share: those of every answer under /api/ and of the OData channel, ETag and Cache-Control.
//
// Any web page may read every answer and all of its headers. OPTIONS is answered before the token is checked: browsers and LibreOffice send
// it without one, and both stop unless it succeeds. An entity tag is made of everything that the body depends on, and of nothing else. It
// is weak: the same state in another content coding is the same answer. It contains the data's version as the random id of a load run,
// never as a counter, so that a restored backup cannot give an old tag to new data.
import {hash} from "node:crypto";
import type {FastifyReply, FastifyRequest} from "fastify";
import {readsODataStrictly} from "../../formats/odata/media-type.ts";

export const EXPOSED_HEADERS = [
  "ETag",
  "Link",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
  "X-RateLimit-Limit-Minute",
  "X-RateLimit-Remaining-Minute",
  "X-RateLimit-Reset-Minute",
  "X-Quota-Values-Limit",
  "X-Quota-Values-Remaining",
  "X-Quota-Reset",
  "X-Values",
  "X-Withdrawn-Values",
  "X-Series-Total",
  "X-Has-More",
  "X-Next-Offset",
  "X-Ignored-Parameters",
  "OData-Version",
  "Preference-Applied",
  "Accept-Ranges",
  "Content-Range",
  "Server-Timing",
].join(", ");

const ALLOWED_HEADERS = [
  "Authorization",
  "X-API-Key",
  "Accept",
  "Content-Type",
  "If-None-Match",
  "If-Range",
  "Range",
  "Prefer",
  "OData-Version",
  "OData-MaxVersion",
].join(", ");

const METHODS = "GET, HEAD, OPTIONS";
const DAY_SECONDS = "86400";

/** The answer depends on the credentials and the coding, so a shared cache must not give it to another client. */
export const VARY = "Authorization, X-API-Key, Accept-Encoding";

/** A browser that was here once asks by https alone; other hosts of the domain are not ours to decide. */
const ONE_YEAR = "max-age=31536000";

/** The first headers of every answer. */
export function setFirstHeaders(reply: FastifyReply, requestId: string, isSecure: boolean): void {
  if (isSecure) reply.header("strict-transport-security", ONE_YEAR);
  reply.header("x-request-id", requestId);
}

/** Headers of every answer under /api/. */
export function setCorsHeaders(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", EXPOSED_HEADERS);
  reply.header("vary", VARY);
}

/**
 * True for a request that OPTIONS answers: without preflight headers on a known route, or a preflight. A preflight for an unknown route
 * succeeds too, so that the page then sees the 404 instead of a network error.
 */
export function isAnsweredByOptions(request: FastifyRequest): boolean {
  if (request.method !== "OPTIONS") return false;
  return !request.is404 || request.headers["access-control-request-method"] !== undefined;
}

/** The methods of the route of a request; of an unknown address those of most. */
export function methodsOf(request: FastifyRequest): string {
  const {method} = request.routeOptions;
  return Array.isArray(method) && method.includes("POST") ? method.join(", ") : METHODS;
}

export function sendOptions(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .header("allow", methods)
    .header("access-control-allow-methods", methods)
    .header("access-control-allow-headers", ALLOWED_HEADERS)
    .header("access-control-max-age", DAY_SECONDS)
    .code(204)
    .send();
}

export const ODATA_ROOT = "/api/v1/odata";

/** Spreadsheet dialogs can send a token only as user and password. */
export const BASIC_CHALLENGE = 'Basic realm="Ryad", charset="UTF-8"';

/** Decided by the path alone, so that it is also right if no route was found. */
export function isOData(request: FastifyRequest): boolean {
  const {url = ""} = request.raw;
  return url.startsWith(ODATA_ROOT) && /^(?:[/?#]|$)/.test(url.slice(ODATA_ROOT.length));
}

/** The channels of programs that can send a token only as user and password: OData and SDMX. */
export function takesBasic(request: FastifyRequest): boolean {
  return isOData(request) || request.raw.url?.startsWith("/sdmx/") === true;
}

/** Headers of every answer of the channel. The version header is sent once: clients reject two. */
export function setODataHeaders(reply: FastifyReply): void {
  reply.header("odata-version", "4.0").header("vary", `${VARY}, Accept, Prefer`);
}

export function wantsStrictErrors(request: FastifyRequest): boolean {
  return isOData(request) && readsODataStrictly(request.headers.accept);
}

/** The slice, and the observations of a series. */
export const REUSED_FOR_AN_HOUR = "max-age=3600";
/**
 * Every other answer with data: kept, and revalidated each time. A client that reused the feed of updates for an hour would notice a load
 * late.
 */
export const REVALIDATED = "no-cache";
/** The same on the OData channel, where the URL may contain a token. */
export const REVALIDATED_PRIVATELY = "private, no-cache";

/** `W/"…"` over normalized parts: requests with the same meaning must give the same parts. */
export function weakEtag(parts: readonly (string | number | boolean | null)[]): string {
  return `W/"${hash("sha256", JSON.stringify(parts), "base64url").slice(0, 27)}"`;
}

/** Whether an If-None-Match header has the tag: one tag or a list, weak or strong. `*` does not count here. */
export function namesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag;
  const opaque = etag.slice(2);
  for (const [, tag] of ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)) if (tag === opaque) return true;
  return false;
}

/** Sets the tag of an answer that is already made; true if the client has that answer, also by `*`: then send 304. */
export function clientHasIt(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  cacheControl = REVALIDATED,
): boolean {
  reply.header("etag", etag).header("cache-control", cacheControl);
  const ifNoneMatch = request.headers["if-none-match"];
  return namesEtag(ifNoneMatch, etag) || namesAnyAnswer(ifNoneMatch);
}

/** What is sent of an answer that there is: all of it, its headers, or a 304. Only `body` is charged, and only its body is written. */
export type NeededPart = "body" | "head" | "unchanged";

/**
 * `If-None-Match: *` names any answer, so it makes a 304 also of HEAD; but only where there is an answer: ask behind all refusals. A tag
 * that the client names is compared before, by namesEtag.
 */
export function neededPart({method, headers}: Pick<FastifyRequest, "method" | "headers">): NeededPart {
  if (namesAnyAnswer(headers["if-none-match"])) return "unchanged";
  return method === "HEAD" ? "head" : "body";
}

/** Whether the header is `*`: the client has any answer. */
export function namesAnyAnswer(ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.trim() === "*";
}
