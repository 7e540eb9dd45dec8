// The two flat entity sets of the channel: their properties in order, their types and keys. $metadata, answers, $select and $filter all use
// this one table.
//
// A property that can be null is declared nullable and is always present, as null: common clients fail on absent properties.

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
    text("series_ref"),
    text("title"),
    text("provider_code"),
    text("dataset_code"),
    text("indicator"),
    nullableText("classification"),
    nullableText("class_label"),
    nullableText("measure"),
    nullableText("transformation"),
    nullableText("unit"),
    text("freq"),
    text("geo"),
    text("geo_canonical"),
    text("geo_level"),
    text("geo_label"),
    day("last_period"),
    text("status"),
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
    text("provider_code"),
    text("dataset_code"),
    text("indicator"),
    nullableText("classification"),
    nullableText("measure"),
    nullableText("transformation"),
    nullableText("unit"),
    text("freq"),
    text("geo"),
    text("geo_label"),
    text("geo_level"),
    text("title"),
    {name: "withdrawn_at", type: "Edm.Date", nullable: true, maxLength: null},
  ],
};

export const ENTITY_SETS: readonly EntitySet[] = [SERIES, OBSERVATIONS];

export function findProperty(set: EntitySet, name: string): Property | null {
  return set.properties.find((property) => property.name === name) ?? null;
}

function text(name: string): Property {
  return {name, type: "Edm.String", nullable: false, maxLength: null};
}

function nullableText(name: string): Property {
  return {name, type: "Edm.String", nullable: true, maxLength: null};
}

function day(name: string): Property {
  return {name, type: "Edm.Date", nullable: false, maxLength: null};
}
