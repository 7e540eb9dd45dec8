// The parameters, the answer and the examples of /api/v1/series/{series_key}/observations, as the OpenAPI document describes them.
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {WITHDRAWAL_REASONS} from "../../statistics/history/withdrawal.ts";
import {LATEST_OR_DAY_PATTERN} from "../http/date-patterns.ts";
import {
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
import {GROWTH, type Operation} from "../http/operation.ts";
import {END, limitParameter, START} from "../http/parameters.ts";
import {VALUE_ADDRESS_TEMPLATE} from "../http/value-address.ts";
import {LANG} from "../language/language.ts";
import {FINALITY, FINALITY_SCHEMA} from "../slice/finality.ts";
import {LAST} from "../slice/schema.ts";

export const {maximum: MAX_OBSERVATIONS} = ANSWER_LIMITS.observations;

export const OBSERVATIONS_PARAMETERS = Type.Object({
  as_of: Type.Optional(
    Type.String({
      pattern: LATEST_OR_DAY_PATTERN,
      default: "latest",
      description:
        "`latest`, or YYYY-MM-DD: of each period the last estimate published on or before that day; periods not yet published by then are absent",
    }),
  ),
  limit: limitParameter(
    ANSWER_LIMITS.observations,
    `number of latest values; with \`start\` or \`end\` and no \`limit\`: all values between the bounds, up to ${MAX_OBSERVATIONS}`,
  ),
  last: LAST,
  start: START,
  end: END,
  lang: LANG,
  finality: FINALITY,
});

export const OBSERVATIONS_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      period: dayField("first day of the period"),
      value: Type.Number({description: "the value, in the unit of the series"}),
      as_of: dayField("day on which this estimate was published"),
    }),
    {description: "the values, ascending by period"},
  ),
  count: count("values in `items`"),
  has_more: yesNo("older values within the request were left out: raise `limit`, or set an earlier `end`"),
  series: closedObject(
    {
      series_key: seriesKeyField("key of the series"),
      title: text("class, indicator and territory, for display"),
      unit: text("unit code; empty when the series has none"),
      unit_name: nullable(Type.String(), "name of the unit; the code where it has no name"),
      freq: frequencyField("frequency"),
      geo: text("territory code in the source's own classifier (OKATO)"),
      geo_label: text("name of the territory"),
      geo_level: levelField("level of the territory"),
      mult: nullable(
        Type.Number({exclusiveMinimum: 0}),
        "how many of the plain unit one unit is: 1000 for thousands; null where the source does not describe the unit",
      ),
      revised: yesNo("whether the source revises values of the dataset"),
      status: Type.Enum(["active", "stalled"], {
        description:
          "`stalled` when the series trails the latest period of its dataset by more than its frequency allows",
      }),
      last_period: dayField("last period with a value, over the whole history as known now"),
      provider_code: text("provider of the dataset"),
      dataset_code: text("dataset the series belongs to"),
      finality: Type.Optional(FINALITY_SCHEMA),
    },
    "the series that the values belong to",
  ),
  notes: Type.Array(
    closedObject({
      scope: Type.Enum(["series", "class", "dataset"], {description: "what the note is about"}),
      text: text("the note"),
      from: Type.Optional(dayField("the first day of an event; absent: the note is about no certain time")),
      to: Type.Optional(dayField("its last day")),
    }),
    {description: "notes on the series, its class and its dataset"},
  ),
  related: Type.Array(
    closedObject({
      provider_code: text("provider of the related dataset"),
      dataset_code: text("code of the related dataset"),
      name: text("its name; its code if it is not loaded"),
      relation: Type.Enum(["era", "neighbour"], {
        description: "another era of the same data, or a neighbouring dataset",
      }),
      splice: yesNo("false: the two must not be joined, because the methodology changed"),
      note: nullable(Type.String(), "what the source says about the relation"),
    }),
    {description: "datasets that the series' own dataset declares as related"},
  ),
  missing: Type.Array(
    closedObject({
      period: dayField("first day of the period"),
      reason: Type.Enum([...WITHDRAWAL_REASONS], {
        description:
          "`withdrawn`: a release covers the period without a value and says no more; `not_published` (often confidential), `not_available`, `not_applicable` and `suppressed` are the source's own signs; `unknown`: a sign without a meaning of its own",
      }),
      since: dayField("day of the first release that said so"),
    }),
    {
      description:
        "periods without a value, from the first of `items` on, ascending. A period that is in `items` too was withdrawn: its value is the last that was published, and its publisher no longer gives it",
    },
  ),
  claim_template: VALUE_ADDRESS_TEMPLATE,
});

export const OBSERVATIONS_OPERATION: Operation = {
  operationId: "getObservations",
  tag: "Series",
  summary: "The values of one series",
  description: [
    `Ascending by period. Without bounds the answer has the latest \`limit\` values. With \`start\` or \`end\` and no \`limit\` it has all values between the bounds, up to ${MAX_OBSERVATIONS}; with both, the latest \`limit\` of them. \`has_more\` says whether older values were left out.`,
    "The answer also has what is needed to read the values: the unit and its multiplier, notes on the series, its class and its dataset, and related datasets, with whether they may be joined.",
    "The values of the answer are charged to the month's quota.",
  ].join("\n\n"),
  answers: {200: "The values, with unit, notes and related datasets.", 404: "`NOT_FOUND`: no series has this key."},
  headers: ["X-Values"],
  answer: "Observations",
  item: "Observation",
  examples: [
    {name: "latest", summary: "The latest two values", path: `${GROWTH}/observations?limit=2`},
    {
      name: "earlier",
      summary: "The same year as it was known on an earlier day",
      path: `${GROWTH}/observations?start=2015&end=2015&as_of=2016-12-31`,
    },
    {
      name: "noSeries",
      summary: "A key that no series has",
      status: 404,
      path: "/api/v1/series/0000000000000000/observations",
    },
    {
      name: "everyVintage",
      summary: "All estimates at once, which is not supported",
      status: 422,
      path: `${GROWTH}/observations?as_of=all`,
    },
  ],
};
