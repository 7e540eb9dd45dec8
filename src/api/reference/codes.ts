// GET /api/v1/reference/codes: the classes of one dataset, each with the last period of its series.
//
// There is no list over all datasets: a classifier belongs to its dataset.
import {Type} from "typebox";
import {summariseClasses} from "../../statistics/catalogue/class-summary.ts";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {closedObject, count, dayField, text, yesNo} from "../http/field-schemas.ts";
import {DATASET} from "../http/parameters.ts";
import {onlyDataset, splitDatasetCode} from "../slice/request.ts";
import {referenceList} from "./route.ts";

const CLASS_ROW = closedObject({
  class: text("class code, as the slice takes it"),
  name: text("name of the class; empty if the package has none"),
  last_period: dayField("last period with a value, over all series of the class"),
  stalled: yesNo("every series of the class is stalled"),
  series_count: count("series of the class"),
});

export const CODES = referenceList({
  name: "codes",
  operation: {
    operationId: "listCodes",
    tag: "Reference",
    summary: "Class codes of one dataset",
    description:
      "The product or section codes of one dataset, each with its name and the last period of its series. There is no list over all datasets: a classifier belongs to its dataset. A dataset without classes has none.",
    answers: {
      200: "The list, whole.",
      400: "`DATASET_REQUIRED`: `dataset` is missing.",
      404: "`NOT_FOUND`: there is no such dataset.",
    },
    headers: [],
    answer: "CodeList",
    item: "CodeRow",
    required: ["dataset"],
    examples: [
      {
        name: "kinds",
        summary: "The classes of consumer prices",
        status: 200,
        path: "/api/v1/reference/codes?dataset=cpi_monthly",
      },
      {
        name: "csv",
        summary: "The same as CSV",
        status: 200,
        path: "/api/v1/reference/codes?dataset=cpi_monthly&format=csv",
      },
      {
        name: "noDataset",
        summary: "No dataset named",
        status: 400,
        path: "/api/v1/reference/codes",
      },
      {
        name: "unknownDataset",
        summary: "A dataset that is not loaded",
        status: 404,
        path: "/api/v1/reference/codes?dataset=fedstat/00000",
      },
    ],
  },
  row: CLASS_ROW,
  parameters: {
    // Required, but not in the schema: its absence has its own error code.
    dataset: Type.Optional(DATASET),
  },
  *readRows(q, given, {catalogues}) {
    if (given.dataset === undefined) throw new ApiError("DATASET_REQUIRED", "class codes belong to one dataset");
    if (given.dataset === "all") {
      const msg = "Value error, class codes belong to one dataset: `all` is not accepted";
      throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
    }
    const code = splitDatasetCode(given.dataset);
    const dataset = onlyDataset(yield* findDatasets(q, code), code);
    const catalogue = yield* catalogues.readNamed(q, dataset);
    return summariseClasses(catalogue).map((one) => ({
      class: one.code,
      name: one.name ?? "",
      last_period: dayText(one.lastPeriod),
      stalled: one.isStalled,
      series_count: one.seriesCount,
    }));
  },
});
