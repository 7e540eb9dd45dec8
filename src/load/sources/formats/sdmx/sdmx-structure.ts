// What a structure message of SDMX-ML says: the dimensions in their order, the attributes, and the names of codes.
//
// A message with data may contain its structure too. Without one, the attributes of a compact message are told from its dimensions by the
// standard names of attributes alone.
import type {CodedDimension} from "../coded-roles.ts";

export interface SdmxStructure {
  /** Dimensions by id, with the list of their codes; the time is not among them. */
  readonly dimensions: Map<string, string | null>;
  readonly attributes: Set<string>;
  /** Of version 3.0, which may have several. */
  readonly measures: Set<string>;
  /** By list and code. */
  readonly codes: Map<string, Map<string, string>>;
  name: string | null;
}

export function emptyStructure(): SdmxStructure {
  return {dimensions: new Map(), attributes: new Set(), measures: new Set(), codes: new Map(), name: null};
}

type XmlAttributes = Readonly<Record<string, string>>;

export interface StructureReader {
  open(kind: string, attributes: XmlAttributes): void;
  close(kind: string, text: string): void;
}

export function createStructureReader(structure: SdmxStructure): StructureReader {
  let list: string | null = null;
  let code: string | null = null;
  let dimension: string | null = null;
  let language = "";
  let isFlow = false;
  return {
    open(kind, attributes) {
      const id = attributes["id"] ?? attributes["value"] ?? "";
      if (kind === "Codelist" || kind === "CodeList") {
        list = id;
        structure.codes.set(id, structure.codes.get(id) ?? new Map());
      } else if (kind === "Code") code = attributes["value"] ?? id;
      else if (kind === "Dimension" || kind === "MeasureDimension") {
        // One without an id only says to which dimension an attribute belongs.
        dimension = componentOf(attributes);
        if (dimension !== null && attributes["isTimeDimension"] !== "true")
          structure.dimensions.set(dimension, attributes["codelist"] ?? null);
      } else if (kind === "Attribute" || kind === "PrimaryMeasure" || kind === "TimeDimension") {
        dimension = null;
        if (kind === "Attribute") structure.attributes.add(componentOf(attributes) ?? "");
      } else if (kind === "Ref" && dimension !== null && (attributes["class"] === "Codelist" || id.startsWith("CL_")))
        structure.dimensions.set(dimension, id);
      else if (kind === "Measure" && attributes["id"] !== undefined) structure.measures.add(attributes["id"]);
      else if (kind === "Dataflow" || kind === "KeyFamily" || kind === "DataStructure") isFlow = true;
      else if (kind === "Name" || kind === "Description") language = attributes["xml:lang"] ?? "";
    },
    close(kind, text) {
      const isName = kind === "Name" || kind === "Description";
      if (isName && list !== null && code !== null) {
        const names = structure.codes.get(list)!;
        // In English where there is a choice: the names of a release are in one language.
        if (!names.has(code) || /^en/i.test(language)) names.set(code, text.trim());
      } else if (
        isName &&
        isFlow &&
        list === null &&
        dimension === null &&
        (structure.name === null || /^en/i.test(language))
      )
        structure.name = text.trim();
      else if (kind === "Code") code = null;
      else if (kind === "Codelist" || kind === "CodeList") list = null;
      else if (kind === "Dimension" || kind === "MeasureDimension") dimension = null;
    },
  };
}

/** The name of a dimension or an attribute: `concept` is of version 1.0, `conceptRef` of 2.0. */
function componentOf(attributes: XmlAttributes): string | null {
  return attributes["id"] ?? attributes["conceptRef"] ?? attributes["concept"] ?? null;
}

export function keyDimensions(ids: readonly string[], {dimensions, codes}: SdmxStructure): CodedDimension[] {
  return ids.map((id) => ({id, name: id, labels: codes.get(dimensions.get(id) ?? `CL_${id}`) ?? new Map()}));
}

const STANDARD =
  /^(?:obs_|conf_|unit|decimals$|title|time_format$|time_per_collect$|collection|compiling_org$|diss_org$|publ_|dom_ser_ids$|availability$|breaks$|coverage$|nat_title$|pre_break|source_|embargo|comment|last_update$|precision$|powercode$|base_per$|scale$|reporting_year_start_day$|method|idbank$|id_|revision)/i;

/** Whether it is a name that SDMX gives an attribute. */
export function isStandardAttribute(id: string): boolean {
  return STANDARD.test(id);
}

/** Columns of SDMX-CSV that are attributes wherever they stand. */
const NEVER_IN_KEY =
  /^(?:obs_(?:status|flag|conf|com|pre_break)|conf_status|unit_mult(?:iplier)?|powercode|decimals$|time_format$|pre_break|embargo|reporting_year_start_day$)/i;

/** Whether a column between the period and the value, or before both, is an attribute; the unit may be a part of the key. */
export function isAttributeColumn(id: string, isBehindTime: boolean): boolean {
  return NEVER_IN_KEY.test(id) || (isBehindTime && STANDARD.test(id) && !/^unit(?:_measure)?$/i.test(id));
}

/** Whether an attribute of a compact element is an attribute of SDMX and no dimension. */
export function isSdmxAttribute(id: string, value: string, {dimensions, attributes}: SdmxStructure): boolean {
  if (dimensions.size > 0) return !dimensions.has(id);
  return attributes.has(id) || STANDARD.test(id) || !/^[\w@$.+*-]*$/.test(value);
}
