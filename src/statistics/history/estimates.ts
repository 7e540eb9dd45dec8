// Estimates of one series: the values that merging keeps (merge.ts), with the stamps of the releases that published them.
//
// A stamp is the day of publication and the release's number among the dataset's releases of that day. It is not a database id, so two
// stores that were loaded in different orders have the same bytes.
import type {Day, PeriodOrdinal, PeriodTable} from "../time/day.ts";
import type {WithdrawnSpan} from "./withdrawal.ts";

export interface Stamp {
  readonly day: Day;
  readonly sequence: number;
}

/**
 * Columns of `count` rows, sorted by period, then stamp, ascending: the last row of a period is its latest estimate. A period has at most
 * one estimate of each day.
 */
export interface Estimates {
  readonly count: number;
  readonly period: Int32Array;
  readonly day: Int32Array;
  readonly sequence: Int32Array;
  readonly value: Float64Array;
  /** The periods whose value was withdrawn, by period, then stamp, ascending; absent: none was. */
  readonly withdrawn?: readonly WithdrawnSpan[];
}

/** Columns to write rows into; the arrays may be longer than the rows. */
export interface EstimateColumns extends Estimates {
  count: number;
  withdrawn?: readonly WithdrawnSpan[];
}

/** Negative if the first stamp is older, zero if they are equal. */
export function compareStamps(day: Day, sequence: number, otherDay: Day, otherSequence: number): number {
  return day === otherDay ? sequence - otherSequence : day - otherDay;
}

/** Whether two published values are the same number. Answers show zero without a sign, so a change of its sign is not a revision. */
export function sameValue(one: number, other: number): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

/** Columns of at most this many rows are kept with the objects: memory of its own costs more than a short series. */
const SHORT = 8;

/** Room for `capacity` rows; of a long series in one piece of memory. */
export function createColumns(capacity: number): EstimateColumns {
  if (capacity <= SHORT) {
    const whole = (): Int32Array => new Int32Array(capacity);
    return {count: 0, period: whole(), day: whole(), sequence: whole(), value: new Float64Array(capacity)};
  }
  const memory = new ArrayBuffer(capacity * 20);
  return {
    count: 0,
    period: new Int32Array(memory, capacity * 8, capacity),
    day: new Int32Array(memory, capacity * 12, capacity),
    sequence: new Int32Array(memory, capacity * 16, capacity),
    value: new Float64Array(memory, 0, capacity),
  };
}

/** Like createColumns, but the columns for few rows are the same at each call, empty again. */
export function createReusedColumns(): (capacity: number) => EstimateColumns {
  const kept = Array.from({length: SHORT + 1}, (_, capacity) => createColumns(capacity));
  return (capacity) => {
    const columns = kept[capacity];
    if (columns === undefined) return createColumns(capacity);
    columns.count = 0;
    return columns;
  };
}

export function appendEstimate(to: EstimateColumns, period: number, day: Day, sequence: number, value: number): void {
  const row = to.count++;
  to.period[row] = period;
  to.day[row] = day;
  to.sequence[row] = sequence;
  to.value[row] = value;
}

/** Copies the rows [start, end). */
export function appendRows(to: EstimateColumns, from: Estimates, start: number, end: number): void {
  let row = to.count;
  for (let source = start; source < end; source++, row++) {
    to.period[row] = from.period[source]!;
    to.day[row] = from.day[source]!;
    to.sequence[row] = from.sequence[source]!;
    to.value[row] = from.value[source]!;
  }
  to.count = row;
}

/** Only the written rows, without the spare space after them. */
export function finishColumns(columns: EstimateColumns): Estimates {
  const {count} = columns;
  if (count === columns.period.length) return columns;
  return {
    count,
    period: columns.period.subarray(0, count),
    day: columns.day.subarray(0, count),
    sequence: columns.sequence.subarray(0, count),
    value: columns.value.subarray(0, count),
  };
}

/** Days and sequences of real releases are below this. */
const STAMP_LIMIT = 2 ** 29;

/** RangeError unless the rows are sorted by period, then stamp, and every stamp is possible. */
export function refuseUnsorted({count, period, day, sequence}: Estimates): void {
  for (let row = 0; row < count; row++) {
    if (Math.abs(day[row]!) >= STAMP_LIMIT || sequence[row]! < 0 || sequence[row]! >= STAMP_LIMIT) {
      throw new RangeError(`estimate ${row} has the impossible stamp ${day[row]}/${sequence[row]}`);
    }
    if (row === 0 || period[row - 1]! < period[row]!) continue;
    const inOrder =
      period[row - 1] === period[row] &&
      compareStamps(day[row - 1]!, sequence[row - 1]!, day[row]!, sequence[row]!) < 0;
    if (!inOrder) throw new RangeError(`estimate ${row} is out of order (period, then stamp)`);
  }
}

export interface PeriodEstimate extends Stamp {
  readonly value: number;
}

/** The period of the history that begins on the day; null: it has no value there. The day of a week is its day in the calendar. */
export function periodOn(history: Estimates, {base, days}: PeriodTable, day: Day): PeriodOrdinal | null {
  for (let row = 0; row < history.count; row++) {
    const period = history.period[row]!;
    if (days[period - base] === day) return period;
  }
  return null;
}

/** Newest first. @param asOf only estimates published on or before that day; null: all */
export function estimatesOf(history: Estimates, period: PeriodOrdinal, asOf: Day | null): PeriodEstimate[] {
  const found: PeriodEstimate[] = [];
  for (let row = history.count - 1; row >= 0; row--) {
    const day = history.day[row]!;
    if (history.period[row] !== period || (asOf !== null && day > asOf)) continue;
    found.push({day, sequence: history.sequence[row]!, value: history.value[row]!});
  }
  return found;
}
