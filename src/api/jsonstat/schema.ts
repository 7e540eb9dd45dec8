// The members of a JSON-stat answer: those that a slice and the dimensions of a dataset have in common, and those of each.
import {Type} from "typebox";
import {DATASET_BLOCK_SCHEMA} from "../dataset.ts";
import {closedObject, count, dayField, nullable, text, yesNo} from "../http/field-schemas.ts";

const COMMON = {
  version: Type.Literal("2.0", {description: "of the format"}),
  class: Type.Literal("dataset", {description: "class of the response"}),
  label: text("name of the dataset"),
  source: text("provider of the dataset"),
  updated: text("latest day on which one of the values was published; without values the moment of the last load"),
  id: Type.Array(Type.String(), {description: "dimensions; the last one changes first from cell to cell"}),
  size: Type.Array(Type.Integer(), {description: "numbers of their codes"}),
  role: closedObject({
    time: Type.Array(Type.String(), {description: "dimensions of time"}),
    geo: Type.Array(Type.String(), {description: "dimensions of territory"}),
    metric: Type.Array(Type.String(), {description: "dimensions of indicators"}),
  }),
  dimension: Type.Unsafe<object>({type: "object", description: "codes and labels of each dimension"}),
};

export const JSON_STAT_SCHEMA = closedObject({
  ...COMMON,
  value: Type.Unsafe<object>({
    type: ["array", "object"],
    items: {type: ["number", "null"]},
    additionalProperties: {type: "number"},
    description: "values by cell: a list with null for empty cells, or, where most are empty, an object",
  }),
  extension: closedObject({
    dataset_code: text("`provider/dataset`"),
    as_of: Type.Optional(dayField("the day of the request's `as_of`")),
    series_total: count("series that match the filters, over all pages"),
    offset: count("offset of this page"),
    has_more: yesNo("more pages follow"),
    next_offset: nullable(Type.Integer({minimum: 0}), "offset of the next page; null when none"),
    dataset: DATASET_BLOCK_SCHEMA,
  }),
});

export const DIMENSIONS_SCHEMA = closedObject({
  ...COMMON,
  value: Type.Unsafe<object>({type: "object", additionalProperties: false, description: "empty: no values are given"}),
  extension: closedObject({
    dataset_code: text("`provider/dataset`"),
    series_total: count("series of the dataset"),
  }),
});
