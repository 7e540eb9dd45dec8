// The XML of a workbook's part, read by a general parser, which takes every well-formed document.
//
// Hardly any workbook needs it (plain-xml.ts), so it is imported where one does.
import {SaxesParser} from "saxes";
import {Refusal} from "../../service/refusal.ts";
import {limitXml, localName} from "../input/xml-parser.ts";
import type {PartEvents, XmlAttributeTexts} from "./package-parts.ts";

/**
 * Reads one part as XML events by local names. Attributes keep their prefixes ("r:id"): `attribute` finds one by its local name.
 * @throws Refusal if the part is not well-formed, or has a DOCTYPE: Office files have none, and an entity may expand without limit
 */
export async function readXmlPart(
  file: string,
  part: string,
  texts: AsyncIterable<string>,
  events: PartEvents,
): Promise<void> {
  const parser = new SaxesParser({xmlns: false, position: false});
  const closed = limitXml(parser, `${file}: ${part}`);
  parser.on("error", (error) => {
    throw new Refusal(`${file}: ${part} is not well-formed XML (${error.message})`, "download the file again");
  });
  parser.on("doctype", () => {
    throw new Refusal(`${file}: ${part} has a DOCTYPE, which no Office file has`, "download the file again");
  });
  parser.on("opentag", (tag) => events.open(localName(tag.name), tag.attributes as XmlAttributeTexts));
  parser.on("closetag", (tag) => {
    closed();
    events.close(localName(tag.name));
  });
  if (events.text) {
    const text = events.text.bind(events);
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const text of texts) parser.write(text);
  parser.close();
}
