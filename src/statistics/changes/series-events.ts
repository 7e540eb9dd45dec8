// The events of a series as a follower is told them: its estimates and withdrawals, by period and day [changes.*].
//
// An event sets what the follower has of a period and a day, so it may be told twice. A mark "whole" stands at the first event of a period
// that is told whole: what the follower has of the period is forgotten before it.
import type {Estimates} from "../history/estimates.ts";
import type {WithdrawalReason} from "../history/withdrawal.ts";
import {withdrawnSpans} from "../history/withdrawn.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import type {TouchedPeriod} from "./touched.ts";

export type SeriesEventKind = "new" | "revised" | "withdrawn" | "restored";

export interface SeriesEvent {
  readonly kind: SeriesEventKind;
  readonly period: PeriodOrdinal;
  /** Day of publication; null: the period has nothing any more. */
  readonly day: Day | null;
  /** Place among the dataset's releases of that day: with the day it names the release. */
  readonly sequence: number;
  /** null: of a withdrawal. */
  readonly value: number | null;
  /** Of a withdrawal by the publisher. */
  readonly reason: WithdrawalReason | null;
  /** Of what was restored: whether the value is an estimate of its own, because it differs from the one that was withdrawn. */
  readonly isEstimate: boolean | null;
  /** What the follower has of the period is forgotten first. */
  readonly isWhole: boolean;
}

/** The location of an event in its series: events behind it come later. */
export interface EventLocation {
  readonly period: PeriodOrdinal;
  /** PERIOD_END: behind all events of the period. */
  readonly day: Day;
  /** Of two events of a day the withdrawal is the second. */
  readonly isWithdrawal: boolean;
}

/** Later than any day of publication. */
export const PERIOD_END: Day = 2 ** 31 - 1;

export function locationOf({period, day, kind}: SeriesEvent): EventLocation {
  return {period, day: day ?? PERIOD_END, isWithdrawal: kind === "withdrawn"};
}

/**
 * The events of a series behind a location, by period and day, ascending.
 * @param history may lack the estimates of other periods
 * @param touched what is told of it; null: all of it
 * @param behind null: from the beginning
 */
export function* seriesEvents(
  history: Estimates,
  touched: readonly TouchedPeriod[] | null,
  behind: EventLocation | null,
): Generator<SeriesEvent> {
  const withdrawals = Map.groupBy(withdrawnSpans(history), ({period}) => period);
  let row = 0;
  for (const {period, days} of touched ?? everyPeriod(history)) {
    if (behind !== null && period < behind.period) continue;
    while (row < history.count && history.period[row]! < period) row++;
    const start = row;
    while (row < history.count && history.period[row] === period) row++;
    const events = eventsOfPeriod(history, start, row, withdrawals.get(period) ?? []);
    let isFirst = touched !== null && days === null;
    if (events.length === 0 && isFirst) events.push(nothingOf(period));
    for (const event of events) {
      if (days !== null && !days.includes(event.day!)) continue;
      if (behind === null || isBehind(event, behind)) yield isFirst ? {...event, isWhole: true} : event;
      isFirst = false;
    }
  }
}

function* everyPeriod({period, count}: Estimates): Generator<TouchedPeriod> {
  for (let row = 0; row < count; row++)
    if (row === 0 || period[row] !== period[row - 1]) yield {period: period[row]!, days: null};
}

function eventsOfPeriod(
  {period, day, sequence, value}: Estimates,
  start: number,
  end: number,
  withdrawals: ReturnType<typeof withdrawnSpans>,
): SeriesEvent[] {
  const events: SeriesEvent[] = [];
  const plain = {reason: null, isEstimate: null, isWhole: false};
  const restoredOn = new Set(withdrawals.map(({untilDay}) => untilDay));
  for (let row = start; row < end; row++) {
    const isRestored = restoredOn.delete(day[row]!);
    const kind = isRestored ? "restored" : row === start ? "new" : "revised";
    const isEstimate = isRestored ? true : null;
    const stamp = {day: day[row]!, sequence: sequence[row]!};
    events.push({kind, period: period[row]!, ...stamp, value: value[row]!, ...plain, isEstimate});
  }
  for (const {period, reason, day: from, sequence: of, untilDay, untilSequence} of withdrawals) {
    events.push({kind: "withdrawn", period, day: from, sequence: of, value: null, ...plain, reason});
    if (!restoredOn.has(untilDay) || untilDay === NO_DAY) continue;
    let row = end - 1;
    while (row > start && day[row]! > untilDay) row--;
    const until = {day: untilDay, sequence: untilSequence};
    events.push({kind: "restored", period, ...until, value: value[row]!, ...plain, isEstimate: false});
  }
  if (withdrawals.length === 0) return events;
  return events.sort((a, b) => a.day! - b.day! || Number(a.kind === "withdrawn") - Number(b.kind === "withdrawn"));
}

/** All values of the period are gone, because the releases that gave them were withdrawn. */
function nothingOf(period: PeriodOrdinal): SeriesEvent {
  const nothing = {value: null, reason: null, isEstimate: null, isWhole: false};
  return {kind: "withdrawn", period, day: null, sequence: 0, ...nothing};
}

function isBehind(event: SeriesEvent, behind: EventLocation): boolean {
  const location = locationOf(event);
  if (location.period !== behind.period) return location.period > behind.period;
  if (location.day !== behind.day) return location.day > behind.day;
  return location.isWithdrawal && !behind.isWithdrawal;
}
