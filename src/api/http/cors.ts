// Reading from any web page: every answer under /api/ may be read by any origin, and all of its headers seen.
//
// OPTIONS is answered before anyone asks who is there: browsers and LibreOffice send it without a token, LibreOffice bare, and
// both give up on anything but a success.
import type {FastifyReply, FastifyRequest} from "fastify";

export const EXPOSED_HEADERS = [
  "ETag",
  "Link",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
  "X-RateLimit-Limit-Minute",
  "X-RateLimit-Remaining-Minute",
  "X-Quota-Values-Limit",
  "X-Quota-Values-Remaining",
  "X-Series-Total",
  "X-Has-More",
  "X-Next-Offset",
  "X-Ignored-Parameters",
  "OData-Version",
  "Preference-Applied",
  "Server-Timing",
].join(", ");

const ALLOWED_HEADERS = [
  "Authorization",
  "X-API-Key",
  "Accept",
  "Content-Type",
  "If-None-Match",
  "Prefer",
  "OData-Version",
  "OData-MaxVersion",
].join(", ");

const METHODS = "GET, HEAD, OPTIONS";
const DAY_SECONDS = "86400";

/** What the credentials and the coding decide must not be handed to somebody else by a cache on the way. */
export const VARY = "Authorization, X-API-Key, Accept-Encoding";

/** Headers of every answer under /api/. */
export function openToAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", EXPOSED_HEADERS);
  reply.header("vary", VARY);
}

/**
 * True when the request is one that OPTIONS settles: bare on a route that exists, or a preflight. A preflight for a route that
 * does not exist passes too, so that the page then sees the 404 instead of a blank failure.
 */
export function isAnsweredByOptions(request: FastifyRequest): boolean {
  if (request.method !== "OPTIONS") return false;
  return !request.is404 || request.headers["access-control-request-method"] !== undefined;
}

export function sendOptions(reply: FastifyReply): FastifyReply {
  return reply
    .header("allow", METHODS)
    .header("access-control-allow-methods", METHODS)
    .header("access-control-allow-headers", ALLOWED_HEADERS)
    .header("access-control-max-age", DAY_SECONDS)
    .code(204)
    .send();
}
