// A panel of one day as a table: a row for each period, a column for each series.
//
// A series may lack a period that another one has, so its cell says why: a sign of its publisher, not published yet, or unknown. A series of
// another frequency has no such period: there the reason is empty too.
import {type CellReason, reasonOf, signOn} from "../../statistics/history/day-table.ts";
import {type Day, firstDay, ordinalAt, type PeriodOrdinal, type PeriodTable} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
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
  readonly periods: readonly Day[];
  readonly columns: readonly WideColumn[];
}

/** Step by step. @param series at least one */
export function* widen(series: readonly PanelSeries[], day: Day): Steps<WidePanel> {
  const own: ReadonlyMap<Day, number>[] = [];
  for (const {source, frequency, table} of series) {
    own.push(new Map(Array.from(table.periods, (period, at) => [dayOfPeriod(source, frequency, period), at])));
    yield;
  }
  const periods = [...new Set(own.flatMap((indexes) => [...indexes.keys()]))].sort((one, other) => one - other);
  yield;
  const weeks = createWeekFinder();
  const columns: WideColumn[] = [];
  for (const [index, one] of series.entries()) {
    const at = periods.map((first) => own[index]!.get(first));
    const published = new Set(one.history.period.subarray(0, one.history.count));
    columns.push({
      key: one.key,
      values: Float64Array.from(at, (cell) => (cell === undefined ? Number.NaN : one.table.values[cell]!)),
      reasons: at.map((cell, row) =>
        cell === undefined
          ? absence(one, published, periodOf(one, periods[row]!, weeks), day)
          : reasonOf(one.table.reasons[cell]!),
      ),
    });
    yield;
  }
  return {periods, columns};
}

/** Why a series has no value in a period that another series has; null: its frequency has no such period. */
function absence(
  {signs, missing, table, derived}: PanelSeries,
  published: ReadonlySet<PeriodOrdinal>,
  period: PeriodOrdinal | null,
  day: Day,
): CellReason | null {
  if (period === null) return null;
  const told = missing.get(period) ?? signOn(signs, period, day);
  if (told !== null) return told;
  const isLater = period > (table.periods.at(-1) ?? Number.NEGATIVE_INFINITY);
  return isLater || (derived === null && published.has(period)) ? "not_yet_published" : "unknown";
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
