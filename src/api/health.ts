// GET /health: the process runs. GET /ready: it can answer requests and is not stopping; this checks both parts of the store that a request
// uses.
//
// Neither is under /api/: no envelope, no token. /ready answers before a probe would time out.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {findTokenOwner} from "../store/accounts/token.ts";
import {findDatasets} from "../store/datasets/dataset.ts";
import type {Store} from "../store/open.ts";

const OK_SCHEMA = Type.Object({status: Type.Literal("ok")}, {additionalProperties: false});
const UNAVAILABLE_SCHEMA = Type.Object({status: Type.Literal("unavailable")}, {additionalProperties: false});

const PROBE_MS = 2000;

export function routeHealth(server: FastifyInstance, store: Store, isStopping: () => boolean): void {
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
      if (!isStopping() && (await answers(store))) return reply.send({status: "ok"});
      return reply.code(503).header("retry-after", "5").send({status: "unavailable"});
    },
  });
}

async function answers(store: Store): Promise<boolean> {
  const asked = Promise.all([
    store.statistics.read((q) => findDatasets(q, {provider: "", dataset: ""})),
    store.accounts.read((q) => findTokenOwner(q, "")),
  ]).then(
    () => true,
    () => false,
  );
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), PROBE_MS);
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
}
