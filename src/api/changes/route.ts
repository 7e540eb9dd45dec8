// GET /api/v1/changes: what changed since a cursor, so that a follower has what an export gives [changes.*].
//
// Charged are the items with a value. An answer without any, such as the one that nothing has changed, is free.
import type {FastifyInstance} from "fastify";
import {markFilter, parseCursor} from "../../store/changes/cursor.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {splitDatasetCode} from "../dataset.ts";
import {REVALIDATED} from "../http/headers.ts";
import {type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {goneError, LostCursor} from "./lost-cursor.ts";
import {type ChangesPage, type ChangesQuery, readChanges} from "./page.ts";
import {CHANGES_OPERATION, CHANGES_PARAMETERS, CHANGES_SCHEMA} from "./schema.ts";

export function routeChanges(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: "/api/v1/changes",
    operation: CHANGES_OPERATION,
    query: CHANGES_PARAMETERS,
    answer: CHANGES_SCHEMA,
    handler: async (request, reply) => {
      const {"if-none-match": ifNoneMatch} = request.headers;
      const query = {...readQuery(request.query as QueryString), ifNoneMatch};
      request.stages?.end("what");
      const {etag, page} = await readPage(context, query);
      request.stages?.end("read");
      reply.header("etag", etag).header("cache-control", REVALIDATED);
      if (page === null) return reply.code(304).send();
      const partToSend = await reserveAndCharge(context, request, reply, page.items.values);
      if (partToSend === null) return reply;
      const body = partToSend === "body" ? writeChanges(page) : undefined;
      request.stages?.end("write");
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

/** Throws CURSOR_GONE. */
async function readPage(context: RouteContext, query: ChangesQuery): ReturnType<typeof readOnce> {
  try {
    return await readOnce(context, query);
  } catch (error) {
    throw error instanceof LostCursor ? await goneError(context, query.filter, error) : error;
  }
}

function readOnce(context: RouteContext, query: ChangesQuery) {
  return context.store.statistics.readWithRests((q) => readChanges(q, context, query));
}

function writeChanges({items, cursor, hasMore, version}: ChangesPage): Buffer {
  const end = `],"cursor":"${cursor}","has_more":${hasMore},"version":${JSON.stringify(version)}}`;
  return Buffer.concat([Buffer.from('{"items":['), ...items.body(), Buffer.from(end)]);
}

/** Throws InvalidParameters with all faults. */
function readQuery(query: QueryString): Omit<ChangesQuery, "ifNoneMatch"> {
  return readRequest(CHANGES_PARAMETERS, query, ({cursor, provider, dataset, limit}, refuse) => {
    const code = dataset === undefined ? {provider: null, dataset: null} : splitDatasetCode(dataset);
    // A dataset of one provider among those of another: nothing.
    if (provider !== undefined && code.provider !== null && code.provider !== provider)
      refuse("provider", "value_error", `Value error, provider is not the one of dataset ${dataset}; give one of them`);
    const given = cursor === undefined || cursor === "start" ? (cursor ?? null) : parseCursor(cursor);
    if (given === null && cursor !== undefined) refuse("cursor", "value_error", NO_CURSOR);
    const filter = {provider: code.provider ?? provider ?? null, dataset: code.dataset};
    if (given !== null && given !== "start" && given.kind !== "behind" && given.filter !== markFilter(filter))
      refuse("cursor", "value_error", OTHER_FILTER);
    return {
      cursor: given,
      filter,
      limit: limit!,
    };
  });
}

const OTHER_FILTER =
  "Value error, cursor is in the middle of the changes of another provider or dataset; give the ones of the page before, or cursor=start";
const NO_CURSOR =
  "Value error, cursor is none that this service gave; leave it out for the cursor of now, or give cursor=start for everything";
