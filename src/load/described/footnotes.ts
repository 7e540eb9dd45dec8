// Footnotes below a table that say of which period the value with their mark is.
//
// FIX-rosstat-07: in the row "декабрь" of the consumer price index the newest value is of the month of release; the footnote
// says so ("2)март 2026 г. в % к декабрю 2025 г."), until in January the true December takes its place.
import {parsePeriodWords} from "../../country/ru/period-words.ts";
import type {Sheet} from "../workbook/sheet.ts";
import type {Facts} from "./facts.ts";

/** How many rows below the table footnotes may stand; those of the sheet's last rows are inside it. */
const ROWS = 40;

/** null: no footnote with this mark names a month and a year. */
export function footnotePeriod(sheet: Sheet, lastRow: number, mark: string): {facts: Facts; step: string} | null {
  const sign = mark.replace(/[^\d*]/g, "").replaceAll("*", "\\*");
  const says = new RegExp(`(?:^|\\s)${sign}\\)\\s*([а-яё]+)\\s+(\\d{4})\\s*г\\.?\\s+в\\s+%\\s+к`, "i");
  for (let row = Math.max(1, lastRow - ROWS); row <= Math.min(sheet.rowCount, lastRow + ROWS); row++) {
    for (let column = 1; column <= 3; column++) {
      const parts = says.exec(sheet.cell(row, column)?.text ?? "");
      const words = parts === null ? null : parsePeriodWords(parts[1]!);
      if (words !== null) {
        return {
          facts: {words, year: Number(parts![2])},
          step: `of ${parts![1]!.toLowerCase()} ${parts![2]}, as footnote ${mark} says`,
        };
      }
    }
  }
  return null;
}
