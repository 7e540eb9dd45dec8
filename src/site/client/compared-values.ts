// The values of a comparison by line, and the value of a line for the period around a day. The server writes them (pages/compare/values.ts).
import type {ComputedUnit} from "./computed-digits.ts";
import {dateOf} from "./time-marks.ts";

export interface ComparedValues {
  /** The values are per cent of a common period. */
  readonly isIndex: boolean;
  /** First days of periods by frequency, ascending, counted from 1970-01-01. */
  readonly days: Readonly<Record<string, readonly number[]>>;
  readonly lines: readonly FollowedLine[];
}

export interface FollowedLine {
  readonly name: string;
  readonly unit: string;
  readonly frequency: string;
  /** null: published values. */
  readonly computed: ComputedUnit | null;
  /** At the days of its frequency; null: no value. */
  readonly values: readonly (number | null)[];
}

/** Days after the first of a period in which its value still counts: longer pauses are gaps in the line. */
const WITHIN: Readonly<Record<string, number>> = {D: 14, W: 13};
const MONTHS: Readonly<Record<string, number>> = {M: 1, Q: 3, A: 12};

/**
 * The value of the period that contains the day: of days and weeks the last one before it, unless the line has a gap there. null: the line has
 * no value there.
 * @param day null: the latest value
 */
export function valueAround(
  {frequency, values}: FollowedLine,
  days: readonly number[],
  day: number | null,
): {readonly first: number; readonly value: number} | null {
  const isKnown = (at: number): boolean => values[at] != null && (day === null || days[at]! <= day);
  let at = days.length - 1;
  while (at >= 0 && !isKnown(at)) at--;
  const [first, value] = [days[at], values[at]];
  if (first === undefined || value == null) return null;
  if (day !== null && !contains(frequency, first, day)) return null;
  return {first, value};
}

function contains(frequency: string, first: number, day: number): boolean {
  const months = MONTHS[frequency];
  if (months === undefined) return day - first <= (WITHIN[frequency] ?? 0);
  const monthOf = (one: number): number => dateOf(one).getUTCFullYear() * 12 + dateOf(one).getUTCMonth();
  return monthOf(day) - monthOf(first) < months;
}
