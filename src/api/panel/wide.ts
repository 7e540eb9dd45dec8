// A panel of one day as a table: a row for each period, a column for each series.
//
// A series may lack a period that another one has, so its cell says why: a sign of its publisher, not published yet, or unknown. A series of
// another frequency has no such period: there the reason is empty too.
import {type CellReason, reasonOf, signOn} from "../../statistics/history/day-table.ts";
import {includes} from "../../statistics/history/withdrawn.ts";
import {type Day, firstDay, ordinalAt, type PeriodOrdinal, type PeriodTable} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
import {indexesIn, joinPeriods, PERIODS_AT_ONCE} from "./joined-periods.ts";
import {dayOfPeriod, type PanelSeries} from "./series-table.ts";

/** Columns are parallel to `periods`. */
export interface WideColumn {
  readonly key: string;
  /** NaN: none. */
  readonly values: Float64Array;
  readonly reasons: readonly (CellReason | null)[];
}

export interface WidePanel {
  /** First days of periods, ascending. */
  readonly periods: Int32Array;
  readonly columns: readonly WideColumn[];
}

/** Step by step. @param series at least one */
export function* widen(series: readonly PanelSeries[], day: Day): Steps<WidePanel> {
  const own: Int32Array[] = [];
  for (const one of series) own.push(yield* firstDays(one));
  const periods = yield* joinPeriods(own);
  const weeks = createWeekFinder();
  const columns: WideColumn[] = [];
  for (const [index, one] of series.entries()) columns.push(yield* columnOf(one, periods, own[index]!, weeks, day));
  return {periods, columns};
}

function* firstDays({source, frequency, table: {periods}}: PanelSeries): Steps<Int32Array> {
  const days = new Int32Array(periods.length);
  for (let at = 0; at < periods.length; at++) {
    days[at] = dayOfPeriod(source, frequency, periods[at]!);
    if (at % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
  }
  return days;
}

/** @param days the first days of the series' own periods */
function* columnOf(
  one: PanelSeries,
  periods: Int32Array,
  days: Int32Array,
  weeks: WeekFinder,
  day: Day,
): Steps<WideColumn> {
  const {table, key} = one;
  const indexes = yield* indexesIn(periods, days);
  const values = new Float64Array(periods.length).fill(Number.NaN);
  const reasons: (CellReason | null)[] = [];
  for (const [row, cell] of indexes.entries()) {
    if (cell !== -1) values[row] = table.values[cell]!;
    reasons.push(cell === -1 ? absence(one, periodOf(one, periods[row]!, weeks), day) : reasonOf(table.reasons[cell]!));
    if (row % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
  }
  yield;
  return {key, values, reasons};
}

/** Why a series has no value in a period that another series has; null: its frequency has no such period. */
function absence(
  {signs, missing, table, derived, history}: PanelSeries,
  period: PeriodOrdinal | null,
  day: Day,
): CellReason | null {
  if (period === null) return null;
  const sign = missing.get(period) ?? signOn(signs, period, day);
  if (sign !== null) return sign;
  const isLater = period > (table.periods.at(-1) ?? Number.NEGATIVE_INFINITY);
  return isLater || (derived === null && includes(history.period.subarray(0, history.count), period))
    ? "not_yet_published"
    : "unknown";
}

type WeekFinder = (weeks: PeriodTable, first: Day) => PeriodOrdinal | null;

/** null: no period of the series begins on the day. */
function periodOf({source: {catalogue}, frequency}: PanelSeries, first: Day, weeks: WeekFinder): PeriodOrdinal | null {
  if (frequency === "W") return catalogue.weeks === null ? null : weeks(catalogue.weeks, first);
  const period = ordinalAt(frequency, first);
  return firstDay(frequency, period) === first ? period : null;
}

/** Calendars have the weeks of centuries, and the series of a dataset share one. */
function createWeekFinder(): WeekFinder {
  const known = new Map<PeriodTable, Map<Day, PeriodOrdinal>>();
  return (weeks, first) => {
    const own = known.get(weeks) ?? new Map(Array.from(weeks.days, (day, at) => [day, weeks.base + at]));
    known.set(weeks, own);
    return own.get(first) ?? null;
  };
}
