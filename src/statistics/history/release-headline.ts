// The headline of a series in one release: its latest value there, what the release made of the period before, and the year before
// [releases.*].
//
// Everything is as it was known with that release: later estimates are left out, so the card of a release never changes with later ones.
import {firstAtLeast} from "../order/binary-search.ts";
import {type CalendarFrequency, type Day, dayOf, monthIndex, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {DecodeScratch} from "./decode.ts";
import {compareStamps, type Estimates, type Stamp} from "./estimates.ts";
import {checkSum, readHeader} from "./layout.ts";
import {releaseIndex} from "./release-counts.ts";
import {ALL_RELEASES, readReleaseTable} from "./sections.ts";
import {withdrawnSpans} from "./withdrawn.ts";

export interface ReleaseHeadline {
  /** The latest period with an estimate of the release. */
  readonly period: PeriodOrdinal;
  readonly value: number;
  /** Its value before the day of the release; null: the release is the first that gave one. */
  readonly knownBefore: number | null;
  /** The period with a value before it; null: there is none. `knownBefore` null: this release gave its first value. */
  readonly previous: {
    readonly period: PeriodOrdinal;
    readonly knownBefore: number | null;
    readonly now: number;
    /** With the release the publisher no longer gives a value for it, and `now` is the last one that it gave. */
    readonly isWithdrawn: boolean;
  } | null;
  /** The value of the same period a year before; null: none was known, or the series is weekly. */
  readonly yearBefore: number | null;
}

/** Whether the release left an estimate in a packed history: only its table of releases is unpacked. Throws DamagedHistory. */
export function hasEstimateOf(bytes: Uint8Array, {day, sequence}: Stamp, {releases}: DecodeScratch): boolean {
  checkSum(bytes);
  readReleaseTable(bytes, readHeader(bytes), ALL_RELEASES, releases);
  return releaseIndex(releases, day, sequence, 0) >= 0;
}

/** The number of estimates that the release left in the series. */
export function countOf({count, day, sequence}: Estimates, stamp: Stamp): number {
  let found = 0;
  for (let row = 0; row < count; row++) if (day[row] === stamp.day && sequence[row] === stamp.sequence) found++;
  return found;
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
    knownBefore: knownBefore(history, own, stamp),
    previous:
      previous === null
        ? null
        : {
            period: previous,
            knownBefore: knownBefore(history, previous, stamp),
            now: value[before]!,
            isWithdrawn: isWithdrawnWith(history, previous, stamp),
          },
    yearBefore: lastYear === null ? null : knownWith(history, lastYear, stamp),
  };
}

function isUpTo({day, sequence}: Estimates, row: number, stamp: Stamp): boolean {
  return compareStamps(day[row]!, sequence[row]!, stamp.day, stamp.sequence) <= 0;
}

function isWithdrawnWith(history: Estimates, wanted: PeriodOrdinal, stamp: Stamp): boolean {
  return withdrawnSpans(history).some(
    ({period, day, sequence, untilDay, untilSequence}) =>
      period === wanted &&
      compareStamps(day, sequence, stamp.day, stamp.sequence) <= 0 &&
      (untilDay === NO_DAY || compareStamps(untilDay, untilSequence, stamp.day, stamp.sequence) > 0),
  );
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
  let found: number | null = null;
  for (let row = firstAtLeast(period, wanted, 0, count); row < count && period[row] === wanted; row++)
    if (isKnown(row)) found = value[row]!;
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
