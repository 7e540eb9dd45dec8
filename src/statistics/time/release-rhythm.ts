// The day on which the next release of a dataset may be expected, by the publication days of the last ones.
//
// It is an estimate, never a promise: it does not know the calendars of publishers. Publishers keep one of a few habits (the same interval,
// day of the month, weekday of the month, or day a year before); the one that would have told the last releases best tells the next. If none
// would have told most of them, or they are too few, there is no result.
import {type Day, dayOf, dayText, monthIndex} from "./day.ts";

export interface ReleaseRhythm {
  /** Never a weekend day if none of the last releases was published at a weekend. */
  readonly expected: Day;
  /** Median of the last intervals, in days; the shorter of two middle ones. */
  readonly interval: number;
  /** From this day on the dataset is silent for longer than its rhythm explains. */
  readonly silentFrom: Day;
}

/** The number of publication days that are used, at least a year of monthly ones beside the year before. */
export const RHYTHM_DAYS = 40;
/** Fewer intervals are not enough for a rhythm. */
export const LEAST_INTERVALS = 4;
/** Days of which a habit is made, and releases on which it is tried. */
const RECENT = 13;
/** A day is told well if it differs by at most this share of the interval, or by these days. */
const TOLERANCE_SHARE = 0.25;
const TOLERANCE_DAYS = 2;
/** The share of the tries that must be told well. */
const KEEPING_SHARE = 0.75;
const LEAST_TRIES = 2;
/** Days that a habit needs before it; with fewer it is tried only if it would not have the least number of tries otherwise. */
const LEAST_BEFORE = 6;
/** A year of whole weeks, so that the weekday stays; holidays move a release of the year before by less than the days. */
const YEAR_DAYS = 364;
const SAME_DAY_OF_YEAR = 12;
/** A habit that tells one release badly may tell the others well: errors count up to this many days. */
const WORST_ERROR = 15;

/** @param given days of publication, newest first, each once; only the first RHYTHM_DAYS are used. @returns null: there is no rhythm */
export function releaseRhythm(given: readonly Day[]): ReleaseRhythm | null {
  const days = given.slice(0, RHYTHM_DAYS);
  const intervals = intervalsOf(days);
  if (intervals.length < LEAST_INTERVALS) return null;
  const interval = median(intervals);
  const tolerance = Math.max(TOLERANCE_DAYS, interval * TOLERANCE_SHARE);
  let best: {readonly expected: Day; readonly error: number} | null = null;
  for (const habit of HABITS) {
    const expected = weekdayOf(days, habit(days));
    if (expected === null || expected <= days[0]!) continue;
    const errors = errorsOf(days, habit);
    const hits = errors.filter((one) => one <= tolerance).length;
    const error = errors.reduce((sum, one) => sum + Math.min(one, WORST_ERROR), 0) / errors.length;
    if (hits >= errors.length * KEEPING_SHARE && (best === null || error < best.error)) best = {expected, error};
  }
  if (best === null) return null;
  // the longest interval may be a pause that will not come again
  const second = [...intervals].sort((one, other) => other - one)[1]!;
  const silentFrom = Math.max(best.expected + Math.ceil(interval / 2), days[0]! + second + TOLERANCE_DAYS) + 1;
  return {expected: best.expected, interval, silentFrom};
}

/** Tells the day after the newest one; null: it cannot. */
type Habit = (days: readonly Day[]) => Day | null;

const HABITS: readonly Habit[] = [
  (days) => days[0]! + median(intervalsOf(days)),
  (days) => inNextMonth(days, (first, length) => first + Math.min(median(recent(days).map(dayOfMonth)), length) - 1),
  (days) => {
    const weekday = commonest(recent(days).map(weekdayNumber));
    const week = median(recent(days).map((day) => Math.ceil(dayOfMonth(day) / 7)));
    return inNextMonth(days, (first) => first + ((weekday - weekdayNumber(first) + 7) % 7) + 7 * (week - 1));
  },
  (days) => {
    const at = days.findIndex((day) => Math.abs(days[0]! - YEAR_DAYS - day) <= SAME_DAY_OF_YEAR);
    return at < 1 ? null : days[at - 1]! + YEAR_DAYS;
  },
];

/** How far each of the last releases was from what the habit told before it. */
function errorsOf(days: readonly Day[], habit: Habit): number[] {
  const tries = Math.max(LEAST_TRIES, Math.min(RECENT - 1, days.length - LEAST_BEFORE));
  return Array.from({length: tries}, (_, at) => {
    const before = days.slice(at + 1);
    const foretold = weekdayOf(before, habit(before));
    return foretold === null ? Number.POSITIVE_INFINITY : Math.abs(foretold - days[at]!);
  });
}

/** A day of the month in which the next release is due; null: there are several in a month. */
function inNextMonth(days: readonly Day[], choose: (first: Day, length: number) => Day): Day | null {
  const months = recent(days).map(monthIndex);
  const step = median(months.slice(1).map((month, at) => months[at]! - month));
  if (step < 1) return null;
  const first = firstOf(months[0]! + step);
  return choose(first, firstOf(months[0]! + step + 1) - first);
}

function weekdayOf(days: readonly Day[], day: Day | null): Day | null {
  if (day === null || recent(days).some(isWeekend)) return day;
  return isWeekend(day) ? day + 7 - weekdayNumber(day) : day;
}

function recent(days: readonly Day[]): readonly Day[] {
  return days.slice(0, RECENT);
}

function intervalsOf(days: readonly Day[]): number[] {
  return recent(days).flatMap((day, at) => (at === 0 ? [] : [days[at - 1]! - day]));
}

function firstOf(month: number): Day {
  return dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
}

function dayOfMonth(day: Day): number {
  return Number(dayText(day).slice(8));
}

/** 0 is Monday; day 0 was a Thursday. */
function weekdayNumber(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

function isWeekend(day: Day): boolean {
  return weekdayNumber(day) >= 5;
}

/** The lower of two middle ones. */
function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[(numbers.length - 1) >> 1]!;
}

/** The newest of equally common ones. */
function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}
