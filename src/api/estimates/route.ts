// GET /api/v1/estimates and /api/v1/series/{series_key}/estimates: every published estimate, with the day of its publication and the day on
// which another took its place.
//
// The handler is the list of stages, as in a slice (slice/route.ts), whose parameters and pages these are. Charged are the estimates.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {reserveAndCharge} from "../auth/charge.ts";
import {SERIES_PATH} from "../http/field-schemas.ts";
import {REVALIDATED} from "../http/headers.ts";
import {setPageHeaders} from "../http/links.ts";
import {addRoute} from "../http/route.ts";
import {returnWhenSent} from "../http/sending.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import type {RouteContext} from "../server-context.ts";
import type {SliceSize} from "../slice/found-slice.ts";
import {explainEmpty} from "../slice/nothing-selected.ts";
import {readSelection} from "../slice/page.ts";
import {choosePage, findEstimates, tabulatePage, writeEstimates, writeVintages} from "./page.ts";
import {
  ESTIMATES_PARAMETERS,
  type EstimatesQuery,
  readSeriesEstimates,
  readSliceEstimates,
  SERIES_ESTIMATES_PARAMETERS,
} from "./request.ts";
import {ESTIMATES_OPERATION, ESTIMATES_SCHEMA, SERIES_ESTIMATES_OPERATION} from "./schema.ts";

const SLICE_ESTIMATES_PATH = "/api/v1/estimates";
const PARAMETER_NAMES = Object.keys(ESTIMATES_PARAMETERS.properties);

export function routeEstimates(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: SLICE_ESTIMATES_PATH,
    operation: ESTIMATES_OPERATION,
    query: ESTIMATES_PARAMETERS,
    answer: ESTIMATES_SCHEMA,
    handler: async (request, reply) =>
      answer(context, request, reply, readSliceEstimates(request, context), SLICE_ESTIMATES_PATH),
  });
  addRoute(server, {
    url: "/api/v1/series/:series_key/estimates",
    operation: SERIES_ESTIMATES_OPERATION,
    params: SERIES_PATH,
    query: SERIES_ESTIMATES_PARAMETERS,
    answer: ESTIMATES_SCHEMA,
    handler: async (request, reply) => {
      const query = readSeriesEstimates(request, context);
      return answer(context, request, reply, query, `/api/v1/series/${query.key}/estimates`);
    },
  });
}

async function answer(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  given: EstimatesQuery,
  path: string,
): Promise<FastifyReply> {
  const {query, isWide} = given;
  const read = readSelection(context.store.statistics, (q, mayRest) => findEstimates(q, context, given, mayRest));
  const {etag, block, page} = await read.catch((error) => explainEmpty(context, query.slice.filters, error));
  request.stages?.end("read");
  reply.header("etag", etag).header("cache-control", REVALIDATED);
  if (page === null) return reply.code(304).send();
  const chosen = isWide ? tabulatePage(given, path, page) : await choosePage(given, path, page);
  const values = "estimates" in chosen ? chosen.estimates : chosen.count;
  const size = sizeOf(given, page, values);
  const partToSend = await reserveAndCharge(context, request, reply, values);
  if (partToSend === null) return reply;
  const addressTemplate = valueAddressTemplate(context.settings.publicUrl, "published_at");
  const written = {page, block, slice: query.slice, size, addressTemplate};
  const body =
    partToSend === "head"
      ? undefined
      : "estimates" in chosen
        ? writeVintages(written, chosen)
        : await writeEstimates(context.memory, written, chosen);
  request.stages?.end("write");
  returnWhenSent(context.memory, reply, body);
  const hasPages = query.slice.format === "json" && request.method !== "HEAD";
  setPageHeaders(reply, context.settings.publicUrl, {path, names: PARAMETER_NAMES, given: query.given}, size, hasPages);
  return reply.type(`${query.slice.format === "csv" ? "text/csv" : "application/json"}; charset=utf-8`).send(body);
}

function sizeOf(
  {query}: EstimatesQuery,
  page: {readonly total: number; readonly series: readonly unknown[]},
  values: number,
): SliceSize {
  const end = query.slice.offset + page.series.length;
  return {values, total: page.total, nextOffset: end < page.total ? end : null};
}
