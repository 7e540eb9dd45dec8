// What the checks want to know of a change while it goes through the histories: leaps of values, and published values that change.
//
// Judged on the histories as they stand after the release, so that a single new month is held against the month before it. Only
// latest estimates are looked at: superseded ones were judged when they came.
import {type SeriesDimensions, seriesTitleRaw} from "../../statistics/catalogue/catalogue.ts";
import {type Estimates, type Stamp, sameValue} from "../../statistics/history/estimates.ts";
import {dayText, firstDay} from "../../statistics/time/day.ts";
import {weekText} from "../../statistics/time/week.ts";

export interface Sighting {
  count: number;
  /** The first of them in words. */
  first: string | null;
}

export interface ChangeWatch {
  /** Of the release whose values are judged. */
  readonly stamp: Stamp;
  readonly leaps: Sighting;
  /** null: the source revises its values, so nobody asks. */
  readonly changes: Sighting | null;
}

export function createChangeWatch(stamp: Stamp, revised: boolean): ChangeWatch {
  const nothing = (): Sighting => ({count: 0, first: null});
  return {stamp, leaps: nothing(), changes: revised ? null : nothing()};
}

/** Looks at a series before and after the change. */
export function watchSeries(
  {stamp, leaps, changes}: ChangeWatch,
  series: SeriesDimensions,
  before: Estimates | null,
  after: Estimates | null,
): void {
  if (after === null) return;
  const say = (sighting: Sighting, row: number, what: string): void => {
    sighting.count++;
    sighting.first ??= `${seriesTitleRaw(series)}, ${periodText(series, after.period[row]!)}: ${what}`;
  };
  let left = Number.NaN;
  let old = 0;
  for (let row = 0; row < after.count; row = nextPeriod(after, row)) {
    const latest = nextPeriod(after, row) - 1;
    const value = after.value[latest]!;
    const right = latest + 1 < after.count ? after.value[nextPeriod(after, latest + 1) - 1]! : Number.NaN;
    const isOwn = after.day[latest] === stamp.day && after.sequence[latest] === stamp.sequence;
    if (isOwn && isLeap(value, left, right)) say(leaps, latest, String(value));
    left = value;
    if (changes === null || before === null) continue;
    while (old < before.count && before.period[old]! < after.period[latest]!) old = nextPeriod(before, old);
    if (old >= before.count || before.period[old] !== after.period[latest]) continue;
    const was = before.value[nextPeriod(before, old) - 1]!;
    if (!sameValue(was, value)) say(changes, latest, `${was} would become ${value}`);
  }
}

/** The row behind the last estimate of the row's period. */
function nextPeriod({count, period}: Estimates, row: number): number {
  let next = row + 1;
  while (next < count && period[next] === period[row]) next++;
  return next;
}

function periodText({frequency}: SeriesDimensions, ordinal: number): string {
  return frequency === "W" ? weekText(ordinal) : dayText(firstDay(frequency, ordinal));
}

/** This many times the larger neighbour, or more. */
export const LEAP_FACTOR = 1000;

/** Neighbours are NaN where there are none. Beside zeros alone nothing can be said. */
export function isLeap(value: number, before: number, after: number): boolean {
  const larger = Math.max(Math.abs(before) || 0, Math.abs(after) || 0);
  return larger > 0 && Math.abs(value) >= larger * LEAP_FACTOR;
}
