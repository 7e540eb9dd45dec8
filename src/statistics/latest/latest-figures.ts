// The last value of a series with its change on the period before and on the year before, for a summary of one line.
//
// A change in per cent is given where `pct` is allowed for the quantity, else the difference; where both are refused there is none.
// Days and weeks of a source have holidays: their base is the last value at or before the day, at most two weeks older.

import {type PeriodBefore, previousPeriod, yearBefore} from "../derived/calendar-steps.ts";
import {difference} from "../derived/change.ts";
import {findPeriod, type SeriesColumns, toRounded} from "../derived/columns.ts";
import {percentOf} from "../derived/percent.ts";
import type {DerivedQuantity} from "../derived/quantity.ts";
import {judgeStep} from "../derived/step-rules.ts";
import type {PeriodOrdinal, PeriodTable} from "../time/day.ts";

export interface LatestChange {
  readonly value: number;
  /** percent: of the base; own: a difference in the unit of the series. */
  readonly unit: "percent" | "own";
  /** The period that the last one is compared with. */
  readonly base: PeriodOrdinal;
}

export interface LatestFigures {
  readonly period: PeriodOrdinal;
  readonly value: number;
  /** null: the period before has no value, or no change may be given. */
  readonly onPeriod: LatestChange | null;
  /** null also for annual data, whose period before is the year before. */
  readonly onYear: LatestChange | null;
}

/** Days by which the base of a day may be older than it should be. */
const MOST_DAYS = 15;

/** null: there are no values. @param weeks the calendar of the dataset, for weeks */
export function latestFigures(
  columns: SeriesColumns,
  meaning: DerivedQuantity,
  weeks: PeriodTable | null,
): LatestFigures | null {
  const {frequency, count} = columns;
  if (count === 0) return null;
  const at = count - 1;
  const period = columns.period[at]!;
  const before = frequency === "D" ? count - 2 : baseAt(columns, earlier(period, previousPeriod(frequency, weeks)));
  const year = frequency === "A" ? -1 : baseAt(columns, earlier(period, yearBefore(frequency)));
  const subject = {meaning, frequency, isAdjusted: false};
  const changeFrom = (base: number, percent: "pct" | "yoy_pct", own: "change" | "yoy"): LatestChange | null => {
    if (base < 0 || (frequency === "D" && percent === "pct" && period - columns.period[base]! > MOST_DAYS)) return null;
    const [value, other] = [columns.value[at]!, columns.value[base]!];
    const unit = "refusal" in judgeStep({name: percent}, subject) ? "own" : "percent";
    // the growth of one month less that of the month a year before tells nothing of the year
    if (unit === "own" && own === "yoy" && meaning === "index_prev") return null;
    if (unit === "own" && "refusal" in judgeStep({name: own}, subject)) return null;
    const change = unit === "own" ? difference(value, other) : percentOf(value, other);
    return !Number.isFinite(change) ? null : {value: toRounded(change), unit, base: columns.period[base]!};
  };
  return {
    period,
    value: columns.value[at]!,
    onPeriod: changeFrom(before, "pct", "change"),
    onYear: changeFrom(year, "yoy_pct", "yoy"),
  };
}

/** null: there is no such period. @param by periods, or what finds the earlier one */
function earlier(period: PeriodOrdinal, by: number | PeriodBefore): PeriodOrdinal | null {
  return typeof by === "number" ? period - by : by(period);
}

/** -1: there is no value. Of days the last one at or before the wanted one counts. */
function baseAt(columns: SeriesColumns, wanted: PeriodOrdinal | null): number {
  if (wanted === null) return -1;
  const exact = findPeriod(columns, wanted);
  if (exact !== -1 || columns.frequency !== "D") return exact;
  for (let at = columns.count - 1; at >= 0; at--) {
    const own = columns.period[at]!;
    if (own <= wanted) return wanted - own <= MOST_DAYS ? at : -1;
  }
  return -1;
}
