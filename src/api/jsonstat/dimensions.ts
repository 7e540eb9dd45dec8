// GET /api/v1/jsonstat/dimensions: all codes of one dataset with their labels as JSON-stat 2.0, without a value; free.
//
// Periods are those from the first to the last one of the dataset at each of its frequencies. Not every series has each of them.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import type {ChosenNames} from "../../country/names.ts";
import {periodCode} from "../../formats/coded-period.ts";
import {type CubeDimension, jsonStatDimensions} from "../../formats/json-stat.ts";
import {DIMENSIONS, hasDimension} from "../../statistics/catalogue/catalogue.ts";
import {NO_DAY, type PeriodTable, periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {NameChoice} from "../../text/language.ts";
import {onlyDataset, splitDatasetCode} from "../dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import type {Operation} from "../http/operation.ts";
import {DATASET, type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {sendTexts} from "../http/sending.ts";
import {readNames} from "../language/catalogue-names.ts";
import {readCodeNames} from "../language/code-names.ts";
import {LANG, languageOf, languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {FREQUENCY_LABELS, NAMES, NONE} from "./cube.ts";
import {DIMENSIONS_SCHEMA} from "./schema.ts";

const PATH = "/api/v1/jsonstat/dimensions";

// Required, but not in the schema: its absence has its own error code.
const PARAMETERS = Type.Object({dataset: Type.Optional(DATASET), lang: LANG});

const OPERATION: Operation = {
  operationId: "getJsonStatDimensions",
  tag: "Data",
  summary: "The dimensions of a dataset as JSON-stat 2.0",
  description:
    "All codes of one dataset with their labels, in the form that `/api/v1/jsonstat` has for a slice, without values and free of charge: what a client may choose from. Periods are those from the first to the last one of the dataset, at each of its frequencies.",
  answers: {400: "`DATASET_REQUIRED`: `dataset` is missing.", 404: "`NOT_FOUND`: there is no such dataset."},
  answer: "JsonStatDimensions",
  item: null,
  required: ["dataset"],
  examples: [
    {name: "gdp", summary: "The dimensions of a dataset", path: `${PATH}?dataset=gdp`},
    {name: "noDataset", summary: "No dataset named", status: 400, path: PATH},
  ],
};

/** Part of the ETag: raise it when the same state would be written differently. */
const WRITTEN = 1;

export function routeJsonStatDimensions(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: PATH,
    operation: OPERATION,
    query: PARAMETERS,
    answer: DIMENSIONS_SCHEMA,
    handler: async (request, reply) => {
      const given = readRequest(PARAMETERS, request.query as QueryString, (checked) => ({
        code: codeOf(checked.dataset),
        language: languageOf(checked.lang, context.settings),
      }));
      request.stages?.end("what");
      const {store} = context;
      const found = await store.statistics.read((q) => readHead(q, context, given));
      const {provider, code, changedBy} = found.dataset;
      const etag = weakEtag(["dimensions", WRITTEN, provider, code, changedBy, ...languageTag(given.language)]);
      if (clientHasIt(request, reply, etag, REVALIDATED)) return reply.code(304).send();
      const isEnglish = given.language === "en";
      const read = await store.statistics.readWithRests((q) => readDimensions(q, context, given.code, isEnglish));
      request.stages?.end("read");
      reply.type(JSON_TYPE);
      return sendTexts(
        request,
        reply,
        jsonStatDimensions({
          label: found.names.of(read.dataset.name),
          source: provider,
          updated: read.dataset.changedAt,
          dimensions: read.dimensions,
          extension: {dataset_code: `${provider}/${code}`, series_total: read.dataset.seriesCount},
        }),
      );
    },
  });
}

type DatasetCode = ReturnType<typeof splitDatasetCode>;

function codeOf(dataset: string | undefined): DatasetCode {
  if (dataset === undefined) throw new ApiError("DATASET_REQUIRED", "dimensions are those of one dataset");
  if (dataset !== "all") return splitDatasetCode(dataset);
  const msg = "Value error, dimensions are those of one dataset: `all` is not accepted";
  throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
}

function* readHead(
  q: Queries,
  {catalogues}: RouteContext,
  {code, language}: {readonly code: DatasetCode; readonly language: NameChoice},
): Script<{readonly dataset: DatasetRecord; readonly names: ChosenNames}> {
  const dataset = onlyDataset(yield* findDatasets(q, code), code);
  return {dataset, names: yield* readNames(q, catalogues, dataset, language)};
}

interface FoundDimensions {
  readonly dataset: DatasetRecord;
  readonly dimensions: readonly CubeDimension[];
}

/** Codes that are written down between two rests. */
const CODES_AT_ONCE = 250;

/** The dimensions of the dataset and time, in the order of a cube. */
function* readDimensions(
  q: Queries,
  {catalogues}: RouteContext,
  code: DatasetCode,
  isEnglish: boolean,
): Script<FoundDimensions> {
  const dataset = onlyDataset(yield* findDatasets(q, code), code);
  const english = yield* readNames(q, catalogues, dataset, "en");
  const catalogue = yield* catalogues.read(q, dataset);
  const dimensions: CubeDimension[] = [];
  for (const name of DIMENSIONS) {
    const {codes} = catalogue[name];
    if (!hasDimension(catalogue[name])) continue;
    const indexes: number[] = [];
    for (let at = 0; at < codes.length; at++) indexes.push(at);
    const nameAt = yield* readCodeNames(q, catalogues, {dataset, catalogue, english}, name, indexes);
    const own: {readonly codes: string[]; readonly labels: string[]} = {codes: [], labels: []};
    for (const at of indexes) {
      const code = codes.at(at) ?? NONE;
      const named = name === "frequency" ? FREQUENCY_LABELS[code as Frequency] : nameAt(at)?.[isEnglish ? 1 : 0];
      own.codes.push(code);
      own.labels.push(named ?? code);
      if (at % CODES_AT_ONCE === CODES_AT_ONCE - 1) yield;
    }
    dimensions.push({...NAMES[name], ...own});
  }
  const times = yield* timesOf(dataset, catalogue.weeks);
  return {
    dataset,
    dimensions: [...dimensions, {id: "time", label: "Period", role: "time", codes: times, labels: times}],
  };
}

/** Periods of all frequencies in one order. @param weeks the calendar of the dataset */
function* timesOf({spans}: DatasetRecord, weeks: PeriodTable | null): Script<string[]> {
  const times = new Set<string>();
  for (const {frequency, first, last} of spans) {
    const table = frequency === "W" ? weeks! : periodTable(frequency);
    const {from, to} = periodWindow({from: first, to: last}, frequency, table);
    for (let period = from; period <= to; period++) {
      const day = table.days[period - table.base]!;
      if (day !== NO_DAY) times.add(periodCode(frequency, day));
      if (period % CODES_AT_ONCE === 0) yield;
    }
  }
  return [...times].sort();
}
