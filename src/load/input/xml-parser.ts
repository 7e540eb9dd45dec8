// The parser of publishers' XML, with limits: one element takes a hundred times its bytes, so a limit of bytes alone bounds no memory.
import {SaxesParser} from "saxes";
import {Refusal} from "../../service/refusal.ts";
import {MAX_DEPTH, refuseStructure} from "./json-node.ts";

/** The formats that are read have ten at most. */
const MAX_ATTRIBUTES = 256;

/**
 * Refuses elements that are nested too deep or have too many attributes. It takes the parser's events "opentagstart" and "attribute".
 * @returns what the parser's "closetag" has to call
 */
export function limitXml(parser: SaxesParser, file: string): () => void {
  let [depth, attributes] = [0, 0];
  parser.on("opentagstart", () => {
    attributes = 0;
    if (++depth > MAX_DEPTH) refuseStructure(file, `is nested more than ${MAX_DEPTH} deep`);
  });
  parser.on("attribute", () => {
    if (++attributes > MAX_ATTRIBUTES)
      refuseStructure(file, `has an element with more than ${MAX_ATTRIBUTES} attributes`);
  });
  return () => depth--;
}

/**
 * A parser for the files of a publisher: it refuses elements beyond the limits, damage, and a DOCTYPE (FIX-fedstat-06, FIX-cbr-03: a declared
 * entity can expand without limit; no publisher declares one).
 * @param kind of the file, for messages: "SDMX messages"
 * @param again a hint how to get the file; null: the plain one
 * @param line if the parser does not get all lines of the file
 * @returns the parser, and what its "closetag" has to call
 */
export function createXmlParser(
  file: string,
  kind: string,
  again: string | null = null,
  line?: () => number,
): {parser: SaxesParser; closed: () => void} {
  const parser = new SaxesParser({xmlns: false, position: true});
  const closed = limitXml(parser, file);
  parser.on("error", (error) => {
    const complaint = error.message.replace(/^\d+:\d+: /, "");
    throw new Refusal(
      `${file}, line ${line?.() ?? parser.line}: not complete, well-formed XML (${complaint})`,
      `it was probably cut off; ${again ?? "download it again"}`,
    );
  });
  parser.on("doctype", () => {
    throw new Refusal(`${file} has a DOCTYPE, which ${kind} never have; it may be an HTML page`, again);
  });
  return {parser, closed};
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
