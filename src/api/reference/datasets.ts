// GET /api/v1/reference/datasets: every dataset with its size, its periods, and its status today.
import {Type} from "typebox";
import {type Day, dayText, todayOf} from "../../statistics/time/day.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {closedObject, count, dayField, nullable, text, yesNo} from "../http/field-schemas.ts";
import {describeDataset} from "../slice/request.ts";
import {referenceList} from "./route.ts";

const DATASET_ROW = closedObject({
  code: text("dataset code"),
  provider_code: text("provider of the dataset"),
  name: text("name of the dataset"),
  freq: nullable(Type.Enum([...FREQUENCIES]), "frequency by which the dataset is judged: that with the most series"),
  series_count: count("series"),
  geo_count: count("territories that have a series"),
  first_period: nullable(dayField("YYYY-MM-DD"), "first period with a value, over all series"),
  last_period: nullable(dayField("YYYY-MM-DD"), "last period with a value, over all series"),
  status: Type.Enum(["fresh", "overdue", "archival", "unknown"], {description: "how fresh the dataset is today"}),
  sla_months: nullable(Type.Integer({minimum: 0}), "months within which a new period is expected"),
  lag_months: nullable(Type.Integer({minimum: 0}), "months since the end of the latest period"),
  overdue_by: count("months beyond the term; 0 when not overdue"),
  revised: yesNo("whether the source revises values"),
});

export const DATASETS = referenceList({
  name: "datasets",
  operation: {
    operationId: "listDatasets",
    tag: "Reference",
    summary: "Datasets: their periods and status",
    description:
      "Every dataset with its frequency, the counts of its series and territories, the period it spans, and its status today.",
    answers: {200: "The list, whole."},
    headers: [],
    answer: "DatasetList",
    item: "DatasetRow",
    examples: [
      {
        name: "all",
        summary: "Every dataset",
        status: 200,
        path: "/api/v1/reference/datasets",
      },
      {
        name: "csv",
        summary: "The same as CSV",
        status: 200,
        path: "/api/v1/reference/datasets?format=csv",
      },
      {
        name: "unknownForm",
        summary: "A format that does not exist",
        status: 422,
        path: "/api/v1/reference/datasets?format=xml",
      },
    ],
  },
  row: DATASET_ROW,
  parameters: {},
  *readRows(q, _given, {settings, now}) {
    const today = todayOf(settings.today, now());
    return (yield* listDatasets(q)).map((dataset) => describeRow(dataset, today));
  },
});

function describeRow(dataset: DatasetRecord, today: Day) {
  const {freq, status, sla_months, lag_months, overdue_by, revised} = describeDataset(dataset, today);
  const {spans} = dataset;
  return {
    code: dataset.code,
    provider_code: dataset.provider,
    name: dataset.name,
    freq,
    series_count: dataset.seriesCount,
    geo_count: dataset.territoryCount,
    first_period: spans.length === 0 ? null : dayText(Math.min(...spans.map(({first}) => first))),
    last_period: spans.length === 0 ? null : dayText(Math.max(...spans.map(({last}) => last))),
    status,
    sla_months,
    lag_months,
    overdue_by,
    revised,
  };
}
