// Dictionary-coded columns: one dimension of every series of a dataset, and the order of the slice they give.
//
// Codes of a dictionary stand in the order in which they sort, so comparing indexes is comparing codes.
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

/** A column before the series are put in order: `index` goes by place in the series as given. */
export interface DraftColumn {
  readonly codes: readonly (string | null)[];
  readonly index: Uint32Array;
}

export function draftColumn(
  series: readonly SeriesDimensions[],
  dimension: Dimension,
  compare: (left: string | null, right: string | null) => number,
): DraftColumn {
  const seen = new Map<string | null, number>();
  const index = new Uint32Array(series.length);
  for (let i = 0; i < series.length; i++) {
    const code = (series[i] as SeriesDimensions)[dimension];
    let number = seen.get(code);
    if (number === undefined) {
      number = seen.size;
      seen.set(code, number);
    }
    index[i] = number;
  }
  const codes = [...seen.keys()].sort(compare);
  const rank = new Uint32Array(codes.length);
  codes.forEach((code, place) => {
    rank[seen.get(code) as number] = place;
  });
  for (let i = 0; i < index.length; i++) index[i] = rank[index[i] as number] as number;
  return {codes, index};
}

/** Places of the series in the order of the slice: a stable counting sort, last dimension first. */
export function orderOfSlice(drafts: readonly DraftColumn[], size: number): Uint32Array {
  let order = new Uint32Array(size);
  for (let i = 0; i < size; i++) order[i] = i;
  let next = new Uint32Array(size);
  for (const {codes, index} of drafts.toReversed()) {
    if (codes.length < 2) continue;
    const starts = new Uint32Array(codes.length + 1);
    for (let i = 0; i < size; i++) starts[(index[i] as number) + 1]! += 1;
    for (let code = 0; code < codes.length; code++) starts[code + 1]! += starts[code] as number;
    for (let i = 0; i < size; i++) {
      const place = order[i] as number;
      next[starts[index[place] as number]!++] = place;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** The column in the order of the slice. One with a single code takes the shared `blank`: it needs no memory of its own. */
export function finishColumn(draft: DraftColumn, order: Uint32Array, blank: Uint16Array): Column {
  if (draft.codes.length < 2) return {codes: draft.codes, index: blank};
  const index = createIndex(draft.codes.length, order.length);
  for (let position = 0; position < order.length; position++) {
    index[position] = draft.index[order[position] as number] as number;
  }
  return {codes: draft.codes, index};
}

function createIndex(codeCount: number, size: number): Uint16Array | Uint32Array {
  return codeCount < WIDE_FROM_CODES ? new Uint16Array(size) : new Uint32Array(size);
}
