// GET /api/openapi.json: the document of the v1 routes of this server, without a token.
import type {FastifyInstance, RouteOptions} from "fastify";
import {type TObject, Type} from "typebox";
import {ENVELOPE_SCHEMA} from "../errors.ts";
import {clientHasIt, weakEtag} from "../http/headers.ts";
import type {Operation} from "../http/operation.ts";
import {JSON_TYPE, METHODS} from "../http/route.ts";
import {buildDocument, type RouteDescription} from "./document.ts";

const RESPONSES: Readonly<Record<number, object>> = {
  200: Type.Object({openapi: Type.Literal("3.1.0")}),
  404: ENVELOPE_SCHEMA,
  500: ENVELOPE_SCHEMA,
};

declare module "fastify" {
  interface FastifyContextConfig {
    /** The words and examples of a v1 route in the document. */
    readonly operation?: Operation;
    /** The schema of the body of a route with POST. */
    readonly body?: TObject;
    /** A v1 route left out of the document. */
    readonly undocumented?: boolean;
  }
  interface FastifyInstance {
    /** The v1 routes of the document. */
    readonly describedRoutes: readonly RouteDescription[];
  }
}

/** Remembers the v1 routes that are added to the server from now on. */
export function watchRoutes(server: FastifyInstance): readonly RouteDescription[] {
  const routes: RouteDescription[] = [];
  server.addHook("onRoute", ({url, schema = {}, config}: RouteOptions) => {
    if (!url.startsWith("/api/v1/") || config?.undocumented === true) return;
    const {querystring, params, response} = schema as Partial<RouteDescription>;
    const operation = config?.operation as Operation;
    routes.push({url, querystring, params, body: config?.body, response: response ?? {}, operation});
  });
  server.decorate("describedRoutes", routes);
  return routes;
}

/** `routes` is read at the first request: all routes are registered by then. */
export function routeOpenApi(
  server: FastifyInstance,
  routes: readonly RouteDescription[],
  publicUrl: string | null,
): void {
  let document: {readonly body: string; readonly etag: string} | null = null;
  server.route({
    method: METHODS,
    url: "/api/openapi.json",
    schema: {response: RESPONSES},
    handler: async (request, reply) => {
      document ??= writeDocument(routes, publicUrl);
      if (clientHasIt(request, reply, document.etag)) return reply.code(304).send();
      return reply.type(JSON_TYPE).send(document.body);
    },
  });
}

function writeDocument(routes: readonly RouteDescription[], publicUrl: string | null) {
  const body = JSON.stringify(buildDocument(routes, publicUrl));
  return {body, etag: weakEtag([body])};
}
