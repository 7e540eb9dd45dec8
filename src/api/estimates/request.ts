// The request for estimates: a slice, or one series by its key, and which of its estimates.
import type {FastifyRequest} from "fastify";
import {type Static, Type} from "typebox";
import type {EstimateChoice, Rank} from "../../statistics/history/choice.ts";
import {InvalidParameters, type ParameterProblem} from "../errors.ts";
import {dayParameter, type QueryString, readBounds, readDay, readParameters, refuseInto} from "../http/parameters.ts";
import {type RequestContext, readForm, readSliceOptions, readSliceQuery, type SliceQuery} from "../slice/request.ts";
import {SLICE_PARAMETERS} from "../slice/schema.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";

const {as_of: _, last: _last, finality: _finality, ...OF_SLICE} = SLICE_PARAMETERS.properties;
const {start, end, format, lang, labels, bom, decimal} = OF_SLICE;

const CHOICE = {
  which: Type.Optional(
    Type.String({
      pattern: "^(all|first|latest|nth:[1-9][0-9]{0,5})$",
      default: "all",
      description:
        "`all` estimates, the `first` or the `latest` of each period, or the K-th by `nth:K` (1 is the first), counted in the whole history",
    }),
  ),
  known_from: dayParameter("YYYY-MM-DD: first day of publication; no bound when omitted"),
  known_to: dayParameter("YYYY-MM-DD: last day of publication; no bound when omitted"),
  layout: Type.Optional(
    Type.String({
      enum: ["long", "wide"],
      default: "long",
      description:
        "`wide`: of one series a row for each period and a column for each vintage, with the value known on that day",
    }),
  ),
};

export const ESTIMATES_PARAMETERS = Type.Object({...OF_SLICE, ...CHOICE});
export const SERIES_ESTIMATES_PARAMETERS = Type.Object({...CHOICE, start, end, format, lang, labels, bom, decimal});

export interface EstimatesQuery {
  readonly query: SliceQuery;
  /** null: the series that the filters of the slice select. */
  readonly key: string | null;
  readonly choice: EstimateChoice;
  readonly isWide: boolean;
}

/** Throws InvalidParameters with everything that is wrong. */
export function readSliceEstimates(request: FastifyRequest, context: RequestContext): EstimatesQuery {
  const problems: ParameterProblem[] = [];
  const chosen = readChoice(readParameters(Type.Object(CHOICE), request.query as QueryString, problems), problems);
  return {query: readSliceQuery(request, context, problems), key: null, ...chosen};
}

/** Throws InvalidParameters with everything that is wrong. */
export function readSeriesEstimates(request: FastifyRequest, context: RequestContext): EstimatesQuery {
  const problems: ParameterProblem[] = [];
  const given = readParameters(SERIES_ESTIMATES_PARAMETERS, request.query as QueryString, problems);
  const chosen = readChoice(given, problems);
  const bounds = readBounds(given, refuseInto(problems));
  if (problems.length > 0) throw new InvalidParameters(problems);
  const slice = {...WHOLE_SLICE, ...bounds, ...readForm(given, context.settings)};
  return {
    query: {slice, ...readSliceOptions(request, context)},
    key: (request.params as {series_key: string}).series_key,
    ...chosen,
  };
}

type GivenChoice = Partial<Static<ReturnType<typeof Type.Object<typeof CHOICE>>>>;

function readChoice(given: GivenChoice, problems: ParameterProblem[]): Pick<EstimatesQuery, "choice" | "isWide"> {
  const refuse = refuseInto(problems);
  const knownFrom = readDay("known_from", given.known_from, refuse);
  const knownTo = readDay("known_to", given.known_to, refuse);
  if (knownFrom !== null && knownTo !== null && knownFrom > knownTo) {
    refuse("known_from", "value_error", "Value error, known_from is later than known_to");
  }
  const rank = rankOf(given.which ?? "all");
  const isWide = given.layout === "wide";
  if (isWide && rank !== "all")
    refuse("which", "value_error", "Value error, layout=wide has all estimates: leave which out");
  return {choice: {rank, knownFrom, knownTo}, isWide};
}

function rankOf(which: string): Rank {
  if (which === "all" || which === "first" || which === "latest") return which;
  return {nth: Number(which.slice("nth:".length))};
}
