// The site as part of a server: its routes, error pages and assets. The api knows only the type Site.
//
// Every error of a page is answered by an error page. Our own faults also become an event with the id that the visitor sees.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {addressBlock} from "../access/address-windows.ts";
import {COUNTRIES, countryOf} from "../country/countries.ts";
import type {Country} from "../country/country.ts";
import {bytesOfParts} from "../formats/body-parts.ts";
import {Refusal} from "../service/refusal.ts";
import {todayOf} from "../statistics/time/day.ts";
import {createSettledCharges} from "../store/accounts/charges/settled-charges.ts";
import {readLastChange} from "../store/releases/load-run.ts";
import {readHeldMark} from "../store/releases/unpublished-run.ts";
import {createSuggestions} from "../store/search/suggestions.ts";
import type {ServedStore} from "../store/served-store.ts";
import {createBoundedCache} from "../work/bounded-cache.ts";
import {Busy} from "../work/busy.ts";
import {createFairLine} from "../work/fair-line.ts";
import {shareOf} from "../work/service-limits.ts";
import {ASSETS_PATH, readAssets, readPackedAssets} from "./assets/assets.ts";
import {createPictureThread} from "./chart/picture-thread.ts";
import {createSecrets, isDrawnForVisitor, isSentFromElsewhere, isSentFromHere} from "./forms/forms.ts";
import {MAX_UPLOAD_BYTES, readUpload} from "./forms/upload.ts";
import {drawFault} from "./frame/fault-page.ts";
import {type Answer, type Page, PageFault} from "./frame/page.ts";
import {ASSET_HEADERS, holds, send, UNFRAMED} from "./frame/sending.ts";
import {nearestAddresses} from "./pages/nearest.ts";
import {PAGES} from "./pages/pages.ts";
import {collectSubjects} from "./pages/search/subjects.ts";
import type {GivenSiteContext, SiteContext} from "./visit/context.ts";
import {openVisit, type SentFrom, sentFromOf} from "./visit/request.ts";
import {createSharedReadings} from "./visit/shared-readings.ts";
import {formOf, type Visit} from "./visit/visit.ts";

export interface Site {
  /** Adds all routes. They need a Fastify context of their own. */
  register(server: FastifyInstance): void;
  /** Answers a request to an unknown address. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const FOR_EVER = "public, max-age=31536000, immutable";
/** For a form: the longest message has a few thousand letters, percent-encoded. */
const MAX_FORM_BYTES = 128 * 1024;
/** Marks routes of the site for the hooks of the server. */
const CONFIG = {page: true};

/** Accounts that wait for a whole dataset. */
const WAITING_FILES = 8;
/** For PNG charts: several hundred of them. */
const PICTURE_BYTES = 8 * 1024 * 1024;

/** @throws Refusal if the program does not know the country */
function countryChosen(code: string): Country {
  const country = countryOf(code.toUpperCase());
  if (country !== null) return country;
  const known = COUNTRIES.map((one) => one.code.toLowerCase()).join(" or ");
  throw new Refusal(`RYAD_COUNTRY has to be ${known}, not "${code}"`);
}

export function createSite(given: GivenSiteContext): Site {
  const country = countryChosen(given.settings.country);
  const context: SiteContext = {
    ...given,
    charges: createSettledCharges(given.store.charges, given.emit),
    country,
    // the older suggestions stay meanwhile
    suggestions: createSuggestions(
      given.store.search,
      () => collectSubjects(given.store, country),
      (error) => given.emit({type: "store-failed", error: error as Error}),
    ),
    secrets: createSecrets(given.store.procedures),
    readings: createSharedReadings(),
    pictures: createBoundedCache(PICTURE_BYTES),
    drawer: createPictureThread(),
    wholeFiles: createFairLine(
      {
        atOnce: shareOf("whole datasets written at a time", given.workers ?? 1),
        waiting: WAITING_FILES,
        visitorsWaiting: 0,
        ofOneVisitor: 1,
      },
      "too many datasets are being written",
    ),
    today: () => todayOf(given.settings.today, given.now()),
    assets: readAssets(),
    paths: new Set(PAGES.map(({path}) => path)),
  };

  const packedAssets = readPackedAssets();
  const drawCostly = createCostlyPages(context.store, context.workers ?? 1);

  function routePage(server: FastifyInstance, page: Page): void {
    const common = {url: page.path, config: CONFIG};
    server.route({
      ...common,
      method: ["GET", "HEAD"],
      handler: async (request, reply) => {
        const visit = openVisit(context, request, reply);
        const answer =
          page.costly === undefined ? await page.draw(visit) : await drawCostly(visit, page, request.raw.url ?? "/");
        return send(request, reply, visit, answer, page.framed === true);
      },
    });
    if (page.perform === undefined) return;
    server.route({
      ...common,
      method: "POST",
      ...(page.mayUpload !== undefined && {bodyLimit: MAX_UPLOAD_BYTES}),
      preParsing: async (request, reply) => {
        if (!isUpload(request)) return;
        const isAllowed = page.mayUpload !== undefined && (await page.mayUpload(openVisit(context, request, reply)));
        if (!isAllowed) throw new PageFault(415, "this form takes no file");
      },
      handler: async (request, reply) => {
        const visit = openVisit(context, request, reply);
        return send(request, reply, visit, await perform(visit, page, request.body, sentFromOf(request)), false);
      },
    });
  }

  /** Refuses a form from another site. A form that is too old, or not of this visitor, is drawn again with its input. */
  async function perform(visit: Visit, page: Page, body: unknown, sentFrom: SentFrom): Promise<Answer> {
    const form = formOf(body instanceof URLSearchParams ? body : new URLSearchParams());
    if (page.isSigned === true) return page.perform!(visit, form);
    if (isSentFromElsewhere(sentFrom, context.settings.publicUrl))
      throw new PageFault(403, "the form was sent from another site");
    if (page.takesBareForm === true && isSentFromHere(sentFrom, context.settings.publicUrl))
      return page.perform!(visit, form);
    if (await isDrawnForVisitor(visit, form)) return page.perform!(visit, form);
    if (page.redraw === undefined) throw new PageFault(403, "the form is not this visitor's");
    return page.redraw(visit, form);
  }

  function routeAssets(server: FastifyInstance): void {
    server.route({
      method: ["GET", "HEAD"],
      url: `${ASSETS_PATH}:hash/:name`,
      config: CONFIG,
      handler: async (request, reply) => {
        const {hash, name} = request.params as {readonly hash: string; readonly name: string};
        const asset = await packedAssets.find(name, request.headers["accept-encoding"]);
        if (asset === null) throw new PageFault(404, "there is no such file");
        reply.header("cache-control", hash === context.assets.contentHash ? FOR_EVER : "no-cache");
        reply
          .headers(asset.isDocument ? UNFRAMED : ASSET_HEADERS)
          .header("etag", asset.etag)
          .header("vary", "Accept-Encoding");
        if (asset.coding !== null) reply.header("content-encoding", asset.coding);
        if (holds(request, asset.etag)) return reply.code(304).send();
        return reply.type(asset.type).send(asset.body);
      },
    });
  }

  async function answerFault(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<FastifyReply> {
    const visit = openVisit(context, request, reply);
    const fault = faultOf(error);
    if (fault === null)
      context.emit({
        type: "request-failed",
        requestId: request.id,
        route: request.routeOptions.url ?? "unknown",
        error,
      });
    if (fault?.retryAfter) reply.header("retry-after", String(fault.retryAfter));
    const status = fault?.status ?? 500;
    const nearest = status === 404 ? await nearestAddresses(visit) : [];
    const shown = {status, requestId: request.id, advice: fault?.advice ?? null, nearest};
    return send(request, reply, visit, drawFault(visit, shown), false);
  }

  return {
    register(server) {
      server.addHook("onClose", () => context.charges.close());
      server.addContentTypeParser(
        "application/x-www-form-urlencoded",
        {parseAs: "string", bodyLimit: MAX_FORM_BYTES},
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      );
      server.addContentTypeParser(
        "multipart/form-data",
        {parseAs: "buffer", bodyLimit: MAX_UPLOAD_BYTES},
        (request: FastifyRequest, body: Buffer) => readUpload(request, body),
      );
      server.addHook("onClose", () => context.drawer.close());
      server.setErrorHandler<Error>((error, request, reply) => answerFault(request, reply, error));
      for (const page of PAGES) routePage(server, page);
      routeAssets(server);
    },
    async answerUnknown(request, reply) {
      return answerFault(request, reply, new PageFault(404, "there is no such page"));
    },
  };
}

function isUpload(request: FastifyRequest): boolean {
  return /^multipart\//i.test(request.headers["content-type"] ?? "");
}

/** null: our own fault. When Fastify refuses a request (too long, wrong type), its error has a status. */
function faultOf(error: Error): Pick<PageFault, "status" | "retryAfter" | "advice"> | null {
  if (error instanceof PageFault) return error;
  if (error instanceof Busy) return {status: 503, retryAfter: error.retryAfter, advice: null};
  const {statusCode} = error as {statusCode?: number};
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? {status: statusCode as PageFault["status"], retryAfter: null, advice: null}
    : null;
}

const CACHED_BYTES = 16 * 1024 * 1024;

/** @param address path and query as requested */
type DrawCostly = (visit: Visit, page: Page, address: string) => Promise<Answer>;

/**
 * Costly pages are drawn in a line, and one that is the same for all visitors is kept until the data change. Only drawing counts against the
 * limit of an address: a kept page costs nothing. The line is of this process, the limit of the service.
 */
function createCostlyPages(
  {statistics, addresses}: Pick<ServedStore, "statistics" | "addresses">,
  workers: number,
): DrawCostly {
  const limits = {
    atOnce: shareOf("costly pages drawn at a time", workers),
    waiting: 0,
    visitorsWaiting: shareOf("costly pages that wait", workers),
    ofOneVisitor: shareOf("costly pages of one visitor", workers),
  };
  const line = createFairLine(limits, "too many pages are being drawn");
  const cache = createBoundedCache<Answer>(CACHED_BYTES);
  const untilDrawn = new AbortController().signal;

  return async (visit, page, address) => {
    const draw = (): Promise<Answer> =>
      line.enter({hasToken: false, name: addressBlock(visit.ip)}, untilDrawn, async () => page.draw(visit));
    if (page.costly === "own") return draw();
    const readState = async () =>
      [await statistics.readOne(readLastChange), await statistics.readOne(readHeldMark)].join(" ");
    const state = await readState();
    const key = JSON.stringify([state, visit.site.today(), visit.language, visit.origin, address]);
    const known = cache.find(key);
    if (known !== undefined) return known;
    const seconds = await addresses.count("drawings", visit.ip, visit.site.now().getTime());
    if (seconds !== null) throw new PageFault(429, "too many pages were drawn for this address", seconds);
    const answer = await draw();
    // A load that came while it was drawn may be in it or not.
    if ((await readState()) === state) cache.keep(key, answer, sizeOf(answer));
    return answer;
  };
}

function sizeOf(answer: Answer): number {
  if (answer.kind === "file") return 2 * (Array.isArray(answer.body) ? bytesOfParts(answer.body) : answer.body.length);
  return answer.kind === "page" ? 2 * (answer.main.length + (answer.head?.length ?? 0)) : 0;
}
