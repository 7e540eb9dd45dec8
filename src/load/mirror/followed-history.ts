// A stored history as a follower has it, by period and day, and back: between the two the items of the feed are applied [pull.*].
//
// The feed gives one value of a day, with the place of its release among those of the day, so a history has the stamps of its source.
import {
  createFollowedPeriod,
  type FollowedPeriod,
  followEvent,
  followedEstimates,
  followedWithdrawals,
} from "../../statistics/changes/followed-period.ts";
import type {SeriesEvent} from "../../statistics/changes/series-events.ts";
import {seriesEvents} from "../../statistics/changes/series-events.ts";
import {appendEstimate, createColumns, type Estimates} from "../../statistics/history/estimates.ts";
import type {WithdrawnSpan} from "../../statistics/history/withdrawal.ts";
import {NO_DAY, type PeriodOrdinal} from "../../statistics/time/day.ts";

export type FollowedHistory = Map<PeriodOrdinal, FollowedPeriod>;

/** @param history null: nothing is stored */
export function followedHistory(history: Estimates | null): FollowedHistory {
  const periods: FollowedHistory = new Map();
  if (history !== null) for (const event of seriesEvents(history, null, null)) applyEvent(periods, event);
  return periods;
}

/** Applies an item of the feed, in place. */
export function applyEvent(periods: FollowedHistory, event: SeriesEvent): void {
  let kept = periods.get(event.period);
  if (kept === undefined) {
    kept = createFollowedPeriod();
    periods.set(event.period, kept);
  }
  followEvent(kept, event);
}

/** null: no estimate is left. */
export function historyOf(followed: FollowedHistory): Estimates | null {
  const periods = [...followed].filter(([, {estimates}]) => estimates.size > 0).sort(([a], [b]) => a - b);
  if (periods.length === 0) return null;
  const columns = createColumns(periods.reduce((sum, [, {estimates}]) => sum + estimates.size, 0));
  const withdrawn: WithdrawnSpan[] = [];
  for (const [period, kept] of periods) {
    for (const {day, sequence, value} of followedEstimates(kept)) appendEstimate(columns, period, day, sequence, value);
    for (const {day, sequence, reason, until, untilSequence} of followedWithdrawals(kept))
      withdrawn.push({period, reason, day, sequence, untilDay: until ?? NO_DAY, untilSequence});
  }
  return withdrawn.length === 0 ? columns : {...columns, withdrawn};
}
