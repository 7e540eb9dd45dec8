// The example requests of the document: what is asked of the sample warehouse, and where its answer is printed.
//
// The answers stand in example-answers.json; `npm run examples` asks for them anew, and a test asks for them every time. Keep them small.
import type {ExampleRequest} from "./example-request.ts";
import {ODATA_EXAMPLES} from "./odata-examples.ts";
import {REFERENCE, REFERENCE_EXAMPLES} from "./reference-examples.ts";
import {SEARCH_EXAMPLES} from "./search-examples.ts";
import {SERIES_EXAMPLES} from "./series-examples.ts";
import {FOOD_PRICES, SLICE_EXAMPLES} from "./slice-examples.ts";

/** Answers that all routes share. */
const SHARED_EXAMPLES: readonly ExampleRequest[] = [
  {
    place: "Unauthenticated",
    name: "noToken",
    summary: "No token",
    status: 401,
    path: FOOD_PRICES,
    token: "none",
  },
  {
    place: "Unauthenticated",
    name: "unknownToken",
    summary: "A token that does not exist, or no longer",
    status: 401,
    path: FOOD_PRICES,
    token: "unknown",
  },
  {
    place: "Unreadable",
    name: "badEscape",
    summary: "A percent sign that escapes nothing",
    status: 404,
    path: `${REFERENCE}/units?format=%zz`,
  },
  {
    place: "RateLimited",
    name: "minute",
    summary: "The minute's requests are used up",
    status: 429,
    path: `${REFERENCE}/units`,
    token: "free",
    times: 21,
  },
  {
    place: "RateLimited",
    name: "month",
    summary: "The month's values are used up",
    status: 429,
    path: `${FOOD_PRICES}&start=2026-02&end=2026-03`,
    token: "spent",
  },
];

export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
  ...SLICE_EXAMPLES,
  ...SERIES_EXAMPLES,
  ...SEARCH_EXAMPLES,
  ...REFERENCE_EXAMPLES,
  ...ODATA_EXAMPLES,
  ...SHARED_EXAMPLES,
];
