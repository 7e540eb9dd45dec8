// Misspelt periods of a sheet, for the words of a proposed descriptor: a person sees each of them beside what it is taken for.
import type {Country} from "../../../country/country.ts";
import {folded} from "../../../country/plain-text.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Say} from "../reading.ts";

/** Periods stand above the values or left of them. */
const HEADER_ROWS = 40;
const LABEL_COLUMNS = 4;

/** Adds the slips of the sheet to `words`, and says each once. */
export function noteSlips(sheet: Sheet, {tables}: Country, words: Record<string, string>, say: Say): void {
  if (tables.meantPeriod === undefined) return;
  const judged = new Set<string>();
  for (let row = 1; row <= sheet.rowCount; row++) {
    const last = row <= HEADER_ROWS ? sheet.columnCount : Math.min(LABEL_COLUMNS, sheet.columnCount);
    for (let column = 1; column <= last; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "text") continue;
      const text = folded(cell.plain);
      if (text in words || judged.has(text)) continue;
      judged.add(text);
      const meant = tables.meantPeriod(text);
      if (meant === null) continue;
      words[text] = meant;
      say(`words: ${JSON.stringify(text)} is read as ${JSON.stringify(meant)}`, 0.7);
    }
  }
}
