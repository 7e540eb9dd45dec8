// The structures of SDMX as plain values, from which each format writes a message: dataflows, data structures, codelists, one scheme of
// concepts, one of agencies, one of categories, and the values that data have.
//
// Every dimension has a codelist, and every concept that is named is in the scheme: clients fail on the first that is missing.

/** The concepts of all data structures; the first are dimensions, in the order of a key. */
export const CONCEPT_NAMES = {
  FREQ: "Frequency",
  INDICATOR: "Indicator",
  CLASS: "Class of products or activities",
  MEASURE: "Kind of indicator",
  TRANSFORMATION: "Transformation",
  UNIT: "Unit of measure",
  GEO: "Territory",
  TIME_PERIOD: "Period; a week is its number by ISO 8601, or its day",
  OBS_VALUE: "Value",
  AS_OF: "Day of publication of the value",
  SERIES_ID: "Key of the series at this service",
} as const;
export type ConceptId = keyof typeof CONCEPT_NAMES;

export const SDMX_DIMENSIONS = ["FREQ", "INDICATOR", "CLASS", "MEASURE", "TRANSFORMATION", "UNIT", "GEO"] as const;
export type SdmxDimension = (typeof SDMX_DIMENSIONS)[number];

/** Of all structures: they change with every load, and old ones are not kept. */
export const SDMX_VERSION = "1.0";
export const CONCEPT_SCHEME = "CONCEPTS";
export const CATEGORY_SCHEME = "PROVIDERS";

/** An identifier with its name. */
export interface NamedId {
  readonly id: string;
  /** As published. */
  readonly name: string;
  /** In English, where that is another name. */
  readonly english?: string;
}

export type NameLanguage = "ru" | "en";

/** A name in its language. */
export type LocalName = readonly [language: NameLanguage, name: string];

/** The names of one thing, the preferred language first; two names never have the same language. */
export function localNames(
  {name, english}: Omit<NamedId, "id">,
  preferred: NameLanguage,
): readonly [LocalName, ...LocalName[]] {
  const own = languageOf(name);
  if (english === undefined || english === name) return [[own, name]];
  if (own === "en") return [["en", preferred === "en" ? english : name]];
  const names = [
    ["en", english],
    [own, name],
  ] as const;
  return preferred === "en" ? names : [names[1], names[0]];
}

export interface SdmxFlow extends NamedId {
  /** The identifier of its data structure. */
  readonly structure: string;
  /** The identifier of its category. */
  readonly category: string;
}

export interface Codelist extends NamedId {
  /** Some hundred codes at a time, made when they are written: a list may have a hundred thousand. */
  codes(): Iterable<readonly NamedId[]>;
}

export interface DataStructure extends NamedId {
  readonly dimensions: readonly {readonly id: SdmxDimension; readonly codelist: string}[];
}

/** The codes that the data of a flow have. */
export interface AvailableData {
  readonly flow: string;
  readonly values: readonly (readonly [dimension: string, codes: readonly string[]])[];
  /** First days of the first and last periods, YYYY-MM-DD; null: there are no values. */
  readonly span: {readonly first: string; readonly last: string} | null;
  readonly seriesCount: number;
}

export interface StructureMessage {
  /** Of the first of several names. */
  readonly language: NameLanguage;
  readonly agency: string;
  /** Of the message. */
  readonly id: string;
  /** ISO 8601. */
  readonly prepared: string;
  readonly hasAgencies: boolean;
  readonly hasConcepts: boolean;
  readonly flows: readonly SdmxFlow[];
  /** Providers; each with a categorisation for every flow of the message. */
  readonly categories: readonly NamedId[];
  readonly codelists: readonly Codelist[];
  readonly structures: readonly DataStructure[];
  readonly available: AvailableData | null;
}

/** The language of a name: data come in the language of their publishers. */
function languageOf(name: string): NameLanguage {
  const first = name.charCodeAt(0);
  // nearly all names of these publishers begin with such a letter
  if (first >= 0x410 && first <= 0x44f) return "ru";
  return /\p{Script=Cyrillic}/u.test(name) ? "ru" : "en";
}

export function conceptUrn(agency: string, id: string): string {
  return `urn:sdmx:org.sdmx.infomodel.conceptscheme.Concept=${agency}:${CONCEPT_SCHEME}(${SDMX_VERSION}).${id}`;
}

/** @param kind for example "datastructure.Dataflow" */
export function maintainableUrn(kind: string, agency: string, id: string): string {
  return `urn:sdmx:org.sdmx.infomodel.${kind}=${agency}:${id}(${SDMX_VERSION})`;
}
