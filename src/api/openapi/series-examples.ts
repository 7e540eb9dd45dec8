// The example requests of the observations and the evidence of a series.
import type {ExampleRequest} from "./example-request.ts";

/** Growth of the domestic product, annual: a short series that was revised. */
const GROWTH = "/api/v1/series/ycowe7zbqp9rhk93";

export const SERIES_EXAMPLES: readonly ExampleRequest[] = [
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
    name: "cell",
    summary: "The cells from which the estimates of one year were taken",
    status: 200,
    path: `${GROWTH}/evidence?period=2015-01-01`,
  },
  {
    place: "getEvidence",
    name: "noPeriod",
    summary: "A period in which the series has no value",
    status: 404,
    path: `${GROWTH}/evidence?period=1950-01-01`,
  },
  {
    place: "getEvidence",
    name: "noSeries",
    summary: "A key that no series has",
    status: 404,
    path: "/api/v1/series/0000000000000000/evidence",
  },
];
