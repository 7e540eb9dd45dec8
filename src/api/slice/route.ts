// GET /api/v1/data: one dataset's series across territories, whole over time, a page at a time.
//
// The handler is the list of stages, top to bottom; token and minute were judged on arrival (auth/access.ts). Each stage is in the file
// that its import names.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {giveBackBody, isLent} from "../../formats/arena.ts";
import {settleValues} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import {ERROR_RESPONSES} from "../errors.ts";
import {REUSED_FOR_AN_HOUR} from "../http/cache-control.ts";
import {namesAnyAnswer} from "../http/etag.ts";
import {nextLink, publicBase} from "../http/links.ts";
import type {QueryString} from "../http/query-string.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {endStage} from "../http/stages.ts";
import {createSliceBodies, type FinishedBody} from "./body-cache.ts";
import {countValues, findSlice} from "./find.ts";
import {type AskedSlice, readAskedSlice, SLICE_PARAMETERS} from "./parameters.ts";
import {SLICE_SCHEMA} from "./schema.ts";

export function routeSlice(server: FastifyInstance, parts: RouteParts): void {
  const {store, settings, emit, slots} = parts;
  const bodies = createSliceBodies(emit);
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: "/api/v1/data",
    config: {needsToken: true},
    schema: {querystring: SLICE_PARAMETERS, response: {200: SLICE_SCHEMA, ...ERROR_RESPONSES}},
    handler: async (request, reply) => {
      const asked = endStage(request, "what", readAskedSlice(request, parts));
      const read = store.statistics.read((q) => findSlice(q, parts, bodies, asked));
      const found = endStage(request, "read", await read);
      reply.header("etag", found.etag).header("cache-control", REUSED_FOR_AN_HOUR);
      if (found.kind === "unchanged") return reply.code(304).send();
      const values = countValues(found);
      if (!(await slots.acquireFor(values, request, reply))) return reply.code(CLIENT_GONE).send();
      await settleValues(parts, request, reply, values);
      const body = endStage(request, "write", await bodies.finish(asked, found, values));
      return sendSlice(request, reply, asked, body, settings.publicUrl);
    },
  });
}

function sendSlice(
  request: FastifyRequest,
  reply: FastifyReply,
  {slice, ifNoneMatch}: AskedSlice,
  {total, nextOffset, packed, body}: FinishedBody,
  publicUrl: string | null,
): FastifyReply {
  if (isLent(body)) reply.raw.once("finish", () => giveBackBody(body));
  if (namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
  if (nextOffset !== null) {
    const base = publicBase(publicUrl, request);
    const link = nextLink(base, "/api/v1/data", request.query as QueryString, PARAMETER_NAMES, nextOffset);
    if (link !== null) reply.header("link", link);
  }
  // A body that has a coding is not packed again (compression.ts).
  if (packed !== null) reply.header("content-encoding", packed);
  if (slice.format === "json") return reply.type("application/json; charset=utf-8").send(body);
  reply.header("x-series-total", String(total)).header("x-has-more", String(nextOffset !== null));
  if (nextOffset !== null) reply.header("x-next-offset", String(nextOffset));
  return reply.type("text/csv; charset=utf-8").send(body);
}

const PARAMETER_NAMES = Object.keys(SLICE_PARAMETERS.properties);
