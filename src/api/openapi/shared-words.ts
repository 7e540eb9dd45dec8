// The shared parts of the document: the words about the whole interface and its authentication, answers that mean the same on all routes
// with their examples, and the schemas of errors.
import {ENVELOPE_SCHEMA, VALIDATION_SCHEMA} from "../errors.ts";
import {type HeaderName, headersOf} from "../http/answer-headers.ts";
import type {Example} from "../http/operation.ts";
import {FOOD_PRICES} from "../slice/schema.ts";

/** Schemas of errors that are components, with their names. */
export const SHARED_COMPONENTS: ReadonlyMap<object, string> = new Map<object, string>([
  [ENVELOPE_SCHEMA, "Error"],
  [VALIDATION_SCHEMA, "ValidationError"],
]);

export interface AnswerWords {
  /** The operation, or the name of the shared answer: where its examples belong. */
  readonly operation: string;
  readonly words: string;
  readonly headers: readonly HeaderName[];
  readonly examples: readonly Example[];
}

/** Answers that mean the same on every route, unless the route describes the status itself. */
export const SHARED_ANSWERS: Readonly<Record<number, AnswerWords>> = {
  304: {
    operation: "NotModified",
    words: "Nothing has changed since the answer that `If-None-Match` names. Charges nothing.",
    headers: headersOf(304),
    examples: [],
  },
  401: {
    operation: "Unauthenticated",
    words: "`UNAUTHENTICATED`: no token. `INVALID_TOKEN`: an unknown or revoked one.",
    headers: headersOf(401),
    examples: [
      {name: "noToken", summary: "No token", status: 401, path: FOOD_PRICES, token: "none"},
      {
        name: "unknownToken",
        summary: "An unknown or revoked token",
        status: 401,
        path: FOOD_PRICES,
        token: "unknown",
      },
    ],
  },
  404: {
    operation: "Unreadable",
    words: "`NOT_FOUND`: the query cannot be read.",
    headers: headersOf(404, true),
    examples: [
      {
        name: "badEscape",
        summary: "An invalid percent escape",
        status: 404,
        path: "/api/v1/reference/units?format=%zz",
      },
    ],
  },
  429: {
    operation: "RateLimited",
    words:
      "`RATE_LIMITED`: the requests of this minute are used up, or the answer exceeds the values left of the month. Charges nothing.",
    headers: headersOf(429),
    examples: [
      {
        name: "minute",
        summary: "The minute's requests are used up",
        status: 429,
        path: "/api/v1/reference/units",
        token: "free",
        times: 21,
      },
      {
        name: "month",
        summary: "The month's values are used up",
        status: 429,
        path: `${FOOD_PRICES}&start=2026-02&end=2026-03`,
        token: "spent",
      },
    ],
  },
  500: {
    operation: "Internal",
    words: "`INTERNAL`: the service failed. The charge of the answer is given back.",
    headers: headersOf(500),
    examples: [],
  },
};

export const ABOUT = {
  title: "Ryad",
  version: "1",
  summary: "National economic statistics as time series",
  description: [
    "Ryad publishes national economic statistics as time series. A series is identified by its `series_key`; for each series and period there is one value, the latest published estimate; `as_of` is its day of publication.",
    "**Access.** Every route needs a token, in `Authorization` or in `X-API-Key`. Usage is metered in values returned, not in requests; requests per minute are limited too; `/api/limits` lists the plans (no token needed). Limits belong to the account: all its tokens share them.",
    "**Errors.** Every error is an envelope with a code, a message, often a hint, and the identifier of the request; parameters that cannot be accepted are 422 with a list of what is wrong. Checks are made in this order: route, token, minute, parameters, unchanged, something matches, size, month's quota.",
    "**Caching.** Answers have a weak `ETag`. A request with `If-None-Match` gets 304 while nothing has changed, and is charged nothing.",
    "**Methods.** `HEAD` works wherever `GET` does and charges nothing. `OPTIONS` answers 204 without a token, and pages of any origin may read.",
    "**Parameters.** A parameter that a route does not know is ignored and named in `X-Ignored-Parameters`; with `strict=1` or `Prefer: handling=strict` it is 422. A name that obviously means a parameter of the route (`asof`, `strat`, `startPeriod`) is always 422. An empty value counts as absent. Lists are separated by commas.",
    "**Examples.** Each example is an answer of the sample warehouse that `npm start` serves, given on 15 July 2026 (`RYAD_TODAY=2026-07-15`).",
  ].join("\n\n"),
  license: {name: "MIT", identifier: "MIT"},
} as const;

export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "`Authorization: Bearer TOKEN`. If both headers have a token, this one counts.",
  },
  apiKey: {type: "apiKey", in: "header", name: "X-API-Key", description: "`X-API-Key: TOKEN`."},
} as const;

/** Schemes that the OData channel also accepts, because spreadsheet dialogs can send nothing else. */
export const ODATA_SCHEMES = {
  basic: {
    type: "http",
    scheme: "basic",
    description: "The token as the password, with any user; or as the user, with an empty password.",
  },
  queryKey: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "`?api_key=TOKEN`, for clients that cannot send headers.",
  },
} as const;
