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
  /** Whose token is sent: the owner's when absent. `free`: one of an account on the free plan that has asked nothing yet. */
  readonly token?: "none" | "unknown" | "free";
  /** The example is the answer to the last of so many equal requests. */
  readonly times?: number;
}

const CPI = "/api/v1/data?dataset=showdata/cpi_monthly&geo=country";

export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
  {
    place: "getSlice",
    name: "months",
    summary: "Food prices in Russia in two months, each against the month before",
    status: 200,
    path: `${CPI}&class=food&measure=prev_month&start=2026-02&end=2026-03`,
  },
  {
    place: "getSlice",
    name: "earlier",
    summary: "The first page of one series, as it was known on a day",
    status: 200,
    path: `${CPI}&start=2026-01&as_of=2026-04-30&limit=1&labels=1`,
  },
  {
    place: "getSlice",
    name: "spreadsheet",
    summary: "CSV with names and decimal commas",
    status: 200,
    path: `${CPI}&class=food&start=2026-02&labels=1&format=csv&decimal=comma`,
  },
  {
    place: "getSlice",
    name: "noSeries",
    summary: "A national dataset asked for regions",
    status: 404,
    path: "/api/v1/data?dataset=showdata/cpi_monthly",
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
    name: "outOfBounds",
    summary: "Two parameters that cannot be accepted",
    status: 422,
    path: `${CPI}&limit=1000&start=yesterday`,
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
    place: "RateLimited",
    name: "minute",
    summary: "The minute's requests are used up",
    status: 429,
    path: `${CPI}&limit=1&start=2026`,
    token: "free",
    times: 21,
  },
];
