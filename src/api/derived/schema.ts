// The answer and the examples of /api/v1/derived, as the OpenAPI document describes them.
import {type TProperties, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {DATASET_BLOCK_SCHEMA} from "../dataset.ts";
import {closedObject, dayField, nullable, seriesKeyField, text} from "../http/field-schemas.ts";
import {GROWTH_KEY, type Operation} from "../http/operation.ts";
import {SERIES_SCHEMA, SLICE_SCHEMA} from "../slice/schema.ts";

export const DERIVED_PATH = "/api/v1/derived";

const {series: _series, dataset: _dataset, ...OF_SLICE} = SLICE_SCHEMA.properties;

const METHOD = {
  formula: text("the steps with their formulas; x is the published value"),
  unit: text("unit of the derived values"),
  inputs: Type.Array(closedObject({series_key: seriesKeyField("key")}), {
    description: "series that values are derived from, the own one first",
  }),
};

/** How the values of a series are derived. */
export const DERIVED_PART = closedObject(METHOD, "how the values are derived");

const DERIVED_WITH_PUBLISHED = closedObject(
  {
    ...METHOD,
    published: Type.Array(
      closedObject({
        series_key: seriesKeyField("key"),
        plus: Type.Enum([-100, 0, 100], {
          description:
            "what its values are more than the derived ones: publishers print 101.2 for a change of 1.2 per cent",
        }),
      }),
      {description: "series in which the publisher prints the same thing; the two may differ by rounding"},
    ),
  },
  "how the values are derived",
);

const DERIVED_SERIES = closedObject({...SERIES_SCHEMA.properties, derived: DERIVED_WITH_PUBLISHED});

export const DERIVED_SCHEMA = closedObject({
  series: Type.Array(DERIVED_SERIES, {
    description: "the series of this page; `freq` and `unit` are those of the result",
  }),
  ...OF_SLICE,
  dataset: nullable(
    closedObject(DATASET_BLOCK_SCHEMA.properties),
    "the dataset of the series; null if they are of several",
  ),
  missing: Type.Array(
    closedObject({
      series_key: seriesKeyField("series of the period"),
      period: dayField("first day of a period without a derived value"),
      reason: Type.Enum(["input_missing", "incomplete", "not_comparable"], {
        description:
          "`input_missing`: a period that the step needs has no value; `incomplete`: a group or window of periods is not whole; `not_comparable`: a base of zero or below",
      }),
    }),
    {description: "periods with a published value and without a derived one"},
  ),
  withdrawn: Type.Array(
    closedObject({
      series_key: seriesKeyField("series of the value"),
      period: dayField("first day of the period of a derived value"),
    }),
    {
      description:
        "derived values that would be others, or missing, without inputs that their publisher no longer gives; `X-Withdrawn-Values` counts them",
    },
  ),
} as TProperties);

export const DERIVED_OPERATION: Operation = {
  operationId: "getDerived",
  tag: "Data",
  summary: "Derived values: changes, indices, real terms",
  description:
    "Values computed here from published ones, in the form of a slice: for the series of a slice, or for series named by their keys. Values are paired by period; inputs before `start` are read as needed, and with `as_of` every input is as it was known on that day. Each value has the latest publication of its inputs. With `finality=1` each series has the finality of its published values, not of the derived ones. What is wrong for the quantity of a series is refused with the reason, and so is a step over two eras that must not be spliced. Where the publisher prints the same thing, `published` names that series. The values of the answer are charged.",
  answers: {
    200: "The series with their formulas, the derived values, and the periods without one.",
    400: `\`SLICE_TOO_BIG\`: more than ${ANSWER_LIMITS.sliceValues.maximum.toLocaleString("en")} values, or inputs beyond ten times that. The hint ends in the address of a part that fits.`,
    404: "`NOT_FOUND`: no such dataset or series, or no series matches.",
  },
  headers: ["Link", "X-Values", "X-Withdrawn-Values", "X-Series-Total", "X-Has-More", "X-Next-Offset"],
  tooBigHeaders: ["X-Values"],
  answer: "Derived",
  item: null,
  examples: [
    {
      name: "chained",
      summary: "Consumer prices of a year from those of its months",
      path: `${DERIVED_PATH}?dataset=cpi_monthly&geo=country&class=food&measure=prev_month&derive=to:A:chain&start=2024&end=2025`,
    },
    {
      name: "change",
      summary: "The change of one series on the year",
      path: `${DERIVED_PATH}?series=${GROWTH_KEY}&derive=yoy&last=2`,
    },
    {
      name: "noStep",
      summary: "A step that there is not",
      status: 422,
      path: `${DERIVED_PATH}?series=${GROWTH_KEY}&derive=growth`,
    },
  ],
};
