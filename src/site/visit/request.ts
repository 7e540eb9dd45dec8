// From the request of a browser to a visit: language, query, address, cookies. Only this file of the site reads headers.
//
// Cookies are parsed here because a request to an unknown route passes no hook of the server; ours contain only letters and digits.
import type {FastifyReply, FastifyRequest} from "fastify";
import {requestOrigin} from "../../service/request-origin.ts";
import {createBudget} from "../../work/budget.ts";
import {Busy} from "../../work/busy.ts";
import {withRests} from "../../work/pace.ts";
import {isLanguage, type Language, preferredLanguage} from "../words/language.ts";
import type {SiteContext} from "./context.ts";
import {queryText, storable, type Visit} from "./visit.ts";

const LANGUAGE_COOKIE = "ryad_lang";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the language cookie if ?lang= chooses a language. */
export function openVisit(site: SiteContext, request: FastifyRequest, reply: FastifyReply): Visit {
  const [wanted, search] = splitOnce(request.raw.url ?? "/", "?");
  // in a link, "//host/…" and "/\\host/…" would lead to another site
  const path = /^\/(?![/\\])/.test(wanted) ? wanted : "/";
  const query = new URLSearchParams([...new URLSearchParams(search)].map((pair) => pair.map(storable)));
  const {publicUrl} = site.settings;
  const prefix = publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
  const origin = publicUrl === null ? requestOrigin(request) : new URL(publicUrl).origin;
  const cookies = parseCookies(request.headers.cookie);
  const secure = isSecure(site, request);
  // browsers accept these prefixes only over TLS and from the host itself: no other host of the domain can set the cookie
  const cookieName = (name: string): string => `${secure ? (prefix === "" ? "__Host-" : "__Secure-") : ""}ryad_${name}`;
  const budget = createBudget("visitor");
  const link: Visit["link"] = (to, parameters = {}) => `${prefix}${to}${queryText(parameters)}`;
  return {
    site,
    requestId: request.id,
    language: chooseLanguage({
      chosen: query.get("lang"),
      kept: cookies.get(LANGUAGE_COOKIE),
      site,
      request,
      reply,
      path: `${prefix}/`,
    }),
    path,
    params: paramsOf(request),
    query,
    accepts: {json: wantsJson(request.headers.accept ?? "")},
    ip: request.ip,
    origin,
    cookie: (name) => cookies.get(cookieName(name)) ?? null,
    setCookie(name, value, maxAge) {
      reply.header("set-cookie", cookieHeader(cookieName(name), value, {maxAge, secure, path: `${prefix}/`}));
    },
    link,
    absolute: (to, parameters) => origin + link(to, parameters),
    gone() {
      const left = new AbortController();
      const {socket} = request.raw;
      const leave = (): void => {
        socket.off("end", leave);
        left.abort(new Busy("the visitor has left", 1));
      };
      socket.once("end", leave);
      reply.raw.once("close", leave);
      return left.signal;
    },
    budget,
    withRests: (steps) => withRests(steps, budget),
    here(changes) {
      const changed = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) changed.delete(name);
        else changed.set(name, String(value));
      }
      const text = changed.toString();
      return `${prefix}${path}${text === "" ? "" : `?${text}`}`;
    },
  };
}

/** The parts of the path that the route names. */
function paramsOf({params}: FastifyRequest): Readonly<Record<string, string>> {
  const given = Object.entries((params ?? {}) as Readonly<Record<string, string>>);
  return Object.fromEntries(given.map(([name, value]) => [name, storable(value)]));
}

/** Browsers name text/html; a program that takes anything gets the page. */
function wantsJson(accept: string): boolean {
  return /application\/(?:[\w.-]+\+)?json/i.test(accept) && !/text\/html/i.test(accept);
}

export interface SentFrom {
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly fetchSite: string | undefined;
  readonly host: string | undefined;
}

/** The headers that name the page from which a form was sent. */
export function sentFromOf({headers, host}: FastifyRequest): SentFrom {
  const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
  return {origin: headers.origin, referer: headers.referer, fetchSite: one(headers["sec-fetch-site"]), host};
}

/** Whether visitors use TLS, so that cookies can be limited to it. */
function isSecure(site: SiteContext, request: FastifyRequest): boolean {
  return site.settings.publicUrl?.startsWith("https:") === true || request.protocol === "https";
}

/** A visitor that names no languages, as most crawlers do, gets the language of the server's country. */
function chooseLanguage({chosen, kept, site, request, reply, path}: Chosen): Language {
  if (!isLanguage(chosen)) {
    const accepted = request.headers["accept-language"];
    if (isLanguage(kept)) return kept;
    return accepted === undefined ? site.country.language : preferredLanguage(accepted);
  }
  if (chosen !== kept) {
    reply.header("set-cookie", cookieHeader(LANGUAGE_COOKIE, chosen, {maxAge: YEAR_SECONDS, secure: false, path}));
  }
  return chosen;
}

interface Chosen {
  /** By ?lang=. */
  readonly chosen: string | null;
  /** By an earlier choice. */
  readonly kept: string | undefined;
  readonly site: SiteContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of the cookie. */
  readonly path: string;
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

/** Besides these, a cookie is always HttpOnly and SameSite=Lax. */
interface CookieLife {
  /** In seconds; null: until the browser closes; 0 deletes the cookie. */
  readonly maxAge: number | null;
  readonly secure: boolean;
  /** The path of the site, with a slash at the end. */
  readonly path: string;
}

const VALUE = /^[\w.~-]*$/;

/** The cookies by name. Of two with one name the first counts: browsers send the most specific path first. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const index = part.indexOf("=");
    const name = part.slice(0, index).trim();
    if (index !== -1 && !cookies.has(name)) cookies.set(name, part.slice(index + 1).trim());
  }
  return cookies;
}

/** The Set-Cookie header. RangeError for a value that would need quoting. */
export function cookieHeader(name: string, value: string, {maxAge, secure, path}: CookieLife): string {
  if (!VALUE.test(value))
    throw new RangeError(`the value of the cookie ${name} contains a character that a cookie cannot`);
  const age = maxAge === null ? "" : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
