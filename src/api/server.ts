// The server: Fastify with our own query parser, our own token check, and one form for all errors.
//
// No client may see an error in Fastify's own words: every failure before a route is answered here too.
import {isIP} from "node:net";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import type {TObject} from "typebox";
import {BodyMemory} from "../formats/body-bytes.ts";
import {Refusal} from "../service/refusal.ts";
import {createSettledCharges} from "../store/accounts/charges/settled-charges.ts";
import {shareOf} from "../work/service-limits.ts";
import {type Access, createAccess} from "./auth/access.ts";
import {COUNTED_BYTES, createUnsentBytes, type UnsentBytes} from "./auth/unsent-bytes.ts";
import {createDatasetLookup} from "./dataset.ts";
import {routeDocs} from "./docs/page.ts";
import {ApiError, sendError} from "./errors.ts";
import {answerUnparsed, answerUnreadable, explainFault, refuseTwoHosts} from "./faults.ts";
import {routeHealth} from "./health.ts";
import {packOnSend} from "./http/compression.ts";
import {
  isAnsweredByOptions,
  isOData,
  methodsOf,
  sendOptions,
  setCorsHeaders,
  setFirstHeaders,
  setODataHeaders,
} from "./http/headers.ts";
import {maxHeaderSize} from "./http/node-http.ts";
import {parseQueryString, type QueryString, unknownNames} from "./http/parameters.ts";
import {createRequestIds, reportWhenFinished, setTimingHeader} from "./http/request-log.ts";
import type {ApiHandler} from "./http/route.ts";
import {judgeUnknownParameters} from "./http/unknown-parameters.ts";
import {declineUpgrades, hasNoBody} from "./http/upgrades.ts";
import {valueAddressTemplate} from "./http/value-address.ts";
import {createWriteSlots} from "./http/write-slots.ts";
import {translatedCatalogues} from "./language/catalogue-names.ts";
import {languageOfCountry} from "./language/language.ts";
import {routeLimits} from "./limits.ts";
import type {ApiCall} from "./mcp/api-call.ts";
import {askOwnServer} from "./mcp/inner-call.ts";
import {routeModels} from "./mcp/route.ts";
import {routeOpenApi, watchRoutes} from "./openapi/route.ts";
import {addRequestState} from "./request-state.ts";
import {ROUTES} from "./routes.ts";
import type {RouteContext, ServerContext} from "./server-context.ts";
import {createSliceBodies} from "./slice/body.ts";

/** Rejects a request that has not arrived completely by then. */
const REQUEST_MS = 60_000;

/** Closes a connection that is idle for this long. A client that never reads would pin megabytes of response. */
const STALLED_MS = 120_000;

declare module "fastify" {
  interface FastifyInstance {
    /** A question of this process to the API, for its owner: without a token, and limited by nothing but the size of an answer. */
    readonly askOpenly: ApiCall;
  }
}

export function buildServer(context: ServerContext): FastifyInstance {
  const {store, emit, now = () => new Date()} = context;
  const access = createAccess(store, now, emit);
  const settledCharges = createSettledCharges(store.charges, emit);
  const megabytes = shareOf(
    "megabytes of answers that clients have not read",
    context.workers ?? 1,
    context.settings.unsentMemory,
  );
  const unsent = createUnsentBytes(megabytes * 2 ** 20);
  const nextId = createRequestIds();
  const isSecure = context.settings.publicUrl?.startsWith("https:") === true;
  const server = createBareServer(context, access, nextId);
  server.addHook("onClose", async () => {
    await Promise.all([store.admission.close(), settledCharges.close()]);
  });
  addHooks(server, context, {access, unsent}, isSecure);
  server.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new ApiError("NOT_FOUND", "there is no such route")),
  );
  server.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = await explainFault(error, request, reply, {store, emit, settledCharges});
    return sendError(request, reply, refusal);
  });
  const settings = {...context.settings, language: languageOfCountry(context.settings.country)};
  addRoutes(server, {...context, now, settings}, {settledCharges, unsent});
  routeModels(server, {...context, now, settings, openHeaders: access.openHeaders});
  const ownHost = {ip: "127.0.0.1", host: "localhost", headers: access.openHeaders};
  server.decorate("askOpenly", (url, method) => askOwnServer(server, ownHost, url, method));
  return server;
}

/** What absent values of the context stand for. */
type Chosen = Pick<RouteContext, "now" | "settings">;

/**
 * Parameters are checked in our own words (parameters.ts), and routes write their bodies whole. Fastify must have these when it is made:
 * otherwise it loads compilers of its own, which take a sixth of a start.
 */
const OWN_COMPILERS = {
  compilersFactory: {
    buildValidator: () => () => () => true,
    buildSerializer: () => () => (body: unknown) => JSON.stringify(body),
  },
} as unknown as NonNullable<FastifyServerOptions["schemaController"]>;

/** Fastify with our settings, and our answers to requests that it cannot read. */
function createBareServer(
  {settings, emit, pages}: ServerContext,
  access: Access,
  nextId: () => string,
): FastifyInstance {
  const server = fastify({
    logger: false,
    genReqId: nextId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: STALLED_MS,
    trustProxy: trustedProxies(settings.trustProxy),
    routerOptions: {
      querystringParser: (text) => parseQueryString(text) as unknown as Record<string, string>,
      // A key of any length reaches its route after the token check.
      maxParamLength: maxHeaderSize,
    },
    http: {requireHostHeader: false, shouldUpgradeCallback: hasNoBody},
    schemaController: OWN_COMPILERS,
    frameworkErrors: async (_error, request, reply) => {
      if (pages !== undefined && !isApi(request)) return pages.answerUnknown(request, reply);
      if (isOData(request)) setODataHeaders(reply);
      if (isV1(request)) await access.countUnrouted(request, reply);
      answerUnreadable(request, reply, emit);
    },
    clientErrorHandler: (_error, socket) => answerUnparsed(socket, emit),
  });
  refuseTwoHosts(server.server, emit);
  declineUpgrades(server.server);
  // The length of the head is the only limit: with Node's own on the number of fields, a short head would be refused for its length.
  server.server.maxHeadersCount = 0;
  // A client may close its own side after its request and still read; by default Node would close the connection without an answer.
  Object.assign(server.server, {httpAllowHalfOpen: true});
  // Node would answer an Expect that it does not know with a bare 417.
  server.server.on("checkExpectation", (request, response) => server.server.emit("request", request, response));
  addRequestState(server);
  return server;
}

/** The stages that all requests pass before and after their route. */
function addHooks(
  server: FastifyInstance,
  {emit, pages}: ServerContext,
  {access, unsent}: {access: Access; unsent: UnsentBytes},
  isSecure: boolean,
): void {
  server.addHook("onRequest", async (request, reply) => {
    request.arrivedAt = performance.now();
    reportWhenFinished(request, reply.raw, emit);
    setFirstHeaders(reply, request.id, isSecure);
    // Fastify makes this object at each look.
    const {config, url} = request.routeOptions;
    if (config?.page === true) return;
    const isOfApi = isApiAddress(url ?? request.raw.url);
    if (pages !== undefined && request.is404 && !isOfApi) return pages.answerUnknown(request, reply);
    if (isOfApi) setCorsHeaders(reply);
    if (isOData(request)) setODataHeaders(reply);
    if (isAnsweredByOptions(request)) return sendOptions(reply, methodsOf(request));
    if (request.is404) {
      if (isV1(request)) await access.countUnrouted(request, reply);
      throw new ApiError("NOT_FOUND", `there is no ${request.method} route at this address`, {
        hint: "/api/docs describes every route",
      });
    }
    const needsToken = config.needsToken === true;
    if (!(request.query as QueryString).readable) {
      if (needsToken) await access.countUnrouted(request, reply);
      throw new ApiError("NOT_FOUND", "the query of the request cannot be read", {hint: "percent-encode it as UTF-8"});
    }
    if (needsToken) await access.admit(request, reply);
  });
  server.addHook("preHandler", (request, reply, done) => {
    const {routeOptions: route, query} = request;
    if (route.config?.page !== true && route.config?.ownParameters !== true) {
      const schema = route.schema?.querystring as TObject | undefined;
      const unknown = unknownNames(query as QueryString, schema, route.config?.takesOptions === true);
      if (unknown.length > 0 || request.headers["prefer"] !== undefined)
        judgeUnknownParameters(request, reply, unknown);
    }
    done();
  });
  server.addHook("onSend", access.setQuotaHeadersOnSend);
  server.addHook("onSend", packOnSend);
  server.addHook("onSend", (request, reply, payload, done) => {
    setTimingHeader(request, reply);
    const length = typeof payload === "string" || Buffer.isBuffer(payload) ? payload.length : 0;
    if (length >= COUNTED_BYTES) unsent.count(reply, length);
    done(null, payload);
  });
}

/** Fastify waits for no promise of a route that needs a token, with listeners of its own: its answer is sent by the handler, a failure here. */
function waitForNoPromise(server: FastifyInstance): void {
  server.addHook("onRoute", (route) => {
    const {handler, config} = route;
    if (config?.needsToken !== true) return;
    route.handler = (request, reply) => {
      (handler as ApiHandler)(request, reply).catch((error) => reply.send(error));
    };
  });
}

function addRoutes(
  server: FastifyInstance,
  given: ServerContext & Chosen,
  own: Pick<RouteContext, "settledCharges" | "unsent">,
): void {
  const {store, catalogues, settings, now, emit, evidence, isStopping = () => false, pages, workers = 1} = given;
  const routes = watchRoutes(server);
  waitForNoPromise(server);
  routeHealth(server, store, isStopping);
  routeLimits(server);
  routeOpenApi(server, routes, settings.publicUrl);
  routeDocs(server);
  const memory = new BodyMemory();
  const shared: RouteContext = {
    store,
    settings,
    now,
    emit,
    catalogues: translatedCatalogues(catalogues),
    datasets: createDatasetLookup(store.statistics),
    bodies: createSliceBodies(emit, memory, valueAddressTemplate(settings.publicUrl)),
    memory,
    slots: createWriteSlots(emit, isStopping, shareOf("large answers written at a time", workers)),
    ...own,
    evidence,
    files: given.files ?? null,
  };
  for (const route of ROUTES) route(server, shared);
  if (pages !== undefined) server.register(async (context) => pages.register(context));
}

function isV1(request: FastifyRequest): boolean {
  return request.raw.url?.startsWith("/api/v1/") === true;
}

function isApi(request: FastifyRequest): boolean {
  return isApiAddress(request.routeOptions.url ?? request.raw.url);
}

function isApiAddress(url = ""): boolean {
  return /^\/(?:api|sdmx)(?:[/?#]|$)/.test(url);
}

/** Addresses and networks whose X-Forwarded-* headers count; false: none. Throws Refusal for any other text. */
function trustedProxies(given: readonly string[]): string[] | false {
  for (const proxy of given) {
    const [address = "", bits] = proxy.split("/");
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new Refusal(`RYAD_TRUST_PROXY: "${proxy}" is no address and no network, such as 10.0.0.0/8`);
    }
  }
  return given.length === 0 ? false : [...given];
}
