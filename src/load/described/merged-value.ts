// A number in a merged cell that is over several rows or columns of a table: it is a value of all of them together, so it is refused.
//
// A wide column is no such cell: its header is merged over the same columns. Nor is a high row, whose labels are (FIX-rosstat-25).
import type {Sheet} from "../workbook/sheet.ts";
import type {LabelKind} from "./descriptor/descriptor.ts";
import {type ColumnHeader, headerCell, type SheetLayout} from "./header/sheet-layout.ts";

/** FIX-rosstat-56: whether the merged cell that begins at the place is over columns with other headers, or over rows with other labels. */
export function isOverSeveral(
  sheet: Sheet,
  {columns}: SheetLayout,
  labels: readonly LabelKind[],
  row: number,
  column: number,
): boolean {
  const range = sheet.merges.length === 0 ? null : sheet.mergedAt(row, column);
  if (range === null) return false;
  const own = columns.find((one) => one.column === column);
  const isOther = ({column: other, cells}: ColumnHeader) =>
    other > column && other <= range.right && cells.some((cell, level) => cell?.plain !== own?.cells[level]?.plain);
  if (range.right > column && columns.some(isOther)) return true;
  for (let below = row + 1; below <= range.bottom; below++)
    for (const [index, kind] of labels.entries()) {
      const label = headerCell(sheet, below, index + 1);
      if (kind !== "ignore" && label !== null && label.plain !== headerCell(sheet, row, index + 1)?.plain) return true;
    }
  return false;
}
