// GET /api/v1/reference/series: every series of one dataset with its codes and names, in the order of a slice; free.
//
// A dataset may have a hundred thousand series and more: they are read in parts while the list is sent.
import {type Static, Type} from "typebox";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {onlyDataset, splitDatasetCode} from "../dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {closedObject, dayField, nullable} from "../http/field-schemas.ts";
import {DATASET} from "../http/parameters.ts";
import {readCatalogueNames} from "../language/catalogue-names.ts";
import {SERIES_SCHEMA} from "../slice/schema.ts";
import {describeSeries} from "../slice/series.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";
import {longReferenceList, ROWS_BETWEEN_RESTS} from "./route.ts";

const {
  series_key,
  title,
  indicator,
  measure,
  transformation,
  unit,
  freq,
  geo,
  geo_canonical,
  geo_level,
  geo_label,
  status,
} = SERIES_SCHEMA.properties;

const SERIES_ROW = closedObject({
  series_key,
  title,
  indicator,
  class: nullable(Type.String(), "class code; null when the series has none"),
  class_label: nullable(Type.String(), "class name; null when the code has none"),
  ...{measure, transformation, unit, freq, geo, geo_canonical, geo_level, geo_label},
  last_period: dayField("last period with a value"),
  status,
});

/** About a block of a large catalogue. */
const SERIES_AT_ONCE = 250;

export const SERIES = longReferenceList({
  name: "series",
  operation: {
    operationId: "listSeries",
    summary: "Every series of one dataset",
    description:
      "Key, codes and names of each series of one dataset, in the order of a slice: to choose series before their values are paid for.",
    answers: {400: "`DATASET_REQUIRED`: `dataset` is missing.", 404: "`NOT_FOUND`: there is no such dataset."},
    answer: "SeriesList",
    item: "SeriesRow",
    required: ["dataset"],
    examples: [
      {name: "rates", summary: "The series of a dataset", path: "/api/v1/reference/series?dataset=cbr/key_rate"},
      {name: "csv", summary: "The same as CSV", path: "/api/v1/reference/series?dataset=cbr/key_rate&format=csv"},
      {name: "noDataset", summary: "No dataset named", status: 400, path: "/api/v1/reference/series"},
    ],
  },
  row: SERIES_ROW,
  parameters: {
    // Required, but not in the schema: its absence has its own error code.
    dataset: Type.Optional(DATASET),
  },
  *readPart(q, given, {catalogues, language}, from) {
    if (given.dataset === undefined) throw new ApiError("DATASET_REQUIRED", "the list of series is of one dataset");
    if (given.dataset === "all") {
      const msg = "Value error, the list of series is of one dataset: `all` is not accepted";
      throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
    }
    const code = splitDatasetCode(given.dataset);
    const dataset = onlyDataset(yield* findDatasets(q, code), code);
    const selected = yield* catalogues.select(q, dataset, WHOLE_SLICE.filters, true);
    const {catalogue, total, positions} = yield* catalogues.readPage(q, dataset, selected, {
      offset: from,
      limit: SERIES_AT_ONCE,
    });
    const published = yield* catalogues.nameSome(q, dataset, catalogue, positions);
    const named = yield* readCatalogueNames(q, catalogues, dataset, published, language);
    const context = {provider: dataset.provider, dataset: dataset.code, labels: true};
    const rows: Static<typeof SERIES_ROW>[] = [];
    for (const position of positions) {
      const {classification = null, class_label, ...one} = describeSeries(named, position, context);
      rows.push({
        series_key: one.series_key,
        title: one.title,
        indicator: one.indicator,
        class: classification,
        class_label: class_label === "" ? null : class_label!,
        measure: one.measure,
        transformation: one.transformation,
        unit: one.unit,
        freq: one.freq,
        geo: one.geo,
        geo_canonical: one.geo_canonical,
        geo_level: one.geo_level,
        geo_label: one.geo_label,
        last_period: dayText(named.lastPeriod[position]!),
        status: one.status,
      });
      if (rows.length % ROWS_BETWEEN_RESTS === 0) yield;
    }
    const next = from + positions.length;
    return {rows, next: next < total ? next : null, state: dataset.changedBy};
  },
});
