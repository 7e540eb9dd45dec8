// How large a workbook may be: beyond it a file is refused, whatever its head says of its size.

/** The limits of a workbook. They bound the memory of a reading; the sizes that the file states do not matter. */
export interface WorkbookLimits {
  /** Bytes of the file. */
  readonly fileBytes: number;
  /** Bytes of one part of it, unpacked. */
  readonly partBytes: number;
  /** Cells of one sheet that hold anything. */
  readonly cells: number;
  /** Rows times columns of one sheet: readers look at each place. */
  readonly count: number;
  /** Merged ranges of one sheet, and the rows of all of them together. */
  readonly merges: number;
  readonly mergedRows: number;
  /** Characters of all shared texts; each text counts as 32 more. */
  readonly textLength: number;
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  fileBytes: 64 * 2 ** 20,
  partBytes: 384 * 2 ** 20,
  cells: 1_000_000,
  count: 20_000_000,
  merges: 100_000,
  mergedRows: 1_000_000,
  textLength: 48 * 2 ** 20,
};
