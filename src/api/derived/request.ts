// The request for derived values: the parameters of a slice, or keys of series, and the steps.
//
// A page of a slice without `dataset` and a list without keys are the same fault, so the two are told in one sentence.
import {type Static, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {splitList} from "../../statistics/catalogue/selection.ts";
import {parseSteps} from "../../statistics/derived/step.ts";
import {InvalidParameters, type ParameterProblem} from "../errors.ts";
import {GROWTH_KEY} from "../http/operation.ts";
import {type QueryString, readBounds, readDay, readParameters, refuseInto} from "../http/parameters.ts";
import type {RouteContext} from "../server-context.ts";
import {readFinality} from "../slice/finality.ts";
import {type ParsedRequest, readForm, readSliceOptions, readSliceQuery} from "../slice/request.ts";
import {SLICE_PARAMETERS} from "../slice/schema.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";
import type {DerivedRequest} from "./inputs.ts";

const MOST_KEYS = ANSWER_LIMITS.namedSeries.maximum;
const DERIVE = Type.String({
  examples: ["yoy_pct"],
  description:
    "steps joined by `|`, applied from left to right: `change`, `pct`, `yoy`, `yoy_pct`, `ytd_pct`, `saar`, `cca`, `log`, `index:PERIOD`, `chain:PERIOD`, `rolling:N:mean|sum`, `to:Q|A:mean|sum|end|chain`, `real:SERIES_KEY`, `minus:SERIES_KEY`, `over:SERIES_KEY`; FRED's `chg`, `ch1`, `pch`, `pc1`, `pca` are aliases",
});

const {dataset, ...OF_SLICE} = SLICE_PARAMETERS.properties;

export const DERIVED_PARAMETERS = Type.Object({
  derive: DERIVE,
  series: Type.Optional(
    Type.Array(Type.String({examples: [GROWTH_KEY]}), {
      description: `keys of series, separated by commas, at most ${MOST_KEYS}, instead of the dataset and its filters; those of a slice when omitted`,
    }),
  ),
  dataset: Type.Optional(
    Type.String({
      ...dataset,
      description: "code of the dataset, as for a slice; omitted where series are named by their keys",
    }),
  ),
  ...OF_SLICE,
});

export const DERIVED_PARAMETER_NAMES = Object.keys(DERIVED_PARAMETERS.properties);

const {derive, series} = DERIVED_PARAMETERS.properties;
const OF_KEYS = Type.Object({
  ...{derive, series},
  start: OF_SLICE.start,
  end: OF_SLICE.end,
  as_of: OF_SLICE.as_of,
  last: OF_SLICE.last,
  format: OF_SLICE.format,
  lang: OF_SLICE.lang,
  labels: OF_SLICE.labels,
  bom: OF_SLICE.bom,
  decimal: OF_SLICE.decimal,
  finality: OF_SLICE.finality,
});

/** Throws InvalidParameters with everything that is wrong. */
export function readDerived(request: ParsedRequest, context: RouteContext): DerivedRequest {
  const query = request.query as QueryString;
  const problems: ParameterProblem[] = [];
  const refuse = refuseInto(problems);
  const given: Partial<Static<typeof OF_KEYS>> = readParameters(Type.Object({derive, series}), query, problems);
  const steps = given.derive === undefined ? [] : parseSteps(given.derive);
  if ("problem" in steps) refuse("derive", "value_error", `Value error, ${steps.problem}`);
  const read = {steps: "problem" in steps ? [] : steps, derive: given.derive ?? ""};
  const hasDataset = (query.values.get("dataset") ?? []).some((value) => value !== "");
  if (given.series === undefined) {
    if (hasDataset) return {...read, keys: null, query: readSliceQuery(request, context, problems)};
    refuse("dataset", "value_error", "Value error, name the dataset of a slice, or series by their keys");
    throw new InvalidParameters(problems);
  }
  if (hasDataset) refuse("series", "value_error", "Value error, series and dataset exclude each other");
  const keys = [...new Set(given.series.flatMap(splitList))];
  if (keys.length === 0) refuse("series", "missing", "Field required");
  if (keys.length > MOST_KEYS)
    refuse("series", "value_error", `Value error, series takes at most ${MOST_KEYS} keys, ${keys.length} were given`);
  const own: Partial<Static<typeof OF_KEYS>> = readParameters(OF_KEYS, query, problems);
  const slice = {
    ...WHOLE_SLICE,
    ...readBounds(own, refuse),
    asOf: readDay("as_of", own.as_of, refuse),
    last: own.last ?? null,
    ...readForm(own, context.settings),
    finality: readFinality(own, refuse),
  };
  if (problems.length > 0) throw new InvalidParameters(problems);
  return {...read, keys, query: {slice, ...readSliceOptions(request, context)}};
}
