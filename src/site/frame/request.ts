// From the server's request to a visit: language, query, address. The one place of the site that reads headers.
import type {FastifyReply, FastifyRequest} from "fastify";
import type {SentFrom} from "../forms/forms.ts";
import {isLanguage, type Language, preferredLanguage} from "../words/language.ts";
import {cookieHeader, parseCookies} from "./cookies.ts";
import type {SiteParts} from "./parts.ts";
import {queryText, type Visit} from "./visit.ts";

const LANGUAGE_COOKIE = "ryad_lang";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the cookie of the language when ?lang= chooses one. */
export function openVisit(site: SiteParts, request: FastifyRequest, reply: FastifyReply): Visit {
  const [asked, search] = splitOnce(request.raw.url ?? "/", "?");
  // "//host/…" and "/\\host/…" are addresses of somebody else once they stand in a link
  const path = /^\/(?![/\\])/.test(asked) ? asked : "/";
  const query = new URLSearchParams(search);
  const {publicUrl} = site.settings;
  const prefix = publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, "");
  const origin = publicUrl === null ? requestOrigin(request) : new URL(publicUrl).origin;
  const cookies = parseCookies(request.headers.cookie);
  const secure = isSecure(site, request);
  // a browser takes a cookie of this name only for the whole host and over TLS: no neighbour of the host can plant one
  const cookieName = (name: string): string => `${secure ? (prefix === "" ? "__Host-" : "__Secure-") : ""}ryad_${name}`;
  const link: Visit["link"] = (to, parameters = {}) => `${prefix}${to}${queryText(parameters)}`;
  return {
    site,
    language: chooseLanguage(query.get("lang"), cookies.get(LANGUAGE_COOKIE), request, reply, `${prefix}/`),
    path,
    params: (request.params ?? {}) as Readonly<Record<string, string>>,
    query,
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
        left.abort(new DOMException("the visitor has left", "AbortError"));
      };
      socket.once("end", leave);
      reply.raw.once("close", leave);
      return left.signal;
    },
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

/** What the browser says of the page that a form was sent from. */
export function sentFromOf({headers, host}: FastifyRequest): SentFrom {
  const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
  return {origin: headers.origin, referer: headers.referer, fetchSite: one(headers["sec-fetch-site"]), host};
}

/** Whether cookies may be kept to connections behind TLS. */
function isSecure(site: SiteParts, request: FastifyRequest): boolean {
  return site.settings.publicUrl?.startsWith("https:") === true || request.protocol === "https";
}

function chooseLanguage(
  chosen: string | null,
  kept: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Language {
  if (!isLanguage(chosen)) return isLanguage(kept) ? kept : preferredLanguage(request.headers["accept-language"]);
  if (chosen !== kept) {
    reply.header("set-cookie", cookieHeader(LANGUAGE_COOKIE, chosen, {maxAge: YEAR_SECONDS, secure: false, path}));
  }
  return chosen;
}

/** A host that is no plain name or address is not copied into a page. */
function requestOrigin({host, protocol}: FastifyRequest): string {
  return typeof host === "string" &&
    /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host) &&
    /^https?$/.test(protocol)
    ? `${protocol}://${host}`
    : "";
}

function splitOnce(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place === -1 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}
