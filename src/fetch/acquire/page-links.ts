// The links of a publisher's page, and the newest of those that an expression matches.
//
// Which link is the newest is read from the link itself (groups of the expression) and never from its position, unless the expression has no
// groups: then the first on the page counts, because pages list the newest first.
import {type DefaultTreeAdapterTypes, parse} from "parse5";

type Node = DefaultTreeAdapterTypes.Node;

export interface PageLink {
  /** Absolute. */
  readonly href: string;
  /** The text inside, with single blanks. */
  readonly text: string;
}

/** The text of a page, in the encoding of its header, of its own mark, or UTF-8. @param type of the Content-Type header */
export function pageText(bytes: Uint8Array, type: string): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  const named = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}

/** Every element of the page, in its order. */
export function* elementsOf(html: string): Generator<DefaultTreeAdapterTypes.Element> {
  yield* elementsIn(parse(html));
}

function* elementsIn(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ("attrs" in node) yield node;
  for (const child of "childNodes" in node ? node.childNodes : []) yield* elementsIn(child);
}

export function htmlAttribute({attrs}: DefaultTreeAdapterTypes.Element, name: string): string | null {
  return attrs.find((one) => one.name === name)?.value ?? null;
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** @param address of the page, from which relative links count; a `base` element changes it */
export function linksOf(html: string, address: string): PageLink[] {
  let base = address;
  const links: PageLink[] = [];
  for (const element of elementsOf(html)) {
    const href = htmlAttribute(element, "href");
    if (href === null) continue;
    const absolute = URL.parse(href.trim(), base)?.href;
    if (absolute === undefined) continue;
    if (element.tagName === "base") base = absolute;
    if (element.tagName === "a") links.push({href: absolute, text: textOf(element).replace(/\s+/g, " ").trim()});
  }
  return links;
}

/**
 * The newest link whose address, also with its letters unescaped, or whose text the expression matches.
 * @param link named groups year, month, day, hour come first, in this order; else the groups in their own order. A missing part is the smallest.
 * @returns null: none matches
 */
export function newestLink(links: readonly PageLink[], link: string): PageLink | null {
  const expression = new RegExp(link, "iu");
  let best: {readonly link: PageLink; readonly rank: readonly string[]} | null = null;
  for (const one of links) {
    const match = expression.exec(unescaped(one.href)) ?? expression.exec(one.href) ?? expression.exec(one.text);
    if (match === null) continue;
    const rank = rankOf(match);
    if (best === null || isNewer(rank, best.rank)) best = {link: one, rank};
  }
  return best?.link ?? null;
}

const PARTS = ["year", "month", "day", "hour"] as const;

function rankOf(match: RegExpExecArray): string[] {
  const {groups} = match;
  if (groups === undefined) return match.slice(1).map((group) => group ?? "");
  const named = PARTS.map((part) => groups[part] ?? "");
  return [
    ...named,
    ...Object.keys(groups).flatMap((name) => ((PARTS as readonly string[]).includes(name) ? [] : [groups[name] ?? ""])),
  ];
}

/** Digits count as numbers: 2026-9 is before 2026-10. */
function isNewer(one: readonly string[], other: readonly string[]): boolean {
  for (const [index, part] of one.entries()) {
    const order = part.localeCompare(other[index] ?? "", "en", {numeric: true});
    if (order !== 0) return order > 0;
  }
  return false;
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
