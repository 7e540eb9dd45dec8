// What the document says of the interface as a whole: what holds for every route, and how to authenticate.

export const ABOUT = {
  title: "Ryad",
  version: "1",
  summary: "National economic statistics as time series",
  description: [
    "Ryad publishes national economic statistics as time series. A series is identified by its `series_key`; for each series and period there is one value, the latest estimate published, and `as_of` says on which day that was.",
    "**Access.** Every route needs a token, in `Authorization` or in `X-API-Key`. Usage is metered in values returned, not in requests, beside a limit of requests a minute; `/api/limits` lists the plans (no token needed). Limits belong to the account: all its tokens share them.",
    "**Errors.** Every error is an envelope with a code, a message, often a hint, and the identifier of the request; parameters that cannot be accepted are 422 with a list of what is wrong. The order of judgement is: route, token, minute, parameters, unchanged, something matches, size, month's quota.",
    "**Caching.** Answers bear a weak `ETag`. A request with `If-None-Match` gets 304 while nothing has changed, and is charged nothing.",
    "**Methods.** `HEAD` works wherever `GET` does and charges nothing. `OPTIONS` answers 204 without a token, and pages of any origin may read.",
    "**Parameters.** A parameter that a route does not know is ignored and named in `X-Ignored-Parameters`. An empty value is the same as none. Lists are separated by commas.",
    "**Examples.** Each example is an answer of the sample warehouse that `npm start` serves, given on 15 July 2026 (`RYAD_TODAY=2026-07-15`).",
  ].join("\n\n"),
  license: {name: "MIT", identifier: "MIT"},
} as const;

export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "`Authorization: Bearer TOKEN`. Where both headers bear a token, this one counts.",
  },
  apiKey: {type: "apiKey", in: "header", name: "X-API-Key", description: "`X-API-Key: TOKEN`."},
} as const;

/** What the OData channel takes beside them, because the dialogs of spreadsheets can send nothing else. */
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
    description: "`?api_key=TOKEN`, where no header can be sent.",
  },
} as const;
