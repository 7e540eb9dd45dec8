// The answer of estimates as the OpenAPI document describes it, and the operations of its two routes.
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {DATASET_BLOCK_SCHEMA} from "../dataset.ts";
import {closedObject, count, dayField, nullable, seriesKeyField, yesNo} from "../http/field-schemas.ts";
import {GROWTH, type Operation} from "../http/operation.ts";
import {VALUE_ADDRESS_TEMPLATE} from "../http/value-address.ts";
import {SERIES_SCHEMA} from "../slice/schema.ts";

const ESTIMATE_ROW = closedObject({
  series_key: seriesKeyField("series of the estimate"),
  period: dayField("first day of the period; for a week, the day of registration"),
  value: Type.Number({description: "the value"}),
  published_at: dayField("day on which this estimate was published"),
  superseded_at: nullable(dayField("day"), "day on which another estimate took its place; null while it is valid"),
  withdrawn_at: nullable(
    dayField("day"),
    "day on which a release no longer gave the value; null where none did, or where a later one gave it again",
  ),
});

const VINTAGE_ROW = closedObject({
  period: dayField("first day of the period"),
  values: Type.Array(
    nullable(Type.Number(), "value known at the end of the vintage's day; null where there was none yet"),
    {description: "parallel to `vintages`"},
  ),
});

export const ESTIMATES_SCHEMA = closedObject({
  series: Type.Array(SERIES_SCHEMA, {description: "the series of this page"}),
  estimates: Type.Optional(
    Type.Array(ESTIMATE_ROW, {description: "by series, period and day of publication; absent with `layout=wide`"}),
  ),
  vintages: Type.Optional(
    Type.Array(dayField("day"), {
      description: "with `layout=wide`: days on which estimates of the series were published",
    }),
  ),
  rows: Type.Optional(Type.Array(VINTAGE_ROW, {description: "with `layout=wide`: a row for each period"})),
  dataset: DATASET_BLOCK_SCHEMA,
  series_count: count("series of this page"),
  estimate_count: count("estimates of this page: what the answer charges"),
  series_total: count("series that match the filters, over all pages"),
  offset: count("offset of this page"),
  has_more: yesNo("more pages follow"),
  next_offset: nullable(Type.Integer({minimum: 0}), "offset of the next page; null when none"),
  claim_template: VALUE_ADDRESS_TEMPLATE,
});

const MOST = ANSWER_LIMITS.sliceValues.maximum.toLocaleString("en");

const DESCRIPTION = [
  "Every estimate that was published, with the day of its publication and the day on which another took its place. `which` takes all, the first, the latest or the n-th of each period, counted in the whole history; `known_from` and `known_to` bound the day of publication, `start` and `end` the period. The parts of any cut, joined, are the whole.",
  "`layout=wide` is a table of one series: a row for each period and a column for each vintage, with the value known at the end of that day, as `as_of` of that day gives it.",
  `An answer has at most ${MOST} estimates, or cells of a wide table. Charged are the estimates of the answer, each once.`,
  "CSV has the columns of the slice up to `period`, then `value`, `published_at`, `superseded_at`, `last_period` and `status`; with `layout=wide` `period` and a column for each vintage.",
].join("\n\n");

const REFUSED = `\`SLICE_TOO_BIG\`: more than ${MOST} estimates, or cells of a wide table. The hint ends in the address of a smaller page.`;

export const ESTIMATES_OPERATION: Operation = {
  operationId: "getEstimates",
  tag: "Data",
  summary: "All published estimates of a slice",
  description: `The series are those that the slice has with the same parameters.\n\n${DESCRIPTION}`,
  answers: {
    200: "The page. One past the end is empty.",
    400: REFUSED,
    404: "`NOT_FOUND`: there is no such dataset, or none of its series matches.",
  },
  headers: ["Link", "X-Values", "X-Series-Total", "X-Has-More", "X-Next-Offset"],
  tooBigHeaders: ["X-Values"],
  answer: "Estimates",
  components: new Map<object, string>([
    [ESTIMATE_ROW, "Estimate"],
    [VINTAGE_ROW, "VintageRow"],
  ]),
  examples: [
    {
      name: "first",
      summary: "The first estimates of one year",
      path: "/api/v1/estimates?dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016&end=2016-12&which=first",
    },
  ],
};

export const SERIES_ESTIMATES_OPERATION: Operation = {
  operationId: "getSeriesEstimates",
  tag: "Series",
  summary: "All published estimates of one series",
  description: DESCRIPTION,
  answers: {200: "The estimates.", 400: REFUSED, 404: "`NOT_FOUND`: no series has this key."},
  headers: ["X-Values", "X-Series-Total", "X-Has-More"],
  tooBigHeaders: ["X-Values"],
  answer: "Estimates",
  examples: [
    {name: "all", summary: "All estimates of three years", path: `${GROWTH}/estimates?start=2013&end=2015`},
    {
      name: "wide",
      summary: "The same as a table of vintages",
      path: `${GROWTH}/estimates?start=2013&end=2015&layout=wide`,
    },
  ],
};
