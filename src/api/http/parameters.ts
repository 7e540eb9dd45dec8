// The query of a request: its text as parameters, and their check against the route's schema, with refusals in the words of pydantic.
//
// The text is read strictly: common parsers accept bad escapes. A router's parser may not throw, so an unreadable text gives
// `readable: false` and the request is answered 404. An empty value counts as absent. A repeated parameter is one list if the
// schema has an array, otherwise refused. Every wrong parameter is named, not only the first. A bound (`start`, `end`) is a day, a month
// or a year, and includes the whole month or year; `as_of` is always a day.
import {type Static, type TObject, type TProperties, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {countriesOfCodes} from "../../country/world-territories.ts";
import {CUSTOM_OPTIONS} from "../../formats/odata/entity-model.ts";
import {systemOption} from "../../formats/odata/option-names.ts";
import {type GeoFilter, splitList} from "../../statistics/catalogue/selection.ts";
import {LEVELS, type Level} from "../../statistics/territory.ts";
import {type Bounds, type Day, parseBound, parseCalendarDay} from "../../statistics/time/day.ts";
import {InvalidParameters, type ParameterProblem, type ProblemType} from "../errors.ts";
import {BOUND_PATTERN, DATE_PATTERNS, DAY_PATTERN} from "./date-patterns.ts";

/** The parameter by which the OData channel takes a token. */
export const KEY_PARAMETER = "api_key";

/** The parts of JSON Schema that a parameter may use here. */
interface ParameterSchema {
  readonly type: "string" | "integer" | "array";
  readonly items?: ParameterSchema;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
}

/**
 * The values that could be read, with defaults; the others are absent and named in `problems`. A list has the raw values, one per
 * occurrence, because a value that equals a whole code is not split at commas.
 */
export function readParameters<T extends TObject<TProperties>>(
  schema: T,
  query: QueryString,
  problems: ParameterProblem[],
): Partial<Static<T>> {
  const values: Record<string, unknown> = {};
  for (const name in schema.properties) {
    const form = schema.properties[name] as unknown as ParameterSchema;
    const occurrences = query.values.get(name);
    if (occurrences === undefined && form.default === undefined && !schema.required?.includes(name)) continue;
    const given = occurrences?.includes("") ? occurrences.filter((value) => value !== "") : occurrences;
    if (given === undefined || given.length === 0) {
      if (form.default !== undefined) values[name] = form.default;
      else if (schema.required?.includes(name))
        problems.push({loc: ["query", name], msg: "Field required", type: "missing"});
      continue;
    }
    // Made only for a given parameter: most are not given.
    const refuse = (type: ProblemType, msg: string): void => {
      problems.push({loc: ["query", name], msg, type});
    };
    if (form.type === "array") {
      const list = readList(name, form.items, given, refuse);
      if (list !== null) values[name] = list;
    } else if (given.length > 1) {
      refuse("value_error", `Value error, ${name} takes one value, ${given.length} were given`);
    } else {
      const value = form.type === "integer" ? readInteger(form, given[0]!, refuse) : readText(form, given[0]!, refuse);
      if (value !== null) values[name] = value;
    }
  }
  return values as Partial<Static<T>>;
}

/**
 * What `read` makes of the checked parameters; it may refuse more. Throws InvalidParameters with all faults.
 * @param read its result is dropped if anything was refused
 */
export function readRequest<T extends TObject<TProperties>, R>(
  schema: T,
  query: QueryString,
  read: (given: Partial<Static<T>>, refuse: RefuseNamed, problems: readonly ParameterProblem[]) => R,
): R {
  const problems: ParameterProblem[] = [];
  const result = read(readParameters(schema, query, problems), refuseInto(problems), problems);
  if (problems.length > 0) throw new InvalidParameters(problems);
  return result;
}

/** Names of given parameters that the route does not know. */
export function unknownNames(
  query: QueryString,
  schema: TObject<TProperties> | undefined,
  takesOptions: boolean,
): readonly string[] {
  const unknown: string[] = [];
  for (const name of query.values.keys()) {
    if (name === "" || (schema !== undefined && Object.hasOwn(schema.properties, name))) continue;
    if (!(takesOptions && isOptionName(name))) unknown.push(name);
  }
  return unknown;
}

function isOptionName(name: string): boolean {
  return name === KEY_PARAMETER || CUSTOM_OPTIONS.includes(name) || name.startsWith("@") || systemOption(name) !== null;
}

/** Refuses a parameter by its name. Returns null, so that the caller can return the call. */
export type RefuseNamed = (name: string, type: ProblemType, msg: string) => null;

/** Refusals of query parameters go into the list. */
export function refuseInto(problems: ParameterProblem[]): RefuseNamed {
  return (name, type, msg) => {
    problems.push({loc: ["query", name], msg, type});
    return null;
  };
}

/** Whether a parameter has a value that is not empty. */
export function isGiven(query: QueryString, name: string): boolean {
  return query.values.get(name)?.some((value) => value !== "") === true;
}

type Refuse = (type: ProblemType, msg: string) => void;

function readInteger(form: ParameterSchema, text: string, refuse: Refuse): number | null {
  if (!/^[+-]?\d+$/.test(text)) {
    refuse("int_parsing", "Input should be a valid integer, unable to parse string as an integer");
    return null;
  }
  const number = Number(text);
  if (form.minimum !== undefined && number < form.minimum) {
    refuse("greater_than_equal", `Input should be greater than or equal to ${form.minimum}`);
    return null;
  }
  if (form.maximum !== undefined && number > form.maximum) {
    refuse("less_than_equal", `Input should be less than or equal to ${form.maximum}`);
    return null;
  }
  return number === 0 ? 0 : number;
}

function readText(form: ParameterSchema, text: string, refuse: Refuse): string | null {
  const isDate = form.pattern !== undefined && DATE_PATTERNS.includes(form.pattern);
  if (form.pattern !== undefined && !isDate && !new RegExp(form.pattern, "u").test(text)) {
    refuse("string_pattern_mismatch", `String should match pattern '${form.pattern}'`);
    return null;
  }
  if (form.enum !== undefined && !form.enum.includes(text)) {
    refuse("enum", enumMessage(form.enum));
    return null;
  }
  return text;
}

/** Codes of a list, each counted once: each is looked up, and an answer has no more series. */
const MAX_CODES = ANSWER_LIMITS.sliceSeries.maximum;

/** The values, each once; null: refused. Each part of a list of an enumeration is checked; its codes have no commas. */
function readList(
  name: string,
  items: ParameterSchema | undefined,
  given: readonly string[],
  refuse: Refuse,
): readonly string[] | null {
  const values = new Set(given);
  const parts = new Set(given.flatMap(splitList));
  const count = Math.max(values.size, parts.size);
  const allowed = items?.enum;
  if (count > MAX_CODES)
    refuse("value_error", `Value error, ${name} takes at most ${MAX_CODES} codes, ${count} were given`);
  else if (allowed !== undefined && ![...parts].every((part) => allowed.includes(part)))
    refuse("enum", enumMessage(allowed));
  else return [...values];
  return null;
}

function enumMessage(allowed: readonly string[]): string {
  const quoted = allowed.map((value) => `'${value}'`);
  return `Input should be ${quoted.length < 2 ? quoted[0] : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`}`;
}

export const START = Type.Optional(
  Type.String({
    pattern: BOUND_PATTERN,
    description: "first day, YYYY-MM-DD, YYYY-MM or YYYY, included; from the beginning of the history when omitted",
  }),
);
export const END = Type.Optional(
  Type.String({
    pattern: BOUND_PATTERN,
    description:
      "last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole; to the end of the history when omitted",
  }),
);

export const dayParameter = (description: string) =>
  Type.Optional(Type.String({format: "date", pattern: DAY_PATTERN, description}));

/** `provider/dataset`, or the dataset code alone; an empty one is missing. */
export const DATASET = Type.String({
  minLength: 1,
  examples: ["fedstat/31452", "gdp"],
  description: "`provider/dataset`, or the dataset code alone if only one provider has it",
});

/** Refuses a text that is not a bound, and a start later than the end. */
export function readBounds(given: {start?: string; end?: string}, refuse: RefuseNamed): Bounds {
  const from = readBound(given.start, "start", refuse);
  const to = readBound(given.end, "end", refuse);
  if (from !== null && to !== null && from > to) {
    refuse("start", "value_error", `Value error, start (${given.start}) is later than end (${given.end})`);
  }
  return {from, to};
}

/** A day, YYYY-MM-DD; null if it was refused or not given. */
export function readDay(name: string, text: string | undefined, refuse: RefuseNamed): Day | null {
  if (text === undefined) return null;
  return parseCalendarDay(text) ?? refuse(name, "date_parsing", "Input should be a valid date, YYYY-MM-DD");
}

function readBound(text: string | undefined, side: "start" | "end", refuse: RefuseNamed): Day | null {
  if (text === undefined) return null;
  return (
    parseBound(text, side) ?? refuse(side, "date_parsing", "Input should be a valid date, YYYY-MM-DD, YYYY-MM or YYYY")
  );
}

export const FORMAT = Type.Optional(
  Type.String({pattern: "^(json|csv)$", default: "json", description: "form of the answer: `json` or `csv`"}),
);
/** How many items an answer has. */
export const limitParameter = (
  {fallback, maximum}: {readonly fallback: number; readonly maximum: number},
  description: string,
) => Type.Optional(Type.Integer({minimum: 1, maximum, default: fallback, description}));

/** How many items are before those of the answer. */
export const offsetParameter = (description: string) =>
  Type.Optional(Type.Integer({minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, description}));

export const BOM = Type.Optional(
  Type.Integer({minimum: 0, maximum: 1, default: 0, description: "CSV: 1 puts a byte order mark first"}),
);

export interface QueryString {
  readonly readable: boolean;
  /** Values by name in the order given, one per occurrence. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const NOTHING: QueryString = {readable: true, values: new Map()};
const UNREADABLE: QueryString = {readable: false, values: new Map()};

/** Reads `a=1&b=x+y&b=%C2%A0`; letters that are not escaped never reach it (faults.ts). A bad escape, bytes that are not UTF-8 and a zero byte make the whole text unreadable. */
export function parseQueryString(text: string): QueryString {
  if (text === "") return NOTHING;
  const values = new Map<string, string[]>();
  try {
    for (const fragment of text.split("&")) {
      if (fragment === "") continue;
      const equals = fragment.indexOf("=");
      const name = decoded(equals === -1 ? fragment : fragment.slice(0, equals));
      const value = equals === -1 ? "" : decoded(fragment.slice(equals + 1));
      const sofar = values.get(name);
      if (sofar === undefined) values.set(name, [value]);
      else sofar.push(value);
    }
  } catch {
    return UNREADABLE;
  }
  return {readable: true, values};
}

function decoded(text: string): string {
  const plain = text.includes("+") ? text.replaceAll("+", " ") : text;
  const whole = plain.includes("%") ? decodeURIComponent(plain) : plain;
  // PostgreSQL cannot store it in a text, and no code has it.
  if (whole.includes("\0")) throw new URIError("a zero byte");
  return whole;
}

/** The parameter `geo`, the same on every route: one level, or a list of codes. null: absent or refused. */
export function readGeo(given: readonly string[], refuse: RefuseNamed): GeoFilter | null {
  if (given.length === 0) return null;
  const codes = given.flatMap(splitList);
  const [only] = codes;
  if (only === undefined) return null;
  if (codes.length === 1 && isLevel(only)) return {kind: "level", level: only};
  const level = codes.find(isLevel);
  if (level === undefined) return {kind: "codes", codes, countries: countriesOfCodes(codes)};
  return refuse("geo", "value_error", `Value error, the level ${level} cannot be in a list: give one level, or codes`);
}

function isLevel(text: string): text is Level | "all" {
  return text === "all" || (LEVELS as readonly string[]).includes(text);
}
