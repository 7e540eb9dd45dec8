// What the lines above a table's header and the name of its sheet say of all its values.
import {folded} from "../../country/plain-text.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {fixedFacts} from "./exceptions.ts";
import {type Facts, isProblem, joined, type Problem} from "./facts.ts";
import type {Layout} from "./layout.ts";
import {factsOfText, type TextReading} from "./text-facts.ts";

export function titleFacts(sheet: Sheet, layout: Layout, reading: TextReading): Facts | Problem {
  const {table} = reading;
  let facts = table.fixed === undefined ? {} : fixedFacts(table.fixed, reading);
  if (table.sheetName !== undefined) {
    const said = factsOfText(sheet.name, table.sheetName, reading);
    if (isProblem(said)) return said;
    facts = joined(facts, said);
  }
  const indicators: string[] = [];
  for (const {row, text, whole} of linesAbove(sheet, layout.headerTop)) {
    const line = table.lines?.find(
      ({match, row: at}) =>
        (at === undefined || at === row) && (match === undefined || new RegExp(match, "i").test(text)),
    );
    if (line === undefined) continue;
    const said = factsOfText(text, line.as, reading, whole);
    if (isProblem(said)) return said;
    if (said.indicator !== undefined) indicators.push(text);
    facts = joined(facts, said);
  }
  if (indicators.length < 2) return facts;
  // A group's title and the table's own, as one name.
  const both = factsOfText(indicators.join(". "), "indicator", reading);
  return isProblem(both) ? both : joined(facts, both);
}

/** The first text of each row, without the numbers that tables bear in a book ("5.1.1."). */
function linesAbove(sheet: Sheet, headerTop: number): {row: number; text: string; whole: string}[] {
  const lines: {row: number; text: string; whole: string}[] = [];
  for (let row = 1; row < headerTop; row++) {
    for (let column = 1; column <= Math.min(sheet.columnCount, WIDEST_TITLE); column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (cell.kind === "text") lines.push({row, text: folded(cell.plain), whole: folded(cell.text)});
      break;
    }
  }
  return lines;
}

const WIDEST_TITLE = 40;
