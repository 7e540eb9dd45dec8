// GET /api/v1/data: one dataset's series across territories, whole over time, a page at a time.
//
// The handler is the list of stages, from top to bottom; token and minute were checked on arrival (auth/access.ts). A slice is read from
// one snapshot: version, catalogue and histories have the same state, so the ETag always matches the values. If the client has the answer,
// nothing is read after the tag; if the finished body is in the cache, no history is read.

import type {FastifyInstance, FastifyReply} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {normalForm} from "../../statistics/catalogue/selection.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createPace} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {describeDataset} from "../dataset.ts";
import {namesEtag, REUSED_FOR_AN_HOUR, weakEtag} from "../http/headers.ts";
import {setPageHeaders} from "../http/links.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {returnWhenSent} from "../http/sending.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {describeFinalities, finalityTag} from "./finality.ts";
import type {FinishedBody, FoundSlice, MeasuredSlice, SliceToAnswer} from "./found-slice.ts";
import {explainEmpty} from "./nothing-selected.ts";
import {openSelection, readSelection, readSlicePage} from "./page.ts";
import {readSliceQuery, type SliceQuery} from "./request.ts";
import {PARAMETER_NAMES, SLICE_OPERATION, SLICE_PARAMETERS, SLICE_PATH, SLICE_SCHEMA} from "./schema.ts";
import {tooManyValues} from "./too-big.ts";

export function routeSlice(server: FastifyInstance, context: RouteContext): void {
  const {settings, bodies, memory} = context;
  addRoute(server, {
    url: SLICE_PATH,
    operation: SLICE_OPERATION,
    query: SLICE_PARAMETERS,
    answer: SLICE_SCHEMA,
    handler: async (request, reply) => {
      const query = readSliceQuery(request, context);
      request.stages?.end("what");
      const found = await readFound(context, query);
      request.stages?.end("read");
      setTagHeaders(reply, found);
      if (found.kind === "unchanged") return void reply.code(304).send();
      const size = measureSlice(query, found);
      const partToSend = await reserveAndCharge(context, request, reply, size.values);
      if (partToSend === null) return;
      const sendsBody = partToSend === "body";
      const toWrite = sendsBody && query.slice.finality ? await addFinality(query, found) : found;
      const written = sendsBody ? await bodies.finish(query, toWrite, size) : null;
      if (sendsBody) request.stages?.end("write");
      returnWhenSent(memory, reply, written?.bytes);
      setSliceHeaders(reply, settings.publicUrl, query, size, written);
      return void reply.send(written?.bytes);
    },
  });
}

/** With the finality of each series, where the body is not written yet. */
async function addFinality({slice}: SliceQuery, found: SliceToAnswer): Promise<SliceToAnswer> {
  if (found.kind === "finished") return found;
  const histories = found.series.map(({window}) => window.bytes);
  return {...found, finality: await describeFinalities(histories, slice.asOf, createPace())};
}

/** The read of a slice that may take long. */
function readFound(context: RouteContext, query: SliceQuery): Promise<FoundSlice> {
  return readSelection(context.store.statistics, (q, mayRest) => findSlice(q, context, query, mayRest)).catch((error) =>
    explainEmpty(context, query.slice.filters, error),
  );
}

/** Throws NOT_FOUND for an unknown dataset, NothingSelected, and LongSelection if the selection is long and may not rest. */
function* findSlice(q: Queries, context: RouteContext, query: SliceQuery, mayRest: boolean): Script<FoundSlice> {
  const opened = yield* openSelection(q, context, query, mayRest);
  const {dataset, catalogue, selection} = opened;
  const datasetJson = JSON.stringify(describeDataset(dataset, query.today));
  // what only a JSON body has
  const onlyInJson = `${context.settings.publicUrl ?? ""} ${datasetJson}`;
  const etag = sliceEtag(query, dataset, onlyInJson, normalForm(catalogue, selection));
  if (namesEtag(query.ifNoneMatch, etag)) return {kind: "unchanged", etag};
  const body = context.bodies.find(etag, query.coding);
  if (body !== undefined) return {kind: "finished", etag, body};
  return {kind: "page", etag, datasetJson, ...(yield* readSlicePage(q, opened, query))};
}

function setTagHeaders(reply: FastifyReply, {etag}: FoundSlice): void {
  reply.header("etag", etag);
  reply.header("cache-control", REUSED_FOR_AN_HOUR);
}

/** The headers of an answer with values. @param written null: of HEAD */
function setSliceHeaders(
  reply: FastifyReply,
  publicUrl: string | null,
  {slice, given}: SliceQuery,
  size: MeasuredSlice,
  written: FinishedBody | null,
): void {
  const hasPages = slice.format === "json" && written !== null;
  setPageHeaders(reply, publicUrl, {path: SLICE_PATH, names: PARAMETER_NAMES, given}, size, hasPages);
  if (size.withdrawn > 0) reply.header("x-withdrawn-values", String(size.withdrawn));
  // A body with a coding is not packed again (compression.ts).
  if (written?.packed != null) reply.header("content-encoding", written.packed);
  reply.header("content-type", CONTENT_TYPES[slice.format]);
}

const CONTENT_TYPES = {json: JSON_TYPE, csv: "text/csv; charset=utf-8"} as const;

/** Part of the ETag: raise it when the same state would be written differently. */
const SLICE_VERSION = {json: 4, csv: 1} as const;

/** How large the page is. Throws SLICE_TOO_BIG. */
function measureSlice(query: SliceQuery, found: SliceToAnswer): MeasuredSlice {
  if (found.kind === "finished") return found.body;
  const end = query.slice.offset + found.series.length;
  const values = found.series.reduce((sum, {window}) => sum + window.count, 0);
  if (values > ANSWER_LIMITS.sliceValues.maximum) throw tooManyValues(query, found.series, values);
  const withdrawn = found.series.reduce((sum, {window}) => sum + window.withdrawn, 0);
  return {values, withdrawn, total: found.total, nextOffset: end < found.total ? end : null};
}

/** Everything the body depends on: of a CSV that excludes the dataset as judged today. Parameters without effect on a format (bom, decimal in JSON) are not part of its tag. */
function sliceEtag({slice}: SliceQuery, dataset: DatasetRecord, onlyInJson: string, selection: string): string {
  const csv = slice.format === "csv";
  return weakEtag([
    SLICE_VERSION[slice.format],
    `${dataset.provider}/${dataset.code}`,
    dataset.changedBy,
    csv ? null : onlyInJson,
    selection,
    slice.from,
    slice.to,
    slice.asOf,
    slice.last,
    slice.format,
    slice.labels,
    csv && slice.bom,
    csv ? slice.decimal : null,
    slice.limit,
    slice.offset,
    ...languageTag(slice.language),
    ...finalityTag(slice.finality),
  ]);
}
