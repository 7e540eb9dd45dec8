// How large a workbook may be: what bounds the memory that reading one takes, whatever its file claims.
export interface WorkbookLimits {
  /** Bytes of the file. */
  readonly fileBytes: number;
  /** Bytes of one part of it, unpacked. */
  readonly partBytes: number;
  /** Cells of one sheet that hold anything. */
  readonly cells: number;
  /** Characters of all shared texts. */
  readonly textLength: number;
}

export const WORKBOOK_LIMITS: WorkbookLimits = {
  fileBytes: 64 * 2 ** 20,
  partBytes: 384 * 2 ** 20,
  cells: 1_000_000,
  textLength: 48 * 2 ** 20,
};
