// GET /api/v1/reference/codes: the classes of one dataset, each with how far its series reach.
//
// There is no list over all datasets: a classifier belongs to its dataset.
import {Type} from "typebox";
import {summariseClasses} from "../../statistics/catalogue/class-summary.ts";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {closedObject, count, dayField, text, yesNo} from "../http/field-schemas.ts";
import {onlyDataset, splitDatasetCode} from "../slice/request.ts";
import {referenceList} from "./list.ts";

const CLASS_ROW = closedObject({
  class: text("class code, as the slice takes it"),
  name: text("name of the class; empty where the package gives none"),
  last_period: dayField("last period with a value, over all series of the class"),
  stalled: yesNo("every series of the class is stalled"),
  series_count: count("series of the class"),
});

export const CODES = referenceList({
  name: "codes",
  row: CLASS_ROW,
  parameters: {
    // Required, and yet not by the schema: its absence has an error code of its own.
    dataset: Type.Optional(
      Type.String({
        description: "`provider/dataset`, or the dataset code alone where one provider has it",
      }),
    ),
  },
  *readRows(q, given, {catalogues}) {
    if (given.dataset === undefined) throw new ApiError("DATASET_REQUIRED", "the codes are those of one dataset");
    if (given.dataset === "all") {
      const msg = "Value error, the codes are those of one dataset: `all` is not accepted";
      throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
    }
    const code = splitDatasetCode(given.dataset);
    const dataset = onlyDataset(yield* findDatasets(q, code), code);
    const catalogue = yield* catalogues.read(q, dataset);
    return summariseClasses(catalogue).map((one) => ({
      class: one.code,
      name: one.name ?? "",
      last_period: dayText(one.lastPeriod),
      stalled: one.isStalled,
      series_count: one.seriesCount,
    }));
  },
});
