// The XML that programs write into workbooks, read four times as fast as by a general parser.
//
// It takes only documents that are surely well-formed: elements with attributes in double quotes, texts, the five named entities. For
// anything else (a comment, CDATA, a processing instruction, an odd character, a tag that does not match) it says so, and the caller reads the part again with the general parser, which alone judges. So its events are those of the general parser, or none count.
import type {PackageParts, PartEvents} from "./package-parts.ts";

/**
 * What the events of a part give: read as plain XML if it is, else from its beginning by the general parser.
 * @param begin called for each reading, because the events of one that was given up do not count
 * @throws Refusal as readXmlPart
 */
export async function readEvents<T>(
  file: string,
  parts: PackageParts,
  part: string,
  begin: () => {readonly events: PartEvents; readonly finish: () => T},
): Promise<T> {
  const plain = begin();
  if (await isRead(parts.open(part), createPlainXml(plain.events))) return plain.finish();
  const general = begin();
  const {readXmlPart} = await import("./general-xml.ts");
  await readXmlPart(file, part, parts.open(part), general.events);
  return general.finish();
}

async function isRead(texts: AsyncIterable<string>, xml: PlainXml): Promise<boolean> {
  for await (const text of texts) if (!xml.write(text)) return false;
  return xml.end();
}

export interface PlainXml {
  /** @returns false: the text is not plain; nothing that was told so far counts */
  write(text: string): boolean;
  /** @returns false: the document is not complete, or not plain */
  end(): boolean;
}

const DECLARATION =
  /^(?:<\?xml version="1\.0"(?: encoding="[\w-]+")?(?: standalone="(?:yes|no)")?[ \t\r\n]*\?>)?[ \t\r\n]*(?=<[A-Za-z_])/;
const BLANK = /^[ \n\t]*$/;
const ODD_CHARACTER = /[^\t\n\r\x20-\ufffd]/;
/** Also bounds what is kept of a tag or a text between two chunks. */
const MOST_KEPT = 2 ** 20;
const MOST_DEPTH = 32;
const MOST_ATTRIBUTES = 64;

export function createPlainXml(events: PartEvents): PlainXml {
  const open: string[] = [];
  let rest = "";
  let [isBegun, isOver, endsInReturn] = [false, false, false];

  function begin(text: string): number | null {
    const declaration = DECLARATION.exec(text);
    isBegun = declaration !== null;
    return declaration === null ? null : declaration[0].length;
  }

  /** The ends of lines as XML has them, also of one that is cut by the end of a chunk. */
  function withPlainLines(text: string): string {
    const own = endsInReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") endsInReturn = text.endsWith("\r");
    return own.includes("\r") ? own.replace(/\r\n?/g, "\n") : own;
  }

  function takeText(raw: string): boolean {
    if (open.length === 0) return BLANK.test(raw);
    if (raw.includes("]]>")) return false;
    const text = decoded(raw);
    if (text !== null) events.text?.(text);
    return text !== null;
  }

  function takeEnd(name: string): boolean {
    if (open.pop() !== name) return false;
    isOver = open.length === 0;
    events.close(localName(name));
    return true;
  }

  /** @param end of the tag: the place of its ">" */
  function takeStart(text: string, start: number, end: number): boolean {
    if (isOver || open.length === MOST_DEPTH) return false;
    const name = text.slice(start, nameEnd(text, start));
    if (name === "") return false;
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const stop = isEmpty ? end - 1 : end;
    const attributes = attributesIn(text, start + name.length, stop);
    if (attributes === null) return false;
    open.push(name);
    events.open(localName(name), attributes);
    return isEmpty ? takeEnd(name) : true;
  }

  return {
    write(fragment) {
      if (ODD_CHARACTER.test(fragment)) return false;
      const text = rest + withPlainLines(fragment);
      let at = isBegun ? 0 : begin(text);
      if (at === null) return false;
      for (;;) {
        const tag = text.indexOf("<", at);
        const end = tag < 0 ? -1 : text.indexOf(">", tag);
        if (end < 0) break;
        if (tag > at && !takeText(text.slice(at, tag))) return false;
        const isEnd = text.charCodeAt(tag + 1) === SLASH;
        if (!(isEnd ? takeEnd(text.slice(tag + 2, end)) : takeStart(text, tag + 1, end))) return false;
        at = end + 1;
      }
      rest = text.slice(at);
      return rest.length <= MOST_KEPT;
    },
    end: () => isOver && BLANK.test(rest),
  };
}

/** null: they are not plain up to `stop`. Without a pattern, because most of a sheet is attributes. */
function attributesIn(text: string, from: number, stop: number): Record<string, string> | null {
  const attributes: Record<string, string> = {};
  let count = 0;
  let at = from;
  for (;;) {
    const start = afterBlanks(text, at, stop);
    if (start === stop) return attributes;
    if (start === at || ++count > MOST_ATTRIBUTES) return null;
    const end = nameEnd(text, start);
    if (end === start || text.charCodeAt(end) !== EQUALS || text.charCodeAt(end + 1) !== QUOTE) return null;
    at = valueEnd(text, end + 2, stop);
    if (at < 0) return null;
    const name = text.slice(start, end);
    const value = decoded(text.slice(end + 2, at));
    // also a name that every object has
    if (value === null || name in attributes) return null;
    attributes[name] = value;
    at++;
  }
}

function afterBlanks(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09;
}

/** The place of the quote; -1: there is none before `stop`, or the value is not plain. */
function valueEnd(text: string, from: number, stop: number): number {
  for (let at = from; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === LESS || code === 0x0a || code === 0x09) return -1;
  }
  return -1;
}

/** The place after a name of ASCII letters; `start` if there is none. */
function nameEnd(text: string, start: number): number {
  const first = text.charCodeAt(start) | 0x20;
  let at = start;
  if ((first >= LETTER_A && first <= LETTER_Z) || text.charCodeAt(start) === UNDERSCORE) {
    while (isNamePart(text.charCodeAt(at))) at++;
  }
  return at;
}

/** A letter, a digit, "_", "-", "." or ":". */
function isNamePart(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= LETTER_A && letter <= LETTER_Z) ||
    (code >= 0x30 && code <= COLON) ||
    code === UNDERSCORE ||
    code === 0x2d ||
    code === 0x2e
  );
}

/** null: it has an entity that is not one of the five. */
function decoded(raw: string): string | null {
  if (!raw.includes("&")) return raw;
  let isPlain = true;
  const text = raw.replace(/&([^;&]*;)?/g, (_, name: string | undefined) => {
    const character = name === undefined ? undefined : ENTITIES.get(name);
    if (character === undefined) isPlain = false;
    return character ?? "";
  });
  return isPlain ? text : null;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp;", "&"],
  ["lt;", "<"],
  ["gt;", ">"],
  ["quot;", '"'],
  ["apos;", "'"],
]);
const [SLASH, EQUALS, QUOTE, LESS, UNDERSCORE, COLON] = [0x2f, 0x3d, 0x22, 0x3c, 0x5f, 0x3a];
const [LETTER_A, LETTER_Z] = [0x61, 0x7a];

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
