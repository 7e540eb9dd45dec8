// A slice request: its parameters as declared, and as read once all of them are in order.
//
// Every reason to refuse one parameter, or two together, is judged here, in one list, before the store is asked.
import type {FastifyRequest} from "fastify";
import {type Static, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/limits.ts";
import {type GeoFilter, type SeriesFilters, splitList} from "../../statistics/catalogue/selection.ts";
import {LEVELS, type Level} from "../../statistics/territory.ts";
import type {Day} from "../../statistics/time/day.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import type {RouteParts} from "../context.ts";
import {InvalidParameters, type ParameterProblem} from "../errors.ts";
import type {Coding} from "../http/codec.ts";
import {chooseCoding} from "../http/compression.ts";
import {
  BOM,
  END,
  FORMAT,
  type RefuseNamed,
  readBounds,
  readDay,
  readParameters,
  refuseInto,
  START,
} from "../http/parameters.ts";
import type {QueryString} from "../http/query-string.ts";
import {type DatasetCode, splitDatasetCode, todayOf} from "./dataset.ts";

const list = (description: string, fallback?: readonly string[]) =>
  Type.Optional(Type.Array(Type.String(), {description, ...(fallback === undefined ? {} : {default: fallback})}));

export const SLICE_PARAMETERS = Type.Object({
  dataset: Type.String({description: "`provider/dataset`, or the dataset code alone where one provider has it"}),
  geo: list(
    "a level (`country`, `district`, `macroregion`, `region`, `city`, `all`) or a list of territory codes, of the source or normalised (`RU-nn`); listed territories only",
    ["region"],
  ),
  class: list("class codes separated by commas, or `all`; all when omitted"),
  measure: list("measure codes (for price indices the index kind) separated by commas, or `all`; all when omitted"),
  transformation: list(
    "transformation codes, such as `level` or `level_ytd`, separated by commas, or `all`; all when omitted",
  ),
  freq: Type.Optional(
    Type.Array(Type.String({enum: [...FREQUENCIES, "all"]}), {
      description: "frequencies separated by commas, or `all`; all when omitted",
    }),
  ),
  unit: list("unit codes separated by commas, or `all`; all when omitted"),
  start: START,
  end: END,
  as_of: Type.Optional(
    Type.String({description: "YYYY-MM-DD: the slice as it was known on that day; as it is known now when omitted"}),
  ),
  format: FORMAT,
  labels: Type.Optional(
    Type.Integer({minimum: 0, maximum: 1, default: 0, description: "1 adds the class name as `class_label`"}),
  ),
  bom: BOM,
  decimal: Type.Optional(
    Type.String({enum: ["point", "comma"], default: "point", description: "CSV: the decimal separator"}),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ANSWER_LIMITS.sliceSeries.maximum,
      default: ANSWER_LIMITS.sliceSeries.fallback,
      description: "series on a page",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0, description: "series before the page"}),
  ),
});

type Given = Partial<Static<typeof SLICE_PARAMETERS>>;

/** A slice request in order. */
export interface Slice extends DatasetCode {
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

/** The slice, and the headers and the day by which its answer is judged. */
export interface AskedSlice {
  readonly slice: Slice;
  readonly ifNoneMatch: string | undefined;
  /** The coding that the client likes best; null: plain. */
  readonly coding: Coding | null;
  /** The day against which the dataset's status is judged. */
  readonly today: Day;
}

/** Throws InvalidParameters with everything that is wrong. */
export function readAskedSlice(
  {query, headers}: FastifyRequest,
  {settings, now}: Pick<RouteParts, "settings" | "now">,
): AskedSlice {
  return {
    slice: readSlice(query as QueryString),
    ifNoneMatch: headers["if-none-match"],
    coding: chooseCoding(headers["accept-encoding"]).coding,
    today: todayOf(settings.today, now()),
  };
}

/** Throws InvalidParameters with everything that is wrong. */
function readSlice(query: QueryString): Slice {
  const problems: ParameterProblem[] = [];
  const refuse = refuseInto(problems);
  const given: Given = readParameters(SLICE_PARAMETERS, query, problems);
  if (given.dataset === "all")
    refuse("dataset", "value_error", "Value error, a slice is of one dataset: `all` is not accepted");
  const territory = readGeo(given.geo ?? [], refuse);
  const bounds = readBounds(given, refuse);
  const asOf = readDay("as_of", given.as_of, refuse);
  if (problems.length > 0) throw new InvalidParameters(problems);
  return {
    ...splitDatasetCode(given.dataset!),
    filters: {
      territory: territory!,
      classification: given.class ?? null,
      measure: given.measure ?? null,
      transformation: given.transformation ?? null,
      unit: given.unit ?? null,
      frequency: given.freq ?? null,
    },
    ...bounds,
    asOf,
    format: given.format === "csv" ? "csv" : "json",
    labels: given.labels === 1,
    bom: given.bom === 1,
    decimal: given.decimal === "comma" ? "comma" : "point",
    limit: given.limit!,
    offset: given.offset!,
  };
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
