// Withdrawals in a history: the spans of time in which the publisher gave no value for a period that it had given before [history.withdrawn].
//
// A withdrawal is an event and not an estimate: the estimate before it stays the latest one, and no rank counts the event. Of the releases
// of one day the last one decides, as with estimates, so a span never begins and ends on the same day.

import {firstAtLeast, firstWhere} from "../order/binary-search.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import {compareStamps, type Estimates, type Stamp} from "./estimates.ts";
import {type ByteCursor, DamagedHistory, readVarint, unzigzag, writeVarint, zigzag} from "./layout.ts";
import {type Gap, WITHDRAWAL_REASONS, type WithdrawnSpan} from "./withdrawal.ts";

const NONE: readonly WithdrawnSpan[] = [];

export function withdrawnSpans({withdrawn = NONE}: Estimates): readonly WithdrawnSpan[] {
  return withdrawn;
}

/** Whether the value was withdrawn at the end of the day; null: now. */
export function isWithdrawnOn({day, untilDay}: WithdrawnSpan, asOf: Day | null): boolean {
  if (asOf === null) return untilDay === NO_DAY;
  return day <= asOf && (untilDay === NO_DAY || untilDay > asOf);
}

/**
 * The spans after a release, by period, then stamp, ascending.
 * @param after the estimates with the release
 * @param given the periods that it gives, ascending
 * @param gaps the periods that it covers without a value, ascending; those without an estimate are ignored
 */
export function mergeSpans(
  before: readonly WithdrawnSpan[],
  after: Estimates,
  stamp: Stamp,
  given: Int32Array,
  gaps: readonly Gap[],
): readonly WithdrawnSpan[] {
  if (before.length === 0 && gaps.length === 0) return NONE;
  const missing = new Map(gaps.map((gap) => [gap.period, gap]));
  const merged: WithdrawnSpan[] = [];
  for (const [index, span] of before.entries()) {
    const isLast = before[index + 1]?.period !== span.period;
    const isOpen = span.untilDay === NO_DAY;
    const gap = isLast ? missing.get(span.period) : undefined;
    if (isOpen && includes(given, span.period)) {
      if (span.day !== stamp.day) merged.push({...span, untilDay: stamp.day, untilSequence: stamp.sequence});
    } else if (gap && !isOpen && span.untilDay === stamp.day && !hasEstimateOn(after, span.period, stamp.day)) {
      // The release of the same day that gave the old value again no longer counts.
      missing.delete(span.period);
      merged.push({...span, untilDay: NO_DAY, untilSequence: 0});
    } else {
      if (isOpen) missing.delete(span.period);
      merged.push(span);
    }
  }
  const {day, sequence} = stamp;
  for (const {period, reason} of missing.values())
    if (includes(after.period.subarray(0, after.count), period))
      merged.push({period, reason, day, sequence, untilDay: NO_DAY, untilSequence: 0});
  return merged.sort((a, b) => a.period - b.period || compareStamps(a.day, a.sequence, b.day, b.sequence));
}

/** The spans as they were before a release: later withdrawals are undone, and what was given again later is withdrawn again. */
export function spansBefore(spans: readonly WithdrawnSpan[], {day, sequence}: Stamp): readonly WithdrawnSpan[] {
  return spans
    .filter((span) => compareStamps(span.day, span.sequence, day, sequence) < 0)
    .map((span) =>
      span.untilDay === NO_DAY || compareStamps(span.untilDay, span.untilSequence, day, sequence) < 0
        ? span
        : {...span, untilDay: NO_DAY, untilSequence: 0},
    );
}

/** The day on which the estimate was withdrawn, NO_DAY if it was not or if it was given again. @param next day of the next estimate; NO_DAY: there is none */
export function withdrawnDay(spans: readonly WithdrawnSpan[], period: PeriodOrdinal, day: Day, next: Day): Day {
  let index = firstWhere(spans.length, (at) => spans[at]!.period > period) - 1;
  while (next !== NO_DAY && spans[index]?.period === period && spans[index]!.day > next) index--;
  const last = spans[index];
  if (last === undefined || last.period !== period || last.day < day) return NO_DAY;
  const isGivenAgain = last.untilDay !== NO_DAY && (next === NO_DAY || last.untilDay < next);
  return isGivenAgain ? NO_DAY : last.day;
}

/** The same for every estimate of a history; null: none was withdrawn. */
export function withdrawnDays(history: Estimates): Int32Array | null {
  const {count, period, day} = history;
  const spans = withdrawnSpans(history);
  if (spans.length === 0) return null;
  return Int32Array.from({length: count}, (_, row) =>
    withdrawnDay(
      spans,
      period[row]!,
      day[row]!,
      row + 1 < count && period[row + 1] === period[row] ? day[row + 1]! : NO_DAY,
    ),
  );
}

function hasEstimateOn({period, day, count}: Estimates, wanted: PeriodOrdinal, on: Day): boolean {
  for (let row = firstAtLeast(period, wanted, 0, count); row < count && period[row] === wanted; row++)
    if (day[row] === on) return true;
  return false;
}

export function includes(ascending: Int32Array, period: PeriodOrdinal): boolean {
  return ascending[firstAtLeast(ascending, period)] === period;
}

/** Bytes of the section. Each number is a distance from the one before it, so that a withdrawn year takes little. */
export function encodeSpans(spans: readonly WithdrawnSpan[]): Uint8Array {
  const bytes = new Uint8Array(spans.length * MOST_SPAN_BYTES + 5);
  let at = writeVarint(bytes, 0, spans.length);
  let [lastPeriod, lastDay] = [0, 0];
  for (const {period, reason, day, sequence, untilDay, untilSequence} of spans) {
    at = writeVarint(bytes, at, zigzag(period - lastPeriod));
    at = writeVarint(bytes, at, zigzag(day - lastDay));
    at = writeVarint(bytes, at, sequence);
    at = writeVarint(bytes, at, WITHDRAWAL_REASONS.indexOf(reason));
    at = writeVarint(bytes, at, untilDay === NO_DAY ? 0 : untilDay - day);
    if (untilDay !== NO_DAY) at = writeVarint(bytes, at, untilSequence);
    [lastPeriod, lastDay] = [period, day];
  }
  return bytes.slice(0, at);
}

const MOST_SPAN_BYTES = 30;

/** Throws DamagedHistory if the bytes are not the written ones. */
export function decodeSpans(bytes: Uint8Array, from: number, end: number): WithdrawnSpan[] {
  if (from === end) return [];
  const cursor: ByteCursor = {at: from};
  const count = readVarint(bytes, cursor);
  const spans: WithdrawnSpan[] = [];
  let [period, day] = [0, 0];
  for (let index = 0; index < count && cursor.at < end; index++) {
    period += unzigzag(readVarint(bytes, cursor));
    day += unzigzag(readVarint(bytes, cursor));
    const sequence = readVarint(bytes, cursor);
    const reason = WITHDRAWAL_REASONS[readVarint(bytes, cursor)];
    const length = readVarint(bytes, cursor);
    const untilSequence = length === 0 ? 0 : readVarint(bytes, cursor);
    if (reason === undefined) break;
    spans.push({period, reason, day, sequence, untilDay: length === 0 ? NO_DAY : day + length, untilSequence});
  }
  if (spans.length !== count || cursor.at !== end)
    throw new DamagedHistory("the withdrawals of a history do not fit their section");
  return spans;
}
