// The parts that the messages of SDMX-ML 2.1 share: escaped text, references and the header.
import {SDMX_VERSION} from "./structure.ts";

const SCHEMAS = "http://www.sdmx.org/resources/sdmxml/schemas/v2_1";

export const NAMESPACES = {
  message: `xmlns:mes="${SCHEMAS}/message" xmlns:com="${SCHEMAS}/common"`,
  structure: `xmlns:str="${SCHEMAS}/structure"`,
  generic: `xmlns:gen="${SCHEMAS}/data/generic"`,
  specific: `xmlns:ss="${SCHEMAS}/data/structurespecific" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`,
} as const;

const SIGNS: Readonly<Record<string, string>> = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no other way to say them
const NOT_PLAIN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff&<>"]/;

/** Text of an element or an attribute in double quotes. A letter that XML cannot have is replaced. */
export function xmlText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no other way to say them
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd").replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
}

/** @param kind for example "datastructure.Dataflow" */
export function xmlReference(kind: string, agency: string, id: string): string {
  const [pack, name] = kind.split(".");
  return `<Ref id="${id}" version="${SDMX_VERSION}" agencyID="${agency}" package="${pack}" class="${name}"/>`;
}

export interface SdmxMessageHead {
  readonly id: string;
  readonly prepared: string;
  readonly agency: string;
}

/** @param more elements behind the receiver */
export function xmlHeader({id, prepared, agency}: SdmxMessageHead, more = ""): string {
  return (
    `<mes:Header><mes:ID>${id}</mes:ID><mes:Test>false</mes:Test><mes:Prepared>${prepared}</mes:Prepared>` +
    `<mes:Sender id="${agency}"/>${more}</mes:Header>\n`
  );
}
