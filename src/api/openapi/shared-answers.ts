// What all routes share in the document: answers that mean the same everywhere, with their examples, and the schemas of errors.
import {ENVELOPE_SCHEMA, VALIDATION_SCHEMA} from "../errors.ts";
import {FOOD_PRICES} from "../slice/schema.ts";
import {type HeaderName, headersOf} from "./headers.ts";
import type {Example} from "./operation.ts";

/** Schemas of errors that are components, with their names. */
export const SHARED_COMPONENTS: ReadonlyMap<object, string> = new Map<object, string>([
  [ENVELOPE_SCHEMA, "Error"],
  [VALIDATION_SCHEMA, "ValidationError"],
]);

export interface AnswerWords {
  /** The operation, or the name of the shared answer: where its examples belong. */
  readonly place: string;
  readonly words: string;
  readonly headers: readonly HeaderName[];
  readonly examples: readonly Example[];
}

/** Answers that mean the same on every route that has no words of its own for the status. */
export const SHARED_ANSWERS: Readonly<Record<number, AnswerWords>> = {
  304: {
    place: "NotModified",
    words: "Nothing has changed since the answer that `If-None-Match` names. Charges nothing.",
    headers: headersOf(304),
    examples: [],
  },
  401: {
    place: "Unauthenticated",
    words: "`UNAUTHENTICATED`: no token. `INVALID_TOKEN`: an unknown or revoked one.",
    headers: headersOf(401),
    examples: [
      {
        name: "noToken",
        summary: "No token",
        status: 401,
        path: FOOD_PRICES,
        token: "none",
      },
      {
        name: "unknownToken",
        summary: "A token that does not exist, or no longer",
        status: 401,
        path: FOOD_PRICES,
        token: "unknown",
      },
    ],
  },
  404: {
    place: "Unreadable",
    words: "`NOT_FOUND`: the query cannot be read.",
    headers: headersOf(404, true),
    examples: [
      {
        name: "badEscape",
        summary: "A percent sign that escapes nothing",
        status: 404,
        path: "/api/v1/reference/units?format=%zz",
      },
    ],
  },
  429: {
    place: "RateLimited",
    words:
      "`RATE_LIMITED`: the requests of this minute are used up, or the answer exceeds what is left of the month's values. Charges nothing.",
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
    place: "Internal",
    words: "`INTERNAL`: the service failed. What was charged for the answer is given back.",
    headers: headersOf(500),
    examples: [],
  },
};
