// The refusals of derived values that are too many, SLICE_TOO_BIG: each hint ends in the address of a part that fits.
//
// Two things are bounded: the values of the answer, and the published values that they are made of, since a step may need a long history for
// a short answer.
import {ANSWER_LIMITS} from "../../access/account.ts";
import {type Day, dayText} from "../../statistics/time/day.ts";
import {ApiError} from "../errors.ts";
import {addressWith} from "../http/links.ts";
import type {DerivedSeries} from "./derive-page.ts";
import type {DerivedRequest, FoundInputs} from "./inputs.ts";
import {DERIVED_PARAMETER_NAMES} from "./request.ts";
import {DERIVED_PATH} from "./schema.ts";

const MOST_VALUES = ANSWER_LIMITS.sliceValues.maximum;
const MOST_INPUTS = 10 * MOST_VALUES;

/** Throws SLICE_TOO_BIG. */
export function refuseTooManyInputs(request: DerivedRequest, {series}: Pick<FoundInputs, "series">): void {
  const counts = series.map(({window}) => window.count);
  const values = sumOf(counts);
  if (values <= MOST_INPUTS) return;
  throw tooMany(request, {values, fitting: fittingOf(counts, MOST_INPUTS), most: MOST_INPUTS, how: "is derived from"});
}

/** Throws SLICE_TOO_BIG. */
export function refuseTooManyValues(request: DerivedRequest, derived: readonly DerivedSeries[]): void {
  const counts = derived.map(({observations}) => observations.count);
  const values = sumOf(counts);
  if (values <= MOST_VALUES) return;
  const fitting = fittingOf(counts, MOST_VALUES);
  const {period, count} = derived[0]!.observations;
  const start = fitting === 0 ? period[count - MOST_VALUES]! : null;
  throw tooMany(request, {values, fitting, most: MOST_VALUES, how: "has", start});
}

interface Excess {
  readonly values: number;
  /** Series from the first one that fit together. */
  readonly fitting: number;
  readonly most: number;
  readonly how: "has" | "is derived from";
  /** The first of the latest periods that fit, where not even one series does. */
  readonly start?: Day | null;
}

function tooMany({keys, query}: DerivedRequest, {values, fitting, most, how, start = null}: Excess): ApiError {
  const taken = Math.max(1, fitting);
  const smaller = {
    ...(keys === null ? {limit: taken} : {series: keys.slice(0, taken).join()}),
    ...(start === null ? {} : {start: dayText(start)}),
  };
  const address = addressWith(DERIVED_PATH, query.given, DERIVED_PARAMETER_NAMES, smaller);
  return new ApiError("SLICE_TOO_BIG", `the page ${how} ${values} values; one answer ${how} at most ${most}`, {
    hint: `take fewer series (limit, geo, class) or, where the answer is too long, a shorter period (start, end, last), such as ${address}`,
    values,
  });
}

function fittingOf(counts: readonly number[], most: number): number {
  let [fitting, sum] = [0, 0];
  for (const count of counts) {
    sum += count;
    if (sum > most) break;
    fitting++;
  }
  return fitting;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
