// The two flat entity sets of the channel: their properties in order, their types and keys. Answers, $select and $filter all use this one
// table, and $metadata is made of it.
//
// A property that can be null is declared nullable and is always present, as null: common clients fail on absent properties.
import {FUNCTIONS} from "./functions.ts";

export type EdmType = "Edm.String" | "Edm.Double" | "Edm.Date";

export interface Property {
  readonly name: string;
  readonly type: EdmType;
  readonly nullable: boolean;
  readonly maxLength: number | null;
}

export interface EntitySet {
  readonly name: "series" | "observations";
  /** Name of the entity type within the namespace. */
  readonly type: string;
  readonly keys: readonly string[];
  readonly properties: readonly Property[];
}

export const NAMESPACE = "Ryad";

/** The custom query option of both sets: the day whose knowledge is asked for. */
export const AS_OF_OPTION = "asOf";
/** The custom query option of both sets: the language of names. */
export const LANGUAGE_OPTION = "lang";
/** The custom query option of observations: steps that values are derived by. */
export const DERIVE_OPTION = "derive";
/** Options of this service beside those of OData, which have no $. */
export const CUSTOM_OPTIONS: readonly string[] = [AS_OF_OPTION, LANGUAGE_OPTION, DERIVE_OPTION];
export const AS_OF_WORDS: Readonly<Record<EntitySet["name"], string>> = {
  series:
    "YYYY-MM-DD: only series with a value published on or before that day. last_period and status are those known now.",
  observations: "YYYY-MM-DD: the latest estimates published on or before that day.",
};

const SERIES_KEY: Property = {name: "series_key", type: "Edm.String", nullable: false, maxLength: 16};

export const SERIES: EntitySet = {
  name: "series",
  type: "Series",
  keys: ["series_key"],
  properties: [
    SERIES_KEY,
    ...texts("series_ref", "title", "provider_code", "dataset_code", "indicator"),
    ...nullableTexts("classification", "class_label", "measure", "transformation", "unit"),
    ...texts("freq", "geo", "geo_canonical", "geo_level", "geo_label"),
    day("last_period"),
    ...texts("status"),
  ],
};

export const OBSERVATIONS: EntitySet = {
  name: "observations",
  type: "Observation",
  keys: ["series_key", "period"],
  properties: [
    SERIES_KEY,
    day("period"),
    {name: "value", type: "Edm.Double", nullable: true, maxLength: null},
    day("as_of"),
    ...texts("provider_code", "dataset_code", "indicator"),
    ...nullableTexts("classification", "measure", "transformation", "unit"),
    ...texts("freq", "geo", "geo_label", "geo_level", "title"),
    {name: "withdrawn_at", type: "Edm.Date", nullable: true, maxLength: null},
  ],
};

export const ENTITY_SETS: readonly EntitySet[] = [SERIES, OBSERVATIONS];

export function findProperty(set: EntitySet, name: string): Property | null {
  return set.properties.find((property) => property.name === name) ?? null;
}

function texts(...names: string[]): Property[] {
  return names.map((name) => ({name, type: "Edm.String", nullable: false, maxLength: null}));
}

function nullableTexts(...names: string[]): Property[] {
  return names.map((name) => ({name, type: "Edm.String", nullable: true, maxLength: null}));
}

function day(name: string): Property {
  return {name, type: "Edm.Date", nullable: false, maxLength: null};
}

const CAPABILITIES = "Org.OData.Capabilities.V1";
const VOCABULARY = `https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${CAPABILITIES}.xml`;

/**
 * $metadata as CSDL 4.0, the same for every request, with only the elements that common clients can read. FilterFunctions makes Power Query
 * send its filters instead of downloading everything. AsynchronousRequestsSupported is absent on purpose: Power Query would request several
 * pages at once and exceed the limit of requests a minute. So is ReadRestrictions, which could name the options asOf and derive: not every reader takes it.
 */
export const METADATA_XML = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
  `  <edmx:Reference Uri="${VOCABULARY}">`,
  `    <edmx:Include Namespace="${CAPABILITIES}"/>`,
  "  </edmx:Reference>",
  "  <edmx:DataServices>",
  `    <Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
  ...ENTITY_SETS.flatMap(entityType),
  '      <EntityContainer Name="Container">',
  ...ENTITY_SETS.flatMap(entitySet),
  ...filterFunctions("        "),
  "      </EntityContainer>",
  "    </Schema>",
  "  </edmx:DataServices>",
  "</edmx:Edmx>",
  "",
].join("\n");

function entityType({type, keys, properties}: EntitySet): string[] {
  return [
    `      <EntityType Name="${type}">`,
    "        <Key>",
    ...keys.map((key) => `          <PropertyRef Name="${key}"/>`),
    "        </Key>",
    ...properties.map((property) => `        ${propertyXml(property)}`),
    "      </EntityType>",
  ];
}

function propertyXml({name, type, nullable, maxLength}: Property): string {
  const length = maxLength === null ? "" : ` MaxLength="${maxLength}"`;
  return `<Property Name="${name}" Type="${type}"${nullable ? "" : ' Nullable="false"'}${length}/>`;
}

function entitySet({name, type}: EntitySet): string[] {
  return [
    `        <EntitySet Name="${name}" EntityType="${NAMESPACE}.${type}">`,
    ...filterFunctions("          "),
    ...["Insert", "Update", "Delete"].flatMap(readOnly),
    "        </EntitySet>",
  ];
}

function filterFunctions(indent: string): string[] {
  return [
    `${indent}<Annotation Term="${CAPABILITIES}.FilterFunctions">`,
    `${indent}  <Collection>`,
    ...Object.keys(FUNCTIONS).map((name) => `${indent}    <String>${name}</String>`),
    `${indent}  </Collection>`,
    `${indent}</Annotation>`,
  ];
}

function readOnly(action: string): string[] {
  return [
    `          <Annotation Term="${CAPABILITIES}.${action}Restrictions">`,
    "            <Record>",
    `              <PropertyValue Property="${action}able" Bool="false"/>`,
    "            </Record>",
    "          </Annotation>",
  ];
}
