// The datasets of a store of the Treasury's kind: a quarter of the series in ten small ones, one of 100,000, and the rest in a large one.
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

const SMALL_DATASETS = 10;
const MIDDLE_SERIES = 100_000;
/** Series of the small ones together, and of the middle one in a store that is too small for 100,000. */
const PART = 1 / 4;

export function treasurySizes(series: number): TreasurySizes {
  const each = Math.floor((series * PART) / SMALL_DATASETS);
  const middle = Math.min(MIDDLE_SERIES, Math.floor(series * PART));
  const small = Array.from({length: SMALL_DATASETS}, () => each);
  const all = [...small, middle, series - each * SMALL_DATASETS - middle];
  return {all, small: 0, middle: SMALL_DATASETS, large: SMALL_DATASETS + 1};
}
