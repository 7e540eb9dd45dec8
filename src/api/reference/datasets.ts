// GET /api/v1/reference/datasets, /methodology and /related: every dataset with its size, its periods and its status today; notes to read
// before comparing its values; other eras of it and its neighbours.
//
// A relation is listed only under the dataset that declares it.
import {Type} from "typebox";
import {namesIn} from "../../country/names.ts";
import {type Day, dayText, todayOf} from "../../statistics/time/day.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import {type DatasetRecord, listDatasets} from "../../store/datasets/dataset.ts";
import {listMethodologies, listRelations} from "../../store/datasets/declarations.ts";
import {readEnglishDatasets} from "../../store/datasets/english-names.ts";
import {describeDataset} from "../dataset.ts";
import {closedObject, count, dayField, nullable, text, yesNo} from "../http/field-schemas.ts";
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
    summary: "Datasets: their periods and status",
    description:
      "Every dataset with its frequency, the counts of its series and territories, the period it spans, and its status today.",
    answer: "DatasetList",
    item: "DatasetRow",
    examples: [
      {name: "all", summary: "Every dataset", path: "/api/v1/reference/datasets"},
      {name: "csv", summary: "The same as CSV", path: "/api/v1/reference/datasets?format=csv"},
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
  *readRows(q, _given, {settings, now, language}) {
    const today = todayOf(settings.today, now());
    const english = language !== "en" ? new Map<number, string>() : yield* readEnglishDatasets(q);
    const {of} = namesIn(language);
    return (yield* listDatasets(q)).map((dataset) =>
      describeRow(dataset, today, english.get(dataset.id) ?? of(dataset.name)),
    );
  },
});

function describeRow(dataset: DatasetRecord, today: Day, name: string) {
  const {freq, status, sla_months, lag_months, overdue_by, revised} = describeDataset(dataset, today);
  const {spans} = dataset;
  return {
    code: dataset.code,
    provider_code: dataset.provider,
    name,
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
    summary: "Caveats of datasets",
    description:
      "What the values of each dataset cover and leave out, its classifier, and whether its source revises them.",
    answer: "MethodologyList",
    item: "MethodologyRow",
    examples: [{name: "all", summary: "Every dataset", path: "/api/v1/reference/methodology"}],
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
    summary: "Relations between datasets",
    description:
      "Other eras of a dataset and its neighbours, as declared by the dataset. `splice` false: the two must not be joined, because the methodology changed.",
    answer: "RelationList",
    item: "RelationRow",
    examples: [{name: "all", summary: "Every relation", path: "/api/v1/reference/related"}],
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
