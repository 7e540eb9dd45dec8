// The catalogue of a dataset: every series as a row of dictionary-coded columns, in the order of the slice.
//
// A position is a place in that order, never the series' number (the number is its name in the store). Codes of a dictionary are sorted,
// so comparing indexes is comparing codes: territories by level first, then code; the others by code alone.
import type {Territory} from "../territory.ts";
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import type {PeriodTable} from "../time/period.ts";
import type {SeriesDimensions} from "./series-identity.ts";

/** The dimensions in the order in which they sort the series of a slice (CONTRACT 2 "Series of a slice"). */
export const DIMENSIONS = [
  "classification",
  "indicator",
  "measure",
  "transformation",
  "unit",
  "frequency",
  "territory",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** From this many codes on a column holds Uint32 instead of Uint16. */
export const WIDE_FROM_CODES = 65_536;

/** One dimension: its codes in order, each used by some series, and for every position the index of its code. */
export interface Column {
  readonly codes: readonly (string | null)[];
  readonly index: Uint16Array | Uint32Array;
}

/** The code of one dimension at a position; null where the series lacks the dimension. */
export function codeAt(column: Column, position: number): string | null {
  return column.codes[column.index[position] as number] as string | null;
}

/** True when at least one series of the dataset has the dimension. */
export function hasDimension(column: Column): boolean {
  return column.codes.some((code) => code !== null);
}

/** First place from `from` on and before `to` whose number is `bound` or more, where the numbers ascend; else `to`. */
export function firstAtLeast(numbers: Uint16Array | Uint32Array, bound: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const KEY_LENGTH = 16;

export interface Catalogue extends Readonly<Record<Dimension, Column>> {
  readonly size: number;
  /** first positions of the families (series that differ only by territory), and the size after the last */
  readonly families: Uint32Array;
  /** parallel to territory.codes */
  readonly territories: readonly Territory[];
  /** parallel to classification.codes; null where the class has no name */
  readonly classNames: readonly (string | null)[];
  /** parallel to indicator.codes; the code itself where the indicator has no label */
  readonly indicatorLabels: readonly string[];
  /** number of the series within its dataset, by position */
  readonly numbers: Uint32Array;
  /** 16 latin1 bytes a series */
  readonly keys: Buffer;
  readonly lastPeriod: Int32Array;
  /** positions or -1; null when no series is continued */
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  /** latest last period of each frequency: what "stalled" is measured against */
  readonly frontiers: ReadonlyMap<Frequency, Day>;
  readonly weeks: PeriodTable | null;
  /** memory held, for a cache with a bound; an estimate */
  readonly bytes: number;
}

/** The dimensions of the series at a position. */
export function dimensionsAt(catalogue: Catalogue, position: number): SeriesDimensions {
  return {
    indicator: codeAt(catalogue.indicator, position) as string,
    classification: codeAt(catalogue.classification, position),
    measure: codeAt(catalogue.measure, position),
    transformation: codeAt(catalogue.transformation, position),
    unit: codeAt(catalogue.unit, position),
    frequency: codeAt(catalogue.frequency, position) as Frequency,
    territory: codeAt(catalogue.territory, position) as string,
  };
}

/** The series key at a position. */
export function keyAt(catalogue: Catalogue, position: number): string {
  const start = position * KEY_LENGTH;
  return catalogue.keys.toString("latin1", start, start + KEY_LENGTH);
}
