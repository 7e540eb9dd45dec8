// `chain:PERIOD`: rates of one period joined into an index, with one period or the mean of one year as 100.
//
// Only rates on the period before chain. A gap ends the chain on both sides of the base: what lies behind it has no value. The base itself
// needs no rate: the next one leads away from it [derived.*].
import type {Day, PeriodOrdinal, PeriodTable} from "../time/day.ts";
import {growthOf, type RateForm} from "./annual-rate.ts";
import {type PeriodBefore, previousPeriod} from "./calendar-steps.ts";
import {createColumnsWriter, type DerivedColumns, joinMissing, type SeriesColumns} from "./columns.ts";
import {type BasePeriod, indexTo, periodsIn} from "./index-base.ts";

/** What chains: an index with the period before as 100, or a change in per cent of it. */
export type ChainedForm = Exclude<RateForm, "level">;

/** I[base] = 100, I[t] = I[t−1] × g[t] */
export function chain(
  input: SeriesColumns,
  base: BasePeriod,
  form: ChainedForm,
  weeks: PeriodTable | null,
): DerivedColumns {
  const [first, last] = periodsIn(input, base, weeks);
  const chained = chainFrom(input, first, form, weeks);
  if (first === last) return chained;
  const {columns, missing} = indexTo(chained.columns, base, weeks);
  return {columns, missing: joinMissing(chained.missing, missing)};
}

/** The index over the unbroken run of rates around `first`, which is 100. */
export function chainFrom(
  input: SeriesColumns,
  first: PeriodOrdinal,
  form: ChainedForm,
  weeks: PeriodTable | null,
): DerivedColumns {
  const {count, period, value, asOf} = input;
  const writer = createColumnsWriter(input, count + 1);
  const step = previousPeriod(input.frequency, weeks);
  const before: PeriodBefore = typeof step === "number" ? (own) => own - step : step;
  const levels = new Float64Array(count);
  const days = new Int32Array(count);
  let behind = 0;
  while (behind < count && period[behind]! < first) behind++;
  const isRow = period[behind] === first && behind < count;
  const ahead = isRow ? behind + 1 : behind;
  const reachesAhead = ahead < count && before(period[ahead]!) === first;
  if (isRow) {
    levels[behind] = 100;
    days[behind] = asOf[behind]!;
    levelsBefore(input, behind, form, {levels, days, before});
  }
  levelsAfter(input, ahead, first, form, {levels, days, before});
  for (let row = 0; row < count; row++) {
    if (row === ahead && !isRow && reachesAhead) writer.add(first, 100, asOf[ahead]!);
    if (levels[row]! > 0) writer.add(period[row]!, levels[row]!, days[row]!);
    else writer.miss(period[row]!, growthOf(value[row]!, form) > 0 ? "input_missing" : "not_comparable");
  }
  return writer.end();
}

/** Level and publication by row; a level of 0 is none. */
interface Levels {
  readonly levels: Float64Array;
  readonly days: Int32Array;
  readonly before: PeriodBefore;
}

/** Level of the period before a row: that of the row divided by its growth. */
function levelsBefore(
  {period, value, asOf}: SeriesColumns,
  base: number,
  form: ChainedForm,
  {levels, days, before}: Levels,
): void {
  let latest: Day = Number.NEGATIVE_INFINITY;
  for (let row = base; row > 0 && period[row - 1] === before(period[row]!); row--) {
    const growth = growthOf(value[row]!, form);
    if (!(growth > 0)) return;
    latest = Math.max(latest, asOf[row]!);
    levels[row - 1] = levels[row]! / growth;
    days[row - 1] = latest;
  }
}

function levelsAfter(
  {count, period, value, asOf}: SeriesColumns,
  from: number,
  first: PeriodOrdinal,
  form: ChainedForm,
  {levels, days, before}: Levels,
): void {
  let level = 100;
  let latest: Day = Number.NEGATIVE_INFINITY;
  for (let row = from; row < count && before(period[row]!) === (row === from ? first : period[row - 1]); row++) {
    const growth = growthOf(value[row]!, form);
    if (!(growth > 0)) return;
    level *= growth;
    latest = Math.max(latest, asOf[row]!);
    levels[row] = level;
    days[row] = latest;
  }
}
