// The releases of a history: the distinct stamps of its estimates and withdrawals, and the number of values that each release added,
// revised and withdrew.
//
// An estimate that a later release of the same day replaced is not in the history, so it is not counted.
import {firstWhere} from "../order/binary-search.ts";
import type {Day, PeriodOrdinal} from "../time/day.ts";
import {compareStamps, type Estimates} from "./estimates.ts";
import {ESTIMATES_AT_ONCE} from "./revisions.ts";
import {createReleaseTable, growReleases, type ReleaseTable} from "./sections.ts";
import type {WithdrawnSpan} from "./withdrawal.ts";

export interface EstimateCounts {
  readonly day: Day;
  readonly sequence: number;
  /** First estimates of their period. */
  readonly newValues: number;
  /** Estimates that differ from the one before them. */
  readonly revisedValues: number;
  /** Values that it withdrew, also those that a later release gave again. */
  readonly withdrawnValues: number;
  /** Of the values that it added, revised or withdrew. */
  readonly firstPeriod: PeriodOrdinal;
  readonly lastPeriod: PeriodOrdinal;
}

/** One row for each release that has an estimate or a withdrawal in the history, in order of publication. */
export function countByRelease(history: Estimates): EstimateCounts[] {
  const steps = countByReleaseInSteps(history);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** countByRelease step by step: for a server. */
export function* countByReleaseInSteps(history: Estimates): Generator<undefined, EstimateCounts[]> {
  const {count, period, day, sequence} = history;
  if (isOfOneRelease(history)) {
    const range = {firstPeriod: period[0]!, lastPeriod: period[count - 1]!};
    return [{day: day[0]!, sequence: sequence[0]!, newValues: count, revisedValues: 0, withdrawnValues: 0, ...range}];
  }
  const table = createReleaseTable(history.count);
  yield* collectInSteps(history, table);
  const rows = Array.from({length: table.count}, (_, index) => noneOf(table.day[index]!, table.sequence[index]!));
  let index = 0;
  // Newest period first, as in the table, so that most stamps are found at once.
  for (let row = count - 1; row >= 0; row--) {
    index = releaseIndex(table, day[row]!, sequence[row]!, index);
    const release = rows[index]!;
    if (release.newValues + release.revisedValues === 0) release.lastPeriod = period[row]!;
    release.firstPeriod = period[row]!;
    if (row > 0 && period[row - 1] === period[row]) release.revisedValues++;
    else release.newValues++;
    if (row % ESTIMATES_AT_ONCE === 0) yield;
  }
  addSpans(rows, history.withdrawn ?? []);
  return rows.reverse();
}

/** Most histories of a first load. A release has one estimate of a period, so each of them is new. None is not of one. */
export function isOfOneRelease({count, day, sequence, withdrawn}: Estimates): boolean {
  if (count === 0 || withdrawn?.length) return false;
  for (let row = 1; row < count; row++) if (day[row] !== day[0] || sequence[row] !== sequence[0]) return false;
  return true;
}

type GrowingCounts = {-readonly [K in keyof EstimateCounts]: EstimateCounts[K]};

/** @param rows newest first; a release that only withdrew values is added to them */
function addSpans(rows: GrowingCounts[], spans: readonly WithdrawnSpan[]): void {
  for (const {day, sequence, period} of spans) {
    const found = rows.findIndex((one) => compareStamps(one.day, one.sequence, day, sequence) <= 0);
    const index = found < 0 ? rows.length : found;
    let release = rows[index];
    if (release?.day !== day || release.sequence !== sequence) {
      release = {...noneOf(day, sequence), firstPeriod: period, lastPeriod: period};
      rows.splice(index, 0, release);
    }
    release.withdrawnValues++;
    release.firstPeriod = Math.min(release.firstPeriod, period);
    release.lastPeriod = Math.max(release.lastPeriod, period);
  }
}

function noneOf(day: Day, sequence: number): GrowingCounts {
  return {day, sequence, newValues: 0, revisedValues: 0, withdrawnValues: 0, firstPeriod: 0, lastPeriod: 0};
}

/** Fills the table with the stamps of these estimates. */
export function collectReleases(estimates: Estimates, into: ReleaseTable): void {
  const steps = collectInSteps(estimates, into);
  while (!steps.next().done);
}

function* collectInSteps({count, day, sequence}: Estimates, into: ReleaseTable): Generator<undefined, void> {
  growReleases(into, count);
  into.count = 0;
  let near = 0;
  // From the newest period back: its release is usually the newest too, so most stamps are found or added at the end.
  for (let row = count - 1; row >= 0; row--) {
    if (row % ESTIMATES_AT_ONCE === 0) yield;
    const index = releaseIndex(into, day[row]!, sequence[row]!, near);
    near = index < 0 ? -1 - index : index;
    if (index >= 0) continue;
    if (near < into.count) {
      into.day.copyWithin(near + 1, near, into.count);
      into.sequence.copyWithin(near + 1, near, into.count);
    }
    into.day[near] = day[row]!;
    into.sequence[near] = sequence[row]!;
    into.count++;
  }
}

/** The index of a stamp, or -1 - (the place where it belongs). Checks `near` and the one after it first. */
export function releaseIndex(table: ReleaseTable, day: number, sequence: number, near: number): number {
  const {count, day: days, sequence: sequences} = table;
  for (let index = near; index <= near + 1 && index < count; index++) {
    if (days[index] === day && sequences[index] === sequence) return index;
  }
  if (count === 0 || compareStamps(days[count - 1]!, sequences[count - 1]!, day, sequence) > 0) return -1 - count;
  const at = firstWhere(count, (index) => compareStamps(days[index]!, sequences[index]!, day, sequence) <= 0);
  return at < count && days[at] === day && sequences[at] === sequence ? at : -1 - at;
}
