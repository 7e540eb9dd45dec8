// GET /health: the process runs. GET /ready: it can answer requests and is not stopping; otherwise the reason.
//
// Neither is under /api/: no envelope, no token. /ready answers before a probe would time out.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import type {ServedStore} from "../store/served-store.ts";
import {closedObject} from "./http/field-schemas.ts";

const OK_SCHEMA = closedObject({status: Type.Literal("ok")});
const UNAVAILABLE_SCHEMA = closedObject({status: Type.Literal("unavailable"), reason: Type.String()});

const PROBE_MS = 2000;

export function routeHealth(server: FastifyInstance, store: ServedStore, isStopping: () => boolean): void {
  let looking: Promise<string | null> | null = null;

  /** Anybody may ask, and each probe writes a row: those that come together are one. */
  function askTogether(): Promise<string | null> {
    looking ??= findObstacle(store).finally(() => {
      looking = null;
    });
    return looking;
  }

  server.route({
    method: ["GET", "HEAD"],
    url: "/health",
    schema: {response: {200: OK_SCHEMA}},
    handler: async (_request, reply) => reply.header("cache-control", "no-store").send({status: "ok"}),
  });
  server.route({
    method: ["GET", "HEAD"],
    url: "/ready",
    schema: {response: {200: OK_SCHEMA, 503: UNAVAILABLE_SCHEMA}},
    handler: async (_request, reply) => {
      reply.header("cache-control", "no-store");
      const reason = isStopping() ? "the server is stopping" : await askTogether();
      if (reason === null) return reply.send({status: "ok"});
      return reply.code(503).header("retry-after", "5").send({status: "unavailable", reason});
    },
  });
}

/** null: there is none. */
async function findObstacle(store: ServedStore): Promise<string | null> {
  let late = "the store does not answer";
  const probe = async (): Promise<string | null> => {
    const fault = await store.probe();
    if (fault !== null) return fault;
    late = "the first search index is being made";
    await store.search.whenReady();
    return null;
  };
  const end = Promise.withResolvers<string>();
  const timer = setTimeout(() => end.resolve(late), PROBE_MS);
  return Promise.race([probe().catch(() => "the store does not answer"), end.promise]).finally(() =>
    clearTimeout(timer),
  );
}
