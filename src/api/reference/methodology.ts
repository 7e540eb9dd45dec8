// GET /api/v1/reference/methodology: notes to read before comparing values of a dataset.
import {Type} from "typebox";
import {listMethodologies} from "../../store/datasets/declarations.ts";
import {closedObject, nullable, text, yesNo} from "../http/field-schemas.ts";
import {referenceList} from "./route.ts";

const METHODOLOGY_ROW = closedObject({
  provider_code: text("provider of the dataset"),
  dataset: text("dataset code"),
  coverage: nullable(Type.String(), "what the values cover"),
  exclusions: nullable(Type.String(), "what they leave out"),
  classifier: nullable(Type.String(), "classifiers the codes belong to"),
  revised: yesNo("whether the source revises values"),
  source_url: nullable(Type.String(), "where the source publishes the dataset"),
  text: nullable(Type.String(), "methodology in the source's words"),
});

export const METHODOLOGY = referenceList({
  name: "methodology",
  operation: {
    operationId: "listMethodology",
    tag: "Reference",
    summary: "Caveats of datasets",
    description:
      "What the values of each dataset cover and leave out, its classifier, and whether its source revises them.",
    answers: {200: "The list, whole."},
    headers: [],
    answer: "MethodologyList",
    item: "MethodologyRow",
    examples: [
      {
        name: "all",
        summary: "Every dataset",
        status: 200,
        path: "/api/v1/reference/methodology",
      },
    ],
  },
  row: METHODOLOGY_ROW,
  parameters: {},
  *readRows(q) {
    return (yield* listMethodologies(q)).map((row) => ({
      provider_code: row.provider,
      dataset: row.dataset,
      coverage: row.coverage,
      exclusions: row.exclusions,
      classifier: row.classifier,
      revised: row.revised,
      source_url: row.sourceUrl,
      text: row.text,
    }));
  },
});
