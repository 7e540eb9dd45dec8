// A withdrawal: the publisher no longer gives a value for a period that it had given before [history.withdrawn]. withdrawn.ts works with them.
import type {Day, PeriodOrdinal} from "../time/day.ts";

/** Append only: histories contain the indexes of these words. */
export const WITHDRAWAL_REASONS = [
  "withdrawn",
  "not_published",
  "not_available",
  "not_applicable",
  "suppressed",
  "unknown",
] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** A period that a release covers without a value. */
export interface Gap {
  readonly period: PeriodOrdinal;
  readonly reason: WithdrawalReason;
}

/** `day` and `sequence` are the stamp of the release that withdrew the value; `untilDay` NO_DAY: no release has given it again. */
export interface WithdrawnSpan extends Gap {
  readonly day: Day;
  readonly sequence: number;
  readonly untilDay: Day;
  readonly untilSequence: number;
}
