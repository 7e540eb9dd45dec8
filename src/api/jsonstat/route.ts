// GET /api/v1/jsonstat: a page of a slice as a JSON-stat 2.0 dataset. The parameters, pages and charges are those of the slice.
//
// The format has no member for the publication of each value and none for pages: `extension` has the page, and `as_of` selects a vintage.

import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {ChosenNames} from "../../country/names.ts";
import {jsonStatText} from "../../formats/json-stat.ts";
import {normalForm} from "../../statistics/catalogue/selection.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {readUnitNames} from "../../store/datasets/reference-lists.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createPace} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {describeDataset} from "../dataset.ts";
import {namesEtag, REVALIDATED, weakEtag} from "../http/headers.ts";
import {setNextLink} from "../http/links.ts";
import type {Operation} from "../http/operation.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {readNames} from "../language/catalogue-names.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {explainEmpty} from "../slice/nothing-selected.ts";
import {openSelection, readSelection, readSlicePage, type SlicePage} from "../slice/page.ts";
import {readSliceQuery, type SliceQuery} from "../slice/request.ts";
import {FOOD_PRICES, SLICE_OPERATION, SLICE_PARAMETERS} from "../slice/schema.ts";
import {tooManyValues} from "../slice/too-big.ts";
import {cubeOf} from "./cube.ts";
import {JSON_STAT_SCHEMA} from "./schema.ts";

const JSON_STAT_PATH = "/api/v1/jsonstat";

const {
  format: _format,
  labels: _labels,
  bom: _bom,
  decimal: _decimal,
  finality: _finality,
  ...OF_SLICE
} = SLICE_PARAMETERS.properties;
const JSON_STAT_PARAMETERS = Type.Object(OF_SLICE);

const JSON_STAT_OPERATION: Operation = {
  operationId: "getJsonStat",
  tag: "Data",
  summary: "A slice as JSON-stat 2.0",
  description:
    "The same series and values as the slice gives for these parameters, as a cube: each dimension that the dataset has, and time. A series without a code in a dimension has the code `-` there. Periods are written YYYY, YYYY-Qn, YYYY-MM, YYYY-MM-DD (days and weeks). The format has no day of publication of a value; `as_of` selects a vintage.",
  answers: SLICE_OPERATION.answers,
  headers: ["Link", "X-Values", "X-Withdrawn-Values"],
  tooBigHeaders: ["X-Values"],
  answer: "JsonStat",
  item: null,
  examples: [
    {
      name: "months",
      summary: "Food prices in Russia in two months",
      path: `${FOOD_PRICES.replace("data?", "jsonstat?")}&start=2026-02&end=2026-03`,
    },
  ],
};

/** Part of the ETag: raise it when the same state would be written differently. */
const JSON_STAT_VERSION = 1;

export function routeJsonStat(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: JSON_STAT_PATH,
    operation: JSON_STAT_OPERATION,
    query: JSON_STAT_PARAMETERS,
    answer: JSON_STAT_SCHEMA,
    handler: async (request, reply) => {
      const query = readSliceQuery(request, context);
      request.stages?.end("what");
      const found = await readSelection(context.store.statistics, (q, mayRest) =>
        findCube(q, context, query, mayRest),
      ).catch((error) => explainEmpty(context, query.slice.filters, error));
      request.stages?.end("read");
      reply.header("etag", found.etag).header("cache-control", REVALIDATED);
      const {page} = found;
      if (page === null) return reply.code(304).send();
      const values = page.series.reduce((sum, {window}) => sum + window.count, 0);
      if (values > ANSWER_LIMITS.sliceValues.maximum) throw tooManyValues(query, page.series, values, JSON_STAT_PATH);
      const partToSend = await reserveAndCharge(context, request, reply, values);
      if (partToSend === null) return reply;
      const {offset} = query.slice;
      const end = offset + page.series.length;
      const nextOffset = end < page.total ? end : null;
      const paged = {series_total: page.total, offset, has_more: nextOffset !== null, next_offset: nextOffset};
      const body = partToSend === "body" ? await writeCube(page, found, query, paged) : undefined;
      request.stages?.end("write");
      const withdrawn = page.series.reduce((sum, {window}) => sum + window.withdrawn, 0);
      if (withdrawn > 0) reply.header("x-withdrawn-values", String(withdrawn));
      const address = {path: JSON_STAT_PATH, names: Object.keys(OF_SLICE), given: query.given};
      setNextLink(reply, context.settings.publicUrl, address, nextOffset);
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

interface FoundCube {
  readonly etag: string;
  /** The dataset as judged today, as JSON. */
  readonly datasetJson: string;
  readonly unitNames: ReadonlyMap<string, string>;
  readonly names: ChosenNames;
  /** null: the client has this answer. */
  readonly page: SlicePage | null;
}

/** Throws NOT_FOUND for an unknown dataset, NothingSelected, and LongSelection if the selection is long and may not rest. */
function* findCube(q: Queries, context: RouteContext, query: SliceQuery, mayRest: boolean): Script<FoundCube> {
  const opened = yield* openSelection(q, context, query, mayRest);
  const {dataset, catalogue, selection} = opened;
  const datasetJson = JSON.stringify(describeDataset(dataset, query.today));
  const units = catalogue.unit.codes.filter((code) => code !== null);
  const unitNames = yield* readUnitNames(q, units);
  const {from, to, asOf, last, limit, offset, language} = query.slice;
  const etag = weakEtag([
    ...["jsonstat", JSON_STAT_VERSION, idOf(dataset), dataset.changedBy, datasetJson, JSON.stringify([...unitNames])],
    ...[normalForm(catalogue, selection), from, to, asOf, last, limit, offset],
    ...languageTag(language),
  ]);
  const names = yield* readNames(q, context.catalogues, dataset, language);
  const isKnown = namesEtag(query.ifNoneMatch, etag);
  return {etag, datasetJson, unitNames, names, page: isKnown ? null : yield* readSlicePage(q, opened, query)};
}

function idOf({provider, code}: DatasetRecord): string {
  return `${provider}/${code}`;
}

function unitName(published: string | undefined, names: ChosenNames): string | null {
  return published === undefined ? null : names.unit(published);
}

async function writeCube(
  page: SlicePage,
  {unitNames, names, datasetJson}: FoundCube,
  {slice}: SliceQuery,
  paged: object,
): Promise<string> {
  const {dataset} = page;
  const {dimensions, values, published} = await cubeOf(
    page,
    (code) => unitName(unitNames.get(code), names),
    createPace(),
  );
  return jsonStatText({
    label: names.of(dataset.name),
    source: dataset.provider,
    updated: published === null ? dataset.changedAt : dayText(published),
    dimensions,
    values,
    extension: {
      dataset_code: idOf(dataset),
      ...(slice.asOf === null ? {} : {as_of: dayText(slice.asOf)}),
      ...paged,
      dataset: JSON.parse(datasetJson),
    },
  });
}
