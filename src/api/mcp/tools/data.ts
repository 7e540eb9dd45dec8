// data: the values of some series, or of one slice of a dataset, as they are or as they were known on a day.
import {Type} from "typebox";
import {valuesThatFit} from "../answer-budget.ts";
import {apiAddress, ask, askPrice, type CallParameters, ToolRefusal} from "../api-call.ts";
import type {GivenValue} from "../given-value.ts";
import {defineTool, type ToolAnswer, type ToolContext, textOrNumber} from "../tool.ts";
import {answerValues, type DerivedBy, type ValuesOfSeries} from "./series-text.ts";

interface DataArguments extends SliceArguments {
  readonly series?: readonly string[];
  readonly dataset?: string;
  readonly start?: string | number;
  readonly end?: string | number;
  readonly as_of?: string;
  readonly last?: number;
  readonly derive?: string;
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
  /** Of derived values. */
  readonly derived?: DerivedBy;
}

interface ObservationItem {
  readonly period: string;
  readonly value: number | null;
  readonly as_of: string;
}

/** Values of a series where neither `last` nor a period says how many; more than fit into an answer are never asked for. */
const [USUAL, MOST] = [12, 60];
const [MOST_KEYS, MOST_SERIES] = [10, 10];
const CODE = Type.Optional(Type.String());
const code = (description: string) => Type.Optional(Type.String({description}));

export const DATA_TOOL = defineTool<DataArguments>({
  name: "data",
  title: "Values of series",
  description:
    "Published values of `series`, or of a slice of `dataset` by its codes, or values computed from them. Each published one is a text with its digits, its day and a claim: the address that proves it. A long answer has the latest values and the address of the rest.",
  input: Type.Object({
    series: Type.Optional(Type.Array(Type.String(), {minItems: 1, maxItems: MOST_KEYS, description: "ids"})),
    dataset: code("instead of series"),
    geo: code("territory: code, country, region, district or all"),
    class: CODE,
    measure: CODE,
    transformation: CODE,
    unit: CODE,
    freq: code("D, W, M, Q or A"),
    start: Type.Optional(textOrNumber("2024, 2024-05, 2024-Q2 or a day")),
    end: Type.Optional(textOrNumber("last period")),
    as_of: code("YYYY-MM-DD: as known on that day"),
    last: Type.Optional(
      Type.Integer({minimum: 1, maximum: MOST, description: `latest values of each, ${USUAL} without start`}),
    ),
    derive: code("computes: yoy_pct, index:2019, chain:2019, to:A:sum, real:ID; joined by |"),
  }),
  async run(context, given) {
    if (given.series !== undefined) return await ofKeys(context, given.series, given);
    if (given.dataset === undefined) throw new ToolRefusal("name `series` (ids from search) or `dataset`");
    return await ofSlice(context, given);
  },
});

/** The wanted latest values of each series, and the parameters that bound them. */
function wanted({start, end, as_of, last, derive}: DataArguments) {
  const count = last ?? (start === undefined ? USUAL : MOST);
  return {...(start && {start}), ...(end && {end}), ...(as_of && {as_of}), ...(derive && {derive}), last: count};
}

interface SliceAnswer {
  readonly series: readonly SeriesItem[];
  readonly observations: readonly (ObservationItem & {readonly series_key: string})[];
  readonly series_total: number;
}

async function ofKeys(context: ToolContext, keys: readonly string[], given: DataArguments): Promise<ToolAnswer> {
  return await answerFitting(
    context,
    given.derive ? "/api/v1/derived" : "/api/v1/observations",
    {series: [keys.join(",")], ...wanted(given)},
    {
      most: new Set(keys).size,
    },
  );
}

async function ofSlice(context: ToolContext, given: DataArguments): Promise<ToolAnswer> {
  const {dataset, geo, class: classes, measure, transformation, unit, freq} = given;
  const slice = {dataset, geo, class: classes, measure, transformation, unit, freq, ...wanted(given)};
  return await answerFitting(context, given.derive ? "/api/v1/derived" : "/api/v1/data", slice, {
    most: MOST_SERIES,
    page: {limit: MOST_SERIES},
  });
}

/** As many of the latest values as fit, and only these are asked for: what a model is not given, nobody is charged for. */
async function answerFitting(
  {call, base}: ToolContext,
  path: string,
  wanted: CallParameters & {readonly last: number},
  {most, page = {}}: {readonly most: number; readonly page?: CallParameters},
): Promise<ToolAnswer> {
  const priced = await askPrice(call, path, {...wanted, ...page});
  const series = Math.min(priced.seriesTotal ?? most, most);
  const last = Math.max(1, Math.min(wanted.last, Math.floor(valuesThatFit(series) / Math.max(1, series))));
  const read = await ask<SliceAnswer>(call, path, {...wanted, ...page, last});
  const own = Map.groupBy(read.observations, ({series_key}) => series_key);
  const {last: _all, ...bounds} = wanted;
  return answerValues(
    {call, base},
    read.series.map((one) => seriesOf(one, own.get(one.series_key) ?? [])),
    {address: apiAddress(path, bounds), seriesTotal: read.series_total, values: priced.values},
  );
}

function seriesOf(series: SeriesItem, items: readonly ObservationItem[]): ValuesOfSeries {
  const {series_key: key, title, unit, freq, derived} = series;
  const values: GivenValue[] = items
    .filter((item): item is ObservationItem & {value: number} => item.value !== null)
    .map(({period, value, as_of}) => ({period, value, publishedAt: as_of}));
  return {key, title, dataset: `${series.provider_code}/${series.dataset_code}`, unit, freq, values, derived};
}
