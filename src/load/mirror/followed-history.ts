// A stored history as a follower has it, by period and day, and back: between the two the items of the feed are applied (CONTRACT 6.5).
//
// A mirror has one release for each day of publication, so every stamp has the sequence 0. The feed gives one value of a day, so nothing of it
// is lost by that.
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
    for (const {day, value} of followedEstimates(kept)) appendEstimate(columns, period, day, 0, value);
    for (const {day, reason, until} of followedWithdrawals(kept))
      withdrawn.push({period, reason, day, sequence: 0, untilDay: until ?? NO_DAY, untilSequence: 0});
  }
  return withdrawn.length === 0 ? columns : {...columns, withdrawn};
}
