// Footnotes below a table that say of which period the value with their mark is.
//
// FIX-rosstat-07: in the row "December" of the consumer price index the newest value is of the month of release. The footnote says so,
// until in January the true December takes its place.
import type {TableWords} from "../../country/country.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Facts} from "./facts.ts";

/** How many rows below the table footnotes may stand; those of the sheet's last rows are inside it. */
const ROWS = 40;

/** null: no footnote with this mark names a month and a year. */
export function footnotePeriod(
  sheet: Sheet,
  lastRow: number,
  mark: string,
  tables: TableWords,
): {facts: Facts; step: string} | null {
  for (let row = Math.max(1, lastRow - ROWS); row <= Math.min(sheet.rowCount, lastRow + ROWS); row++) {
    for (let column = 1; column <= 3; column++) {
      const said = tables.footnotePeriod(sheet.cell(row, column)?.text ?? "", mark);
      if (said === null) continue;
      const {words, year, name} = said;
      return {facts: {words, year}, step: `of ${name} ${year}, as footnote ${mark} says`};
    }
  }
  return null;
}
