// The texts that stand between what differs from row to row: the same for all rows of one series.

export interface RowTexts {
  /** Between a period and its value, and between a value and its as_of. */
  readonly beforeValue: Buffer;
  readonly afterValue: Buffer;
  /** From behind one row's as_of to the next row's period. */
  readonly between: Buffer;
  /** Decimals follow a comma. */
  readonly comma: boolean;
}

/** How long a text between rows must be, and may be, for what packs rows without looking at it. */
export const SHORTEST_BETWEEN = 3;
export const LONGEST_BETWEEN = 2000;
