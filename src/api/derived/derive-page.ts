// The derived values of a page: each series is taken through the steps and cut to the bounds of the request.
//
// A step that is wrong for one series refuses the request: values of the others beside a silent gap would mislead. Where a publisher has
// withdrawn inputs, the steps are taken a second time without them: what differs rests on a withdrawn value, and the answer says so.
import {codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {type MissingValue, MOST_ROUNDED, ROUNDED_PARTS, roundValues} from "../../statistics/derived/columns.ts";
import {type DerivedInput, type DerivedResult, derive} from "../../statistics/derived/derive.ts";
import {derivedUnit, formulasOf} from "../../statistics/derived/formula.ts";
import type {PageMemory} from "../../statistics/derived/page-memory.ts";
import {uncertainPeriods} from "../../statistics/derived/uncertain.ts";
import {createObservations, type Observations} from "../../statistics/history/window.ts";
import type {RowList} from "../../statistics/row-list.ts";
import {type Day, type PeriodOrdinal, type PeriodTable, periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type Pace, withRests} from "../../work/pace.ts";
import {InvalidParameters} from "../errors.ts";
import type {SeriesByKey} from "../series/named-observations.ts";
import {type DerivedRequest, type FoundInputs, inputInForce, inputOf} from "./inputs.ts";
import {createPublished, type FindPublished, type PublishedSame} from "./published.ts";
import {createQuantities} from "./quantities.ts";
import {forbiddenSplice} from "./splices.ts";

/** One series of the answer. */
export interface DerivedSeries {
  readonly source: SeriesByKey;
  readonly frequency: Frequency;
  readonly formula: string;
  readonly unit: string;
  /** Keys of the series that values are derived from. */
  readonly inputs: readonly string[];
  readonly published: readonly PublishedSame[];
  readonly observations: Observations;
  readonly missing: RowList<MissingValue>;
  /** Periods of values that rest on a value which its publisher had withdrawn. */
  readonly withdrawn: readonly PeriodOrdinal[];
}

/** Values in memory for the results of a page, and for all steps on one series. */
export function capacityOf({steps}: DerivedRequest, {series}: Pick<FoundInputs, "series">): number {
  let [all, most] = [0, 0];
  for (const {window} of series) {
    all += window.count + 1;
    most = Math.max(most, window.count + 1);
  }
  // a step has at most two results: of itself, and of a chain within
  return all + 2 * steps.length * most;
}

/** Throws InvalidParameters for a step that is wrong for a series. @param memory the observations of the result are in it */
export async function derivePage(
  {steps, query}: DerivedRequest,
  inputs: Pick<FoundInputs, "series" | "others" | "declared" | "siblings" | "relations">,
  memory: PageMemory,
  pace: Pace,
): Promise<readonly DerivedSeries[]> {
  const {series, others, declared, relations} = inputs;
  const {asOf} = query.slice;
  const room = createObservations();
  const quantityAt = createQuantities(declared);
  const beside = new Map<string, DerivedInput>();
  for (const [key, one] of others) {
    beside.set(key, inputOf(one, quantityAt, createObservations()));
    if (pace.isOver()) await pace.letOthersIn();
  }
  const besideInForce = inForce(others, beside, asOf);
  const sameAt = publishedFinder(inputs, steps);
  const formulasAt = createFormulas(steps);
  const derived: DerivedSeries[] = [];
  for (const source of series) {
    const input = inputOf(source, quantityAt, room, memory);
    const {catalogue, position} = source;
    const key = keyAt(catalogue, position);
    // the values of a daily series are read, derived and cut in steps of some milliseconds each
    if (pace.isOver()) await pace.letOthersIn();
    const found =
      forbiddenSplice(steps, source, others, relations) ?? (await withRests(derive(input, steps, beside), pace));
    if ("refusal" in found) throw wrongStep(key, found.step, found.refusal);
    if (pace.isOver()) await pace.letOthersIn();
    const columns = memory.keep(found.columns);
    const own = inputInForce(source, input, asOf);
    const certain =
      own === null && besideInForce === null
        ? null
        : await withRests(derive(own ?? input, steps, besideInForce ?? beside), pace);
    if (pace.isOver()) await pace.letOthersIn();
    derived.push({
      source,
      ...formulasAt(input.columns.frequency),
      unit: derivedUnit(found.meaning, input.meaning, codeAt(catalogue.unit, position) ?? ""),
      inputs: [key, ...beside.keys()],
      published: sameAt(source),
      ...cutTo(query.slice, {columns, missing: found.missing}, uncertainPeriods(columns, certain), catalogue.weeks),
    });
    memory.forget();
    if (pace.isOver()) await pace.letOthersIn();
  }
  return derived;
}

/** The second series without their withdrawn values; null: none has any. */
function inForce(
  others: FoundInputs["others"],
  beside: ReadonlyMap<string, DerivedInput>,
  asOf: Day | null,
): ReadonlyMap<string, DerivedInput> | null {
  if (![...others.values()].some(({window}) => window.withdrawn > 0)) return null;
  return new Map(Array.from(beside, ([key, one]) => [key, inputInForce(others.get(key)!, one, asOf) ?? one]));
}

function publishedFinder(
  {siblings, declared}: Pick<FoundInputs, "siblings" | "declared">,
  steps: DerivedRequest["steps"],
): (source: SeriesByKey) => readonly PublishedSame[] {
  const finders = new Map<number, FindPublished>();
  return ({dataset, catalogue, position}) => {
    const all = siblings.get(dataset.id);
    if (all === undefined) return [];
    const find = finders.get(dataset.id) ?? createPublished(dataset, all, steps, declared.get(dataset.id));
    finders.set(dataset.id, find);
    return find(catalogue, position);
  };
}

type Formulas = ReturnType<typeof formulasOf>;

/** Made once for each frequency: a page has hundreds of series. */
function createFormulas(steps: DerivedRequest["steps"]): (of: Frequency) => Formulas {
  const known = new Map<Frequency, Formulas>();
  return (of) => {
    const formulas = known.get(of) ?? formulasOf(steps, of);
    known.set(of, formulas);
    return formulas;
  };
}

export function wrongStep(key: string, step: string, refusal: string): InvalidParameters {
  const msg = `Value error, ${step} of the series ${key}: ${refusal}`;
  return new InvalidParameters([{loc: ["query", "derive"], msg, type: "value_error"}]);
}

/** The values between the bounds, with their periods as days. With `last` only the latest of them. */
function cutTo(
  {from, to, last}: DerivedRequest["query"]["slice"],
  {columns, missing}: Pick<DerivedResult, "columns" | "missing">,
  uncertain: readonly PeriodOrdinal[],
  weeks: PeriodTable | null,
): Pick<DerivedSeries, "observations" | "missing" | "withdrawn"> {
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
      ...scaled(value.subarray(begin, end)),
      withdrawn: null,
    },
    missing: missing.slice(
      missing.findLastIndex((one) => one.period < lowest) + 1,
      missing.findLastIndex((one) => one.period <= within.to) + 1,
    ),
    withdrawn: uncertain.filter((one) => one >= lowest && one <= within.to),
  };
}

/** Parts of a value with three decimals, as parts of a rounded one. */
const SMALLER_PARTS = 1e6;

/**
 * In place: rounded values as whole numbers and a common count of decimals, which are written quicker. Three decimals, or the nine that derived
 * values are rounded to; plain doubles where a value is too large for that. The same numbers as roundValues gives.
 */
function scaled(values: Float64Array): Pick<Observations, "mantissa" | "decimals"> {
  for (let at = 0; at < values.length; at++)
    if (!(Math.abs(values[at]!) < MOST_ROUNDED)) {
      roundValues({count: values.length, value: values});
      return {mantissa: values, decimals: -1};
    }
  let at = 0;
  for (; at < values.length; at++) {
    const parts = Math.round(values[at]! * ROUNDED_PARTS);
    const short = Math.round(parts / SMALLER_PARTS);
    if (short * SMALLER_PARTS !== parts) break;
    values[at] = short;
  }
  if (at === values.length) return {mantissa: values, decimals: 3};
  for (let before = 0; before < at; before++) values[before] = values[before]! * SMALLER_PARTS;
  for (; at < values.length; at++) values[at] = Math.round(values[at]! * ROUNDED_PARTS);
  return {mantissa: values, decimals: 9};
}

/** In place: the ordinals are not needed any more. */
function daysOf(period: Int32Array, {base, days}: PeriodTable): Int32Array {
  for (let at = 0; at < period.length; at++) period[at] = days[period[at]! - base]!;
  return period;
}
