// The fields of a descriptor and their shapes. docs/adding-a-source.md explains each field; descriptor-json.ts checks a text against them.

import {QUANTITIES} from "../../../statistics/derived/quantity.ts";
import {LEVELS} from "../../../statistics/territory.ts";

/** The shape of a field: a scalar by name, a list, an object by its fields ("?" behind an optional one), a record. */
export type Shape =
  | "text"
  | "expression"
  | "boolean"
  | "number"
  | "kind"
  | "label kind"
  | "header"
  | "iso country"
  | "day"
  | "own territory"
  | "frequency"
  | "unit"
  | "territory"
  | "base"
  | "code"
  | "address"
  | "period"
  | "country"
  | "cells"
  | "true"
  | readonly string[]
  | {readonly list: Shape; readonly least?: number}
  /** Names are texts, or expressions. */
  | {readonly record: Shape; readonly names?: "expression"}
  /** A scalar, or an object. */
  | {readonly either: "territory"; readonly or: Shape}
  | {readonly fields: Readonly<Record<string, Shape>>};

const FIXED: Shape = {
  fields: {
    "territory?": "territory",
    "unit?": "unit",
    "base?": "base",
    "measure?": "text",
    "class?": "text",
    "year?": "number",
    "period?": "text",
  },
};

const DATASET = {
  fields: {
    code: "code",
    name: "text",
    "revised?": "boolean",
    "archival?": "boolean",
    "partial?": "boolean",
    "frequency?": "frequency",
    "indicator?": {fields: {code: "text", "label?": "text", "concept?": "text", "quantity?": QUANTITIES}},
    "quantities?": {record: QUANTITIES},
    "sourceUrl?": "address",
    "licence?": "text",
    "notes?": {list: "text"},
    "methodology?": "text",
    "continuity?": {list: {fields: {from: "text", to: "text", period: "period", "note?": "text"}}},
  },
} as const satisfies Shape;

/** A member has only the differences from its dataset. */
const MEMBER: Shape = {
  fields: Object.fromEntries(
    Object.entries(DATASET.fields).map(([name, shape]) => [`${name.replace("?", "")}?`, shape]),
  ),
};

export const OWN_UNITS: Shape = {record: {fields: {name: "text", "mult?": "number"}}};

/** The code of a listed territory, or a territory of the author's own. */
const TERRITORY: Shape = {either: "territory", or: {fields: {code: "own territory", name: "text", level: LEVELS}}};

const NAMES: Shape = {record: {fields: {code: "text", "name?": "text"}}};

const DATES = ["month", "quarter", "in month", "in quarter", "in year"] as const;

const TABLE: Shape = {
  fields: {
    "sheets?": "expression",
    "between?": {list: "expression", least: 1},
    columns: {list: "kind", least: 1},
    "headerRow?": "number",
    "headerAt?": "expression",
    "repeated?": "true",
    "titles?": {list: "kind", least: 1},
    "newest?": {fields: {sheet: "expression", row: "number"}},
    rows: {list: "label kind"},
    "labels?": {list: "header", least: 1},
    "territoriesOf?": "iso country",
    "numbers?": ["1,234.5", "1.234,5"],
    "below?": {fields: {match: "expression", as: "kind"}},
    "section?": "kind",
    "sheetName?": "kind",
    "lines?": {list: {fields: {"match?": "expression", "row?": "number", as: "kind"}}},
    "rest?": ["class", "indicator", "measure", "ignore"],
    "fixed?": FIXED,
    "names?": NAMES,
    "cumulative?": ["any", "never"],
    "footnotes?": ["period"],
    "decimals?": ["shown"],
    "marks?": {record: FIXED},
    "territories?": {record: TERRITORY, names: "expression"},
    "dates?": ["week", ...DATES],
    "nest?": ["blanks", "indent"],
    "exceptions?": {
      list: {
        fields: {
          "file?": "expression",
          "sheet?": "expression",
          "cells?": "cells",
          "section?": "expression",
          "header?": "expression",
          "label?": "expression",
          "ignore?": "true",
          "set?": FIXED,
          because: "text",
        },
      },
    },
  },
};

export const DESCRIPTOR: Shape = {
  fields: {
    "version?": "number",
    family: "text",
    provider: "code",
    "country?": "country",
    "key?": "text",
    "proposed?": "true",
    "comments?": {list: "text"},
    "recognise?": {fields: {"file?": "expression", "sheet?": "expression", "text?": "expression"}},
    dataset: DATASET,
    "members?": {record: MEMBER, names: "expression"},
    "published?": {fields: {"sheet?": "expression", text: "expression"}},
    "names?": NAMES,
    "words?": {record: "text"},
    "units?": OWN_UNITS,
    "english?": {record: "text"},
    tables: {list: TABLE, least: 1},
  },
};

/** A descriptor of a coded file, which says all else about itself. */
export const CODED_DESCRIPTOR: Shape = {
  fields: {"version?": "number", "family?": "text", "comments?": {list: "text"}, dates: DATES},
};
