// What a load run touched of a series: periods and days of publication, without the values [changes.*].
//
// The values are read from the present history when they are told, and a later run may have changed them again. This is right, because that
// run has touched them too, and is told later. An estimate or a mark of withdrawal that is gone has no day to point to. So its period is
// told whole: who follows forgets what it has of the period, and takes what comes.
import {type Estimates, sameValue} from "../history/estimates.ts";
import type {WithdrawnSpan} from "../history/withdrawal.ts";
import {withdrawnSpans} from "../history/withdrawn.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";

/** A period whose estimates or withdrawals differ. */
export interface TouchedPeriod {
  readonly period: PeriodOrdinal;
  /** The days on which something is new or other, ascending; null: the period is told whole. */
  readonly days: readonly Day[] | null;
}

/** What a run touched of one series. */
export interface TouchedSeries {
  /** Its names or the days of its periods are others: it is described again. */
  readonly isDescribed: boolean;
  /** Ascending by period; null: the series is told whole. */
  readonly periods: readonly TouchedPeriod[] | null;
}

/** A new series. */
export const ADDED: TouchedSeries = {isDescribed: false, periods: null};
/** A series with another name. */
export const RENAMED: TouchedSeries = {isDescribed: true, periods: []};
/** A series whose periods begin on other days. */
export const REDATED: TouchedSeries = {isDescribed: true, periods: null};

/** The periods in which two histories of a series have other estimates or withdrawals, ascending, or the same ones of another release of the day. */
export function touchedPeriods(before: Estimates, after: Estimates): TouchedPeriod[] {
  const found = touchedEstimates(before, after);
  const [was, is] = [withdrawnSpans(before), withdrawnSpans(after)];
  return was.length === 0 && is.length === 0 ? found : withWithdrawals(found, was, is);
}

function touchedEstimates(before: Estimates, after: Estimates): TouchedPeriod[] {
  const found: TouchedPeriod[] = [];
  let days: Day[] | null = [];
  // Most rows of most histories are as they were.
  let old = equalRows(before, after);
  let now = old;
  while (old < before.count || now < after.count) {
    const oldPeriod = old < before.count ? before.period[old]! : Number.POSITIVE_INFINITY;
    const nowPeriod = now < after.count ? after.period[now]! : Number.POSITIVE_INFINITY;
    const order = oldPeriod - nowPeriod || before.day[old]! - after.day[now]!;
    const period = Math.min(oldPeriod, nowPeriod);
    if (order < 0) {
      days = null;
      old++;
    } else if (order > 0) {
      days?.push(after.day[now]!);
      now++;
    } else {
      const isSame = before.sequence[old] === after.sequence[now] && sameValue(before.value[old]!, after.value[now]!);
      if (!isSame) days?.push(after.day[now]!);
      old++;
      now++;
    }
    if (before.period[old] === period && old < before.count) continue;
    if (after.period[now] === period && now < after.count) continue;
    if (days === null || days.length > 0) {
      found.push({period, days});
      days = [];
    }
  }
  return found;
}

/** The number of equal rows at the beginning, without those of a period that goes on. */
function equalRows(one: Estimates, other: Estimates): number {
  const {period, day, value, sequence} = one;
  const {period: periods, day: days, value: values, sequence: sequences} = other;
  const most = Math.min(one.count, other.count);
  let row = 0;
  const isSame = (at: number): boolean =>
    period[at] === periods[at] && day[at] === days[at] && value[at] === values[at] && sequence[at] === sequences[at];
  while (row < most && isSame(row)) row++;
  while (row > 0 && (period[row] === period[row - 1] || periods[row] === period[row - 1])) row--;
  return row;
}

function withWithdrawals(
  found: readonly TouchedPeriod[],
  was: readonly WithdrawnSpan[],
  is: readonly WithdrawnSpan[],
): TouchedPeriod[] {
  const touched = new Map<PeriodOrdinal, Day[] | null>();
  for (const {period, days} of found) touched.set(period, days === null ? null : [...days]);
  const [gone, left] = [eventsOf(was), eventsOf(is)];
  for (const [key, {period, day, reason, sequence}] of left) {
    const old = gone.get(key);
    const days = touched.get(period);
    if ((old?.reason === reason && old.sequence === sequence) || days === null) continue;
    if (days === undefined) touched.set(period, [day]);
    else if (!days.includes(day)) days.push(day);
  }
  for (const [key, {period}] of gone) if (!left.has(key)) touched.set(period, null);
  return Array.from(touched, ([period, days]) => ({period, days: days?.sort((a, b) => a - b) ?? null})).sort(
    (a, b) => a.period - b.period,
  );
}

interface WithdrawalEvent {
  readonly period: PeriodOrdinal;
  readonly day: Day;
  readonly sequence: number;
  /** Of a withdrawal; "": it ends. */
  readonly reason: string;
}

/** The beginnings and the ends of withdrawals. */
function eventsOf(spans: readonly WithdrawnSpan[]): Map<string, WithdrawalEvent> {
  const events = new Map<string, WithdrawalEvent>();
  for (const {period, day, sequence, untilDay, untilSequence, reason} of spans) {
    events.set(`${period} ${day} from`, {period, day, sequence, reason});
    if (untilDay !== NO_DAY)
      events.set(`${period} ${untilDay} until`, {period, day: untilDay, sequence: untilSequence, reason: ""});
  }
  return events;
}
