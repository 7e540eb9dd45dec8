// The form of JSON that a client accepts, by its Accept header or $format, and whether it reads errors as strictly as Microsoft's reader.
//
// An Accept header may list Atom and XML first: it is enough that JSON is in it.
import {ODataFault} from "./fault.ts";

export type MetadataLevel = "none" | "minimal" | "full";

export interface JsonForm {
  readonly level: MetadataLevel;
  /** Integers of 64 bits (the count of rows) as text. */
  readonly ieee754Compatible: boolean;
}

const MINIMAL: JsonForm = {level: "minimal", ieee754Compatible: false};

/** null: the client does not accept JSON. $format overrides Accept; of several kinds of JSON the one with the highest weight counts. */
export function chooseJsonForm(accept: string | undefined, format: string | null): JsonForm | null {
  if (format !== null) {
    if (format.toLowerCase() === "json") return MINIMAL;
    const [range] = readRanges(format);
    return range?.type === "application/json" ? formOf(range.parameters) : null;
  }
  if (accept === undefined || accept.trim() === "") return MINIMAL;
  let best: {readonly form: JsonForm; readonly weight: number} | null = null;
  for (const {type, parameters, weight} of readRanges(accept)) {
    if (!["application/json", "application/*", "*/*"].includes(type) || weight <= (best?.weight ?? 0)) continue;
    // An unknown level is not refused: a client that names JSON can read the usual form.
    const form = type === "application/json" ? (formOf(parameters) ?? MINIMAL) : MINIMAL;
    best = {form, weight};
  }
  return best?.form ?? null;
}

/** The Content-Type of an answer in this form. */
export function jsonType({level, ieee754Compatible}: JsonForm): string {
  return `application/json;odata.metadata=${level};odata.streaming=true;IEEE754Compatible=${ieee754Compatible};charset=utf-8`;
}

export const MINIMAL_JSON_TYPE = jsonType(MINIMAL);

/** Whether the client's Accept says that it reads OData: then an error may have only OData's own members. */
export function readsODataStrictly(accept: string | undefined): boolean {
  return accept !== undefined && /[;\s]odata(?:\.metadata)?\s*=/i.test(accept);
}

/** The maximum rows of a page from a Prefer header; null if it has none that can be read. */
export function preferredPageSize(prefer: string | undefined): number | null {
  const found = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? "");
  const size = found === null ? 0 : Number(found[1]);
  return size > 0 ? size : null;
}

/** Throws ODataFault for a client that does not accept version 4.0. */
export function refuseOldReaders(maxVersion: string | undefined): void {
  if (maxVersion === undefined || maxVersion.trim() === "") return;
  const version = /^\s*(\d+)\.(\d+)/.exec(maxVersion);
  if (version === null || Number(version[1]) < 4) {
    throw new ODataFault("bad", "OData-MaxVersion is below 4.0, and this service supports only 4.0");
  }
}

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

function readRanges(header: string): MediaRange[] {
  return header.split(",").map((part) => {
    const [type = "", ...rest] = part.split(";").map((text) => text.trim().toLowerCase());
    const parameters = new Map(
      rest.map((text) => [text.split("=")[0]!.trim(), text.slice(text.indexOf("=") + 1).trim()]),
    );
    const weight = Number(parameters.get("q") ?? "1");
    return {type, parameters, weight: weight >= 0 && weight <= 1 ? weight : 0};
  });
}

/** Also the names of OData 3, because Excel sends both. null: an unknown level. */
function formOf(parameters: ReadonlyMap<string, string>): JsonForm | null {
  const ieee754Compatible = parameters.get("ieee754compatible") === "true";
  const level = parameters.get("odata.metadata") ?? parameters.get("odata")?.replace(/metadata$/, "") ?? "minimal";
  const known = ({none: "none", no: "none", minimal: "minimal", full: "full", light: "minimal"} as const)[level];
  return known === undefined ? null : {level: known, ieee754Compatible};
}
