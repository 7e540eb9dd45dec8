// The derived values of a series on each of several days: each day is derived from the inputs as they were known on it, so the column of a
// day is what /api/v1/derived gives with that day as `as_of` (CONTRACT 6.12).
import {codeAt, type NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import type {DerivedColumns, SeriesColumns} from "../../statistics/derived/columns.ts";
import {type DerivedInput, derive} from "../../statistics/derived/derive.ts";
import {derivedUnit} from "../../statistics/derived/formula.ts";
import {type DayTable, reasonCode, signOn, tabulateDays} from "../../statistics/history/day-table.ts";
import type {Day, PeriodOrdinal} from "../../statistics/time/day.ts";
import {periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Pace, Steps} from "../../work/pace.ts";
import {inSlices} from "../../work/pace.ts";
import {formulasOf, wrongStep} from "../derived/derive-page.ts";
import type {DerivedRequest} from "../derived/inputs.ts";
import {quantityOf} from "../derived/quantities.ts";
import type {UnpackedPanel, UnpackedSeries} from "./read.ts";
import {ALL_PERIODS, frequencyOf, type PanelSeries} from "./series-table.ts";

/** A series before it is derived: its values on each day, over its whole history. */
interface InputDays {
  readonly table: DayTable;
  readonly frequency: Frequency;
  readonly rest: Omit<DerivedInput, "columns">;
}

/** Throws InvalidParameters for a step that is wrong for the quantity of a series. */
export async function deriveDays(
  {steps, query}: DerivedRequest,
  {series, others}: UnpackedPanel,
  days: readonly Day[],
  pace: Pace,
): Promise<PanelSeries[]> {
  const beside = new Map<string, InputDays>();
  for (const [key, one] of others) beside.set(key, await inSlices(inputDays(one, days), pace));
  const found: PanelSeries[] = [];
  for (const one of series) {
    const input = await inSlices(inputDays(one, days), pace);
    const results: DerivedColumns[] = [];
    const published = codeAt(one.source.catalogue.unit, one.source.position) ?? "";
    let unit = published;
    for (const day of days.keys()) {
      const othersOfDay = new Map(Array.from(beside, ([key, other]) => [key, inputOn(other, day)]));
      const result = derive(inputOn(input, day), steps, othersOfDay);
      if ("refusal" in result) throw wrongStep(one.key, result.step, result.refusal);
      results.push(result);
      unit = derivedUnit(result.meaning, input.rest.meaning, published);
      if (pace.isOver()) await pace.letOthersIn();
    }
    const {formula, frequency} = formulasOf(steps, input.frequency);
    const table = await inSlices(joinDays(query.slice, one, frequency, results, days), pace);
    const inputs = [one.key, ...beside.keys()].map((series_key) => ({series_key}));
    const missing = new Map(results.at(-1)?.missing.map(({period, reason}) => [period, reason]));
    found.push({...one, frequency, table, missing, derived: {formula, unit, inputs}});
  }
  return found;
}

function* inputDays({source, history}: UnpackedSeries, days: readonly Day[]): Steps<InputDays> {
  const {dataset, catalogue, position} = source;
  const rest = {...quantityOf(dataset, catalogue as NamedCatalogue, position), weeks: catalogue.weeks};
  const table = yield* tabulateDays(history, ALL_PERIODS, days, new Map());
  return {table, frequency: frequencyOf(source), rest};
}

/** The values that were known on a day. The days of their publication are not in the answer, so they are left at zero. */
function inputOn({table, frequency, rest}: InputDays, day: number): DerivedInput {
  const {periods} = table;
  const values = table.values.subarray(day * periods.length, (day + 1) * periods.length);
  const period = new Int32Array(periods.length);
  const value = new Float64Array(periods.length);
  let count = 0;
  for (const [at, one] of values.entries()) {
    if (Number.isNaN(one)) continue;
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
  results: readonly DerivedColumns[],
  days: readonly Day[],
): Steps<DayTable> {
  const within = periodWindow(bounds, frequency, frequency === "W" ? catalogue.weeks! : periodTable(frequency));
  const known = new Set<PeriodOrdinal>();
  for (const {columns} of results) {
    for (const period of columns.period.subarray(0, columns.count))
      if (period >= within.from && period <= within.to) known.add(period);
    yield;
  }
  const periods = Int32Array.from(known).sort();
  const indexes = new Map(Array.from(periods, (period, at) => [period, at]));
  const values = new Float64Array(days.length * periods.length).fill(Number.NaN);
  const reasons = new Uint8Array(values.length);
  const isSame = frequency === frequencyOf(source);
  for (const [day, {columns, missing}] of results.entries()) {
    const start = day * periods.length;
    for (let row = 0; row < columns.count; row++) {
      const at = indexes.get(columns.period[row]!);
      if (at !== undefined) values[start + at] = columns.value[row]!;
    }
    const without = new Map(missing.map(({period, reason}) => [period, reason]));
    for (const [at, period] of periods.entries()) {
      if (!Number.isNaN(values[start + at]!)) continue;
      const sign = isSame ? signOn(signs, period, days[day]!) : null;
      reasons[start + at] = reasonCode(without.get(period) ?? sign ?? "not_yet_published");
    }
    yield;
  }
  return {periods, values, reasons};
}
