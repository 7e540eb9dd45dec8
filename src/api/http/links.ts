// Absolute links: the public address of the service, and the next page of an answer.
import type {FastifyRequest} from "fastify";
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
export function nextLink(
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

/** Letters that an address has as they are. */
const PLAIN = /^[\w.-]+$/;

/** The address of the same request with other values of some parameters; those that the route ignores are left out. */
export function addressWith(
  path: string,
  query: QueryString,
  known: readonly string[],
  changes: Readonly<Record<string, string | number>>,
): string {
  let [address, mark] = [path, "?"];
  const add = (name: string, value: string | number): void => {
    address += `${mark}${name}=${value}`;
    mark = "&";
  };
  for (const name of known) {
    const values = query.values.get(name);
    if (values === undefined || Object.hasOwn(changes, name)) continue;
    for (const value of values)
      if (value !== "") add(name, PLAIN.test(value) ? value : encodeURIComponent(value.toWellFormed()));
  }
  for (const name in changes) add(name, changes[name]!);
  return address;
}
