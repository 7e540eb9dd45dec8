// Every request and response header in the document, and the answers that have it.
//
// `always`: on every answer of that status; a test checks this on live answers.
import type {JsonSchema} from "./json-schema.ts";

interface HeaderRow {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Sent on every answer that may have it, not only if it has something to say. */
  readonly always?: true;
}

const count = {type: "integer", minimum: 0} as const;
const text = {type: "string"} as const;

const perhaps = (schema: JsonSchema, description: string): HeaderRow => ({schema, description});
const always = (schema: JsonSchema, description: string): HeaderRow => ({always: true, schema, description});

export const HEADERS = {
  "X-Request-Id": always(
    {type: "string", format: "uuid"},
    "Identifier of this request, made by the server; an error body repeats it as `request_id`.",
  ),
  "Cache-Control": always(
    text,
    "`max-age=3600` on slices and observations, which may be used again for an hour; `no-cache` on other answers (`private, no-cache` on the OData channel): keep them, and ask again with `If-None-Match`; `no-store` on errors.",
  ),
  Vary: always(
    text,
    "`Authorization, X-API-Key, Accept-Encoding`, on the OData channel also `Accept, Prefer`: a shared cache must not give one client's answer to another.",
  ),
  "Access-Control-Allow-Origin": always({type: "string", const: "*"}, "Pages of any origin may read."),
  "Access-Control-Expose-Headers": always(text, "The headers that such a page may read: all headers of this document."),
  "X-RateLimit-Limit-Minute": always(count, "Requests a minute that the plan allows."),
  "X-RateLimit-Remaining-Minute": always(
    count,
    "Requests left in the 60-second window opened by the account's first request.",
  ),
  "X-Quota-Values-Limit": perhaps(
    count,
    "Values a month that the plan allows. Absent on plans without a monthly quota.",
  ),
  "X-Quota-Values-Remaining": perhaps(
    count,
    "Values left of this month (UTC) after this answer. Absent on plans without a monthly quota.",
  ),
  "X-RateLimit-Reset-Minute": always({type: "integer", minimum: 1}, "Whole seconds until that window ends."),
  "X-Quota-Reset": perhaps(
    {type: "string", format: "date"},
    "The day on which the quota is whole again: the first of next month (UTC). Absent on plans without a monthly quota.",
  ),
  "X-Values": perhaps(
    count,
    "Values that the answer has and charges; under HEAD those that GET would charge; with `SLICE_TOO_BIG` and an exhausted month those of the refused answer.",
  ),
  "X-Withdrawn-Values": perhaps(
    {type: "integer", minimum: 1},
    "How many values of the page their publisher no longer gives: a later release covers their periods without a value. Absent where there are none.",
  ),
  ETag: always(
    text,
    "Weak tag of the answer: equal for requests with the same meaning, different after any change of the data.",
  ),
  "Content-Encoding": perhaps({type: "string", enum: ["zstd", "br", "gzip"]}, "Present if the body is compressed."),
  "X-Ignored-Parameters": perhaps(
    text,
    "Query parameters that this route does not know and has ignored: percent-encoded, separated by commas, at most ten.",
  ),
  Link: perhaps(text, '`<address>; rel="next"`: the next page. Absent on the last one.'),
  "X-Series-Total": perhaps(count, "CSV and HEAD: `series_total` of the JSON form."),
  "X-Has-More": perhaps({type: "string", enum: ["true", "false"]}, "CSV and HEAD: `has_more` of the JSON form."),
  "X-Next-Offset": perhaps(count, "CSV and HEAD: `next_offset` of the JSON form. Absent on the last page."),
  "Server-Timing": perhaps(text, "How long each stage of the answer took, in milliseconds. On the plan Owner only."),
  "Retry-After": always(
    {type: "integer", minimum: 1},
    "Whole seconds to wait before the next request: to the end of the minute's window, to the first of next month, or after a failure of the service.",
  ),
  "WWW-Authenticate": always(
    {type: "string", enum: ["Bearer", 'Basic realm="Ryad", charset="UTF-8"']},
    "How to authenticate: `Bearer`, on the OData channel `Basic` with the token as the password.",
  ),
  "OData-Version": always({type: "string", const: "4.0"}, "The version of OData."),
  "Preference-Applied": perhaps(
    text,
    "`handling=strict` or `odata.maxpagesize=N`, if the request's `Prefer` was applied.",
  ),
} as const satisfies Record<string, HeaderRow>;

export type HeaderName = keyof typeof HEADERS;

const EVERY: readonly HeaderName[] = [
  "X-Request-Id",
  "Cache-Control",
  "Vary",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
];
const WITH_TOKEN: readonly HeaderName[] = [
  "X-RateLimit-Limit-Minute",
  "X-RateLimit-Remaining-Minute",
  "X-Quota-Values-Limit",
  "X-Quota-Values-Remaining",
  "X-RateLimit-Reset-Minute",
  "X-Quota-Reset",
  "Server-Timing",
];
const WITH_BODY: readonly HeaderName[] = ["Content-Encoding"];
const WITH_QUERY: readonly HeaderName[] = ["X-Ignored-Parameters"];

/** Headers of an answer with a status, besides those of the route. `unread`: refused before the query was read. */
export function headersOf(status: number, unread = false): readonly HeaderName[] {
  if (status === 200) return [...EVERY, ...WITH_TOKEN, "ETag", "Preference-Applied", ...WITH_BODY, ...WITH_QUERY];
  if (status === 304) return [...EVERY, ...WITH_TOKEN, "ETag", "Preference-Applied", ...WITH_QUERY];
  if (status === 401) return [...EVERY, "WWW-Authenticate", ...WITH_BODY];
  if (status === 429) {
    const ofQuery: readonly HeaderName[] = unread ? [] : ["X-Values", ...WITH_QUERY];
    return [...EVERY, ...WITH_TOKEN, "Retry-After", ...WITH_BODY, ...ofQuery];
  }
  if (status === 500) return [...EVERY, ...WITH_TOKEN, "Retry-After", ...WITH_BODY, ...WITH_QUERY];
  return [...EVERY, ...WITH_TOKEN, ...WITH_BODY, ...(unread ? [] : WITH_QUERY)];
}

/** Whether the header is on every answer that may have it. */
export function isAlways(name: HeaderName): boolean {
  return "always" in HEADERS[name];
}

/** Whether every answer with the status has the header. If the store is unreachable, not even the token can be checked. */
export function isAlwaysSent(name: HeaderName, status: number): boolean {
  return isAlways(name) && !(status === 500 && WITH_TOKEN.includes(name));
}

const header = (name: string, description: string) => {
  return {name, in: "header", required: false, description, schema: text};
};

/** Headers that a request may have besides its token, and the parameter that every route takes. */
export const REQUEST_HEADERS = {
  IfNoneMatch: header(
    "If-None-Match",
    "Tags of answers that the client has: one, a list, or `*`. If the answer has not changed, it is 304 without a body and charges nothing. Without it the answer is sent in full.",
  ),
  AcceptEncoding: header(
    "Accept-Encoding",
    "Content codings that the client accepts: `zstd`, `br`, `gzip`. Without it the body is not compressed.",
  ),
  Prefer: header(
    "Prefer",
    "`handling=strict`: a query parameter that the route does not know is 422 (400 on the OData channel) instead of ignored. Without it such a parameter is ignored and named. On the OData channel also `odata.maxpagesize=N`.",
  ),
  Strict: {
    name: "strict",
    in: "query",
    required: false,
    description: "`1`: the same as `Prefer: handling=strict`.",
    schema: {type: "string", enum: ["0", "1"], default: "0"},
  },
} as const;
