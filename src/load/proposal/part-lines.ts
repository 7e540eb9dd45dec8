// Lines such as "Urban population" between the rows of a table whose sections can't be described, as notes or territories stand among them.
//
// They may make the values below them those of a part, so these are asked: they would be read as the whole.
import type {CellException} from "../described/descriptor/descriptor.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {rowRanges} from "./exclusions.ts";
import type {ProposedHeader} from "./header.ts";
import {isSectionName, type LabelFields} from "./labels.ts";
import {holdsValue, rowCells, type Say} from "./reading.ts";

/** The rows below each such line, to the end of the table or the next line without values that is no lead-in. */
export function partLines(
  sheet: Sheet,
  {body, labelCount}: ProposedHeader,
  {section, nest}: LabelFields,
  context: TextContext,
  say: Say,
): CellException[] {
  if (section !== undefined || nest !== undefined) return [];
  const found = new Map<string, number[]>();
  let line: string | null = null;
  for (let row = body; row <= sheet.rowCount; row++) {
    const label = rowCells(sheet, row, 1, labelCount)[0];
    if (rowCells(sheet, row, labelCount + 1).some((cell) => holdsValue(cell, context))) {
      if (line !== null) found.get(line)!.push(row);
    } else if (label !== undefined && !context.country.tables.leadInRow.test(label.plain)) {
      line = isSectionName(label, context) ? `${label.plain.trim()} (row ${row})` : null;
      if (line !== null) found.set(line, []);
    }
  }
  return [...found].flatMap(([text, rows]) => {
    if (rows.length === 0) return [];
    const because = `are the rows below "${text}" values of a part?`;
    say(`${because} see exceptions`, null);
    return [{cells: rowRanges(rows).join(", "), ignore: true as const, because: `question: ${because}`}];
  });
}
