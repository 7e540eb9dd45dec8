// The shape of a slice in JSON, for the OpenAPI document.
import {Type} from "typebox";
import {closedObject, count, dayField, nullable, seriesKeyField, yesNo} from "../http/field-schemas.ts";
import {DATASET_BLOCK_SCHEMA} from "./dataset.ts";
import {SERIES_SCHEMA} from "./series-description.ts";

export const SLICE_SCHEMA = closedObject({
  series: Type.Array(SERIES_SCHEMA, {description: "the series of this page"}),
  observations: Type.Array(
    closedObject({
      series_key: seriesKeyField("series the value belongs to"),
      period: dayField("first day of the period; of a week the day of registration"),
      value: Type.Number({description: "the value"}),
      as_of: dayField("day on which this estimate was published"),
    }),
    {description: "the values of all series of this page in one list, joined to `series` by `series_key`"},
  ),
  dataset: DATASET_BLOCK_SCHEMA,
  series_count: count("series in this page"),
  observation_count: count("values in this page"),
  series_total: count("series that match the filters, over all pages"),
  offset: count("offset of this page"),
  has_more: yesNo("more pages follow"),
  next_offset: nullable(Type.Integer({minimum: 0}), "offset of the next page; null when none"),
});
