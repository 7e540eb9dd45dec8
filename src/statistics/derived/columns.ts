// The values of one series as columns, and the result of a step on them: values, and the periods for which there is none.
//
// Steps pair values by period and never by row: a series with a gap has no value twelve months back just because there is a row twelve
// lines up [derived.*]. So a period here is its ordinal, which has a meaning only together with the frequency.
import {firstAtLeast} from "../order/binary-search.ts";
import {type RowList, rowsOfColumns} from "../row-list.ts";
import type {Day, PeriodOrdinal} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";

/** Gives the columns of a result. Without it each result has arrays of its own, which is much for a page of hundreds of series. */
export interface ColumnsMemory {
  take(most: number): Pick<SeriesColumns, "period" | "value" | "asOf">;
}

/** Parallel columns, ascending by period; only the first `count` are filled. */
export interface SeriesColumns {
  readonly frequency: Frequency;
  readonly count: number;
  readonly period: Int32Array;
  readonly value: Float64Array;
  /** The day on which each value was published; of a derived one the latest of its inputs. */
  readonly asOf: Int32Array;
  /** Where steps on these columns write their results. */
  readonly memory?: ColumnsMemory | undefined;
}

/**
 * Why a period has no derived value: an input is not there, a group of periods is not whole, or the inputs can't be compared (a base that is
 * zero or below, a logarithm of such a value).
 */
export type NoValueReason = (typeof NO_VALUE_REASONS)[number];
const NO_VALUE_REASONS = ["input_missing", "incomplete", "not_comparable"] as const;

export interface MissingValue {
  readonly period: PeriodOrdinal;
  readonly reason: NoValueReason;
}

export interface DerivedColumns {
  readonly columns: SeriesColumns;
  /** Ascending by period. */
  readonly missing: RowList<MissingValue>;
}

export interface ColumnsWriter {
  add(period: PeriodOrdinal, value: number, asOf: Day): void;
  miss(period: PeriodOrdinal, reason: NoValueReason): void;
  end(): DerivedColumns;
}

const ARRAYS_OF_THEIR_OWN: ColumnsMemory = {
  take: (most) => ({period: new Int32Array(most), value: new Float64Array(most), asOf: new Int32Array(most)}),
};

/** @param most values that will be added at most */
export function createColumnsWriter(of: Pick<SeriesColumns, "frequency" | "memory">, most: number): ColumnsWriter {
  return new ArraysWriter(of, most);
}

/** A class, because a page calls it for each of its values. */
class ArraysWriter implements ColumnsWriter {
  readonly #of: Pick<SeriesColumns, "frequency" | "memory">;
  readonly #period: Int32Array;
  readonly #value: Float64Array;
  readonly #asOf: Int32Array;
  /** As numbers: a daily series may miss tens of thousands. */
  readonly #missing: number[] = [];
  #count = 0;

  constructor(of: Pick<SeriesColumns, "frequency" | "memory">, most: number) {
    const {period, value, asOf} = (of.memory ?? ARRAYS_OF_THEIR_OWN).take(most);
    this.#of = of;
    this.#period = period;
    this.#value = value;
    this.#asOf = asOf;
  }

  add(period: PeriodOrdinal, value: number, asOf: Day): void {
    const at = this.#count++;
    this.#period[at] = period;
    this.#value[at] = value;
    this.#asOf[at] = asOf;
  }

  miss(period: PeriodOrdinal, reason: NoValueReason): void {
    this.#missing.push(codeOf({period, reason}));
  }

  end(): DerivedColumns {
    const {frequency, memory} = this.#of;
    const own = {period: this.#period, value: this.#value, asOf: this.#asOf};
    return {columns: {frequency, count: this.#count, ...own, memory}, missing: valuesOf(this.#missing)};
  }
}

/** Both are ascending by period, and so is the result. */
export function joinMissing(some: RowList<MissingValue>, more: RowList<MissingValue>): RowList<MissingValue> {
  if (some.length === 0 || more.length === 0) return some.length === 0 ? more : some;
  const codes = [...Array.from(some, codeOf), ...Array.from(more, codeOf)];
  return valuesOf(codes.sort((one, other) => one - other));
}

/** Sorted as the period. */
function codeOf({period, reason}: MissingValue): number {
  return period * NO_VALUE_REASONS.length + NO_VALUE_REASONS.indexOf(reason);
}

function valuesOf(codes: readonly number[]): RowList<MissingValue> {
  return rowsOfColumns(codes.length, (index) => {
    const period = Math.floor(codes[index]! / NO_VALUE_REASONS.length);
    return {period, reason: NO_VALUE_REASONS[codes[index]! - period * NO_VALUE_REASONS.length]!};
  });
}

/** The index of a period in the columns; -1: it has no value. */
export function findPeriod({count, period}: SeriesColumns, wanted: PeriodOrdinal): number {
  const at = firstAtLeast(period, wanted, 0, count);
  return at < count && period[at] === wanted ? at : -1;
}

/** Values below this are rounded; a larger double has fewer digits behind the point than that anyway. */
export const MOST_ROUNDED = 1e6;
/** One part of which a rounded value has a whole number. */
export const ROUNDED_PARTS = 1e9;

/** In place, once behind the last step: 101.3 less 101.2 is 0.1, not 0.09999999999999432: nine digits behind the point are kept of values below a million. */
export function roundValues({count, value}: Pick<SeriesColumns, "count" | "value">): void {
  for (let at = 0; at < count; at++) value[at] = toRounded(value[at]!);
}

/** One value as `roundValues` rounds it. */
export function toRounded(value: number): number {
  return Math.abs(value) < MOST_ROUNDED ? Math.round(value * ROUNDED_PARTS) / ROUNDED_PARTS : value;
}
