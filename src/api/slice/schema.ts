// The parameters and the answer of a slice as the OpenAPI document describes them, and the schema of a series that other
// routes share.
import {type Static, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import {DATASET_BLOCK_SCHEMA} from "../dataset.ts";
import {
  canonicalField,
  closedObject,
  count,
  dayField,
  frequencyField,
  levelField,
  nullable,
  seriesKeyField,
  text,
  yesNo,
} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";
import {BOM, DATASET, dayParameter, END, FORMAT, limitParameter, offsetParameter, START} from "../http/parameters.ts";
import {VALUE_ADDRESS_TEMPLATE} from "../http/value-address.ts";
import {LANG} from "../language/language.ts";
import {FINALITY, FINALITY_SCHEMA} from "./finality.ts";

const list = (description: string, fallback?: readonly string[]) =>
  Type.Optional(Type.Array(Type.String(), {description, ...(fallback === undefined ? {} : {default: fallback})}));

/** The latest values of each series. */
export const LAST = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: ANSWER_LIMITS.lastValues.maximum,
    description: "number of values of each series: the latest ones between the bounds; all values when omitted",
  }),
);

export const SLICE_PARAMETERS = Type.Object({
  dataset: DATASET,
  geo: list(
    "a level (`country`, `district`, `macroregion`, `region`, `city`, `all`) or a list of territory codes, of the source or normalised; listed territories only",
    ["region"],
  ),
  class: list("class codes separated by commas, or `all`; all when omitted"),
  measure: list("measure codes (for price indices the index kind) separated by commas, or `all`; all when omitted"),
  transformation: list(
    "transformation codes, such as `level` or `level_ytd`, separated by commas, or `all`; all when omitted",
  ),
  freq: Type.Optional(
    Type.Array(Type.String({enum: [...FREQUENCIES, "all"]}), {
      description: "frequencies separated by commas, or `all`; all when omitted",
    }),
  ),
  unit: list("unit codes separated by commas, or `all`; all when omitted"),
  start: START,
  end: END,
  as_of: dayParameter("YYYY-MM-DD: the slice as it was known on that day; today's knowledge when omitted"),
  last: LAST,
  format: FORMAT,
  lang: LANG,
  labels: Type.Optional(
    Type.Integer({minimum: 0, maximum: 1, default: 0, description: "1 adds the class name as `class_label`"}),
  ),
  bom: BOM,
  decimal: Type.Optional(
    Type.String({enum: ["point", "comma"], default: "point", description: "CSV: the decimal separator"}),
  ),
  finality: FINALITY,
  limit: limitParameter(ANSWER_LIMITS.sliceSeries, "series on a page"),
  offset: offsetParameter("series before the page"),
});

export const PARAMETER_NAMES = Object.keys(SLICE_PARAMETERS.properties);

export const SLICE_PATH = "/api/v1/data";

export const SERIES_SCHEMA = closedObject({
  series_key: seriesKeyField("identifier of the series"),
  series_ref: text("readable address: provider, dataset, values of the dimensions"),
  title: text("title for display: class (its code where it has no name), indicator, territory"),
  title_raw: text("title in codes: indicator and dimensions separated by `|`"),
  indicator: text("indicator code within the dataset"),
  classification: Type.Optional(
    nullable(Type.String(), "class code; null when only this series has none, absent when the dataset has no classes"),
  ),
  class_label: Type.Optional(
    text("class name, with `labels=1` only; empty when the dataset has no classes or the code has no name"),
  ),
  measure: nullable(Type.String(), "measure code; null when the dataset lacks this dimension"),
  transformation: nullable(Type.String(), "transformation code; null when the dataset lacks this dimension"),
  unit: text("unit code; empty when the series has none"),
  freq: frequencyField("frequency: D daily, W weekly, M monthly, Q quarterly, A annual"),
  geo: text("territory code in the source's own classifier (OKATO)"),
  geo_canonical: canonicalField(),
  geo_level: levelField("level of the territory"),
  geo_label: text("name of the territory"),
  last_period: dayField("last period with a value, over the whole history as known now, not in the requested window"),
  continues_as: nullable(seriesKeyField("key"), "series that continues the history after a change of code"),
  continues_from: nullable(seriesKeyField("key"), "series that has the history before a change of code"),
  status: Type.Enum(["active", "stalled"], {
    description: "`stalled` when the series trails the latest period of its dataset by more than its frequency allows",
  }),
  provider_code: text("provider of the dataset"),
  dataset_code: text("dataset the series belongs to"),
  finality: Type.Optional(FINALITY_SCHEMA),
});

export type SeriesDescription = Static<typeof SERIES_SCHEMA>;

export const SLICE_SCHEMA = closedObject({
  series: Type.Array(SERIES_SCHEMA, {description: "the series of this page"}),
  observations: Type.Array(
    closedObject({
      series_key: seriesKeyField("series of the value"),
      period: dayField("first day of the period; for a week, the day of registration"),
      value: Type.Number({description: "the value"}),
      as_of: dayField("day on which this estimate was published"),
    }),
    {description: "the values of all series of this page in one list; `series_key` refers to `series`"},
  ),
  dataset: DATASET_BLOCK_SCHEMA,
  series_count: count("series in this page"),
  observation_count: count("values in this page"),
  series_total: count("series that match the filters, over all pages"),
  offset: count("offset of this page"),
  has_more: yesNo("more pages follow"),
  next_offset: nullable(Type.Integer({minimum: 0}), "offset of the next page; null when none"),
  claim_template: VALUE_ADDRESS_TEMPLATE,
});

/** Food prices in Russia, each month compared with the previous one. */
export const FOOD_PRICES = "/api/v1/data?dataset=rosstat_files/cpi_monthly&geo=country&class=food&measure=prev_month";

const MOST_VALUES = ANSWER_LIMITS.sliceValues.maximum.toLocaleString("en");

export const SLICE_OPERATION: Operation = {
  operationId: "getSlice",
  tag: "Data",
  summary: "A slice: one dataset's series across territories",
  description: [
    "The series of one dataset that match the filters, whole over time, a page of series at a time. Each value is the latest estimate published, with the day of its publication as `as_of`; with the parameter `as_of` the latest one published by that day.",
    "A filter that is omitted does not filter; the literal `all` is the same as omitting it. A series matches a filter if it has any of its values, in any order; it must match all filters. A value that equals a whole code is not split at its commas; a repeated parameter is one list.",
    `Pages are by series: \`limit\` and \`offset\` count series. A page may have at most ${MOST_VALUES} values. The values of the answer are charged to the month's quota; a refused request, a 304 and a HEAD charge nothing.`,
    "CSV has one row per value, the delimiter `;`, and the columns `series_key`, `class`, `class_label` (with `labels=1`), `measure`, `transformation`, `freq`, `unit`, `geo`, `geo_label`, `geo_level`, `period`, `value`, `as_of`, `last_period`, `status`; of the dimensions only those that the dataset has. A row repeats codes and names, so a CSV may be several times as long as the JSON, which has at most about 6 MB; both have the same values.",
  ].join("\n\n"),
  answers: {
    200: "The page; empty after the last series.",
    400: `\`SLICE_TOO_BIG\`: the page selects more than ${MOST_VALUES} values. The hint names a \`limit\` that fits.`,
    404: "`NOT_FOUND`: there is no such dataset, or none of its series matches. The hint says which filter left nothing, and what there is.",
  },
  headers: ["Link", "X-Values", "X-Withdrawn-Values", "X-Series-Total", "X-Has-More", "X-Next-Offset"],
  tooBigHeaders: ["X-Values"],
  answer: "Slice",
  item: null,
  components: new Map<object, string>([
    [SERIES_SCHEMA, "Series"],
    [SLICE_SCHEMA.properties.observations.items, "SliceObservation"],
    [DATASET_BLOCK_SCHEMA, "DatasetBlock"],
  ]),
  examples: [
    {
      name: "months",
      summary: "Food prices in Russia in two months, each against the month before",
      status: 200,
      path: `${FOOD_PRICES}&start=2026-02&end=2026-03`,
    },
    {
      name: "earlier",
      summary: "Growth in the first half of 2016 as it was known at the end of that year",
      status: 200,
      path: "/api/v1/data?dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016-01&end=2016-06&as_of=2016-12-31",
    },
    {
      name: "page",
      summary: "The first of several pages, with names",
      status: 200,
      path: "/api/v1/data?dataset=fedstat/31452&geo=RU-77,RU-78&start=2021-07&labels=1&limit=1",
    },
    {
      name: "english",
      summary: "The same with English names",
      status: 200,
      path: "/api/v1/data?dataset=fedstat/31452&geo=RU-77,RU-78&start=2021-07&labels=1&limit=1&lang=en",
    },
    {
      name: "spreadsheet",
      summary: "CSV with names and decimal commas, for a spreadsheet in Russian",
      status: 200,
      path: "/api/v1/data?dataset=fedstat/31452&geo=RU-77,RU-78&start=2021-07&labels=1&format=csv&decimal=comma",
    },
    {
      name: "noSeries",
      summary: "A national dataset asked for regions",
      status: 404,
      path: "/api/v1/data?dataset=gdp",
    },
    {
      name: "noDataset",
      summary: "A dataset that is not loaded",
      status: 404,
      path: "/api/v1/data?dataset=fedstat/00000",
    },
    {
      name: "twoFaults",
      summary: "Two parameters that cannot be accepted",
      status: 422,
      path: `${FOOD_PRICES}&limit=1000&start=yesterday`,
    },
  ],
};
