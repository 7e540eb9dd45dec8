// Limits of structure for the parsers of XML and JSON: one element takes a hundred times its bytes, so a limit of bytes alone bounds no memory.
import type {SaxesParser} from "saxes";
import {Refusal} from "../../refusal.ts";

export const MAX_DEPTH = 64;
/** The formats that are read have ten at most. */
const MAX_ATTRIBUTES = 256;
/** Elements of lists and members of records. */
const MAX_JSON_ELEMENTS = 2_000_000;

/**
 * Refuses elements that are nested too deep or have too many attributes. It takes the parser's events "opentagstart" and "attribute".
 * @returns what the parser's "closetag" has to call
 */
export function limitXml(parser: SaxesParser, file: string): () => void {
  let [depth, attributes] = [0, 0];
  parser.on("opentagstart", () => {
    attributes = 0;
    if (++depth > MAX_DEPTH) refuse(file, `is nested more than ${MAX_DEPTH} deep`);
  });
  parser.on("attribute", () => {
    if (++attributes > MAX_ATTRIBUTES) refuse(file, `has an element with more than ${MAX_ATTRIBUTES} attributes`);
  });
  return () => depth--;
}

/** Before JSON.parse, which has no limit. Commas inside texts count too. @throws Refusal */
export function limitJson(file: string, text: string, most = MAX_JSON_ELEMENTS): void {
  let elements = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code === COMMA || code === LIST || code === RECORD) && ++elements > most)
      refuse(file, `has more than ${most} elements`);
  }
}

const [COMMA, LIST, RECORD] = [44, 91, 123];

function refuse(file: string, reason: string): never {
  throw new Refusal(`${file} ${reason}`, "no file of its kind does: it is damaged, or made to fill the memory");
}
