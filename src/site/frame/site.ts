// The site as part of a server: its routes, error pages and assets. The api knows only the type Site.
//
// Every error of a page is answered by an error page. Our own faults also become an event with the id that the visitor sees.
import {createHash} from "node:crypto";
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {createBoundedCache} from "../../bounded-cache.ts";
import type {Steps} from "../../budget.ts";
import {Busy} from "../../busy.ts";
import {COUNTRIES, countryOf} from "../../country/countries.ts";
import type {Country} from "../../country/country.ts";
import {createFairLine} from "../../fair-line.ts";
import {Refusal} from "../../refusal.ts";
import {shareOf} from "../../service-limits.ts";
import {todayOf} from "../../statistics/time/day.ts";
import {createSettledCharges} from "../../store/accounts/settled-charges.ts";
import {createPictureThread} from "../chart/picture-thread.ts";
import {createSecrets, isDrawnForVisitor, isSentFromElsewhere, type SentFrom} from "../forms/forms.ts";
import {createDatasetOverview} from "../pages/datasets/overview.ts";
import {PAGES} from "../pages/pages.ts";
import {ASSETS_PATH, createPackedAssets, readAssets} from "./assets.ts";
import {createCostlyPages} from "./costly-pages.ts";
import {drawFault} from "./fault-page.ts";
import {ASSET_HEADERS, securityHeaders, VARY} from "./headers.ts";
import {drawDocument} from "./layout.ts";
import {type Answer, type Page, PageFault} from "./page.ts";
import type {SiteParts} from "./parts.ts";
import {openVisit, sentFromOf} from "./request.ts";
import {formOf, type Visit} from "./visit.ts";

export interface Site {
  /** Adds all routes. They need a Fastify context of their own. */
  register(server: FastifyInstance): void;
  /** Answers a request to an unknown address. */
  answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

const HTML_TYPE = "text/html; charset=utf-8";
const FOR_EVER = "public, max-age=31536000, immutable";
const ASK_AGAIN = "private, no-cache";
/** For a form: the longest message has a few thousand letters, percent-encoded. */
const MAX_FORM_BYTES = 128 * 1024;
/** Marks routes of the site for the hooks of the server. */
const CONFIG = {page: true};

/** Accounts that wait for a whole dataset. */
const WAITING_FILES = 8;
/** For PNG charts: several hundred of them. */
const PICTURE_BYTES = 8 * 1024 * 1024;

/** @throws Refusal if the program does not know the country */
function countryAsked(code: string): Country {
  const country = countryOf(code.toUpperCase());
  if (country !== null) return country;
  const known = COUNTRIES.map((one) => one.code.toLowerCase()).join(" or ");
  throw new Refusal(`RYAD_COUNTRY has to be ${known}, not "${code}"`);
}

export function createSite(
  given: Omit<
    SiteParts,
    "country" | "assets" | "paths" | "today" | "secrets" | "overview" | "pictures" | "drawer" | "wholeFiles" | "charges"
  >,
): Site {
  const parts: SiteParts = {
    ...given,
    charges: createSettledCharges(given.store.charges, given.emit),
    country: countryAsked(given.settings.country),
    secrets: createSecrets(given.store.book),
    overview: createDatasetOverview(given.store.statistics),
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

  const packedAssets = createPackedAssets(parts.assets);
  const drawCostly = createCostlyPages(parts.store, parts.workers ?? 1);

  function routePage(server: FastifyInstance, page: Page): void {
    const common = {url: page.path, config: CONFIG};
    server.route({
      ...common,
      method: ["GET", "HEAD"],
      handler: async (request, reply) => {
        const visit = openVisit(parts, request, reply);
        const answer =
          page.costly === undefined ? await page.draw(visit) : await drawCostly(visit, page, request.raw.url ?? "/");
        return send(request, reply, visit, answer, page.framed === true);
      },
    });
    if (page.act === undefined) return;
    server.route({
      ...common,
      method: "POST",
      handler: async (request, reply) => {
        const visit = openVisit(parts, request, reply);
        return send(request, reply, visit, await act(visit, page, request.body, sentFromOf(request)), false);
      },
    });
  }

  /** Refuses a form from another site. A form that is too old, or not of this visitor, is drawn again with its input. */
  async function act(visit: Visit, page: Page, body: unknown, sentFrom: SentFrom): Promise<Answer> {
    const form = formOf(body instanceof URLSearchParams ? body : new URLSearchParams());
    if (isSentFromElsewhere(sentFrom, parts.settings.publicUrl))
      throw new PageFault(403, "the form was sent from another site");
    if (await isDrawnForVisitor(visit, form)) return page.act!(visit, form);
    if (page.redraw === undefined) throw new PageFault(403, "the form is not this visitor's");
    return page.redraw(visit, form);
  }

  function routeAssets(server: FastifyInstance): void {
    server.route({
      method: ["GET", "HEAD"],
      url: `${ASSETS_PATH}:edition/:name`,
      config: CONFIG,
      handler: async (request, reply) => {
        const {edition, name} = request.params as {readonly edition: string; readonly name: string};
        const asset = await packedAssets.find(name, request.headers["accept-encoding"]);
        if (asset === null) throw new PageFault(404, "there is no such file");
        reply.header("cache-control", edition === parts.assets.edition ? FOR_EVER : "no-cache");
        reply
          .headers(asset.isDocument ? securityHeaders(false) : ASSET_HEADERS)
          .header("etag", asset.etag)
          .header("vary", "Accept-Encoding");
        if (asset.coding !== null) reply.header("content-encoding", asset.coding);
        if (holds(request, asset.etag)) return reply.code(304).send();
        return reply.type(asset.type).send(asset.body);
      },
    });
  }

  function answerFault(request: FastifyRequest, reply: FastifyReply, error: Error): Promise<FastifyReply> {
    const visit = openVisit(parts, request, reply);
    const fault = faultOf(error);
    if (fault === null)
      parts.emit({type: "request-failed", requestId: request.id, route: request.routeOptions.url ?? "unknown", error});
    if (fault?.retryAfter) reply.header("retry-after", String(fault.retryAfter));
    return send(request, reply, visit, drawFault(visit, fault?.status ?? 500, request.id, fault?.told), false);
  }

  return {
    register(server) {
      server.addHook("onClose", () => parts.charges.close());
      server.addContentTypeParser(
        "application/x-www-form-urlencoded",
        {parseAs: "string", bodyLimit: MAX_FORM_BYTES},
        (_request, body, done) => done(null, new URLSearchParams(body as string)),
      );
      server.addHook("onClose", () => parts.drawer.close());
      server.setErrorHandler<Error>((error, request, reply) => answerFault(request, reply, error));
      for (const page of PAGES) routePage(server, page);
      routeAssets(server);
    },
    async answerUnknown(request, reply) {
      return answerFault(request, reply, new PageFault(404, "there is no such page"));
    },
  };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    answer: Answer,
    framed: boolean,
  ): Promise<FastifyReply> {
    reply.headers(securityHeaders(framed)).header("vary", VARY);
    if (answer.kind === "redirect") return reply.header("cache-control", "no-store").redirect(answer.to, 303);
    if (answer.kind === "file") {
      // `?lang=` of a file is only for that file; a shared cache must not hand its cookie to others
      reply.removeHeader("set-cookie");
      if (answer.headers !== undefined) reply.headers(answer.headers);
      // Links in a file have the host of this request: a shared cache would hand the host of one reader to all.
      const isOfHost = parts.settings.publicUrl === null && answer.type !== "image/png";
      const kept = answer.kept ?? ASK_AGAIN;
      return sendBody(
        request,
        reply.code(answer.status ?? 200).type(answer.type),
        visit,
        answer.body,
        isOfHost ? kept.replace("public", "private") : kept,
      );
    }
    if (answer.retryAfter !== undefined) reply.header("retry-after", String(answer.retryAfter));
    const kept = answer.kept === "never" || answer.status >= 400 ? "no-store" : ASK_AGAIN;
    return sendBody(request, reply.code(answer.status).type(HTML_TYPE), visit, drawDocument(visit, answer), kept);
  }
}

async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  body: string | Buffer,
  kept: string,
): Promise<FastifyReply> {
  reply.header("cache-control", kept);
  if (kept === "no-store") return reply.send(body);
  const bytes = typeof body === "string" ? await visit.inSlices(bytesOf(body)) : body;
  const etag = `W/"${(await visit.inSlices(digestOf(bytes))).slice(0, 22)}"`;
  reply.header("etag", etag);
  return holds(request, etag) ? reply.code(304).send() : reply.send(bytes);
}

/** Letters, or bytes, of a body that are turned into bytes, or hashed, in one step. */
const PIECE = 1 << 18;

function* bytesOf(text: string): Steps<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    let end = at + PIECE;
    // a letter of two halves stays whole
    if (/[\uDC00-\uDFFF]/.test(text.charAt(end))) end++;
    pieces.push(Buffer.from(text.slice(at, end)));
    at = end;
    yield;
  }
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function* digestOf(body: Buffer): Steps<string> {
  const digest = createHash("sha256");
  for (let at = 0; at < body.length; at += PIECE) {
    digest.update(body.subarray(at, at + PIECE));
    yield;
  }
  return digest.digest("base64url");
}

function holds(request: FastifyRequest, etag: string): boolean {
  const given = request.headers["if-none-match"];
  const plain = (text: string): string => text.trim().replace(/^W\//, "");
  return given?.split(",").some((one) => plain(one) === plain(etag)) === true;
}

/** null: our own fault. When Fastify refuses a request (too long, wrong type), its error has a status. */
function faultOf(error: Error): Pick<PageFault, "status" | "retryAfter" | "told"> | null {
  if (error instanceof PageFault) return error;
  if (error instanceof Busy) return {status: 503, retryAfter: error.retryAfter, told: null};
  const {statusCode} = error as {statusCode?: number};
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? {status: statusCode as PageFault["status"], retryAfter: null, told: null}
    : null;
}
