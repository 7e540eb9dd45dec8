// Facts from the texts of a sheet around its values: the lines above the header, the labels of rows, sections, and footnotes.
//
// A row without values is a section, a lead-in ("of which:") or a footnote. It gives facts only if the descriptor says the kind of sections.

import {folded} from "../../country/plain-text.ts";
import {type Cell, columnLetters, type Sheet} from "../workbook/sheet.ts";
import type {Kind, LabelKind, LineDescription} from "./descriptor/descriptor.ts";
import {expressionOf} from "./descriptor/expression.ts";
import {type Exceptions, fixedFacts} from "./exceptions.ts";
import {type Facts, isProblem, joined, type NamedCode, type Problem} from "./facts.ts";
import {headerCell, type SheetLayout} from "./header/sheet-layout.ts";
import {factsOfCell, factsOfText, isOtherUnit, type TextContext} from "./text-facts.ts";
import {titleAt} from "./title-rows.ts";

export interface RowFacts {
  readonly data: boolean;
  readonly facts: Facts;
  readonly problem: Problem | null;
  readonly section: string;
}

export interface RowReader {
  /** Rows must be read from top to bottom. `facts` are those of the labels that could be read, also beside a problem. */
  read(row: number): RowFacts;
}

export function createRowReader(
  sheet: Sheet,
  {columns, labelCount, headerTop, titles}: SheetLayout,
  context: TextContext,
  exceptions: Exceptions,
): RowReader {
  const {country, table} = context;
  const {leadInRow, prose, layout} = country.tables;
  let section: Facts | Problem = {};
  let sectionText = "";
  const outer: {readonly blanks: number; readonly name: NamedCode}[] = [];

  const isLeftOut = (row: number, column: number): boolean =>
    exceptions.leavesOut({row, column, section: "", header: [], label: ""});
  /** A text over several columns. */
  const isWide = (cell: Cell, row: number, column: number): boolean => {
    const range = cell.kind === "text" ? sheet.mergedAt(row, column) : null;
    return range !== null && range.right > range.left && !/^\W*\d/.test(cell.text);
  };
  const hasData = (row: number): boolean => {
    // FIX-rosstat-63: words beside a label stand for its values, and are no heading: "Bread | data are being checked".
    const label = labelCount === 0 ? null : (sheet.cell(row, labelCount)?.plain.trim() ?? null);
    const isLabelled = label !== null && !NOTE_MARK.test(label) && !layout.note.test(label);
    for (const {column} of columns) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      // A text over several columns is a heading inside the table.
      const isWords = isWide(cell, row, column) || (cell.kind === "text" && prose.test(cell.text));
      if (!isWords || (isLabelled && !isLeftOut(row, column))) return true;
    }
    return false;
  };
  /** "Section II | plants", with words over several columns: a section, or a row without values. */
  const mayBeSection = (row: number): boolean => {
    let found = false;
    for (const {column} of columns) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (!isWide(cell, row, column)) return false;
      found = true;
    }
    return found;
  };
  /** Names of the rows above that are less deep. */
  const nested = (cell: Cell, facts: Facts): Facts => {
    const [own] = facts.classes ?? [];
    if (own === undefined) return facts;
    const blanks = table.nest === "indent" ? (cell.indent ?? 0) : /^[\s\u00a0]*/.exec(cell.text)![0].length;
    const before = outer.length;
    while (outer.length > 0 && outer.at(-1)!.blanks >= blanks) outer.pop();
    // FIX-rosstat-42: a sum that is indented deeper than the row above it is its neighbour, not a part of it, and nothing is a part of the sum.
    const isSum = country.tables.layout.total.test(cell.plain);
    if (isSum && outer.length === before) outer.pop();
    const classes = [...outer.map(({name}) => name), own];
    if (!isSum) outer.push({blanks, name: own});
    return {...facts, classes};
  };
  const sectionAt = (row: number): Facts | Problem => {
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell === null) continue;
      if (leadInRow.test(cell.plain)) return section;
      sectionText = cell.plain;
      return factsOfCell(cell, table.section!, context);
    }
    return section;
  };
  // The title over a repeated header.
  const nearest = titles.at(-1);
  if (nearest !== undefined) sectionText = titleAt(sheet, nearest).text;
  else if (table.titles === undefined && table.repeated && table.section !== undefined && headerTop > 1)
    section = sectionAt(headerTop - 1);

  const belowWhole = table.below === undefined ? null : expressionOf(table.below.match);
  /** FIX-rosstat-39: facts of the last row that is not a part of a row above it. */
  let above: Facts | null = null;
  const labelsOf = (row: number): {facts: Facts; problem: Problem | null} => {
    const last = headerCell(sheet, row, labelCount);
    if (belowWhole !== null && last !== null && belowWhole.test(last.plain)) {
      const said = factsOfCell(last, table.below!.as, context);
      if (isProblem(said)) return {facts: above ?? {}, problem: said};
      const problem =
        above === null ? {reason: "is a part of the row above it, and there is none", text: last.plain} : null;
      return {facts: joined(above ?? {}, said), problem};
    }
    let facts: Facts = {};
    let problem: Problem | null = null;
    for (const [index, kind] of table.rows.entries()) {
      const cell = headerCell(sheet, row, index + 1);
      if (cell === null) {
        if (kind === "ignore" || kind.endsWith("?")) continue;
        problem ??= {reason: `has nothing in column ${columnLetters(index + 1)}`, text: "", column: index + 1};
        continue;
      }
      const said = factsOfCell(cell, labelKind(kind), context);
      if (isProblem(said)) problem ??= {...said, column: index + 1};
      const own = isProblem(said) ? (said.partial ?? {}) : said;
      facts = joined(facts, table.nest !== undefined ? nested(cell, own) : own);
    }
    above = problem === null ? facts : null;
    return {facts, problem};
  };

  return {
    read(row) {
      if (!hasData(row)) {
        if (table.section !== undefined) section = sectionAt(row);
        const label = labelCount === 0 ? null : sheet.cell(row, labelCount);
        if (label !== null && !leadInRow.test(label.plain)) {
          if (table.nest !== undefined) {
            const said = factsOfCell(label, labelKind(table.rows.at(-1)!), context);
            if (!isProblem(said)) nested(label, said);
          } else if (belowWhole !== null) labelsOf(row);
        }
        return {data: false, facts: {}, problem: null, section: sectionText};
      }
      const {facts, problem} = labelsOf(row);
      const own = section;
      if (table.section !== undefined && mayBeSection(row))
        section = {reason: `is below row ${row}, which may be a section or a row without values`, text: ""};
      if (isProblem(own)) return {data: true, facts, problem: problem ?? own, section: sectionText};
      return {data: true, facts: joined(own, facts), problem, section: sectionText};
    },
  };
}

/** "1)", "*", "Source:": words beside it are a note. */
const NOTE_MARK = /^\*|^(?:\d{1,2}|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+)[).]?$|:$/;

function labelKind(kind: LabelKind): Kind {
  return kind.replace(/\?$/, "") as Kind;
}

/** Facts from the lines above a table's header and from the name of its sheet, for all of its values. */
export function titleFacts(sheet: Sheet, layout: SheetLayout, context: TextContext): Facts | Problem {
  const {table} = context;
  let facts = table.fixed === undefined ? {} : fixedFacts(table.fixed, context);
  if (table.sheetName !== undefined) {
    const said = factsOfText(sheet.name, table.sheetName, ofSheetName(context));
    if (isProblem(said)) return said;
    facts = joined(facts, said);
  }
  const indicators: string[] = [];
  const kinds = table.titles?.slice(-layout.titles.length) ?? [];
  const titles = layout.titles.map((row, index) => ({row, ...titleAt(sheet, row), as: kinds[index]!}));
  const lastNumber = lastNumberAbove(sheet, layout.headerTop);
  for (const group of [describedLines(sheet, layout, table.lines ?? []), titles]) {
    // The unit of a title counts more than that of a line above all tables.
    let units: Facts = {};
    for (const {row, text, whole, as} of group) {
      const said = factsOfText(text, as, context, whole);
      if (isProblem(said)) return said;
      // A line of a table above has a unit of its own; the nearest one counts.
      if (row > lastNumber && isOtherUnit(units, said))
        return {reason: "is another unit than that of the lines above it", kind: "unit", text};
      if (row > lastNumber) units = joined(units, said);
      if (said.indicator !== undefined) indicators.push(text);
      facts = joined(facts, said);
    }
  }
  if (indicators.length < 2) return facts;
  // The title of a group and the title of the table become one name.
  const both = factsOfText(indicators.join(". "), "indicator", context);
  return isProblem(both) ? both : joined(facts, both);
}

/** Names that were read from cells had marks. */
function ofSheetName({known: _, ...context}: TextContext): TextContext {
  return {...context, isSheetName: true};
}

/** Each line above the header that a description fits, with its kind. */
function describedLines(sheet: Sheet, {headerTop}: SheetLayout, lines: readonly LineDescription[]) {
  if (lines.length === 0) return [];
  return linesAbove(sheet, headerTop).flatMap(({row, text, whole}) => {
    const line = lines.find(
      ({match, row: at}) => (at === undefined || at === row) && (match === undefined || expressionOf(match).test(text)),
    );
    return line === undefined ? [] : [{row, text, whole, as: line.as}];
  });
}

/** The last row above the header with a number: the end of another table; 0: there is none. */
function lastNumberAbove(sheet: Sheet, headerTop: number): number {
  for (let row = headerTop - 1; row > 0; row--)
    for (let column = 1; column <= sheet.columnCount; column++)
      if (sheet.cell(row, column)?.kind === "number") return row;
  return 0;
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
