// /mcp: the door of language models. A call of a tool asks routes of this same server, with the token of the client, so its price, its limits and
// its answer are those of the API.
//
// Without a token an address has a few calls a minute and some hundred values an hour (open-tier.ts). There are no sessions: each request is whole,
// any worker answers it, and GET and DELETE, which belong to sessions, are refused.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {readVersion} from "../../reference/reference.ts";
import {readToken} from "../auth/access.ts";
import {ApiError, sendError} from "../errors.ts";
import {publicBase} from "../http/links.ts";
import type {RouteContext} from "../server-context.ts";
import type {ApiCall} from "./api-call.ts";
import {askOwnServer, type InnerClient} from "./inner-call.ts";
import {createModelServer, loadProtocol} from "./model-server.ts";
import {createOpenTier, type OpenTier} from "./open-tier.ts";
import {judgeOrigin} from "./origin.ts";

const PATH = "/mcp";
/** A call has a few codes and words. */
const MOST_BODY_BYTES = 64 << 10;

export interface ModelContext extends Pick<RouteContext, "store" | "settings" | "now"> {
  /** Marks a request of this server to itself that has no token (auth/access.ts). */
  readonly openHeaders: InnerClient["headers"];
}

export function routeModels(server: FastifyInstance, context: ModelContext): void {
  const openTier = createOpenTier(context);
  server.route({
    method: ["GET", "POST", "DELETE", "OPTIONS"],
    url: PATH,
    config: {page: true},
    bodyLimit: MOST_BODY_BYTES,
    errorHandler: (error, request, reply) => {
      const status = (error as {statusCode?: number}).statusCode ?? 500;
      if (status >= 500) throw error;
      return sendError(
        request,
        reply,
        new ApiError("BAD_REQUEST", "the body is not a message of JSON-RPC", {hint: HINT}),
      );
    },
    // Before a body is read.
    onRequest: async (request, reply) => {
      const refusal = judgeOrigin(request, context.settings.publicUrl);
      if (refusal !== null) return reply.code(403).type("text/plain; charset=utf-8").send(`${refusal}\n`);
      allowOrigin(request, reply);
    },
    handler: async (request, reply) => {
      if (request.method === "OPTIONS") return reply.code(204).send();
      return await answer(server, context, openTier, request, reply);
    },
  });
}

const HINT = "docs/models.md names the addresses and the tools";

/** Pages of allowed origins may read the answer. */
function allowOrigin({headers: {origin}}: FastifyRequest, reply: FastifyReply): void {
  if (origin === undefined) return;
  reply.header("access-control-allow-origin", origin).header("vary", "origin");
  reply.header(
    "access-control-allow-headers",
    "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, x-api-key",
  );
  reply.header("access-control-allow-methods", "POST");
}

async function answer(
  server: FastifyInstance,
  context: ModelContext,
  openTier: OpenTier,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const protocol = await loadProtocol();
  const base = publicBase(context.settings.publicUrl, request);
  const call = callOf(server, request, openTier, context.openHeaders);
  const handler = protocol.createMcpHandler(() => createModelServer(protocol, {call, base}, readVersion()), {
    // Nothing is announced: a stream of news would stay open for nothing.
    maxSubscriptions: 0,
    maxRequestBodySize: MOST_BODY_BYTES,
  });
  try {
    const response = await handler.fetch(webRequest(request, base), {parsedBody: request.body});
    reply.code(response.status);
    response.headers.forEach((value, name) => void reply.header(name, value));
    return reply.send(await response.text());
  } finally {
    await handler.close();
  }
}

/** The library takes requests of the web; the body is parsed already. */
function webRequest({method, headers}: FastifyRequest, base: string): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") given.set(name, value);
  return new Request(`${base === "" ? "http://localhost" : base}${PATH}`, {
    method,
    headers: given,
    ...(method === "POST" && {body: "{}"}),
  });
}

function callOf(
  server: FastifyInstance,
  request: FastifyRequest,
  openTier: OpenTier,
  openHeaders: InnerClient["headers"],
): ApiCall {
  const {ip, host} = request;
  const token = readToken(request);
  const asking =
    (own: InnerClient["headers"]): ApiCall =>
    (url, method) =>
      askOwnServer(server, {ip, host, headers: own}, url, method);
  return token === null ? openTier.limit(ip, asking(openHeaders)) : asking({authorization: `Bearer ${token}`});
}
