// Reads one part of an .xlsx as XML events by local names, whatever prefixes its maker chose.
//
// A DOCTYPE is refused: Office files have none, and a declared entity can swell without end.
import {SaxesParser} from "saxes";
import {Refusal} from "../../refusal.ts";

export type Attributes = Readonly<Record<string, string>>;

export interface PartEvents {
  /** `name` is without its prefix. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** Called with pieces. */
  text?(piece: string): void;
}

/** Attributes keep their prefixes ("r:id"): `attribute` finds one by its local name. @throws Refusal when it is not well-formed */
export async function readXmlPart(
  file: string,
  part: string,
  pieces: AsyncIterable<string>,
  events: PartEvents,
): Promise<void> {
  const parser = new SaxesParser({xmlns: false, position: false});
  parser.on("error", (error) => {
    throw new Refusal(`${file}: ${part} is not well-formed XML (${error.message})`, "download the file again");
  });
  parser.on("doctype", () => {
    throw new Refusal(`${file}: ${part} has a DOCTYPE, which no Office file has`, "download the file again");
  });
  parser.on("opentag", (tag) => events.open(localName(tag.name), tag.attributes as Attributes));
  parser.on("closetag", (tag) => events.close(localName(tag.name)));
  if (events.text) {
    const text = events.text.bind(events);
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const piece of pieces) parser.write(piece);
  parser.close();
}

/** The attribute of this local name, with any prefix or none. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key];
  return undefined;
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}
