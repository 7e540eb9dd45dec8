// GET /health: the process runs. GET /ready: it can answer requests and is not stopping; otherwise the reason.
//
// Of a mirror /health says of which service, and when it had everything of it. Neither is under /api/: no envelope, no token. /ready answers before a probe would time out.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {type Mirror, readMirror} from "../store/changes/mirror.ts";
import type {ServedStore} from "../store/served-store.ts";
import {closedObject} from "./http/field-schemas.ts";

const OK_SCHEMA = closedObject({status: Type.Literal("ok")});
const HEALTH_SCHEMA = closedObject({
  status: Type.Literal("ok"),
  mirror: Type.Optional(
    closedObject({
      of: Type.String(),
      exact_at: Type.Union([Type.String(), Type.Null()]),
      behind_seconds: Type.Union([Type.Integer({minimum: 0}), Type.Null()]),
    }),
  ),
});
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

  const mirrors = watchMirror(store);
  server.route({
    method: ["GET", "HEAD"],
    url: "/health",
    schema: {response: {200: HEALTH_SCHEMA}},
    handler: async (_request, reply) => {
      reply.header("cache-control", "no-store");
      const mirror = await mirrors.describe();
      return reply.send({status: "ok", ...(mirror === null ? {} : {mirror})});
    },
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

/** Between two looks at the store, and for one look: the process runs also while its store does not answer. */
const [LOOK_EVERY_MS, LOOK_MS] = [1000, 300];

/** What the store mirrors, and how far behind it is [pull.*]. */
function watchMirror({statistics}: ServedStore) {
  let [mirror, looked, looking]: [Mirror | null, number, Promise<void>] = [null, 0, Promise.resolve()];
  return {
    /** null: it mirrors nothing. */
    async describe() {
      if (Date.now() - looked >= LOOK_EVERY_MS) {
        looked = Date.now();
        looking = statistics.read(readMirror).then(
          (found) => {
            mirror = found;
          },
          () => {},
        );
      }
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, LOOK_MS);
      await Promise.race([looking, late.promise]).finally(() => clearTimeout(timer));
      if (mirror === null) return null;
      const {origin: of, exactAt: exact_at} = mirror;
      const behind = exact_at === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(exact_at)) / 1000));
      return {of, exact_at, behind_seconds: behind};
    },
  };
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
