// Answers about one row: the entity of a key, one of its properties, or the property's raw value (`/$value`).
//
// An observation or its value is charged as one value; its other properties and series are free. A property that is null is 204 without a
// body.
import type {FastifyReply, FastifyRequest} from "fastify";
import type {BodyMemory} from "../../formats/body-bytes.ts";
import {jsonType} from "../../formats/odata/media-type.ts";
import type {Resource} from "../../formats/odata/resource-path.ts";
import {beginRows, createRowForm} from "../../formats/odata/row-writer.ts";
import {type Day, dayText, NO_DAY} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError} from "../errors.ts";
import {namesEtag, neededPart, REVALIDATED_PRIVATELY, weakEtag} from "../http/headers.ts";
import {languageTag} from "../language/language.ts";
import type {FoundDatasets} from "./dataset-finder.ts";
import {contextOf, type EntityForm, keyPredicate, observationChunks, propertyJson, seriesJson} from "./entity-json.ts";
import {findSelected} from "./observations/cursor-row.ts";
import {EntryColumns} from "./observations/entry-columns.ts";
import {ALL_DAYS, createEntryReader} from "./observations/observation-entries.ts";
import {bufferRows} from "./observations/row-buffer.ts";
import {type RowQuery, readRowQuery} from "./options.ts";
import type {ODataRequest} from "./request.ts";
import {type EntityRow, type ODataCatalogues, readProperty, seriesRow} from "./row-properties.ts";
import type {ODataContext} from "./set-reader.ts";

type EntityRequest = ODataRequest & {readonly resource: Extract<Resource, {kind: "entity" | "property" | "value"}>};

const ENTITY_VERSION = 2;

export async function answerEntity(
  context: ODataContext,
  request: FastifyRequest,
  reply: FastifyReply,
  odata: EntityRequest,
): Promise<FastifyReply> {
  const {store} = context;
  const {resource, form, root} = odata;
  const {set, key} = resource;
  const ifNoneMatch = request.headers["if-none-match"];

  // what
  const query = readRowQuery(set, odata.options, context.settings);
  const {properties} = query;
  const seriesKey = String(key[0]);
  request.stages?.end("what");

  // unchanged? which row?
  const found = await store.statistics.readWithRests((q) => readEntity(q, context, odata, query, ifNoneMatch));
  request.stages?.end("read");
  const {etag, row} = found;
  reply.header("etag", etag).header("cache-control", REVALIDATED_PRIVATELY);
  if (row === null) return reply.code(304).send();

  // refuse or charge
  const isCharged = set.name === "observations" && (resource.kind === "entity" || resource.property.name === "value");
  await chargeAnswer(context, request, reply, isCharged ? 1 : 0);

  // write the body
  if (neededPart(request) === "unchanged") return reply.code(304).send();
  const entityForm: EntityForm = {set, properties, level: form.level, root};
  if (resource.kind === "entity") return reply.type(jsonType(form)).send(entityBody(context.memory, entityForm, row));
  const {property} = resource;
  if (readProperty(property.name)(row) === null) return reply.code(204).send();
  const json = propertyJson(property, row);
  if (resource.kind === "value") {
    const text: unknown = JSON.parse(json);
    return reply.type("text/plain; charset=utf-8").send(String(text));
  }
  const predicate = keyPredicate(seriesKey, set.name === "observations" ? dayText(row.period) : null);
  const annotation = JSON.stringify(`${root}$metadata#${set.name}${predicate}/${property.name}`);
  const before = form.level === "none" ? "" : `"@odata.context":${annotation},`;
  return reply.type(jsonType(form)).send(`{${before}"value":${json}}`);
}

/** No row if the client has the answer. Throws NOT_FOUND. */
function* readEntity(
  q: Queries,
  context: ODataContext,
  odata: EntityRequest,
  {properties, asOf, language}: RowQuery,
  ifNoneMatch: string | undefined,
): Script<{readonly etag: string; readonly row: EntityRow | null}> {
  const {resource, form, root} = odata;
  const {set, key} = resource;
  const datasets = yield* context.finder.find(q, {datasets: null, keys: new Set([String(key[0])])});
  const names = properties.map(({name}) => name).join();
  const property = resource.kind === "entity" ? names : resource.property.name;
  const meant = ["odata", ENTITY_VERSION, resource.kind, set.name, ...key, property, form.level, root, asOf];
  const etag = weakEtag([...meant, datasets.state, ...languageTag(language)]);
  const named = {...context, catalogues: {...context.catalogues, language}};
  return {etag, row: namesEtag(ifNoneMatch, etag) ? null : yield* findRow(q, named, odata, datasets, asOf)};
}

/** Throws NOT_FOUND. */
function* findRow(
  q: Queries,
  {catalogues}: {readonly catalogues: ODataCatalogues},
  {resource}: EntityRequest,
  {groups}: FoundDatasets,
  asOf: Day | null,
): Script<EntityRow> {
  const [key, day] = resource.key;
  const series = yield* findSelected(q, catalogues, groups, String(key));
  const row = series === null ? null : seriesRow(series.source, series.position);
  if (row === null) throw notFound(resource);
  const isSeries = resource.set.name === "series";
  if (isSeries && asOf === null) return row;
  const budget = createBudget();
  const range = isSeries ? ALL_DAYS : {from: Math.ceil(Number(day)), to: Math.floor(Number(day))};
  const entries = yield* createEntryReader({range, asOf}, budget).read(q, [row]);
  if (isSeries && entries[0]!.count > 0) return row;
  const {columns} = yield* bufferRows(q, EntryColumns.of(entries), null, budget);
  if (columns.count === 0) throw notFound(resource);
  return {
    ...row,
    period: columns.period[0]!,
    value: columns.mantissa[0]!,
    asOf: columns.asOf[0]!,
    withdrawn: columns.withdrawn?.[0] ?? NO_DAY,
  };
}

function entityBody(memory: BodyMemory, form: EntityForm, row: EntityRow): Buffer | string {
  const context = JSON.stringify(contextOf(form, "/$entity"));
  const before = form.level === "none" ? "" : `"@odata.context":${context},`;
  if (form.set.name === "series") return seriesJson(form, row, before);
  const columns = {
    count: 1,
    period: Int32Array.of(row.period),
    asOf: Int32Array.of(row.asOf),
    mantissa: Float64Array.of(row.value),
    decimals: -1,
    withdrawn: Int32Array.of(row.withdrawn),
  };
  const writer = beginRows(memory, "");
  writer.rows(createRowForm(observationChunks(form, row, before)), columns, 0, 1);
  return writer.end("");
}

function notFound({set}: EntityRequest["resource"]): ApiError {
  return new ApiError("NOT_FOUND", `no entity of ${set.name} has this key`, {
    hint: "the set series lists every series_key",
  });
}
