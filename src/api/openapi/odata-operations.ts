// The words of the channel for spreadsheets.
import type {Operations} from "./operation.ts";

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

export const ODATA_OPERATIONS: Operations = {
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
      "The latest estimates as one flat table with what describes their series beside them, in the order of `series_key` and `period` unless `$orderby` asks for another. `$filter` has to name a dataset (`dataset_code eq '31452'`) or series (`series_key eq '…'`); without it `$top` of at most 1,000 gives a preview: the first rows by provider, dataset, series and period, in one page. The rows of the page are charged to the month's quota; `$top=0`, `/$count`, 304 and HEAD charge nothing.",
      "Conditions on `value` and `as_of`, an order by them, and `$skip` are for selections of at most 60,000 values. Pages go on behind the last row given, so that a load between two of them neither repeats nor leaves out a row.",
      ODATA_FORM,
    ].join("\n\n"),
    answers: {
      ...ODATA_ANSWERS,
      400: "`BAD_REQUEST`: an option that cannot be read, a request that names no dataset and no series and is no preview, or one that is too large for what it asks.",
    },
    headers: ["Preference-Applied"],
    answer: "ODataObservations",
    item: null,
    isOData: true,
  },
};
