// The revisions of a series: the first and the latest estimate of each period, and the values known on a past day.
//
// The functions use the decoded history of one series, for pages that show all of it. Slices read windows instead (window.ts). A daily
// series has tens of thousands of periods, so the functions rest at each `yield`.
import type {Day, PeriodOrdinal} from "../time/day.ts";
import type {Estimates} from "./estimates.ts";

/** One known value, with the stamp of the release that published it. */
export interface KnownValue {
  readonly period: PeriodOrdinal;
  readonly value: number;
  readonly day: Day;
  readonly sequence: number;
}

/** A period whose value changed after its first publication. */
export interface RevisedPeriod {
  readonly period: PeriodOrdinal;
  readonly first: KnownValue;
  /** The estimate before the latest: it was in force until the day of the latest. */
  readonly before: KnownValue;
  readonly latest: KnownValue;
  /** The latest estimate less the first. */
  readonly difference: number;
  /** At least 2. */
  readonly estimates: number;
}

/** Days on which an estimate of the history was published: the vintages of the series, ascending. */
export function vintageDays({day, count}: Estimates): Day[] {
  const days = new Set<Day>();
  for (let row = 0; row < count; row++) days.add(day[row]!);
  return [...days].sort((one, other) => one - other);
}

/** The last estimate of each period published on or before the day, ascending; periods published later are absent. null: as known now. */
export function* knownOn(history: Estimates, asOf: Day | null): Generator<undefined, KnownValue[]> {
  const known: KnownValue[] = [];
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    let last = -1;
    for (let row = rows.start; row < rows.end; row++) if (asOf === null || history.day[row]! <= asOf) last = row;
    if (last !== -1) known.push(valueAt(history, last));
  }
  return known;
}

/** Periods with more than one estimate published on or before the day, ascending. */
export function* revisedPeriods(history: Estimates, asOf: Day | null): Generator<undefined, RevisedPeriod[]> {
  const revised: RevisedPeriod[] = [];
  for (const rows of periodsOf(history)) {
    if (rows === undefined) {
      yield;
      continue;
    }
    const {start, end} = rows;
    let last = start;
    while (last + 1 < end && (asOf === null || history.day[last + 1]! <= asOf)) last++;
    if (last === start) continue;
    revised.push(new RevisedRows(history, start, last));
  }
  return revised;
}

/** Reads the estimates when they are asked for: a page shows few of many revised periods. */
class RevisedRows implements RevisedPeriod {
  readonly #history: Estimates;
  readonly #start: number;
  readonly #last: number;

  /** @param start the row of the first estimate @param last that of the latest */
  constructor(history: Estimates, start: number, last: number) {
    this.#history = history;
    this.#start = start;
    this.#last = last;
  }

  get period(): PeriodOrdinal {
    return this.#history.period[this.#start]!;
  }
  get estimates(): number {
    return this.#last - this.#start + 1;
  }
  get difference(): number {
    const {value} = this.#history;
    return value[this.#last]! - value[this.#start]!;
  }
  get first(): KnownValue {
    return valueAt(this.#history, this.#start);
  }
  get before(): KnownValue {
    return valueAt(this.#history, this.#last - 1);
  }
  get latest(): KnownValue {
    return valueAt(this.#history, this.#last);
  }
}

/** Estimates between two places to rest. */
export const ESTIMATES_AT_ONCE = 4000;

/** The rows of each period; undefined: a place to rest. */
export function* periodsOf({
  period,
  count,
}: Estimates): Iterable<{readonly start: number; readonly end: number} | undefined> {
  let restAt = ESTIMATES_AT_ONCE;
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && period[end] === period[start]) end++;
    yield {start, end};
    start = end;
    if (start < restAt) continue;
    restAt = start + ESTIMATES_AT_ONCE;
    yield undefined;
  }
}

function valueAt({period, value, day, sequence}: Estimates, row: number): KnownValue {
  return {period: period[row]!, value: value[row]!, day: day[row]!, sequence: sequence[row]!};
}
