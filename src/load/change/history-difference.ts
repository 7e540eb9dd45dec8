// The first difference between two histories of one series, as a sentence: what the store serves, and what its archived releases give.
import {compareStamps, type Estimates} from "../../statistics/history/estimates.ts";
import type {WithdrawnSpan} from "../../statistics/history/withdrawal.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import {dayText, NO_DAY} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {periodText} from "../../statistics/time/week.ts";

/**
 * The first difference between a history of the store and that of the archive, as a sentence; null: there is none.
 * @param sameReasons the releases are read by the parsers that read them first, so the reasons of withdrawals are equal too
 */
export function historyDifferenceText(
  storedEstimates: Estimates | null,
  proved: Estimates | null,
  frequency: Frequency,
  sameReasons: boolean,
): string | null {
  const difference = estimateDifference(storedEstimates, proved, frequency);
  if (difference !== null) return difference;
  const [stored, archived] = [
    storedEstimates ? withdrawnSpans(storedEstimates) : [],
    proved ? withdrawnSpans(proved) : [],
  ];
  const isSame = (one: WithdrawnSpan, other: WithdrawnSpan): boolean =>
    isSameSpan(one, other) && (!sameReasons || one.reason === other.reason);
  const extra = stored.find((span) => !archived.some((other) => isSame(other, span)));
  if (extra !== undefined) return `${spanText(extra, frequency)} in the store, not in the archive`;
  const lost = archived.find((span) => !stored.some((other) => isSame(other, span)));
  return lost === undefined ? null : `${spanText(lost, frequency)} in the archive, not in the store`;
}

function isSameSpan(span: WithdrawnSpan, other: WithdrawnSpan): boolean {
  return (
    span.period === other.period &&
    compareStamps(span.day, span.sequence, other.day, other.sequence) === 0 &&
    span.untilDay === other.untilDay &&
    span.untilSequence === other.untilSequence
  );
}

/** null: periods, days, releases and doubles are equal (−0 is not 0). */
export function estimateDifference(
  storedEstimates: Estimates | null,
  proved: Estimates | null,
  frequency: Frequency,
): string | null {
  const rows = Math.max(storedEstimates?.count ?? 0, proved?.count ?? 0);
  for (let row = 0; row < rows; row++) {
    const [stored, archived] = [storedEstimates && estimateAt(storedEstimates, row), proved && estimateAt(proved, row)];
    if (stored && archived && stored.every((part, index) => Object.is(part, archived[index]))) continue;
    return `${estimateText(stored, frequency)} in the store, ${estimateText(archived, frequency)} in the archive`;
  }
  return null;
}

function spanText({period, reason, day, untilDay}: WithdrawnSpan, frequency: Frequency): string {
  const end = untilDay === NO_DAY ? "" : ` and given again ${dayText(untilDay)}`;
  return `${periodText(frequency, period)} is withdrawn (${reason}) as of ${dayText(day)}${end}`;
}

type Estimate = readonly [period: number, day: number, sequence: number, value: number];

function estimateAt(estimates: Estimates, row: number): Estimate | null {
  if (row >= estimates.count) return null;
  return [estimates.period[row]!, estimates.day[row]!, estimates.sequence[row]!, estimates.value[row]!];
}

function estimateText(estimate: Estimate | null, frequency: Frequency): string {
  if (!estimate) return "nothing";
  const [period, day, , value] = estimate;
  return `${periodText(frequency, period)} is ${value} as of ${dayText(day)}`;
}
