// The examples of the OData channel. Blanks and letters beyond ASCII stand escaped, as they go over the wire.
import type {ExampleRequest} from "./example-request.ts";

const ODATA = "/api/v1/odata";

export const ODATA_EXAMPLES: readonly ExampleRequest[] = [
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
    name: "preview",
    summary: "The first rows of all datasets",
    status: 200,
    path: `${ODATA}/observations?$top=2`,
  },
  {
    place: "queryObservations",
    name: "notNarrowed",
    summary: "Neither a dataset nor a series is named, and more is wanted than a preview",
    status: 400,
    path: `${ODATA}/observations?$top=1001`,
  },
];
