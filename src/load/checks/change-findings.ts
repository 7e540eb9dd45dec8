// Findings for the checks from the replay of histories: jumps of values, values of the future, and published values that change.
//
// The histories after the release are examined, so that a single new month is compared with the month before it. Only latest estimates
// count: superseded ones were examined when they were loaded. A jump means a wrong unit, a footnote glued to a number, or a lost point.
import {type SeriesDimensions, seriesTitleRaw} from "../../statistics/catalogue/catalogue.ts";
import {type Estimates, type Stamp, sameValue} from "../../statistics/history/estimates.ts";
import {ordinalAt} from "../../statistics/time/day.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {LocatedValue} from "../../text/finding.ts";

/** A sighting while it is counted. */
export interface CountWithFirst<F> {
  count: number;
  first: F | null;
}

export interface ChangeWatch {
  readonly stamp: Stamp;
  readonly leaps: CountWithFirst<LocatedValue>;
  /** Values of months and quarters that begin after the day of publication. Years may be plans, days are known ahead. */
  readonly ahead: CountWithFirst<LocatedValue>;
  /** null: not examined, because the source revises its values. */
  readonly changes: CountWithFirst<LocatedValue> | null;
}

export function createChangeWatch(stamp: Stamp, revised: boolean): ChangeWatch {
  const nothing = (): CountWithFirst<LocatedValue> => ({count: 0, first: null});
  return {stamp, leaps: nothing(), ahead: nothing(), changes: revised ? null : nothing()};
}

export function watchSeries(
  {stamp, leaps, ahead, changes}: ChangeWatch,
  series: SeriesDimensions,
  before: Estimates | null,
  after: Estimates | null,
): void {
  if (after === null) return;
  const note = (found: CountWithFirst<LocatedValue>, row: number, value: number, was: number | null = null): void => {
    if (found.count++ > 0) return;
    const location = `${seriesTitleRaw(series)}, ${periodText(series.frequency, after.period[row]!)}`;
    found.first = {location, was, value};
  };
  const {frequency} = series;
  const present = frequency === "M" || frequency === "Q" ? ordinalAt(frequency, stamp.day) : Number.POSITIVE_INFINITY;
  let left = Number.NaN;
  let old = 0;
  for (let row = 0; row < after.count; row = nextPeriod(after, row)) {
    const latest = nextPeriod(after, row) - 1;
    const value = after.value[latest]!;
    const right = latest + 1 < after.count ? after.value[nextPeriod(after, latest + 1) - 1]! : Number.NaN;
    const isOwn = after.day[latest] === stamp.day && after.sequence[latest] === stamp.sequence;
    if (isOwn && isLeap(value, left, right)) note(leaps, latest, value);
    if (isOwn && after.period[latest]! > present) note(ahead, latest, value);
    left = value;
    if (changes === null || before === null) continue;
    while (old < before.count && before.period[old]! < after.period[latest]!) old = nextPeriod(before, old);
    if (old >= before.count || before.period[old] !== after.period[latest]) continue;
    const was = before.value[nextPeriod(before, old) - 1]!;
    if (!sameValue(was, value)) note(changes, latest, value, was);
  }
}

/** The row after the last estimate of the row's period. */
function nextPeriod({count, period}: Estimates, row: number): number {
  let next = row + 1;
  while (next < count && period[next] === period[row]) next++;
  return next;
}

/** A value this many times larger than its larger neighbour is a jump. */
const LEAP_FACTOR = 1000;

/** @param before and after are NaN without a neighbour; if both neighbours are zero, no value is a jump. After a permanent change of unit only one value is a jump */
export function isLeap(value: number, before: number, after: number): boolean {
  const larger = Math.max(Math.abs(before) || 0, Math.abs(after) || 0);
  return larger > 0 && Math.abs(value) >= larger * LEAP_FACTOR;
}
