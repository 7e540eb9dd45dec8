// A series as it was known on each of several days: a column of values for each day, over the periods that have a value on any of them
// [panel.*].
//
// A value that was withdrawn stays, as in a slice of that day, and its reason stands beside it. An empty cell always has a reason. The
// estimates of a period are gone through once, however many days there are.
import type {NoValueReason} from "../derived/columns.ts";
import {firstAtLeast} from "../order/binary-search.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import type {PeriodSpan} from "./decode.ts";
import type {Estimates} from "./estimates.ts";
import {periodsOf} from "./revisions.ts";
import {WITHDRAWAL_REASONS, type WithdrawalReason} from "./withdrawal.ts";
import {withdrawnSpans} from "./withdrawn.ts";

const NO_VALUE: readonly NoValueReason[] = ["input_missing", "incomplete", "not_comparable"];
/** Why a cell is empty, or its value is no longer in force. */
export const CELL_REASONS = ["not_yet_published", ...WITHDRAWAL_REASONS, ...NO_VALUE] as const;
export type CellReason = (typeof CELL_REASONS)[number] | NoValueReason;

/** `values[day * periods.length + at]` is the value of `periods[at]` on that day, NaN if there is none; `reasons` is parallel (reasonOf). */
export interface DayTable {
  /** Ascending. */
  readonly periods: Int32Array;
  readonly values: Float64Array;
  readonly reasons: Uint8Array;
}

/** A cell of a release that has a sign in place of a value. */
export interface PeriodSign {
  readonly since: Day;
  readonly reason: WithdrawalReason;
}

/** The signs of a series by period, each list by day. */
export type PeriodSigns = ReadonlyMap<PeriodOrdinal, readonly PeriodSign[]>;

/** The number of a reason in a table; 0 stands for none. */
export function reasonCode(reason: CellReason): number {
  return CELL_REASONS.indexOf(reason) + 1;
}

export function reasonOf(code: number): CellReason | null {
  return code === 0 ? null : CELL_REASONS[code - 1]!;
}

/** The sign that the latest release with one by that day gave; null: none. */
export function signOn(signs: PeriodSigns, period: PeriodOrdinal, day: Day): WithdrawalReason | null {
  return signs.get(period)?.findLast(({since}) => since <= day)?.reason ?? null;
}

/** Parallel, ascending by period. */
export interface KnownPeriods {
  readonly periods: readonly PeriodOrdinal[];
  /** The day of the first estimate of each. */
  readonly since: readonly Day[];
}

/** The periods within the span that have a value on the day. */
export function* periodsKnownOn(
  history: Estimates,
  {from, to}: PeriodSpan,
  day: Day,
): Generator<undefined, KnownPeriods> {
  const known: {periods: PeriodOrdinal[]; since: Day[]} = {periods: [], since: []};
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    const period = history.period[rows.start]!;
    const since = history.day[rows.start]!;
    if (period < from || period > to || since > day) continue;
    known.periods.push(period);
    known.since.push(since);
  }
  return known;
}

/** @param days ascending, each once; none: an empty table */
export function* tabulateDays(
  history: Estimates,
  span: PeriodSpan,
  days: readonly Day[],
  signs: PeriodSigns,
): Generator<undefined, DayTable> {
  const last = days.at(-1) ?? NO_DAY;
  const periods = Int32Array.from((yield* periodsKnownOn(history, span, last)).periods);
  const values = new Float64Array(days.length * periods.length).fill(Number.NaN);
  const reasons = new Uint8Array(values.length);
  let at = 0;
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    if (history.period[rows.start] !== periods[at]) continue;
    let row = rows.start - 1;
    for (const [column, day] of days.entries()) {
      while (row + 1 < rows.end && history.day[row + 1]! <= day) row++;
      const cell = column * periods.length + at;
      if (row >= rows.start) values[cell] = history.value[row]!;
      if (Number.isNaN(values[cell]!))
        reasons[cell] = reasonCode(signOn(signs, periods[at]!, day) ?? "not_yet_published");
    }
    at++;
  }
  yield;
  markWithdrawn(history, {periods, values, reasons}, days);
  return {periods, values, reasons};
}

function markWithdrawn(history: Estimates, {periods, reasons}: DayTable, days: readonly Day[]): void {
  for (const {period, reason, day: since, untilDay} of withdrawnSpans(history)) {
    const at = firstAtLeast(periods, period);
    if (periods[at] !== period) continue;
    for (const [column, day] of days.entries())
      if (day >= since && (untilDay === NO_DAY || day < untilDay))
        reasons[column * periods.length + at] = reasonCode(reason);
  }
}
