// Merges releases into a history, in order of publication [history.*].
//
// An estimate equal to its predecessor is not kept. So an older release can't be merged at its place: the estimate after it may have been
// dropped. Instead, the caller rebuilds the history from estimatesBefore and the archived releases.
import {
  appendEstimate,
  appendRows,
  compareStamps,
  createColumns,
  type EstimateColumns,
  type Estimates,
  finishColumns,
  type Stamp,
  sameValue,
} from "./estimates.ts";
import type {Gap, WithdrawnSpan} from "./withdrawal.ts";
import {mergeSpans, spansBefore, withdrawnSpans} from "./withdrawn.ts";

/**
 * Adds a release's observations (periods ascending and unique). An estimate of the same day is removed first, then the value is compared
 * with the estimate before it. The estimates of other periods do not change; those in `gaps` are withdrawn, and a period that was withdrawn
 * is given again by any value. Throws RangeError if the stamp is older than the newest
 * one of the history, or the periods are not sorted.
 * @param room gives columns for the merged estimates
 */
export function mergeRelease(
  history: Estimates | null,
  stamp: Stamp,
  {
    period,
    value,
    gaps = [],
  }: {readonly period: Int32Array; readonly value: Float64Array; readonly gaps?: readonly Gap[]},
  room: (capacity: number) => EstimateColumns = createColumns,
): Estimates {
  const before = history ?? NO_ESTIMATES;
  refuseOlder(before, stamp);
  refuseUnordered(period);
  const merged = room(before.count + period.length);
  let row = 0;
  for (let index = 0; index < period.length; index++) {
    const current = period[index]!;
    let start = row;
    while (row < before.count && before.period[row]! < current) row++;
    appendRows(merged, before, start, row);
    const firstOfPeriod = merged.count;
    start = row;
    while (row < before.count && before.period[row] === current) row++;
    appendRows(merged, before, start, row);
    if (merged.count > firstOfPeriod && merged.day[merged.count - 1] === stamp.day) merged.count--;
    const hasLatest = merged.count > firstOfPeriod;
    if (!hasLatest || !sameValue(merged.value[merged.count - 1]!, value[index]!)) {
      appendEstimate(merged, current, stamp.day, stamp.sequence, value[index]!);
    }
  }
  appendRows(merged, before, row, before.count);
  const after = finishColumns(merged);
  return withSpans(after, mergeSpans(withdrawnSpans(before), after, stamp, period, gaps));
}

const NO_ESTIMATES: Readonly<Estimates> = createColumns(0);

function withSpans(estimates: Estimates, withdrawn: readonly WithdrawnSpan[]): Estimates {
  return withdrawn.length === 0 ? estimates : {...estimates, withdrawn};
}

/**
 * The history as it was before that release. An estimate that a later release of the same day replaced is lost, so a rebuild must start
 * before the first release of the day.
 */
export function estimatesBefore(history: Estimates, stamp: Stamp): Estimates {
  const kept = createColumns(history.count);
  for (let row = 0; row < history.count; row++) {
    if (compareStamps(history.day[row]!, history.sequence[row]!, stamp.day, stamp.sequence) < 0) {
      appendRows(kept, history, row, row + 1);
    }
  }
  return withSpans(finishColumns(kept), spansBefore(withdrawnSpans(history), stamp));
}

function refuseOlder({count, day, sequence}: Estimates, stamp: Stamp): void {
  for (let row = 0; row < count; row++) {
    if (compareStamps(stamp.day, stamp.sequence, day[row]!, sequence[row]!) < 0) {
      throw new RangeError(
        `release ${stamp.day}/${stamp.sequence} is older than ${day[row]}/${sequence[row]}, which is in the history`,
      );
    }
  }
}

function refuseUnordered(period: Int32Array): void {
  for (let index = 1; index < period.length; index++) {
    if (period[index - 1]! >= period[index]!) {
      throw new RangeError(
        `periods ${period[index - 1]} and ${period[index]} of a release are not ascending and unique`,
      );
    }
  }
}
