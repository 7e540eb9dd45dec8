// GET /api/v1/data: one dataset's series across territories, whole over time, a page at a time.
//
// The handler is the list of stages, top to bottom. Version, catalogue and histories are read in one snapshot, so the ETag can't
// speak of one state and the values of another.
import type {FastifyInstance} from "fastify";
import {giveBackBody, isLent} from "../../formats/arena.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {selectPage} from "../../statistics/catalogue/selection.ts";
import {emptySelectionHint} from "../../statistics/catalogue/selection-hint.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {readHistories} from "../../store/series/history.ts";
import {settleValues} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import {ApiError, ERROR_RESPONSES} from "../errors.ts";
import {REUSED_FOR_AN_HOUR} from "../http/cache-control.ts";
import {type Coding, packPieces} from "../http/codec.ts";
import {chooseCoding} from "../http/compression.ts";
import {namesAnyAnswer, namesEtag, weakEtag} from "../http/etag.ts";
import {nextLink, publicBase} from "../http/links.ts";
import type {QueryString} from "../http/query-string.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {LARGE_VALUES} from "../http/write-slots.ts";
import {finishWriting} from "../http/writing.ts";
import {packsAtOnce, writeCsvSlice, writeJsonSlice} from "./body.ts";
import {createFinishedSlices, type FinishedSlice} from "./body-cache.ts";
import {type JudgedBlock, judgedBlock, todayOf} from "./dataset-block.ts";
import {onlyDataset} from "./dataset-code.ts";
import {createRevisits} from "./etag-memory.ts";
import {countPage, openPage, type PageSeries} from "./page.ts";
import {readSlice, SLICE_PARAMETERS, type Slice} from "./parameters.ts";
import {meantSeries} from "./resolved-filters.ts";
import {SLICE_SCHEMA} from "./schema.ts";

/** Goes into the ETag: raise it when the same state would be written in another way. */
const SLICE_VERSION = {json: 2, csv: 1} as const;

export function routeSlice(server: FastifyInstance, parts: RouteParts): void {
  const {store, settings, now, emit, catalogues, datasets, turns} = parts;
  const revisits = createRevisits();
  const finished = createFinishedSlices();
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/v1/data",
    config: {needsToken: true},
    schema: {querystring: SLICE_PARAMETERS, response: {200: SLICE_SCHEMA, ...ERROR_RESPONSES}},
    handler: async (request, reply) => {
      // who: the token and the minute were judged on arrival (access.ts)
      const query = request.query as QueryString;
      const ifNoneMatch = request.headers["if-none-match"];

      // what
      const revisit = ifNoneMatch === undefined ? null : revisits.find(request.url, query);
      const slice = revisit?.slice ?? readSlice(query);
      const today = todayOf(settings.today, now());
      const {coding} = chooseCoding(request.headers["accept-encoding"]);
      request.stages?.end("what");

      // unchanged? which series? their histories
      const found = await store.statistics.read(function* (q) {
        const dataset = onlyDataset(yield* datasets.find(q, slice), slice);
        const block = judgedBlock(dataset, today);
        const held = revisit?.tagFor(dataset, block) ?? null;
        if (held !== null && namesEtag(ifNoneMatch, held)) {
          return {etag: held, unchanged: true, known: null, page: null} as const;
        }
        const catalogue = yield* catalogues.read(q, dataset);
        const {selection, normalForm} = meantSeries(catalogue, slice.filters);
        const etag = sliceEtag(slice, dataset, block.text, normalForm);
        revisit?.remember(dataset, block, etag);
        if (namesEtag(ifNoneMatch, etag)) return {etag, unchanged: true, known: null, page: null} as const;
        const known = finished.find(etag, coding);
        emit({type: "cache-asked", cache: "body", hit: known !== undefined});
        if (known !== undefined) return {etag, unchanged: false, known, page: null} as const;
        const {total, positions} = selectPage(catalogue, selection, slice.offset, slice.limit);
        if (total === 0) {
          throw new ApiError("NOT_FOUND", `no series of ${dataset.provider}/${dataset.code} matches`, {
            hint: emptySelectionHint(catalogue, slice.filters),
          });
        }
        const numbers = positions.map((position) => catalogue.numbers[position]!);
        const histories = numbers.length === 0 ? [] : yield* readHistories(q, dataset.id, numbers);
        const page = openPage(catalogue, positions, histories, slice);
        return {etag, unchanged: false, known: null, dataset, block, catalogue, total, page} as const;
      });
      request.stages?.end("read");
      const {etag} = found;
      reply.header("etag", etag).header("cache-control", REUSED_FOR_AN_HOUR);
      if (found.unchanged) return reply.code(304).send();

      // how much
      const values = found.page === null ? found.known.values : countPage(found.page);
      if (values > LARGE_VALUES) {
        if (!(await turns.take(reply.raw))) return reply.code(CLIENT_GONE).send();
        request.stages?.end("turn");
      }

      // refuse or charge
      await settleValues(parts, request, reply, values);
      request.stages?.end("charge");

      // write the body
      const written = found.page === null ? found.known : {values, ...(await writeSlice(slice, found, values, coding))};
      const {total, nextOffset, packed, body} = written;
      if (isLent(body)) reply.raw.once("finish", () => giveBackBody(body));
      if (found.page !== null) finished.keep(etag, coding, written);
      request.stages?.end("write");
      if (namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
      if (nextOffset !== null) {
        const base = publicBase(settings.publicUrl, request);
        const link = nextLink(base, "/api/v1/data", query, PARAMETER_NAMES, nextOffset);
        if (link !== null) reply.header("link", link);
      }
      // What bears a coding is not packed again (compression.ts).
      if (packed !== null) reply.header("content-encoding", packed);
      if (slice.format === "json") return reply.type("application/json; charset=utf-8").send(body);
      reply.header("x-series-total", String(total)).header("x-has-more", String(nextOffset !== null));
      if (nextOffset !== null) reply.header("x-next-offset", String(nextOffset));
      return reply.type("text/csv; charset=utf-8").send(body);
    },
  });
}

/** What an answer is made from. */
interface FoundSlice {
  readonly dataset: DatasetRecord;
  readonly block: JudgedBlock;
  readonly catalogue: Catalogue;
  readonly total: number;
  readonly page: readonly PageSeries[];
}

/** A large body is packed while it is written, a smaller one behind it (compression.ts); gzip we write ourselves. */
async function writeSlice(
  slice: Slice,
  found: FoundSlice,
  values: number,
  coding: Coding | null,
): Promise<Omit<FinishedSlice, "values">> {
  const {dataset, block, catalogue, total, page} = found;
  const nextOffset = slice.offset + page.length < total ? slice.offset + page.length : null;
  const context = {provider: dataset.provider, dataset: dataset.code, labels: slice.labels};
  const tail = {
    dataset: block.block,
    series_count: page.length,
    observation_count: values,
    series_total: total,
    offset: slice.offset,
    has_more: nextOffset !== null,
    next_offset: nextOffset,
  };
  const isGzip = coding === "gzip" && packsAtOnce(page, values);
  const isInPieces = coding !== null && !isGzip && values > LARGE_VALUES;
  const form = isGzip ? "gzip" : isInPieces ? "pieces" : "whole";
  const writing =
    slice.format === "csv"
      ? writeCsvSlice(catalogue, page, slice, form)
      : writeJsonSlice(catalogue, page, context, tail, form);
  if (isInPieces) return {total, nextOffset, packed: coding, body: await packPieces(writing, coding, giveBackBody)};
  return {total, nextOffset, packed: isGzip ? "gzip" : null, body: await finishWriting(writing)};
}

const PARAMETER_NAMES = Object.keys(SLICE_PARAMETERS.properties);

/** Everything the body depends on. What means nothing for a format (bom, decimal in JSON) is left out of its tag. */
function sliceEtag(slice: Slice, dataset: DatasetRecord, block: string, selection: string): string {
  const csv = slice.format === "csv";
  return weakEtag([
    SLICE_VERSION[slice.format],
    `${dataset.provider}/${dataset.code}`,
    dataset.changedBy,
    block,
    selection,
    slice.from,
    slice.to,
    slice.asOf,
    slice.format,
    slice.labels,
    csv && slice.bom,
    csv ? slice.decimal : null,
    slice.limit,
    slice.offset,
  ]);
}
