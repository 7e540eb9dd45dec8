// The example requests of the slice.
import type {ExampleRequest} from "./example-request.ts";

/** Food prices in Russia, each month against the one before. */
export const FOOD_PRICES = "/api/v1/data?dataset=rosstat_files/cpi_monthly&geo=country&class=food&measure=prev_month";

export const SLICE_EXAMPLES: readonly ExampleRequest[] = [
  {
    place: "getSlice",
    name: "months",
    summary: "Food prices in Russia in two months, each against the month before",
    status: 200,
    path: `${FOOD_PRICES}&start=2026-02&end=2026-03`,
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
    path: `${FOOD_PRICES}&limit=1000&start=yesterday`,
  },
];
