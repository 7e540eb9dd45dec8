// The request for a panel: series by their keys, the days, the bounds of the periods, steps, and the form of the answer.
//
// The days are named, or follow from a rhythm and from what was published (days.ts). All faults are told at once.
import {type Static, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {splitList} from "../../statistics/catalogue/selection.ts";
import {parseSteps} from "../../statistics/derived/step.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {DerivedRequest} from "../derived/inputs.ts";
import {DERIVED_PARAMETERS} from "../derived/request.ts";
import {DAY_PATTERN} from "../http/date-patterns.ts";
import {GROWTH_KEY} from "../http/operation.ts";
import {dayParameter, isGiven, type QueryString, readBounds, readDay, readRequest} from "../http/parameters.ts";
import type {RouteContext} from "../server-context.ts";
import {type ParsedRequest, readForm, readSliceOptions} from "../slice/request.ts";
import {SLICE_PARAMETERS} from "../slice/schema.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";

const MOST_KEYS = ANSWER_LIMITS.namedSeries.maximum;
const {start, end, lang, bom, decimal} = SLICE_PARAMETERS.properties;
const {description: steps} = DERIVED_PARAMETERS.properties.derive as {readonly description?: string};

export const PANEL_PARAMETERS = Type.Object({
  series: Type.Array(Type.String({examples: [GROWTH_KEY]}), {
    minItems: 1,
    description: `keys of series, separated by commas: at most ${MOST_KEYS}`,
  }),
  days: Type.Optional(
    Type.Array(Type.String({pattern: DAY_PATTERN}), {
      description: "days, YYYY-MM-DD, separated by commas; when omitted they follow from `every`",
    }),
  ),
  every: Type.Optional(
    Type.String({
      enum: ["month", "week", "release"],
      description:
        "instead of `days`: the last day of each `month` or `week` (Sunday), or each day of a `release` of the series; `release` when omitted",
    }),
  ),
  known_from: dayParameter("with `every`, YYYY-MM-DD: no earlier day; from the first publication when omitted"),
  known_to: dayParameter("with `every`, YYYY-MM-DD: no later day; up to the latest publication when omitted"),
  start,
  end,
  derive: Type.Optional(Type.String({examples: ["yoy_pct"], description: `${steps}; published values when omitted`})),
  format: Type.Optional(
    Type.String({
      pattern: "^(json|csv|parquet)$",
      default: "json",
      description: "form of the answer: `json`, `csv` or `parquet`",
    }),
  ),
  layout: Type.Optional(
    Type.String({
      enum: ["long", "wide"],
      default: "long",
      description: "`wide`: of one day a row for each period and a column for each series",
    }),
  ),
  lang,
  bom,
  decimal,
});

export const PANEL_PARAMETER_NAMES = Object.keys(PANEL_PARAMETERS.properties);

export type Every = "month" | "week" | "release";

export interface PanelRequest {
  /** The series with the bounds of their periods, and the steps; none: published values. */
  readonly inputs: DerivedRequest & {readonly keys: readonly string[]};
  /** Ascending, each once; null: by `every`. */
  readonly days: readonly Day[] | null;
  readonly every: Every;
  readonly knownFrom: Day | null;
  readonly knownTo: Day | null;
  readonly format: "json" | "csv" | "parquet";
  readonly isWide: boolean;
}

/** Throws InvalidParameters with everything that is wrong. */
export function readPanel(request: ParsedRequest, context: RouteContext): PanelRequest {
  const query = request.query as QueryString;
  const options = readSliceOptions(request, context);
  return readRequest(PANEL_PARAMETERS, query, (given, refuse) => {
    const keys = [...new Set((given.series ?? []).flatMap(splitList))];
    if (given.series !== undefined && keys.length === 0) refuse("series", "missing", "Field required");
    if (keys.length > MOST_KEYS)
      refuse("series", "value_error", `Value error, series takes at most ${MOST_KEYS} keys, ${keys.length} were given`);
    const named = given.days === undefined ? null : readDays(given.days, refuse);
    for (const name of ["every", "known_from", "known_to"] as const)
      if (named !== null && isGiven(query, name))
        refuse(name, "value_error", `Value error, days and ${name} exclude each other`);
    const knownFrom = readDay("known_from", given.known_from, refuse);
    const knownTo = readDay("known_to", given.known_to, refuse);
    if (knownFrom !== null && knownTo !== null && knownFrom > knownTo)
      refuse("known_from", "value_error", "Value error, known_from is later than known_to");
    const isWide = given.layout === "wide";
    if (isWide && named?.length !== 1)
      refuse("layout", "value_error", "Value error, layout=wide is for one day: give one in days");
    const parsed = given.derive === undefined ? [] : parseSteps(given.derive);
    if ("problem" in parsed) refuse("derive", "value_error", `Value error, ${parsed.problem}`);
    const {format: _, ...form} = given as Partial<Static<typeof PANEL_PARAMETERS>>;
    const slice = {...WHOLE_SLICE, ...readBounds(given, refuse), ...readForm(form, context.settings)};
    return {
      inputs: {
        ...{keys, steps: "problem" in parsed ? [] : parsed, derive: given.derive ?? ""},
        query: {slice, ...options},
      },
      ...{days: named, every: (given.every ?? "release") as Every, knownFrom, knownTo},
      ...{format: (given.format ?? "json") as PanelRequest["format"], isWide},
    };
  });
}

function readDays(given: readonly string[], refuse: Parameters<typeof readDay>[2]): readonly Day[] | null {
  const texts = given.flatMap(splitList);
  if (texts.length === 0) return null;
  const days = texts.map((text) => readDay("days", text, refuse));
  return [...new Set(days.filter((day) => day !== null))].sort((one, other) => one - other);
}
