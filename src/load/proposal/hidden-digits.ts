// Values with more digits than their cells show: results of a calculation, whose published figure may be the one shown.
//
// Nothing is rounded by a proposal. A publisher may mean either, and a lost digit comes back from nowhere.
import {isDateFormat, type Sheet} from "../workbook/sheet.ts";
import type {ProposedHeader} from "./header.ts";
import type {Say} from "./reading.ts";

const DECIMALS = /^(?:#,##)?0\.(0+)$/;
/** A value with more decimals beyond those shown than this was computed: nobody types such a number. */
const MORE_DIGITS = 4;

export function sayHiddenDigits(sheet: Sheet, {body, labelCount}: ProposedHeader, say: Say): void {
  let [all, hidden] = [0, 0];
  let example = "";
  for (let row = body; row <= sheet.rowCount; row++)
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell?.kind !== "number" || isDateFormat(cell.format)) continue;
      all++;
      const shown = DECIMALS.exec(cell.format)?.[1]?.length ?? null;
      if (shown === null || Number(cell.number.toFixed(shown + MORE_DIGITS)) === cell.number) continue;
      hidden++;
      example ||= `${cell.number} for ${cell.number.toFixed(shown)}`;
    }
  if (hidden * 2 > all)
    say(
      `decimals: most values have more digits than their cells show, as ${example}; "decimals": "shown" rounds them`,
      0.5,
    );
}
