// What a request for one series' observations means: its parameters as declared, and the request in our own words.
//
// How many values come when `limit` is not given depends on whether a bound is: the default in the schema is that without one.

import {type Static, Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Bounds} from "../../statistics/time/period.ts";
import {InvalidParameters, type ParameterProblem} from "../errors.ts";
import type {QueryString} from "../http/parameters.ts";
import {
  END,
  isGiven,
  type RefuseNamed,
  readBounds,
  readDay,
  readParameters,
  refuseInto,
  START,
} from "../http/parameters.ts";

const {fallback: DEFAULT_OBSERVATIONS, maximum: MAX_OBSERVATIONS} = ANSWER_LIMITS.observations;

export const OBSERVATIONS_PARAMETERS = Type.Object({
  as_of: Type.Optional(
    Type.String({
      default: "latest",
      description:
        "`latest`, or YYYY-MM-DD: of each period the last estimate published on or before that day; periods not yet published by then are absent",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_OBSERVATIONS,
      default: DEFAULT_OBSERVATIONS,
      description: `number of latest values; with \`start\` or \`end\` and no \`limit\` all values between the bounds come, up to ${MAX_OBSERVATIONS}`,
    }),
  ),
  start: START,
  end: END,
});

type Given = Partial<Static<typeof OBSERVATIONS_PARAMETERS>>;

export interface ObservationsRequest extends Bounds {
  /** null: as known now. */
  readonly asOf: Day | null;
  /** At most so many values come, the latest. */
  readonly limit: number;
}

/** Throws InvalidParameters with everything that is wrong. */
export function readObservationsRequest(query: QueryString): ObservationsRequest {
  const problems: ParameterProblem[] = [];
  const refuse = refuseInto(problems);
  const given: Given = readParameters(OBSERVATIONS_PARAMETERS, query, problems);
  const bounds = readBounds(given, refuse);
  const asOf = readAsOf(given.as_of, refuse);
  if (problems.length > 0) throw new InvalidParameters(problems);
  const isBounded = bounds.from !== null || bounds.to !== null;
  const limit = isBounded && !isGiven(query, "limit") ? MAX_OBSERVATIONS : given.limit!;
  return {...bounds, asOf, limit};
}

function readAsOf(text: string | undefined, refuse: RefuseNamed): Day | null {
  if (text === "latest") return null;
  if (text === "all") {
    const msg = "Value error, as_of=all is not supported: ask for one day, YYYY-MM-DD, or for `latest`";
    return refuse("as_of", "value_error", msg);
  }
  return readDay("as_of", text, refuse);
}
