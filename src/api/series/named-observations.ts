// GET /api/v1/observations: the body of a slice for series that are named by their keys, of any datasets.
//
// An unknown key is refused: left out in silence, its values would be missed by nobody. The series are in the order of the keys. Of several
// datasets there is no one dataset block, so `dataset` is null, and a CSV has the columns of all of them.

import type {FastifyInstance} from "fastify";
import {type TProperties, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {createSliceCsvWriter} from "../../formats/slice-csv.ts";
import {createSliceJsonWriter} from "../../formats/slice-json.ts";
import {keyAt, type NamedCatalogue, positionOfKey} from "../../statistics/catalogue/catalogue.ts";
import {splitList} from "../../statistics/catalogue/selection.ts";
import {createObservations, readWindow} from "../../statistics/history/window.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {findSeriesOfKey, type SeriesOfKey} from "../../store/series/series-of-key.ts";
import {createPace} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {DATASET_BLOCK_SCHEMA, describeDataset} from "../dataset.ts";
import {ApiError} from "../errors.ts";
import {closedObject, nullable} from "../http/field-schemas.ts";
import {namesEtag, REUSED_FOR_AN_HOUR, weakEtag} from "../http/headers.ts";
import {GROWTH_KEY, type Operation} from "../http/operation.ts";
import {type QueryString, readBounds, readDay, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {returnWhenSent} from "../http/sending.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import {readCatalogueNames} from "../language/catalogue-names.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {describeFinalities, finalityTag, readFinality, withFinality} from "../slice/finality.ts";
import {type PageSeries, readPageSeries} from "../slice/page.ts";
import {readForm, readSliceOptions, type SliceQuery} from "../slice/request.ts";
import {SLICE_PARAMETERS, SLICE_SCHEMA} from "../slice/schema.ts";
import {csvColumns, describeCells, describePage, dimensionsOf, type OptionalDimensions} from "../slice/series.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";

const MOST_KEYS = ANSWER_LIMITS.namedSeries.maximum;
const MOST_VALUES = ANSWER_LIMITS.sliceValues.maximum;

const {start, end, as_of, last, format, lang, labels, bom, decimal, finality} = SLICE_PARAMETERS.properties;

const NAMED_PARAMETERS = Type.Object({
  series: Type.Array(Type.String({examples: [GROWTH_KEY]}), {
    minItems: 1,
    description: `keys of series, separated by commas: at most ${MOST_KEYS}`,
  }),
  ...{start, end, as_of, last, format, lang, labels, bom, decimal, finality},
});

const {dataset: _, ...OF_SLICE} = SLICE_SCHEMA.properties;
const NAMED_SCHEMA = closedObject({
  ...OF_SLICE,
  dataset: nullable(
    closedObject(DATASET_BLOCK_SCHEMA.properties),
    "the dataset of the series; null if they are of several",
  ),
} as TProperties);

const NAMED_OPERATION: Operation = {
  operationId: "getNamedObservations",
  tag: "Data",
  summary: "Values of series named by their keys",
  description: `The body of a slice for at most ${MOST_KEYS} series of any datasets, in the order of their keys. An unknown key is refused. Charged are the values of the answer.`,
  answers: {
    200: "The series and their values, whole.",
    400: `\`SLICE_TOO_BIG\`: the series have more than ${MOST_VALUES.toLocaleString("en")} values between the bounds.`,
    404: "`NOT_FOUND`: there is no series with one of the keys; the message names them.",
  },
  headers: ["X-Values", "X-Withdrawn-Values"],
  tooBigHeaders: ["X-Values"],
  answer: "NamedSlice",
  item: null,
  examples: [
    {
      name: "latest",
      summary: "The latest value of a series",
      path: `/api/v1/observations?series=${GROWTH_KEY}&last=1`,
    },
    {name: "noKey", summary: "A key that no series has", status: 404, path: "/api/v1/observations?series=none"},
  ],
};

/** Part of the ETag: raise it when the same state would be written differently. */
const NAMED_VERSION = 1;

export function routeNamedObservations(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: "/api/v1/observations",
    operation: NAMED_OPERATION,
    query: NAMED_PARAMETERS,
    answer: NAMED_SCHEMA,
    handler: async (request, reply) => {
      const {keys, query} = readNamed(request, context);
      request.stages?.end("what");
      const found = await context.store.statistics.readWithRests((q) => readNamedSeries(q, context, keys, query));
      request.stages?.end("read");
      reply.header("etag", found.etag).header("cache-control", REUSED_FOR_AN_HOUR);
      const {series} = found;
      if (series === null) return reply.code(304).send();
      const values = series.reduce((sum, {window}) => sum + window.count, 0);
      if (values > MOST_VALUES) throw tooManyNamed(values, keys.length);
      const partToSend = await reserveAndCharge(context, request, reply, values);
      if (partToSend === null) return reply;
      const withdrawn = series.reduce((sum, {window}) => sum + window.withdrawn, 0);
      const body = partToSend === "body" ? await writeNamed(context, {...found, series}, query, values) : undefined;
      request.stages?.end("write");
      returnWhenSent(context.memory, reply, body);
      if (withdrawn > 0) reply.header("x-withdrawn-values", String(withdrawn));
      return reply.type(query.slice.format === "csv" ? "text/csv; charset=utf-8" : JSON_TYPE).send(body);
    },
  });
}

function readNamed(request: Parameters<typeof readSliceOptions>[0], context: RouteContext) {
  const options = readSliceOptions(request, context);
  return readRequest(NAMED_PARAMETERS, request.query as QueryString, (given, refuse) => {
    const keys = [...new Set((given.series ?? []).flatMap(splitList))];
    if (given.series !== undefined && keys.length === 0) refuse("series", "missing", "Field required");
    if (keys.length > MOST_KEYS)
      refuse("series", "value_error", `Value error, series takes at most ${MOST_KEYS} keys, ${keys.length} were given`);
    const asOf = readDay("as_of", given.as_of, refuse);
    const slice = {
      ...WHOLE_SLICE,
      ...readBounds(given, refuse),
      asOf,
      last: given.last ?? null,
      ...readForm(given, context.settings),
      finality: readFinality(given, refuse),
    };
    return {keys, query: {slice, ...options}};
  });
}

export interface SeriesByKey extends PageSeries {
  readonly catalogue: NamedCatalogue;
  readonly dataset: DatasetRecord;
}

export interface FoundByKeys {
  readonly etag: string;
  /** As JSON; of several datasets null. */
  readonly datasetJson: string;
  /** null: the client has this answer. */
  readonly series: readonly SeriesByKey[] | null;
}

/** Throws NOT_FOUND with the keys that no series has. */
export function* readNamedSeries(
  q: Queries,
  context: RouteContext,
  keys: readonly string[],
  query: SliceQuery,
): Script<FoundByKeys> {
  const found = new Map<string, SeriesOfKey>();
  const unknown: string[] = [];
  for (const key of keys) {
    const one = yield* findSeriesOfKey(q, key);
    if (one === null) unknown.push(key.slice(0, 50));
    else found.set(key, one);
    yield;
  }
  if (unknown.length > 0) {
    const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : "";
    throw new ApiError("NOT_FOUND", `there is no series ${unknown.slice(0, 10).join(", ")}${more}`, {
      hint: "take the `series_key` from an answer of /api/v1/data",
    });
  }
  const groups = Map.groupBy(found.values(), ({dataset}) => dataset.id);
  const datasets = [...groups.values()].map(([first]) => first!.dataset);
  const datasetJson = datasets.length === 1 ? JSON.stringify(describeDataset(datasets[0]!, query.today)) : "null";
  const {from, to, asOf, last: latest, format, labels, language, bom, decimal} = query.slice;
  const states = datasets.map(({changedBy}) => changedBy).join();
  const isCsv = format === "csv";
  const etag = weakEtag([
    ...["named", NAMED_VERSION, keys.join(), states, isCsv ? null : datasetJson],
    isCsv ? null : context.settings.publicUrl,
    ...[from, to, asOf, latest, format, labels, isCsv && bom, isCsv ? decimal : null],
    ...languageTag(language),
    ...finalityTag(query.slice.finality),
  ]);
  if (namesEtag(query.ifNoneMatch, etag)) return {etag, datasetJson, series: null};
  const read = new Map<string, SeriesByKey>();
  for (const group of groups.values()) {
    const {dataset} = group[0]!;
    const catalogue = yield* context.catalogues.readClasses(
      q,
      dataset,
      new Set(group.map((one) => one.series.classification)),
    );
    const positions = group.map(({series}) => positionOfKey(catalogue, series.key));
    const page = yield* readPageSeries(q, dataset, catalogue, positions, query);
    const published = yield* context.catalogues.nameSome(q, dataset, catalogue, positions);
    const named = yield* readCatalogueNames(q, context.catalogues, dataset, published, language);
    for (const one of page) read.set(keyAt(named, one.position), {...one, catalogue: named, dataset});
    yield;
  }
  return {etag, datasetJson, series: keys.map((key) => read.get(key)!)};
}

async function writeNamed(
  {memory, settings}: RouteContext,
  {datasetJson, series}: {readonly datasetJson: string; readonly series: readonly SeriesByKey[]},
  {slice: {format, labels, bom, decimal, finality, asOf}}: SliceQuery,
  values: number,
): Promise<Buffer> {
  const pace = createPace();
  const observations = createObservations();
  const describe = ({catalogue, dataset, position}: SeriesByKey) =>
    describePage(catalogue, [position], {provider: dataset.provider, dataset: dataset.code, labels})[0]!;
  const has = allDimensions(series);
  const json = format === "csv" ? null : createSliceJsonWriter(memory);
  const csv = format === "csv" ? createSliceCsvWriter(memory) : null;
  const texts = json === null ? [] : series.map(describe);
  const finalities = finality
    ? await describeFinalities(
        series.map(({window}) => window.bytes),
        asOf,
        pace,
      )
    : null;
  json?.begin(finalities === null ? texts : texts.map((text, at) => withFinality(text, finalities[at]!)), values);
  csv?.begin({columns: csvColumns(has, labels), decimal, bom}, values);
  for (const one of series) {
    const {catalogue, position, window, periods} = one;
    readWindow(window, periods, observations);
    json?.observations(keyAt(catalogue, position), observations);
    csv?.observations(describeCells(catalogue, position, labels, has), observations);
    if (pace.isOver()) await pace.letOthersIn();
  }
  const {length} = series;
  const tail = {series_count: length, observation_count: values, series_total: length};
  return (
    csv?.end() ??
    json!.end(
      {
        ...tail,
        offset: 0,
        has_more: false,
        next_offset: null,
        claim_template: valueAddressTemplate(settings.publicUrl),
      },
      datasetJson,
    )
  );
}

/** The dimensions that any of the datasets has. */
export function allDimensions(series: readonly SeriesByKey[]): OptionalDimensions {
  const all = [...new Set(series.map(({catalogue}) => catalogue))].map(dimensionsOf);
  const any = (name: keyof OptionalDimensions) => all.some((has) => has[name]);
  return {
    classification: any("classification"),
    measure: any("measure"),
    transformation: any("transformation"),
    unit: any("unit"),
  };
}

function tooManyNamed(values: number, count: number): ApiError {
  return new ApiError(
    "SLICE_TOO_BIG",
    `the ${count} series have ${values} values; one answer gives at most ${MOST_VALUES}`,
    {
      hint: `name fewer series, narrow the period (start, end), or take the latest values alone: last=${Math.max(1, Math.min(1000, Math.floor(MOST_VALUES / count)))} fits`,
      values,
    },
  );
}
