// The form that the routes of /api/v1/ share, and the sending of a JSON answer or a page of a list that is tagged by its body.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import type {TObject} from "typebox";
import {ERROR_RESPONSES} from "../errors.ts";
import {clientHasIt, weakEtag} from "./headers.ts";
import {type PagedRequest, setNextLink} from "./links.ts";
import type {Operation} from "./operation.ts";

export const JSON_TYPE = "application/json; charset=utf-8";
export const PARQUET_TYPE = "application/vnd.apache.parquet";

/** The methods of a route of the api; OPTIONS is answered before the handler (headers.ts). */
export const METHODS = ["GET", "HEAD", "OPTIONS"];

/** A promise of nothing is cheaper than one of the reply, which waits for the end of the answer with listeners of its own. */
export type ApiHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

interface ApiRoute {
  readonly url: string;
  readonly operation: Operation;
  readonly params?: TObject;
  readonly query?: TObject;
  /** It needs no token by a setting of the operator. */
  readonly isOpen?: boolean;
  /** Schema of the answer with status 200 in JSON. */
  readonly answer: TObject;
  readonly handler: ApiHandler;
}

/** Adds a route that needs a token. Token and minute are checked on arrival (auth/access.ts), before the handler. */
export function addRoute(server: FastifyInstance, route: ApiRoute): void {
  const {url, operation, params, query, answer, handler, isOpen = false} = route;
  server.route({
    method: METHODS,
    url,
    config: {needsToken: !isOpen, operation},
    schema: {
      ...(params === undefined ? {} : {params}),
      ...(query === undefined ? {} : {querystring: query}),
      response: {200: answer, ...ERROR_RESPONSES},
    },
    handler,
  });
}

interface PostRoute extends Pick<ApiRoute, "url" | "operation" | "answer" | "handler"> {
  /** Of the document; the handler checks a body itself, for its refusals. */
  readonly body: TObject;
  readonly bodyLimit: number;
}

/** The methods of a route that takes a body. */
const BODY_METHODS = ["POST", "OPTIONS"];

/** Adds a route that takes a JSON body and needs a token. */
export function addPostRoute(
  server: FastifyInstance,
  {url, operation, body, bodyLimit, answer, handler}: PostRoute,
): void {
  server.route({
    method: BODY_METHODS,
    url,
    bodyLimit,
    config: {needsToken: true, operation, body},
    schema: {response: {200: answer, ...ERROR_RESPONSES}},
    handler,
  });
}

/**
 * Sends the answer under the tag of its text, or 304 if the client has it.
 * @param kind names the list in the tag, with the version of its form where it has one
 */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: readonly (string | number)[],
  answer: object,
): FastifyReply {
  const body = JSON.stringify(answer);
  const etag = weakEtag([...kind, body]);
  request.stages?.end("write");
  if (clientHasIt(request, reply, etag)) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}

/** As sendJson, a page of a list with the link to the next one. @param items of the page, which begins at `offset` of `total` */
export function sendListPage(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: readonly (string | number)[],
  {items, total, offset}: {readonly items: readonly object[]; readonly total: number; readonly offset: number},
  {publicUrl, ...paged}: PagedRequest & {readonly publicUrl: string | null},
): FastifyReply {
  const end = offset + items.length;
  const nextOffset = items.length > 0 && end < total ? end : null;
  const body = JSON.stringify({items, total, has_more: nextOffset !== null, next_offset: nextOffset});
  const etag = weakEtag([...kind, body]);
  request.stages?.end("write");
  if (clientHasIt(request, reply, etag)) return reply.code(304).send();
  setNextLink(reply, publicUrl, paged, nextOffset);
  return reply.type(JSON_TYPE).send(body);
}
