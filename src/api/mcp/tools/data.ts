// data: the values of some series, or of one slice of a dataset, as they are or as they were known on a day.
import {Type} from "typebox";
import {apiAddress, ask, ToolRefusal} from "../api-call.ts";
import type {GivenValue} from "../claims.ts";
import {defineTool, type ToolAnswer, type ToolContext, textOrNumber} from "../tool.ts";
import {answerValues, type ValuesOfSeries} from "./series-text.ts";

interface DataArguments extends SliceArguments {
  readonly series?: readonly string[];
  readonly dataset?: string;
  readonly start?: string | number;
  readonly end?: string | number;
  readonly as_of?: string;
  readonly last?: number;
}

interface SliceArguments {
  readonly geo?: string;
  readonly class?: string;
  readonly measure?: string;
  readonly transformation?: string;
  readonly unit?: string;
  readonly freq?: string;
}

interface SeriesItem {
  readonly series_key: string;
  readonly title: string;
  readonly provider_code: string;
  readonly dataset_code: string;
  readonly unit: string | null;
  readonly freq: string;
}

interface ObservationItem {
  readonly period: string;
  readonly value: number | null;
  readonly as_of: string;
}

/** Values of a series where neither `last` nor a period says how many; more than fit into an answer are never asked for. */
const [USUAL, MOST] = [12, 60];
const [MOST_KEYS, MOST_SERIES] = [10, 20];
const code = (description: string) => Type.Optional(Type.String({description}));

export const DATA_TOOL = defineTool<DataArguments>({
  name: "data",
  title: "Values of series",
  description:
    "Published values of `series`, or of a slice of `dataset` by its codes. Each is a text with the published digits, with the day of its publication and a claim: the address that proves it. A long answer has the latest values and the address of the rest.",
  input: Type.Object({
    series: Type.Optional(Type.Array(Type.String(), {minItems: 1, maxItems: MOST_KEYS, description: "ids"})),
    dataset: code("code, in the place of series"),
    geo: code("territory: code, country, region, district or all"),
    class: code("code"),
    measure: code("code"),
    transformation: code("code"),
    unit: code("code"),
    freq: code("D, W, M, Q or A"),
    start: Type.Optional(textOrNumber("2024, 2024-05, 2024-Q2 or a day")),
    end: Type.Optional(textOrNumber("last period")),
    as_of: code("YYYY-MM-DD: as known on that day"),
    last: Type.Optional(
      Type.Integer({minimum: 1, maximum: MOST, description: `latest values of each series, ${USUAL} without start`}),
    ),
  }),
  async run(context, given) {
    if (given.series !== undefined) return await ofKeys(context, given.series, given);
    if (given.dataset === undefined) throw new ToolRefusal("name `series` (ids from search) or `dataset`");
    return await ofSlice(context, given);
  },
});

function wanted({start, end, as_of, last}: DataArguments) {
  const count = last ?? (start === undefined ? USUAL : MOST);
  return {...(start && {start}), ...(end && {end}), ...(as_of && {as_of}), last: count};
}

async function ofKeys(context: ToolContext, keys: readonly string[], given: DataArguments): Promise<ToolAnswer> {
  const {last, ...bounds} = wanted(given);
  const series: ValuesOfSeries[] = [];
  for (const key of keys) {
    const path = `/api/v1/series/${encodeURIComponent(key)}/observations`;
    const read = await ask<{items: readonly ObservationItem[]; series: SeriesItem}>(context.call, path, {
      ...bounds,
      limit: last,
    });
    series.push(seriesOf(read.series, read.items));
  }
  const path = `/api/v1/series/${encodeURIComponent(keys[0]!)}/observations`;
  return answerValues(context, series, {address: apiAddress(path, bounds), seriesTotal: keys.length});
}

interface SliceAnswer {
  readonly series: readonly SeriesItem[];
  readonly observations: readonly (ObservationItem & {readonly series_key: string})[];
  readonly series_total: number;
}

async function ofSlice(context: ToolContext, given: DataArguments): Promise<ToolAnswer> {
  const {dataset, geo, class: classes, measure, transformation, unit, freq} = given;
  const {last, ...bounds} = wanted(given);
  const slice = {dataset, geo, class: classes, measure, transformation, unit, freq, ...bounds};
  const read = await ask<SliceAnswer>(context.call, "/api/v1/data", {...slice, last, limit: MOST_SERIES});
  const own = Map.groupBy(read.observations, ({series_key}) => series_key);
  const series = read.series.map((one) => seriesOf(one, own.get(one.series_key) ?? []));
  return answerValues(context, series, {address: apiAddress("/api/v1/data", slice), seriesTotal: read.series_total});
}

function seriesOf(series: SeriesItem, items: readonly ObservationItem[]): ValuesOfSeries {
  const {series_key: key, title, unit, freq} = series;
  const values: GivenValue[] = items
    .filter((item): item is ObservationItem & {value: number} => item.value !== null)
    .map(({period, value, as_of}) => ({period, value, publishedAt: as_of}));
  return {key, title, dataset: `${series.provider_code}/${series.dataset_code}`, unit, freq, values};
}
