// The answer and the examples of /api/v1/panel, as the OpenAPI document describes them.
import {type TProperties, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {CELL_REASONS} from "../../statistics/history/day-table.ts";
import {DATASET_BLOCK_SCHEMA} from "../dataset.ts";
import {DERIVED_PART} from "../derived/schema.ts";
import {closedObject, count, dayField, nullable, seriesKeyField} from "../http/field-schemas.ts";
import {GROWTH_KEY, type Operation} from "../http/operation.ts";
import {VALUE_ADDRESS_TEMPLATE} from "../http/value-address.ts";
import {SERIES_SCHEMA} from "../slice/schema.ts";
import {PANEL_PATH} from "./fitting.ts";

const REASON = nullable(
  Type.Enum([...CELL_REASONS]),
  "why the cell is empty: `not_yet_published` on that day; a sign of the publisher, as in the observations of the series; `input_missing`, `incomplete` and `not_comparable` of derived values; `unknown`. Beside a value: its publisher no longer gave it on that day. Null for other values",
);

const CELL = closedObject({
  day: dayField("the value is as it was known at the end of this day"),
  series_key: seriesKeyField("series of the value"),
  period: dayField("first day of the period"),
  value: nullable(Type.Number(), "the value; null if there was none on that day"),
  reason: REASON,
});

const ROW = closedObject({
  period: dayField("first day of the period"),
  values: Type.Array(nullable(Type.Number(), "the value; null if there was none on that day"), {
    description: "parallel to `series`",
  }),
  reasons: Type.Array(REASON, {
    description: "parallel to `series`; null beside an empty value: the frequency of the series has no such period",
  }),
});

export const PANEL_SCHEMA = closedObject({
  series: Type.Array(closedObject({...SERIES_SCHEMA.properties, derived: Type.Optional(DERIVED_PART)}), {
    description: "the series in the order of their keys; with `derive`, `freq` and `unit` are those of the result",
  }),
  days: Type.Array(dayField("day"), {description: "the days of the panel, ascending"}),
  cells: Type.Optional(
    Type.Array(CELL, {
      description:
        "by day, series and period: each series has on every day the periods that have a value on any of the days; absent with `layout=wide`",
    }),
  ),
  rows: Type.Optional(Type.Array(ROW, {description: "with `layout=wide`: a row for each period"})),
  dataset: nullable(
    closedObject(DATASET_BLOCK_SCHEMA.properties),
    "the dataset of the series; null if they are of several",
  ),
  series_count: count("series of the answer"),
  day_count: count("days of the answer"),
  cell_count: count("cells of the answer"),
  value_count: count("cells with a value: what the answer charges"),
  claim_template: VALUE_ADDRESS_TEMPLATE,
} as TProperties);

const [MOST, MOST_DAYS] = [ANSWER_LIMITS.sliceValues.maximum, ANSWER_LIMITS.panelDays.maximum].map((one) =>
  one.toLocaleString("en"),
);
export const PANEL_OPERATION: Operation = {
  operationId: "getPanel",
  tag: "Data",
  summary: "Series as they were known on each of several days",
  description: [
    "The real-time panel of a backtest: for each day all values that were known at its end, and nothing later. The column of a day is what `as_of` of that day gives, with `derive` what `derived` gives with that `as_of`. Each series has on every day the periods that have a value on any of the days; an empty cell has its reason.",
    `An answer has at most ${MOST} cells and ${MOST_DAYS} days. Charged are the cells with a value.`,
    "CSV and Parquet have the columns `day`, `series_key`, `period`, `value`, `reason`; with `layout=wide`, which is for one day, `period`, a column for each series with its key as the name, and a column `KEY_reason` for each.",
  ].join("\n\n"),
  answers: {
    200: "The panel, whole.",
    400: `\`SLICE_TOO_BIG\`: more than ${MOST} cells or ${MOST_DAYS} days. The hint ends in the address of a part that fits.`,
    404: "`NOT_FOUND`: there is no series with one of the keys; the message names them.",
  },
  headers: ["X-Values"],
  tooBigHeaders: ["X-Values"],
  answer: "Panel",
  item: null,
  components: new Map<object, string>([
    [CELL, "PanelCell"],
    [ROW, "PanelRow"],
  ]),
  examples: [
    {
      name: "twoDays",
      summary: "Growth as it was known on two days",
      path: `${PANEL_PATH}?series=${GROWTH_KEY}&days=2016-12-31,2025-12-31&start=2014&end=2015`,
    },
    {
      name: "wide",
      summary: "The same on one day, as CSV in columns",
      path: `${PANEL_PATH}?series=${GROWTH_KEY}&days=2016-12-31&start=2014&end=2015&layout=wide&format=csv`,
    },
    {
      name: "noKey",
      summary: "A key that no series has",
      status: 404,
      path: `${PANEL_PATH}?series=none&days=2016-12-31`,
    },
  ],
};
