// What a follower has of a period, and the meaning of an event for it (CONTRACT 6.5): whoever applies the changes does the same.
//
// Events may be told late and twice, with values of a later state, so each only sets what is of its day. Beginnings and ends of withdrawals
// are therefore kept apart, each by its day, and are joined at last: an end belongs to the last beginning before it.
import type {WithdrawalReason} from "../history/withdrawal.ts";
import type {Day} from "../time/day.ts";
import type {SeriesEvent} from "./series-events.ts";

/** All by day. */
export interface FollowedPeriod {
  readonly estimates: Map<Day, number>;
  readonly withdrawn: Map<Day, WithdrawalReason>;
  readonly restored: Set<Day>;
}

export function createFollowedPeriod(): FollowedPeriod {
  return {estimates: new Map(), withdrawn: new Map(), restored: new Set()};
}

export type FollowedEvent = Omit<SeriesEvent, "period">;

/** Applies an event of the period, in place. */
export function followEvent(kept: FollowedPeriod, event: FollowedEvent): void {
  const {kind, day, value, reason, isEstimate, isWhole} = event;
  const {estimates, withdrawn, restored} = kept;
  if (isWhole) for (const part of [estimates, withdrawn, restored]) part.clear();
  if (day === null) return;
  if (kind === "withdrawn") withdrawn.set(day, reason!);
  else if (kind !== "restored" || isEstimate) estimates.set(day, value!);
  if (kind === "restored") restored.add(day);
}

export interface FollowedWithdrawal {
  readonly day: Day;
  readonly reason: WithdrawalReason;
  /** The day on which the value was given again; null: it was not. */
  readonly until: Day | null;
}

/** The withdrawals of the period, ascending. */
export function followedWithdrawals({withdrawn, restored}: FollowedPeriod): FollowedWithdrawal[] {
  const ends = [...restored].sort((a, b) => a - b);
  return [...withdrawn]
    .sort(([a], [b]) => a - b)
    .map(([day, reason]) => ({day, reason, until: ends.find((end) => end > day) ?? null}));
}

/** The estimates of the period, ascending. */
export function followedEstimates({estimates}: FollowedPeriod): {readonly day: Day; readonly value: number}[] {
  return [...estimates].sort(([a], [b]) => a - b).map(([day, value]) => ({day, value}));
}
