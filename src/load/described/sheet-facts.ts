// Facts from the texts of a sheet around its values: the lines above the header, the labels of rows, sections, and footnotes.
//
// A row without values is a section, a lead-in ("of which:") or a footnote. It gives facts only if the descriptor says the kind of sections.

import type {TableWords} from "../../country/country.ts";
import {folded} from "../../country/plain-text.ts";
import {type Cell, columnLetters, type Sheet} from "../workbook/sheet.ts";
import {fixedFacts} from "./exceptions.ts";
import {type Facts, isProblem, joined, type NamedCode, type Problem} from "./facts.ts";
import {headerCell, type Layout} from "./layout.ts";
import {factsOfCell, factsOfText, type TextReading} from "./text-facts.ts";

export interface RowReader {
  /** Rows must be read from top to bottom. */
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
  // The title over a repeated header.
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

/** Facts from the lines above a table's header and from the name of its sheet, for all of its values. */
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
  // The title of a group and the title of the table become one name.
  const both = factsOfText(indicators.join(". "), "indicator", reading);
  return isProblem(both) ? both : joined(facts, both);
}

/** The first text of each row, without the numbers of tables in a book ("5.1.1."). */
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

/** Footnotes are at most this many rows above or below the end of the table. */
const ROWS = 40;

/**
 * The period of a value with a footnote mark; null: no footnote with this mark names a month and a year. FIX-rosstat-07: in the row
 * "December" of the consumer price index the newest value belongs to the month of release, as its footnote says. In January the value of
 * December replaces it.
 */
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
