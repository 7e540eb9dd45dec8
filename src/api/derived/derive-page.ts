// The derived values of a page: each series is taken through the steps and cut to the bounds of the request.
//
// A step that is wrong for the quantity of one series refuses the request: values of the others beside a silent gap would mislead.
import {codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {MissingValue} from "../../statistics/derived/columns.ts";
import {type DerivedInput, derive} from "../../statistics/derived/derive.ts";
import {derivedUnit, formulaOf} from "../../statistics/derived/formula.ts";
import {createObservations, type Observations} from "../../statistics/history/window.ts";
import {type PeriodTable, periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {Pace} from "../../work/pace.ts";
import {InvalidParameters} from "../errors.ts";
import type {SeriesByKey} from "../series/named-observations.ts";
import {type DerivedRequest, type FoundInputs, inputOf} from "./inputs.ts";

/** One series of the answer. */
export interface DerivedSeries {
  readonly source: SeriesByKey;
  readonly frequency: Frequency;
  readonly formula: string;
  readonly unit: string;
  /** Keys of the series that values are derived from. */
  readonly inputs: readonly string[];
  readonly observations: Observations;
  readonly missing: readonly MissingText[];
}

export interface MissingText {
  readonly series_key: string;
  readonly period: string;
  readonly reason: MissingValue["reason"];
}

/** Throws InvalidParameters for a step that is wrong for the quantity of a series. */
export async function derivePage(
  {steps, query}: DerivedRequest,
  {series, others, declared}: Pick<FoundInputs, "series" | "others" | "declared">,
  pace: Pace,
): Promise<readonly DerivedSeries[]> {
  const room = createObservations();
  const beside = new Map<string, DerivedInput>();
  for (const [key, one] of others) beside.set(key, inputOf(one, declared, createObservations()));
  const derived: DerivedSeries[] = [];
  for (const source of series) {
    const input = inputOf(source, declared, room);
    const {catalogue, position} = source;
    const key = keyAt(catalogue, position);
    const found = derive(input, steps, beside);
    if ("refusal" in found) throw wrongStep(key, found.step, found.refusal);
    derived.push({
      source,
      ...formulasOf(steps, input.columns.frequency),
      unit: derivedUnit(found.meaning, input.meaning, codeAt(catalogue.unit, position) ?? ""),
      inputs: [key, ...beside.keys()],
      ...cutTo(query.slice, found, key, catalogue.weeks),
    });
    if (pace.isOver()) await pace.letOthersIn();
  }
  return derived;
}

/** The formulas of the steps, and the frequency of their result. */
export function formulasOf(
  steps: DerivedRequest["steps"],
  of: Frequency,
): Pick<DerivedSeries, "formula" | "frequency"> {
  let frequency = of;
  const formulas = steps.map((step) => {
    const own = formulaOf(step, frequency);
    if (step.name === "to") frequency = step.target;
    return own;
  });
  return {formula: formulas.join("; "), frequency};
}

export function wrongStep(key: string, step: string, refusal: string): InvalidParameters {
  const msg = `Value error, ${step} of the series ${key}: ${refusal}`;
  return new InvalidParameters([{loc: ["query", "derive"], msg, type: "value_error"}]);
}

/** The values between the bounds, with their periods as days. With `last` only the latest of them. */
function cutTo(
  {from, to, last}: DerivedRequest["query"]["slice"],
  {columns, missing}: {readonly columns: DerivedInput["columns"]; readonly missing: readonly MissingValue[]},
  key: string,
  weeks: PeriodTable | null,
): Pick<DerivedSeries, "observations" | "missing"> {
  const {frequency, count, period, value, asOf} = columns;
  const table = frequency === "W" ? weeks! : periodTable(frequency);
  const within = periodWindow({from, to}, frequency, table);
  let begin = 0;
  let end = count;
  while (begin < end && period[begin]! < within.from) begin++;
  while (end > begin && period[end - 1]! > within.to) end--;
  if (last !== null) begin = Math.max(begin, end - last);
  const lowest = last !== null && begin < end ? period[begin]! : within.from;
  return {
    observations: {
      count: end - begin,
      period: daysOf(period.subarray(begin, end), table),
      asOf: asOf.subarray(begin, end),
      mantissa: value.subarray(begin, end),
      decimals: -1,
      withdrawn: null,
    },
    missing: missing
      .filter((one) => one.period >= lowest && one.period <= within.to)
      .map((one) => ({series_key: key, period: periodText(frequency, one.period, weeks), reason: one.reason})),
  };
}

/** In place: the ordinals are not needed any more. */
function daysOf(period: Int32Array, {base, days}: PeriodTable): Int32Array {
  for (let at = 0; at < period.length; at++) period[at] = days[period[at]! - base]!;
  return period;
}
