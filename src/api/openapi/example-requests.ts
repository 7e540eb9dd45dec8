// The example requests of the document: what is asked of the sample warehouse, and where its answer is printed.
//
// The answers stand in example-answers.json; `npm run examples` asks for them anew, and a test asks for them every time. Keep them small.

export interface ExampleRequest {
  /** The operation, or the shared answer, under which the example is printed. */
  readonly place: string;
  /** Unique within its place. */
  readonly name: string;
  readonly summary: string;
  readonly status: number;
  readonly path: string;
  /** Whose token is sent: the owner's when absent. `free`, `spent`: of a new account on the free plan, all values left or none. */
  readonly token?: "none" | "unknown" | "free" | "spent";
  /** The example is the answer to the last of so many equal requests. */
  readonly times?: number;
}

const CPI = "/api/v1/data?dataset=rosstat_files/cpi_monthly&geo=country&class=food&measure=prev_month";
/** Growth of the domestic product, annual: a short series that was revised. */
const GROWTH = "/api/v1/series/ycowe7zbqp9rhk93";
const REFERENCE = "/api/v1/reference";
const ODATA = "/api/v1/odata";

export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
  {
    place: "getSlice",
    name: "months",
    summary: "Food prices in Russia in two months, each against the month before",
    status: 200,
    path: `${CPI}&start=2026-02&end=2026-03`,
  },
  {
    place: "getSlice",
    name: "earlier",
    summary: "Growth in the first half of 2016 as it was known at the end of that year",
    status: 200,
    path: "/api/v1/data?dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016-01&end=2016-06&as_of=2016-12-31",
  },
  {
    place: "getSlice",
    name: "page",
    summary: "The first of several pages, with names",
    status: 200,
    path: "/api/v1/data?dataset=fedstat/31452&geo=RU-77,RU-78&start=2021-07&labels=1&limit=1",
  },
  {
    place: "getSlice",
    name: "spreadsheet",
    summary: "CSV with names and decimal commas, as a spreadsheet in Russian wants it",
    status: 200,
    path: "/api/v1/data?dataset=fedstat/31452&geo=RU-77,RU-78&start=2021-07&labels=1&format=csv&decimal=comma",
  },
  {
    place: "getSlice",
    name: "noSeries",
    summary: "A national dataset asked for regions",
    status: 404,
    path: "/api/v1/data?dataset=gdp",
  },
  {
    place: "getSlice",
    name: "noDataset",
    summary: "A dataset that is not loaded",
    status: 404,
    path: "/api/v1/data?dataset=fedstat/00000",
  },
  {
    place: "getSlice",
    name: "twoFaults",
    summary: "Two parameters that cannot be accepted",
    status: 422,
    path: `${CPI}&limit=1000&start=yesterday`,
  },
  {
    place: "getObservations",
    name: "latest",
    summary: "The latest two values",
    status: 200,
    path: `${GROWTH}/observations?limit=2`,
  },
  {
    place: "getObservations",
    name: "earlier",
    summary: "The same year as it was known on an earlier day",
    status: 200,
    path: `${GROWTH}/observations?start=2015&end=2015&as_of=2016-12-31`,
  },
  {
    place: "getObservations",
    name: "noSeries",
    summary: "A key that no series has",
    status: 404,
    path: "/api/v1/series/0000000000000000/observations",
  },
  {
    place: "getObservations",
    name: "everyVintage",
    summary: "All estimates at once, which is not supported",
    status: 422,
    path: `${GROWTH}/observations?as_of=all`,
  },
  {
    place: "getEvidence",
    name: "releases",
    summary: "The releases behind a series that was revised",
    status: 200,
    path: `${GROWTH}/evidence`,
  },
  {
    place: "getEvidence",
    name: "noSeries",
    summary: "A key that no series has",
    status: 404,
    path: "/api/v1/series/0000000000000000/evidence",
  },
  {
    place: "listDatasets",
    name: "all",
    summary: "Every dataset",
    status: 200,
    path: `${REFERENCE}/datasets`,
  },
  {
    place: "listDatasets",
    name: "csv",
    summary: "The same as CSV",
    status: 200,
    path: `${REFERENCE}/datasets?format=csv`,
  },
  {
    place: "listDatasets",
    name: "unknownForm",
    summary: "A form that there is not",
    status: 422,
    path: `${REFERENCE}/datasets?format=xml`,
  },
  {
    place: "listTerritories",
    name: "country",
    summary: "The country, in both methodologies",
    status: 200,
    path: `${REFERENCE}/geo?level=country`,
  },
  {
    place: "listTerritories",
    name: "districts",
    summary: "Federal districts, as CSV",
    status: 200,
    path: `${REFERENCE}/geo?level=district&format=csv`,
  },
  {
    place: "listTerritories",
    name: "unknownLevel",
    summary: "A level that there is not",
    status: 422,
    path: `${REFERENCE}/geo?level=town`,
  },
  {
    place: "listCodes",
    name: "kinds",
    summary: "What consumer prices are told apart by",
    status: 200,
    path: `${REFERENCE}/codes?dataset=cpi_monthly`,
  },
  {
    place: "listCodes",
    name: "csv",
    summary: "The same as CSV",
    status: 200,
    path: `${REFERENCE}/codes?dataset=cpi_monthly&format=csv`,
  },
  {
    place: "listCodes",
    name: "noDataset",
    summary: "No dataset named",
    status: 400,
    path: `${REFERENCE}/codes`,
  },
  {
    place: "listCodes",
    name: "unknownDataset",
    summary: "A dataset that is not loaded",
    status: 404,
    path: `${REFERENCE}/codes?dataset=fedstat/00000`,
  },
  {
    place: "listMethodology",
    name: "all",
    summary: "Every dataset",
    status: 200,
    path: `${REFERENCE}/methodology`,
  },
  {
    place: "listRelations",
    name: "all",
    summary: "Every relation",
    status: 200,
    path: `${REFERENCE}/related`,
  },
  {
    place: "listUnits",
    name: "all",
    summary: "Every unit",
    status: 200,
    path: `${REFERENCE}/units`,
  },
  {
    place: "listUnits",
    name: "csv",
    summary: "The same as CSV",
    status: 200,
    path: `${REFERENCE}/units?format=csv`,
  },
  {
    place: "listContinuity",
    name: "all",
    summary: "Every break",
    status: 200,
    path: `${REFERENCE}/continuity`,
  },
  {
    place: "listUpdates",
    name: "page",
    summary: "The first rows about one provider",
    status: 200,
    path: "/api/v1/updates?provider=cbr&limit=1",
  },
  {
    place: "listUpdates",
    name: "noDay",
    summary: "Since something that is no day",
    status: 422,
    path: "/api/v1/updates?since=yesterday",
  },
  {
    place: "querySeries",
    name: "some",
    summary: "Two series of one dataset, with the number of all",
    status: 200,
    path: `${ODATA}/series?$filter=dataset_code%20eq%20'gdp'&$select=series_key,title,freq,last_period&$top=2&$count=true`,
  },
  {
    place: "querySeries",
    name: "unknownProperty",
    summary: "A property that there is not",
    status: 400,
    path: `${ODATA}/series?$filter=region%20eq%20'RU-77'`,
  },
  {
    place: "querySeries",
    name: "notBuilt",
    summary: "A part of OData that is not built here",
    status: 501,
    path: `${ODATA}/series?$apply=aggregate($count%20as%20n)`,
  },
  {
    place: "queryObservations",
    name: "latest",
    summary: "The latest two growth rates of a year",
    status: 200,
    path: `${ODATA}/observations?$filter=dataset_code%20eq%20'gdp'%20and%20freq%20eq%20'A'%20and%20transformation%20eq%20'pct_yoy'&$orderby=period%20desc&$top=2`,
  },
  {
    place: "queryObservations",
    name: "notNarrowed",
    summary: "Neither a dataset nor a series is named",
    status: 400,
    path: `${ODATA}/observations?$top=10`,
  },
  {
    place: "Unauthenticated",
    name: "noToken",
    summary: "No token",
    status: 401,
    path: CPI,
    token: "none",
  },
  {
    place: "Unauthenticated",
    name: "unknownToken",
    summary: "A token that does not exist, or no longer",
    status: 401,
    path: CPI,
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
    path: `${CPI}&start=2026-02&end=2026-03`,
    token: "spent",
  },
];
