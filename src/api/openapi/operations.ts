// The words of the document, one row for each v1 route: what it is for, and what its answers mean there.
//
// Parameters and bodies are not described here: they come from the schemas that the routes themselves are held to.
import type {HeaderName} from "./headers.ts";

export const TAGS = {
  Data: "Values of many series at once.",
  Series: "One series: its values and where they come from.",
  Search: "Series and concepts by words and by filters. Searching consumes no value quota.",
  Reference: "Lists of what there is. They consume no value quota; the per-minute limit is shared.",
  Updates: "What was loaded, and when.",
  OData:
    "The channel for spreadsheets: OData 4.0 in JSON, at `/api/v1/odata` with `$metadata` beside it. Excel and Power BI are given the root alone.",
} as const;

export interface Operation {
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /** What the statuses mean here. 400 is listed only for routes that name it. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of the 200 answer beside those of every answer. */
  readonly headers: readonly HeaderName[];
  /** Component that the body of a 200 answer is, and the one that each of its `items` is. */
  readonly answer: string;
  readonly item: string | null;
  /** The route takes HTTP Basic and `api_key` too, and each of its answers bears `OData-Version`. */
  readonly isOData?: boolean;
  /** No answer of a route of that channel is ever refused for want of values. */
  readonly isFree?: boolean;
  /** Parameters that must be given although the schema lets them be missing, because their absence has an error of its own. */
  readonly required?: readonly string[];
}

const NO_SUCH_SERIES = "`NOT_FOUND`: no series has this key.";
const WHOLE_LIST = "The list, whole.";

/** What every status means on the channel for spreadsheets; none of these answers is shared, since each bears its version. */
const ODATA_ANSWERS: Readonly<Record<number, string>> = {
  200: "The page. `@odata.nextLink` stands in it while there are further rows.",
  304: "Nothing has changed since the answer that `If-None-Match` names. Charges nothing.",
  401: "`UNAUTHENTICATED`: no token. `INVALID_TOKEN`: an unknown or revoked one.",
  404: "`NOT_FOUND`: the query cannot be read.",
  406: "`NOT_ACCEPTABLE`: the client takes no JSON.",
  429: "`RATE_LIMITED`: the requests of this minute are used up, or the page exceeds what is left of the month's values. Charges nothing.",
  500: "`INTERNAL`: the service failed. What was charged for the answer is given back.",
  501: "`NOT_IMPLEMENTED`: a part of OData that is not built here, such as `$expand` and `$apply`.",
};

const ODATA_FORM =
  "Where `Accept` names `odata.metadata=`, an error has the strict form of OData: `{error: {code, message, innererror: {request_id, hint}}}`. The page has 10,000 rows; `Prefer: odata.maxpagesize=N` changes that, up to 60,000. Keys (`series('…')`), properties (`/title`, `/title/$value`) and counts (`/$count`) have addresses below the set's own.";

/** By the route's address. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
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
      "The releases that added or changed an estimate of this series, newest first, each with its file, the file's fingerprint, the parser that read it and the load run that took it. Periods and counts are those of this series. Charges nothing.",
      "With `period` only the releases that set that period's value come, and each says with which `value`, where it stands in the file (`locator`), the text there (`raw`) and what was done to it (`steps`). This is found by reading the archived file again with the parser of today, `parser_now`; nothing of it is kept. `reproduced` false: another value came out, or none, and `problem` says why. The first such answer about a large file may take seconds.",
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
  "/api/v1/series/search": {
    operationId: "searchSeries",
    tag: "Search",
    summary: "Series by words and by filters",
    description: [
      "All words of `q` must be found, each in the names and codes of the series' family (class, indicator, dataset, unit, frequency) or in its territory, in any form, Russian or English; synonyms of the field count, and codes as they are. Only when nothing has all of them are fewer accepted. A word of five letters or more may have one wrong letter, and the wrong layout of the keyboard is read as the right one, when nothing else matches.",
      "Active series come before stalled ones, then national ones before all others, then those that match better, then districts, macroregions, regions and cities, then by title. Without `q` the filters alone select, in the same order.",
      "Values inside one filter are any-of; different filters all have to hold. A value that equals a whole code wins over splitting it at commas.",
    ].join("\n\n"),
    answers: {200: "The first series that match; none is an empty list."},
    headers: [],
    answer: "FoundSeries",
    item: "FoundSeriesItem",
  },
  "/api/v1/concepts/search": {
    operationId: "searchConcepts",
    tag: "Search",
    summary: "Concepts by words",
    description:
      "Indicators across datasets, by their label, identifier, description and what packages also call them. Words are read as in the search of series.",
    answers: {200: "The first concepts that match; none is an empty list."},
    headers: [],
    answer: "ConceptList",
    item: "ConceptItem",
  },
  "/api/v1/concepts/:concept_id": {
    operationId: "getConcept",
    tag: "Search",
    summary: "One concept: where it stands and what there is of it",
    description:
      "The datasets in which the concept stands, the number of its series and territories, the dimensions they have, and the periods they span.",
    answers: {200: "The card.", 404: "`NOT_FOUND`: no series bears a concept of this identifier."},
    headers: [],
    answer: "Concept",
    item: null,
  },
  "/api/v1/reference/datasets": {
    operationId: "listDatasets",
    tag: "Reference",
    summary: "Datasets: what they span and how fresh they are",
    description:
      "Every dataset with its frequency, the counts of its series and territories, the period it spans, and its status as judged today.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "DatasetList",
    item: "DatasetRow",
  },
  "/api/v1/reference/geo": {
    operationId: "listTerritories",
    tag: "Reference",
    summary: "Territories",
    description:
      "Codes, names and levels of territories: those of the built-in classifier, and those that datasets add or rename.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "TerritoryList",
    item: "TerritoryRow",
  },
  "/api/v1/reference/codes": {
    operationId: "listCodes",
    tag: "Reference",
    summary: "Class codes of one dataset",
    description:
      "The product or section codes of one dataset, each with its name and how far its series reach. There is no list over all datasets: a classifier belongs to its dataset. A dataset without classes has none.",
    answers: {
      200: WHOLE_LIST,
      400: "`DATASET_REQUIRED`: `dataset` is missing.",
      404: "`NOT_FOUND`: there is no such dataset.",
    },
    headers: [],
    answer: "CodeList",
    item: "CodeRow",
    required: ["dataset"],
  },
  "/api/v1/reference/methodology": {
    operationId: "listMethodology",
    tag: "Reference",
    summary: "Caveats of datasets",
    description:
      "What the values of each dataset cover and leave out, its classifier, and whether its source revises them.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "MethodologyList",
    item: "MethodologyRow",
  },
  "/api/v1/reference/related": {
    operationId: "listRelations",
    tag: "Reference",
    summary: "Relations between datasets",
    description:
      "Other eras of a dataset and its neighbours, as declared by the dataset. `splice` false: the two must not be joined, because the methodology changed.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "RelationList",
    item: "RelationRow",
  },
  "/api/v1/reference/units": {
    operationId: "listUnits",
    tag: "Reference",
    summary: "Units",
    description:
      "Unit codes with names, OKEI codes and multipliers, and how many series and datasets use them. One quantity may come under several codes.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "UnitList",
    item: "UnitRow",
  },
  "/api/v1/reference/continuity": {
    operationId: "listContinuity",
    tag: "Reference",
    summary: "Breaks where a series goes on under another code",
    description: "Declared changes of code, with the keys of the series before and after where both are there.",
    answers: {200: WHOLE_LIST},
    headers: [],
    answer: "ContinuityList",
    item: "ContinuityRow",
  },
  "/api/v1/updates": {
    operationId: "listUpdates",
    tag: "Updates",
    summary: "What was loaded, and when",
    description:
      "One row for each day of loading (UTC) and dataset, newest day first: fetch a dataset again when it has a new row. Withdrawals make a row too. An unknown dataset has no rows. Charges nothing.",
    answers: {200: "The page. One past the end is empty."},
    headers: ["Link"],
    answer: "Updates",
    item: "UpdateRow",
  },
  "/api/v1/odata/series": {
    operationId: "querySeries",
    tag: "OData",
    summary: "Series, for spreadsheets",
    description: [
      "The series of all datasets as one flat table, in the order of `series_key` unless `$orderby` asks for another. Charges nothing.",
      ODATA_FORM,
    ].join("\n\n"),
    answers: {
      ...ODATA_ANSWERS,
      400: "`BAD_REQUEST`: an option that cannot be read, or a request that would have to look at too many series.",
    },
    headers: ["Preference-Applied"],
    answer: "ODataSeries",
    item: null,
    isOData: true,
    isFree: true,
  },
  "/api/v1/odata/observations": {
    operationId: "queryObservations",
    tag: "OData",
    summary: "Observations, for spreadsheets",
    description: [
      "The latest estimates as one flat table with what describes their series beside them, in the order of `series_key` and `period` unless `$orderby` asks for another. `$filter` has to name a dataset (`dataset_code eq '31452'`) or series (`series_key eq '…'`). The rows of the page are charged to the month's quota; `$top=0`, `/$count`, 304 and HEAD charge nothing.",
      "Conditions on `value` and `as_of`, an order by them, and `$skip` are for selections of at most 60,000 values. Pages go on behind the last row given, so that a load between two of them neither repeats nor leaves out a row.",
      ODATA_FORM,
    ].join("\n\n"),
    answers: {
      ...ODATA_ANSWERS,
      400: "`BAD_REQUEST`: an option that cannot be read, a request that names no dataset and no series, or one that is too large for what it asks.",
    },
    headers: ["Preference-Applied"],
    answer: "ODataObservations",
    item: null,
    isOData: true,
  },
};
