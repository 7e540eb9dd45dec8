// Absolute links: the public address of the service, and the next page of an answer with the other headers of a page.
import type {FastifyReply, FastifyRequest} from "fastify";
import {requestOrigin} from "../../service/request-origin.ts";
import type {QueryString} from "./parameters.ts";

/** Scheme and host without a slash at the end; empty if neither setting nor request gives a safe one: links are then relative. */
export function publicBase(publicUrl: string | null, request: Pick<FastifyRequest, "host" | "protocol">): string {
  return publicUrl ?? requestOrigin(request);
}

/** Node's own client rejects an answer whose headers exceed 16 kB in total; the body gives the same offset as the link. */
const MAX_LINK_LENGTH = 12_000;
/** Longer links leave commas unencoded, which URLs allow: encoded, the longest lists would grow by half. */
const LONG_LINK = 4000;

/**
 * The value of a Link header that names the page at `offset` of the same request; without parameters that the route ignores. null: the link
 * would be too long, and clients would lose an answer that was charged.
 */
function nextLink(
  base: string,
  path: string,
  query: QueryString,
  known: readonly string[],
  offset: number,
): string | null {
  const link = `<${base}${addressWith(path, query, known, {offset})}>; rel="next"`;
  if (link.length <= LONG_LINK) return link;
  const plain = link.replaceAll("%2C", ",");
  return plain.length <= MAX_LINK_LENGTH ? plain : null;
}

/** A request that is answered in pages: its path, the parameters that the route knows, and those that were given. */
export interface PagedRequest {
  readonly path: string;
  readonly names: readonly string[];
  readonly given: QueryString;
}

/** @param nextOffset null: it is the last page */
export function setNextLink(
  reply: FastifyReply,
  publicUrl: string | null,
  {path, names, given}: PagedRequest,
  nextOffset: number | null,
): void {
  if (nextOffset === null) return;
  const link = nextLink(publicBase(publicUrl, reply.request), path, given, names, nextOffset);
  if (link !== null) reply.header("link", link);
}

/** The headers of a page of series. @param hasPages the body says itself which page it is */
export function setPageHeaders(
  reply: FastifyReply,
  publicUrl: string | null,
  paged: PagedRequest,
  {total, nextOffset}: {readonly total: number; readonly nextOffset: number | null},
  hasPages: boolean,
): void {
  setNextLink(reply, publicUrl, paged, nextOffset);
  if (hasPages) return;
  reply.header("x-series-total", String(total)).header("x-has-more", String(nextOffset !== null));
  if (nextOffset !== null) reply.header("x-next-offset", String(nextOffset));
}

/** Letters that an address has as they are. */
const PLAIN = /^[\w.-]+$/;

/** The address of the same request with other values of some parameters; those that the route ignores are left out. */
export function addressWith(
  path: string,
  query: QueryString,
  known: readonly string[],
  changes: Readonly<Record<string, string | number>>,
): string {
  return addressesWith(path, query, known)(changes);
}

/** As above, for many addresses of one request: the unchanged parameters are encoded once, because a list of classes can be thousands of characters long. */
export function addressesWith(
  path: string,
  query: QueryString,
  known: readonly string[],
): (changes: Readonly<Record<string, string | number>>) => string {
  const unchanged = new Map<string, string>();
  return (changes) => {
    const names = Object.keys(changes);
    const changed = names.join();
    const before = unchanged.get(changed) ?? unchangedPart(path, query, known, names);
    unchanged.set(changed, before);
    let [address, mark] = [before, before === path ? "?" : "&"];
    for (const name of names) {
      address += `${mark}${name}=${changes[name]!}`;
      mark = "&";
    }
    return address;
  };
}

function unchangedPart(path: string, query: QueryString, known: readonly string[], changed: readonly string[]): string {
  const parts: string[] = [];
  for (const name of known) {
    if (changed.includes(name)) continue;
    for (const value of query.values.get(name) ?? [])
      if (value !== "") parts.push(`${name}=${PLAIN.test(value) ? value : encodeURIComponent(value.toWellFormed())}`);
  }
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}
