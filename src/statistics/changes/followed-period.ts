// The values of a period that a follower has, and the effect of an event on them [changes.*]. Every follower must apply events in this way.
//
// Events may be told late and twice, with values of a later state, so each only sets what is of its day. Beginnings and ends of withdrawals
// are therefore kept apart, each by its day, and are joined at last: an end belongs to the last beginning before it.
import type {WithdrawalReason} from "../history/withdrawal.ts";
import type {Day} from "../time/day.ts";
import type {SeriesEvent} from "./series-events.ts";

/** All by day. A `sequence` is that of the release. */
export interface FollowedPeriod {
  readonly estimates: Map<Day, {readonly value: number; readonly sequence: number}>;
  readonly withdrawn: Map<Day, {readonly reason: WithdrawalReason; readonly sequence: number}>;
  readonly restored: Map<Day, number>;
}

export function createFollowedPeriod(): FollowedPeriod {
  return {estimates: new Map(), withdrawn: new Map(), restored: new Map()};
}

export type FollowedEvent = Omit<SeriesEvent, "period">;

/** Applies an event of the period, in place. */
export function followEvent(kept: FollowedPeriod, event: FollowedEvent): void {
  const {kind, day, sequence, value, reason, isEstimate, isWhole} = event;
  const {estimates, withdrawn, restored} = kept;
  if (isWhole) for (const part of [estimates, withdrawn, restored]) part.clear();
  if (day === null) return;
  if (kind === "withdrawn") withdrawn.set(day, {reason: reason!, sequence});
  else if (kind !== "restored" || isEstimate) estimates.set(day, {value: value!, sequence});
  if (kind === "restored") restored.set(day, sequence);
}

export interface FollowedWithdrawal {
  readonly day: Day;
  readonly sequence: number;
  readonly reason: WithdrawalReason;
  /** The day on which the value was given again; null: it was not. */
  readonly until: Day | null;
  readonly untilSequence: number;
}

/** The withdrawals of the period, ascending. */
export function followedWithdrawals({withdrawn, restored}: FollowedPeriod): FollowedWithdrawal[] {
  const ends = [...restored.keys()].sort((a, b) => a - b);
  return [...withdrawn]
    .sort(([a], [b]) => a - b)
    .map(([day, {reason, sequence}]) => {
      const until = ends.find((end) => end > day) ?? null;
      return {day, sequence, reason, until, untilSequence: until === null ? 0 : restored.get(until)!};
    });
}

export interface FollowedEstimate {
  readonly day: Day;
  readonly sequence: number;
  readonly value: number;
}

/** The estimates of the period, ascending. */
export function followedEstimates({estimates}: FollowedPeriod): FollowedEstimate[] {
  return [...estimates].sort(([a], [b]) => a - b).map(([day, estimate]) => ({day, ...estimate}));
}
