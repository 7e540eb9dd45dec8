// The words of the reference lists and of the updates.
import type {Operations} from "./operation.ts";

const WHOLE_LIST = "The list, whole.";

export const REFERENCE_OPERATIONS: Operations = {
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
};
