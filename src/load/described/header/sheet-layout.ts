// The place of a table on its sheet, as `findLayouts` (layout.ts) finds it, and the cell of a header that may be merged.
import type {Cell, Sheet} from "../../workbook/sheet.ts";

export interface SheetLayout {
  /** First and last header row. */
  readonly headerTop: number;
  readonly headerBottom: number;
  /** The rows of its titles, if the description has their kinds. */
  readonly titles: readonly number[];
  readonly labelCount: number;
  readonly columns: readonly ColumnHeader[];
  /** Columns right of the labels without a header: a number in them is refused (FIX-rosstat-33). */
  readonly unnamed: readonly number[];
  /** The last row that may belong to the table. */
  readonly lastRow: number;
}

export interface ColumnHeader {
  readonly column: number;
  /** One for each level; null: the column has no header at that level. */
  readonly cells: readonly (Cell | null)[];
}

/** The cell, or the first cell of its merged range if that begins in row `from` or below. */
export function headerCell(sheet: Sheet, row: number, column: number, from = 1): Cell | null {
  const own = sheet.cell(row, column);
  if (own !== null) return own;
  const range = sheet.mergedAt(row, column);
  return range === null || range.top < from ? null : sheet.cell(range.top, range.left);
}
