// What stands left of the values of a row, and above it in rows that hold a text and no value.
//
// A row without values is a section, a lead-in ("of which:") or a footnote: it says something only where the descriptor gives
// sections a kind.
import {type Cell, columnLetters, type Sheet} from "../workbook/sheet.ts";
import {type Facts, isProblem, joined, type NamedCode, type Problem} from "./facts.ts";
import {headerCell, type Layout} from "./layout.ts";
import {factsOfCell, type TextReading} from "./text-facts.ts";

export interface RowReader {
  /** Rows have to be read from top to bottom. */
  read(row: number): {readonly data: boolean; readonly facts: Facts | Problem; readonly section: string};
}

export function createRowReader(
  sheet: Sheet,
  {columns, labelCount, headerTop}: Layout,
  reading: TextReading,
): RowReader {
  const {country, table} = reading;
  const {leadInRow, prose} = country.tables;
  let section: Facts | Problem = {};
  let sectionText = "";
  const outer: {readonly blanks: number; readonly name: NamedCode}[] = [];

  const hasData = (row: number): boolean => {
    for (const {column} of columns) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      // A text over several columns is a heading inside the table.
      const range = sheet.mergedAt(row, column);
      if (cell.kind === "text" && range !== null && range.right > range.left && !/^\W*\d/.test(cell.text)) continue;
      if (cell.kind === "text" && prose.test(cell.text)) continue;
      return true;
    }
    return false;
  };
  /** Names of the rows above that have fewer blanks before them. */
  const nested = (cell: Cell, facts: Facts): Facts => {
    const [own] = facts.classes ?? [];
    if (own === undefined) return facts;
    const blanks = /^[\s\u00a0]*/.exec(cell.text)![0].length;
    while (outer.length > 0 && outer.at(-1)!.blanks >= blanks) outer.pop();
    const classes = [...outer.map(({name}) => name), own];
    outer.push({blanks, name: own});
    return {...facts, classes};
  };
  const sectionAt = (row: number): Facts | Problem => {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (leadInRow.test(cell.plain)) return section;
      sectionText = cell.plain;
      return factsOfCell(cell, table.section!, reading);
    }
    return section;
  };
  // The title over a header that comes again.
  if (table.repeated && headerTop > 1) section = sectionAt(headerTop - 1);

  return {
    read(row) {
      if (!hasData(row)) {
        if (table.section !== undefined) section = sectionAt(row);
        if (table.nest === "blanks") {
          const label = sheet.cell(row, labelCount);
          const said = label === null ? null : factsOfCell(label, table.rows.at(-1)!, reading);
          if (label !== null && said !== null && !isProblem(said) && !leadInRow.test(label.plain)) nested(label, said);
        }
        return {data: false, facts: {}, section: sectionText};
      }
      let facts: Facts = {};
      for (const [place, kind] of table.rows.entries()) {
        const cell = headerCell(sheet, row, place + 1);
        if (cell === null) {
          if (kind === "ignore") continue;
          const reason = `has nothing in column ${columnLetters(place + 1)}`;
          return {data: true, facts: {reason, text: ""}, section: sectionText};
        }
        const said = factsOfCell(cell, kind, reading);
        if (isProblem(said)) return {data: true, facts: said, section: sectionText};
        facts = joined(facts, table.nest === "blanks" ? nested(cell, said) : said);
      }
      return {
        data: true,
        facts: isProblem(section) ? section : joined(section, facts),
        section: sectionText,
      };
    },
  };
}
