// What a slice request means: its parameters as declared, and the request in our own words once they are all in order.
//
// Everything that one parameter alone or two together can be refused for is judged here, in one list, before the store is asked.
import {type Static, Type} from "typebox";
import {parseBound} from "../statistics/bounds.ts";
import {type Day, parseCalendarDay} from "../statistics/day.ts";
import {FREQUENCIES} from "../statistics/frequency.ts";
import {type GeoFilter, type SeriesFilters, splitList} from "../statistics/selection.ts";
import {LEVELS, type Level} from "../statistics/territory.ts";
import {InvalidParameters, type ParameterProblem, type ProblemType} from "./errors.ts";
import {readParameters} from "./parameters.ts";
import type {QueryString} from "./query-string.ts";

export const MAX_LIMIT = 300;

const list = (description: string) => Type.Optional(Type.Array(Type.String(), {description}));
const flag = (description: string) => Type.Optional(Type.Integer({minimum: 0, maximum: 1, default: 0, description}));
const bound = (description: string) => Type.Optional(Type.String({description}));

export const SLICE_PARAMETERS = Type.Object({
  dataset: Type.String({description: "`provider/dataset`, or the dataset code alone where one provider has it"}),
  geo: list(
    "a level (country, district, macroregion, region, city, all; region when omitted) or a list of territory codes, OKATO or RU-nn",
  ),
  class: list("class codes separated by commas, or `all`"),
  measure: list("measure codes separated by commas, or `all`"),
  transformation: list("transformation codes separated by commas, or `all`"),
  freq: Type.Optional(
    Type.Array(Type.String({enum: [...FREQUENCIES, "all"]}), {
      description: "frequencies separated by commas, or `all`",
    }),
  ),
  unit: list("unit codes separated by commas, or `all`"),
  start: bound("first day, YYYY-MM-DD, YYYY-MM or YYYY, included"),
  end: bound("last day, YYYY-MM-DD, YYYY-MM or YYYY, included; a month or a year is included whole"),
  as_of: bound("YYYY-MM-DD: the slice as it was known on that day"),
  format: Type.Optional(Type.String({pattern: "^(json|csv)$", default: "json"})),
  labels: flag("1 adds the class name as `class_label`"),
  bom: flag("CSV: 1 puts a byte order mark first"),
  decimal: Type.Optional(
    Type.String({enum: ["point", "comma"], default: "point", description: "CSV: the decimal separator"}),
  ),
  limit: Type.Optional(Type.Integer({minimum: 1, maximum: MAX_LIMIT, default: 100, description: "series on a page"})),
  offset: Type.Optional(
    Type.Integer({minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, description: "series before the page"}),
  ),
});

type Given = Partial<Static<typeof SLICE_PARAMETERS>>;

/** A slice request in order. */
export interface Slice {
  /** `provider` null: the dataset code alone was given. */
  readonly provider: string | null;
  readonly dataset: string;
  readonly filters: SeriesFilters;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly asOf: Day | null;
  readonly format: "json" | "csv";
  readonly labels: boolean;
  readonly bom: boolean;
  readonly decimal: "point" | "comma";
  readonly limit: number;
  readonly offset: number;
}

/** Throws InvalidParameters with everything that is wrong. */
export function readSlice(query: QueryString): Slice {
  const problems: ParameterProblem[] = [];
  const refuse = (name: string, type: ProblemType, msg: string): null => {
    problems.push({loc: ["query", name], msg, type});
    return null;
  };
  const given: Given = readParameters(SLICE_PARAMETERS, query, problems);
  const [provider, dataset] = splitDataset(given.dataset ?? "");
  if (given.dataset === "all")
    refuse("dataset", "value_error", "Value error, a slice is of one dataset: `all` is not accepted");
  const territory = readGeo(given.geo ?? [], refuse);
  const from = readBound(given.start, "start", refuse);
  const to = readBound(given.end, "end", refuse);
  if (from !== null && to !== null && from > to) {
    refuse("start", "value_error", `Value error, start (${given.start}) is later than end (${given.end})`);
  }
  const asOf = given.as_of === undefined ? null : parseCalendarDay(given.as_of);
  if (given.as_of !== undefined && asOf === null) {
    refuse("as_of", "date_parsing", "Input should be a valid date, YYYY-MM-DD");
  }
  if (problems.length > 0) throw new InvalidParameters(problems);
  return {
    provider,
    dataset,
    filters: {
      territory: territory!,
      classification: given.class ?? null,
      measure: given.measure ?? null,
      transformation: given.transformation ?? null,
      unit: given.unit ?? null,
      frequency: given.freq ?? null,
    },
    from,
    to,
    asOf,
    format: given.format === "csv" ? "csv" : "json",
    labels: given.labels === 1,
    bom: given.bom === 1,
    decimal: given.decimal === "comma" ? "comma" : "point",
    limit: given.limit!,
    offset: given.offset!,
  };
}

type RefuseNamed = (name: string, type: ProblemType, msg: string) => null;

/** `provider/dataset` or the dataset code alone; a code holds no slash, so the first one parts them. */
function splitDataset(text: string): [provider: string | null, dataset: string] {
  const slash = text.indexOf("/");
  return slash === -1 ? [null, text] : [text.slice(0, slash), text.slice(slash + 1)];
}

function readGeo(given: readonly string[], refuse: RefuseNamed): GeoFilter | null {
  const codes = given.flatMap(splitList);
  const only = codes[0];
  if (only === undefined) return {kind: "level", level: "region"};
  if (codes.length === 1 && isLevel(only)) return {kind: "level", level: only};
  const level = codes.find(isLevel);
  if (level === undefined) return {kind: "codes", codes};
  return refuse(
    "geo",
    "value_error",
    `Value error, the level ${level} cannot stand in a list: give one level, or codes`,
  );
}

function isLevel(text: string): text is Level | "all" {
  return text === "all" || (LEVELS as readonly string[]).includes(text);
}

function readBound(text: string | undefined, side: "start" | "end", refuse: RefuseNamed): Day | null {
  if (text === undefined) return null;
  return (
    parseBound(text, side) ?? refuse(side, "date_parsing", "Input should be a valid date, YYYY-MM-DD, YYYY-MM or YYYY")
  );
}
