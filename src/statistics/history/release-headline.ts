// The headline of a series in one release: its latest value there, what the release made of the period before, and the year before
// (CONTRACT 6.11).
//
// Everything is as it was known with that release: later estimates are left out, so the card of a release never changes with later ones.
import {type CalendarFrequency, type Day, dayOf, monthIndex, type PeriodOrdinal} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {compareStamps, type Estimates, type Stamp} from "./estimates.ts";

export interface ReleaseHeadline {
  /** The latest period with an estimate of the release. */
  readonly period: PeriodOrdinal;
  readonly value: number;
  /** The period with a value before it; null: there is none. `knownBefore` null: this release gave its first value. */
  readonly previous: {
    readonly period: PeriodOrdinal;
    readonly knownBefore: number | null;
    readonly now: number;
  } | null;
  /** The value of the same period a year before; null: none was known, or the series is weekly. */
  readonly yearBefore: number | null;
}

/** null: the release left no estimate in the series. */
export function headlineOf(history: Estimates, stamp: Stamp, frequency: Frequency): ReleaseHeadline | null {
  const {count, period, day, sequence, value} = history;
  let row = count - 1;
  while (row >= 0 && (day[row] !== stamp.day || sequence[row] !== stamp.sequence)) row--;
  if (row < 0) return null;
  const own = period[row]!;
  let before = row;
  while (before >= 0 && (period[before] === own || !isUpTo(history, before, stamp))) before--;
  const previous = before < 0 ? null : period[before]!;
  const lastYear = yearBefore(own, frequency);
  return {
    period: own,
    value: value[row]!,
    previous:
      previous === null
        ? null
        : {period: previous, knownBefore: knownBefore(history, previous, stamp), now: value[before]!},
    yearBefore: lastYear === null ? null : knownWith(history, lastYear, stamp),
  };
}

function isUpTo({day, sequence}: Estimates, row: number, stamp: Stamp): boolean {
  return compareStamps(day[row]!, sequence[row]!, stamp.day, stamp.sequence) <= 0;
}

function knownWith(history: Estimates, wanted: PeriodOrdinal, stamp: Stamp): number | null {
  return lastValue(history, wanted, (row) => isUpTo(history, row, stamp));
}

/** Of two releases of one day the later replaces the earlier one, so only an earlier day is before. */
function knownBefore(history: Estimates, wanted: PeriodOrdinal, stamp: Stamp): number | null {
  return lastValue(history, wanted, (row) => history.day[row]! < stamp.day);
}

function lastValue(
  {count, period, value}: Estimates,
  wanted: PeriodOrdinal,
  isKnown: (row: number) => boolean,
): number | null {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (period[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  let found: number | null = null;
  for (let row = low; row < count && period[row] === wanted; row++) if (isKnown(row)) found = value[row]!;
  return found;
}

const PERIODS_A_YEAR: Readonly<Record<Exclude<CalendarFrequency, "D">, number>> = {M: 12, Q: 4, A: 1};

/** null: weeks of two years have no common number, and no year before has a 29 February. */
function yearBefore(period: PeriodOrdinal, frequency: Frequency): PeriodOrdinal | null {
  if (frequency === "W") return null;
  if (frequency !== "D") return period - PERIODS_A_YEAR[frequency];
  const day: Day = period;
  const [year, month] = [Math.floor(monthIndex(day) / 12), (monthIndex(day) % 12) + 1];
  const ofMonth = day - dayOf(year, month, 1) + 1;
  return month === 2 && ofMonth === 29 ? null : dayOf(year - 1, month, ofMonth);
}
