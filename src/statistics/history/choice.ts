// Selects the estimates of a series for a request: all of them, or the first, the latest or the n-th of each period.
//
// Ranks are counted in the whole history, before bounds of periods and publication days are applied. So the parts of any division, joined,
// are the whole, and `superseded` is the day of the next estimate, even if that one is outside the bounds.
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import type {PeriodSpan} from "./decode.ts";
import type {Estimates} from "./estimates.ts";
import {withdrawnDay, withdrawnSpans} from "./withdrawn.ts";

/** The selected estimates of each period; `nth` counts from 1. */
export type Rank = "all" | "first" | "latest" | {readonly nth: number};

/** All bounds inclusive; null: no bound. */
export interface EstimateChoice {
  readonly rank: Rank;
  readonly knownFrom: Day | null;
  readonly knownTo: Day | null;
}

/**
 * Columns of `count` rows in the order of the history, which may be longer; `superseded` is NO_DAY for the estimate that is valid now.
 * `withdrawn` is the day on which the estimate was withdrawn, NO_DAY if it was not or was given again; null: none of the history was.
 */
export interface ChosenEstimates {
  readonly count: number;
  readonly period: Int32Array;
  readonly published: Int32Array;
  readonly superseded: Int32Array;
  readonly value: Float64Array;
  readonly withdrawn: Int32Array | null;
}

export function chooseEstimates(history: Estimates, {from, to}: PeriodSpan, choice: EstimateChoice): ChosenEstimates {
  const {count: size, period, day, value} = history;
  const knownFrom = choice.knownFrom ?? Number.NEGATIVE_INFINITY;
  const knownTo = choice.knownTo ?? Number.POSITIVE_INFINITY;
  const isWhole =
    choice.rank === "all" &&
    choice.knownFrom === null &&
    choice.knownTo === null &&
    (size === 0 || (period[0]! >= from && period[size - 1]! <= to));
  if (isWhole) return chooseAll(history);
  const nth = choice.rank === "first" ? 1 : typeof choice.rank === "object" ? choice.rank.nth : 0;
  const isLatest = choice.rank === "latest";
  const spans = withdrawnSpans(history);
  const columns = {
    period: new Int32Array(size),
    published: new Int32Array(size),
    superseded: new Int32Array(size),
    value: new Float64Array(size),
    withdrawn: spans.length === 0 ? null : new Int32Array(size),
  };
  const {period: periods, published, superseded, value: values, withdrawn} = columns;
  let count = 0;
  for (let row = 0, rank = 1; row < size; row++, rank++) {
    const own = period[row]!;
    const known = day[row]!;
    if (row > 0 && period[row - 1] !== own) rank = 1;
    const isLast = row + 1 === size || period[row + 1] !== own;
    if ((nth > 0 && rank !== nth) || (isLatest && !isLast)) continue;
    if (own < from || own > to || known < knownFrom || known > knownTo) continue;
    periods[count] = own;
    published[count] = known;
    superseded[count] = isLast ? NO_DAY : day[row + 1]!;
    if (withdrawn !== null) withdrawn[count] = withdrawnDay(spans, own, known, superseded[count]!);
    values[count++] = value[row]!;
  }
  if (count * 2 >= size) return {count, ...columns};
  // few of a long history: its memory must not wait with them until the answer is written
  return {
    count,
    period: periods.slice(0, count),
    published: published.slice(0, count),
    superseded: superseded.slice(0, count),
    value: values.slice(0, count),
    withdrawn: withdrawn === null ? null : withdrawn.slice(0, count),
  };
}

/** With the columns of the history itself: a copy of them would cost as much as the choice. */
function chooseAll(history: Estimates): ChosenEstimates {
  const {count, period, day, value} = history;
  const spans = withdrawnSpans(history);
  const superseded = new Int32Array(count);
  for (let row = 0; row < count; row++)
    superseded[row] = row + 1 < count && period[row + 1] === period[row] ? day[row + 1]! : NO_DAY;
  const withdrawn =
    spans.length === 0 ? null : superseded.map((next, row) => withdrawnDay(spans, period[row]!, day[row]!, next));
  return {count, period, published: day, superseded, value, withdrawn};
}

/** A row for each period, a column for each vintage: the value known at the end of that day; NaN: none yet. */
export interface VintageTable {
  readonly days: readonly Day[];
  readonly periods: readonly PeriodOrdinal[];
  readonly values: readonly Float64Array[];
  /** Distinct estimates in the table. */
  readonly estimates: number;
}

/** A table of more cells than asked for: only counted, because its cells may take gigabytes. */
export type UnmadeTable = Omit<VintageTable, "values"> & {readonly values: null};

/**
 * The vintages published within the bounds; each has all values known then, also values published before the bounds.
 * @param most cells; a larger table is not made
 */
export function tabulateVintages(
  history: Estimates,
  {from, to}: PeriodSpan,
  {knownFrom, knownTo}: Pick<EstimateChoice, "knownFrom" | "knownTo">,
  most: number,
): VintageTable | UnmadeTable {
  const {count, period, day} = history;
  const isWanted = (published: Day) =>
    (knownFrom === null || published >= knownFrom) && (knownTo === null || published <= knownTo);
  const published = new Set<Day>();
  for (let row = 0; row < count; row++) {
    if (period[row]! >= from && period[row]! <= to && isWanted(day[row]!)) published.add(day[row]!);
  }
  const days = [...published].sort((one, other) => one - other);
  const last = days.at(-1) ?? Number.NEGATIVE_INFINITY;
  const starts: number[] = [];
  for (let row = 0; row < count; row++) {
    const isFirst = row === 0 || period[row - 1] !== period[row];
    if (isFirst && period[row]! >= from && period[row]! <= to && day[row]! <= last) starts.push(row);
  }
  const periods = starts.map((start) => period[start]!);
  const estimates = starts.reduce((sum, start) => sum + countShown(history, start, days), 0);
  if (days.length * periods.length > most) return {days, periods, values: null, estimates};
  return {days, periods, values: starts.map((start) => knownOn(history, start, days)), estimates};
}

/** The value of the period that begins at the row `start`, as known on each of the days. */
function knownOn({count, period, day, value}: Estimates, start: number, days: readonly Day[]): Float64Array {
  const known = new Float64Array(days.length).fill(Number.NaN);
  for (let column = 0, at = start - 1; column < days.length; column++) {
    while (at + 1 < count && period[at + 1] === period[start] && day[at + 1]! <= days[column]!) at++;
    if (at >= start) known[column] = value[at]!;
  }
  return known;
}

/** Estimates of that period that are in force on at least one of the days, which contain each day of publication between them. */
function countShown({count, period, day}: Estimates, start: number, days: readonly Day[]): number {
  const [first, last] = [days[0]!, days.at(-1)!];
  let shown = 0;
  for (let row = start; row < count && period[row] === period[start] && day[row]! <= last; row++) {
    const isLast = row + 1 >= count || period[row + 1] !== period[start];
    if (day[row]! >= first || isLast || day[row + 1]! > first) shown++;
  }
  return shown;
}
