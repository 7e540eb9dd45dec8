// GET /api/v1/reference/related: other eras of a dataset and its neighbours. A relation is listed only under the dataset that declares it.
import {Type} from "typebox";
import {listRelations} from "../../store/datasets/declarations.ts";
import {closedObject, nullable, text, yesNo} from "../http/field-schemas.ts";
import {referenceList} from "./route.ts";

const RELATION_ROW = closedObject({
  provider_code: text("provider of the dataset that declares the relation"),
  dataset: text("code of the dataset that declares it"),
  related_provider_code: text("provider of the related dataset"),
  related_dataset: text("code of the related dataset; it need not be loaded here"),
  relation: Type.Enum(["era", "neighbour"], {description: "another era of the same data, or a neighbouring dataset"}),
  splice: yesNo("false: the two must not be joined, because the methodology changed"),
  note: nullable(Type.String(), "what the source says about the relation"),
});

export const RELATED = referenceList({
  name: "related",
  operation: {
    operationId: "listRelations",
    tag: "Reference",
    summary: "Relations between datasets",
    description:
      "Other eras of a dataset and its neighbours, as declared by the dataset. `splice` false: the two must not be joined, because the methodology changed.",
    answers: {200: "The list, whole."},
    headers: [],
    answer: "RelationList",
    item: "RelationRow",
    examples: [
      {
        name: "all",
        summary: "Every relation",
        status: 200,
        path: "/api/v1/reference/related",
      },
    ],
  },
  row: RELATION_ROW,
  parameters: {},
  *readRows(q) {
    return (yield* listRelations(q)).map((row) => ({
      provider_code: row.ofProvider,
      dataset: row.ofDataset,
      related_provider_code: row.provider,
      related_dataset: row.dataset,
      relation: row.relation,
      splice: row.splice,
      note: row.note,
    }));
  },
});
