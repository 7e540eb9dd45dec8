// The derived values of a series on each of several days: each day is derived from the inputs as they were known on it, so the column of a
// day is what /api/v1/derived gives with that day as `as_of` [panel.*].
import {codeAt} from "../../statistics/catalogue/catalogue.ts";
import {roundValues, type SeriesColumns} from "../../statistics/derived/columns.ts";
import {type DerivedInput, type DerivedResult, derive} from "../../statistics/derived/derive.ts";
import {derivedUnit, formulasOf} from "../../statistics/derived/formula.ts";
import {uncertainPeriods} from "../../statistics/derived/uncertain.ts";
import {type DayTable, reasonCode, signOn, tabulateDays} from "../../statistics/history/day-table.ts";
import type {PeriodSpan} from "../../statistics/history/decode.ts";
import {firstAtLeast} from "../../statistics/order/binary-search.ts";
import type {Day, PeriodOrdinal} from "../../statistics/time/day.ts";
import {periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Pace, Steps} from "../../work/pace.ts";
import {withRests} from "../../work/pace.ts";
import {wrongStep} from "../derived/derive-page.ts";
import type {DerivedRequest, FoundInputs} from "../derived/inputs.ts";
import {createQuantities} from "../derived/quantities.ts";
import {forbiddenSplice} from "../derived/splices.ts";
import {byPeriod, indexesIn, joinPeriods, PERIODS_AT_ONCE} from "./joined-periods.ts";
import type {UnpackedPanel, UnpackedSeries} from "./read.ts";
import {ALL_PERIODS, frequencyOf, type PanelSeries} from "./series-table.ts";

/** A series before it is derived: its values on each day, over its whole history. */
interface InputDays {
  readonly table: DayTable;
  readonly frequency: Frequency;
  readonly rest: Omit<DerivedInput, "columns">;
}

/** What is derived on a day. */
interface DerivedDay {
  readonly result: DerivedResult;
  /** Periods of values that rest on a value which its publisher had withdrawn by the day. */
  readonly uncertain: readonly PeriodOrdinal[];
}

/** Throws InvalidParameters for a step that is wrong for a series. */
export async function deriveDays(
  {steps, query}: DerivedRequest,
  {series, others, declared, relations}: UnpackedPanel & Pick<FoundInputs, "declared" | "relations">,
  days: readonly Day[],
  pace: Pace,
): Promise<PanelSeries[]> {
  const quantityAt = createQuantities(declared);
  const sources = new Map(Array.from(others, ([key, {source}]) => [key, source]));
  const beside = new Map<string, InputDays>();
  for (const [key, one] of others) beside.set(key, await withRests(inputDays(one, days, quantityAt), pace));
  const found: PanelSeries[] = [];
  for (const one of series) {
    const forbidden = forbiddenSplice(steps, one.source, sources, relations);
    if (forbidden !== null) throw wrongStep(one.key, forbidden.step, forbidden.refusal);
    const input = await withRests(inputDays(one, days, quantityAt), pace);
    const results: DerivedDay[] = [];
    const published = codeAt(one.source.catalogue.unit, one.source.position) ?? "";
    let unit = published;
    for (const day of days.keys()) {
      const result = await withRests(deriveDay({steps, input, beside}, day, false), pace);
      if ("refusal" in result) throw wrongStep(one.key, result.step, result.refusal);
      const hasWithdrawn = [input, ...beside.values()].some((own) => hasWithdrawnOn(own, day));
      if (pace.isOver()) await pace.letOthersIn();
      const certain = hasWithdrawn ? await withRests(deriveDay({steps, input, beside}, day, true), pace) : null;
      const uncertain = uncertainPeriods(result.columns, certain);
      roundValues(result.columns);
      results.push({result, uncertain});
      unit = derivedUnit(result.meaning, input.rest.meaning, published);
      if (pace.isOver()) await pace.letOthersIn();
    }
    const {formula, frequency} = formulasOf(steps, input.frequency);
    const table = await withRests(joinDays(query.slice, one, frequency, results, days), pace);
    const inputs = [one.key, ...beside.keys()].map((series_key) => ({series_key}));
    const missing = await withRests(byPeriod(results.at(-1)?.result.missing ?? []), pace);
    found.push({...one, frequency, table, missing, derived: {formula, unit, inputs}});
  }
  return found;
}

function* inputDays(
  {source, history}: UnpackedSeries,
  days: readonly Day[],
  quantityAt: ReturnType<typeof createQuantities>,
): Steps<InputDays> {
  const {dataset, catalogue, position} = source;
  const rest = {...quantityAt(dataset, catalogue, position), weeks: catalogue.weeks};
  const table = yield* tabulateDays(history, ALL_PERIODS, days, new Map());
  return {table, frequency: frequencyOf(source), rest};
}

interface DayInputs {
  readonly steps: DerivedRequest["steps"];
  readonly input: InputDays;
  readonly beside: ReadonlyMap<string, InputDays>;
}

/** @param inForce without values that were withdrawn by the day */
function deriveDay({steps, input, beside}: DayInputs, day: number, inForce: boolean): ReturnType<typeof derive> {
  const others = new Map(Array.from(beside, ([key, other]) => [key, inputOn(other, day, inForce)]));
  return derive(inputOn(input, day, inForce), steps, others);
}

const WITHDRAWN = reasonCode("withdrawn");

/** A reason beside a value: its publisher no longer gave it. */
function hasWithdrawnOn({table: {periods, values, reasons}}: InputDays, day: number): boolean {
  const end = (day + 1) * periods.length;
  for (let cell = day * periods.length; cell < end; cell++)
    if (reasons[cell] !== 0 && !Number.isNaN(values[cell]!)) return true;
  return false;
}

/** The values that were known on a day. The days of their publication are not in the answer, so they are left at zero. */
function inputOn({table, frequency, rest}: InputDays, day: number, inForce: boolean): DerivedInput {
  const {periods, reasons} = table;
  const values = table.values.subarray(day * periods.length, (day + 1) * periods.length);
  const period = new Int32Array(periods.length);
  const value = new Float64Array(periods.length);
  let count = 0;
  for (const [at, one] of values.entries()) {
    if (Number.isNaN(one) || (inForce && reasons[day * periods.length + at] !== 0)) continue;
    period[count] = periods[at]!;
    value[count++] = one;
  }
  const columns: SeriesColumns = {frequency, count, period, value, asOf: new Int32Array(count)};
  return {columns, ...rest};
}

/** The values of all days over the periods that have one on any of them, within the bounds. */
function* joinDays(
  bounds: Pick<DerivedRequest["query"]["slice"], "from" | "to">,
  {source: {catalogue}, signs, source}: UnpackedSeries,
  frequency: Frequency,
  results: readonly DerivedDay[],
  days: readonly Day[],
): Steps<DayTable> {
  const within = periodWindow(bounds, frequency, frequency === "W" ? catalogue.weeks! : periodTable(frequency));
  const own = results.map(({result: {columns}}) => cutTo(columns.period.subarray(0, columns.count), within));
  const periods = yield* joinPeriods(own);
  const values = new Float64Array(days.length * periods.length).fill(Number.NaN);
  const reasons = new Uint8Array(values.length);
  const isSame = frequency === frequencyOf(source);
  for (const [day, {result, uncertain}] of results.entries()) {
    const {columns, missing} = result;
    const start = day * periods.length;
    const rows = yield* indexesIn(periods, columns.period.subarray(0, columns.count));
    const marks = yield* indexesIn(periods, uncertain);
    const without = yield* byPeriod(missing);
    for (const [at, period] of periods.entries()) {
      if (at % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
      if (rows[at] !== -1) values[start + at] = columns.value[rows[at]!]!;
      if (marks[at] !== -1) reasons[start + at] = WITHDRAWN;
      if (!Number.isNaN(values[start + at]!)) continue;
      const sign = isSame ? signOn(signs, period, days[day]!) : null;
      reasons[start + at] = reasonCode(without.get(period) ?? sign ?? "not_yet_published");
    }
    yield;
  }
  return {periods, values, reasons};
}

/** @param periods ascending */
function cutTo(periods: Int32Array, {from, to}: PeriodSpan): Int32Array {
  return periods.subarray(firstAtLeast(periods, from), firstAtLeast(periods, to + 1));
}
