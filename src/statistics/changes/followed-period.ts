// What a follower has of a period, and the meaning of an event for it (CONTRACT 6.5): whoever applies the changes does the same.
//
// Events may be told late and twice, with values of a later state. So each only sets one day; a whole period is told where something is gone.
import type {WithdrawalReason} from "../history/withdrawal.ts";
import type {Day} from "../time/day.ts";
import type {SeriesEvent} from "./told-events.ts";

/** What a follower keeps of a period: its estimates and its withdrawals, ascending by day. */
export interface FollowedPeriod {
  estimates: {day: Day; value: number}[];
  withdrawals: {day: Day; reason: WithdrawalReason; until: Day | null}[];
}

/** Applies the events of one period to what a follower has of it, in place: the meaning of an event. */
export function followPeriod(kept: FollowedPeriod, events: readonly FollowedEvent[]): void {
  for (const {kind, day, value, reason, isEstimate, isWhole} of events) {
    if (isWhole) [kept.estimates, kept.withdrawals] = [[], []];
    if (day === null) continue;
    if (kind === "withdrawn") beginWithdrawal(kept, day, reason!);
    else if (kind !== "restored" || isEstimate) setEstimate(kept, day, value!);
    if (kind === "restored") endWithdrawal(kept, day);
  }
}

export type FollowedEvent = Omit<SeriesEvent, "period">;

function setEstimate({estimates}: FollowedPeriod, day: Day, value: number): void {
  const index = estimates.findIndex((one) => one.day >= day);
  if (index < 0) estimates.push({day, value});
  else if (estimates[index]!.day === day) estimates[index] = {day, value};
  else estimates.splice(index, 0, {day, value});
}

function beginWithdrawal({withdrawals}: FollowedPeriod, day: Day, reason: WithdrawalReason): void {
  const index = withdrawals.findIndex((one) => one.day >= day);
  const known = index < 0 ? undefined : withdrawals[index];
  if (known?.day === day) withdrawals[index] = {...known, reason};
  else withdrawals.splice(index < 0 ? withdrawals.length : index, 0, {day, reason, until: null});
}

/** Ends the last withdrawal before the day, unless it ended earlier: the one that ends here may come only with a later run. */
function endWithdrawal({withdrawals}: FollowedPeriod, day: Day): void {
  const index = withdrawals.findLastIndex((one) => one.day < day);
  const {until = day} = withdrawals[index] ?? {};
  if (until === null || until > day) withdrawals[index] = {...withdrawals[index]!, until: day};
}
