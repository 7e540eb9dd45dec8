// The day on which the next release of a dataset may be expected, by the publication days of the last ones.
//
// It is an estimate, never a promise: it does not know the calendars of publishers. If the last releases have no rhythm, or are too few
// to show one, there is no result.
import type {Day} from "./day.ts";

export interface ReleaseRhythm {
  /** The last publication day plus one interval; never a weekend day if none of the last releases was published at a weekend. */
  readonly expected: Day;
  /** Median of the intervals, in days; the shorter of two middle ones. */
  readonly interval: number;
  /** The number of intervals that were used. */
  readonly intervals: number;
}

/** The number of publication days that are used; the intervals are one fewer. */
export const RHYTHM_DAYS = 13;
/** Fewer intervals are not enough for a rhythm. */
export const LEAST_INTERVALS = 4;
/** An interval is regular if it differs from the median by at most this share of it, or by these days. */
const TOLERANCE_SHARE = 0.25;
const TOLERANCE_DAYS = 2;
/** The share of the intervals that must be regular. */
const KEEPING_SHARE = 0.75;

/** @param days of publication, newest first, each once; only the first RHYTHM_DAYS are used. @returns null: there is no rhythm */
export function releaseRhythm(days: readonly Day[]): ReleaseRhythm | null {
  const last = days[0];
  const intervals = days.slice(0, RHYTHM_DAYS).flatMap((day, at) => (at === 0 ? [] : [days[at - 1]! - day]));
  if (last === undefined || intervals.length < LEAST_INTERVALS) return null;
  const sorted = [...intervals].sort((one, other) => one - other);
  const interval = sorted[(sorted.length - 1) >> 1]!;
  const tolerance = Math.max(TOLERANCE_DAYS, interval * TOLERANCE_SHARE);
  const keeping = intervals.filter((one) => Math.abs(one - interval) <= tolerance).length;
  if (keeping < intervals.length * KEEPING_SHARE) return null;
  const worksAtWeekends = days.slice(0, RHYTHM_DAYS).some(isWeekend);
  let expected = last + interval;
  while (!worksAtWeekends && isWeekend(expected)) expected++;
  return {expected, interval, intervals: intervals.length};
}

/** Day 0 was a Thursday. */
function isWeekend(day: Day): boolean {
  return (((day + 3) % 7) + 7) % 7 >= 5;
}
