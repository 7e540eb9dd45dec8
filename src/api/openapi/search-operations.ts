// The words of the search of series and concepts.
import type {Operations} from "./operation.ts";

export const SEARCH_OPERATIONS: Operations = {
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
};
