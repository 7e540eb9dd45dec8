// The example requests of the search of series and concepts.
import type {ExampleRequest} from "./example-request.ts";

export const SEARCH_EXAMPLES: readonly ExampleRequest[] = [
  {
    place: "searchSeries",
    name: "words",
    summary: "Words for an indicator and a territory",
    status: 200,
    path: "/api/v1/series/search?q=%D0%B3%D0%BE%D0%B4%D0%BE%D0%B2%D0%B0%D1%8F%20%D0%B8%D0%BD%D1%84%D0%BB%D1%8F%D1%86%D0%B8%D1%8F&limit=1",
  },
  {
    place: "searchSeries",
    name: "filters",
    summary: "Filters alone",
    status: 200,
    path: "/api/v1/series/search?dataset=fedstat/31452&geo=RU-77&limit=1",
  },
  {
    place: "searchSeries",
    name: "nothingAsked",
    summary: "Neither words nor a filter",
    status: 422,
    path: "/api/v1/series/search",
  },
  {
    place: "searchConcepts",
    name: "words",
    summary: "A word in any form",
    status: 200,
    path: "/api/v1/concepts/search?q=%D1%81%D1%82%D0%B0%D0%B2%D0%BA%D0%B8&limit=1",
  },
  {
    place: "searchConcepts",
    name: "tooMany",
    summary: "More than an answer may hold",
    status: 422,
    path: "/api/v1/concepts/search?limit=201",
  },
  {
    place: "getConcept",
    name: "card",
    summary: "The key rate",
    status: 200,
    path: "/api/v1/concepts/key-rate",
  },
  {
    place: "getConcept",
    name: "noConcept",
    summary: "An identifier that no concept has",
    status: 404,
    path: "/api/v1/concepts/none",
  },
];
