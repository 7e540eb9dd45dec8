// The words of the routes that give values, and of where they come from.
import type {Operations} from "./operation.ts";

const NO_SUCH_SERIES = "`NOT_FOUND`: no series has this key.";

export const VALUE_OPERATIONS: Operations = {
  "/api/v1/data": {
    operationId: "getSlice",
    tag: "Data",
    summary: "A slice: one dataset's series across territories",
    description: [
      "The series of one dataset that match the filters, whole over time, a page of series at a time. Each value is the latest estimate published, with the day of its publication as `as_of`; with the parameter `as_of` the latest one published by that day.",
      "A filter that is omitted does not filter; the literal `all` is the same as omitting it. Values inside one filter are any-of, and their order does not matter; different filters all have to hold. In a list a value that equals a whole code wins over splitting it at commas; a parameter given several times is one list.",
      "Pages are by series: `limit` and `offset` count series. A page may hold at most 60,000 values. The values of the answer are charged to the month's quota: not those of a refused request, of a 304 or of a HEAD.",
      "CSV has one row per value, the delimiter `;`, and the columns `series_key`, `class`, `class_label` (with `labels=1`), `measure`, `transformation`, `freq`, `unit`, `geo`, `geo_label`, `geo_level`, `period`, `value`, `as_of`, `last_period`, `status`; of the dimensions only those that the dataset has.",
    ].join("\n\n"),
    answers: {
      200: "The page. One past the end is empty.",
      400: "`SLICE_TOO_BIG`: the page selects more than 60,000 values. The hint names a `limit` that fits.",
      404: "`NOT_FOUND`: there is no such dataset, or none of its series matches. The hint says which filter left nothing, and what there is.",
    },
    headers: ["Link", "X-Series-Total", "X-Has-More", "X-Next-Offset"],
    answer: "Slice",
    item: null,
  },
  "/api/v1/series/:series_key/observations": {
    operationId: "getObservations",
    tag: "Series",
    summary: "The values of one series",
    description: [
      "Ascending by period. Without bounds the latest `limit` values come. With `start` or `end` and no `limit` all values between the bounds come, up to 5000; with both the latest `limit` of them. `has_more` says whether older values were left out.",
      "With the values come what is needed to read them: the unit and its multiplier, notes on the series, its class and its dataset, and related datasets with whether they may be joined.",
      "The values of the answer are charged to the month's quota.",
    ].join("\n\n"),
    answers: {200: "The values, and what must be known to read them.", 404: NO_SUCH_SERIES},
    headers: [],
    answer: "Observations",
    item: "Observation",
  },
  "/api/v1/series/:series_key/evidence": {
    operationId: "getEvidence",
    tag: "Series",
    summary: "Where the values of one series come from",
    description: [
      "The releases that added or changed an estimate of this series, newest first, each with its file, the file's fingerprint, the parser that read it and the load run that took it. Periods and counts are those of this series. Without `period` it charges nothing.",
      "With `period` only the releases that set that period's value come, and each says with which `value`, where it stands in the file (`locator`), the text there (`raw`) and what was done to it (`steps`). This is found by reading the archived file again with the parser of today, `parser_now`; nothing of it is kept. `reproduced` false: another value came out, or none, and `problem` says why. The first such answer about a large file may take seconds. It is charged as one value, not as a 304 or under HEAD.",
    ].join("\n\n"),
    answers: {
      200: "The releases.",
      404: "`NOT_FOUND`: no series has this key, or the series has no value for `period`. The hint says which periods it has.",
      503: "`INTERNAL`: too many releases are being read again for `period`; `Retry-After` says when to come back.",
    },
    headers: [],
    answer: "Evidence",
    item: null,
  },
};
