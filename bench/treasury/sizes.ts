// The datasets of a store of the Treasury's kind: many small ones, one of 100,000 series, and a large one that has most of the series.
//
// The numbers of datasets are their places in the list; a small store has the same kinds, only smaller.
export interface TreasurySizes {
  /** Series of each dataset, by its number. */
  readonly all: readonly number[];
  /** The numbers of a small dataset, of the one of 100,000 series, and of the largest. */
  readonly small: number;
  readonly middle: number;
  readonly large: number;
}

export interface TreasuryStore {
  readonly folder: string;
  /** A folder with a store without series. */
  readonly emptyFolder: string;
  readonly sizes: TreasurySizes;
}

/** Of a million series, a quarter is in ten small datasets. */
const SMALL_SHARE = 1 / 40;
const MOST_SMALL = 25_000;
const MIDDLE_SHARE = 1 / 4;
const MOST_MIDDLE = 100_000;
const LARGE_SHARE = 0.65;
/** A load has all series of a dataset in memory, and so has the making of one. */
const MOST_LARGE = 2_000_000;

/** @param series together; not exactly, because all small datasets have the same size */
export function treasurySizes(series: number): TreasurySizes {
  const each = Math.min(MOST_SMALL, Math.floor(series * SMALL_SHARE));
  const middle = Math.min(MOST_MIDDLE, Math.floor(series * MIDDLE_SHARE));
  const large = Math.min(MOST_LARGE, Math.floor(series * LARGE_SHARE));
  const small = Array.from({length: Math.max(1, Math.round((series - middle - large) / each))}, () => each);
  return {all: [...small, middle, large], small: 0, middle: small.length, large: small.length + 1};
}
