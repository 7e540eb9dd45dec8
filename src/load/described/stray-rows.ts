// Rows inside a table that change the meaning of the rows below, though the descriptor does not read them: a unit, or another header.
//
// Without this they would be ignored as headings, and the values below them published with the unit and the periods of the table's top
// (FIX-rosstat-58). A descriptor reads them by `section`, `between` or `repeated`, or an exception gives their facts.
import type {Cell, Sheet} from "../workbook/sheet.ts";
import {isDateFormat} from "../workbook/sheet.ts";
import {type Kind, type TableDescription, WHOLE_PERIOD_KINDS} from "./descriptor/descriptor.ts";
import {type Facts, isProblem, type Problem} from "./facts.ts";
import {isBareNumber, yearOrValue} from "./header/repeated-header.ts";
import type {SheetLayout} from "./header/sheet-layout.ts";
import {factsOfCell, factsOfText, type TextContext} from "./text-facts.ts";
import type {ValueColumn} from "./value-facts.ts";

/** The fact that it is about; a column whose header gives that fact has none of it. */
export type StrayProblem = Problem & {readonly fact?: HeadingFact};

export interface StrayRows {
  /** A row without values; rows are read from top to bottom. */
  heading(row: number): "heading";
  /** The problems of all values of a row; "header": it is the header of the table once more, as on a new page. */
  values(row: number, facts: Facts): readonly StrayProblem[] | "header";
}

/** Latin, Greek and Cyrillic: an expression with all letters of Unicode costs the program milliseconds. */
const LETTER = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/;

export function createStrayRows(
  sheet: Sheet,
  layout: SheetLayout,
  columns: readonly ValueColumn[],
  context: TextContext,
  tableFacts: Facts,
): StrayRows {
  const headers = createOtherHeaders(sheet, layout, columns, context);
  const facts = createOtherFacts(columns, context, tableFacts);
  return {
    heading(row) {
      headers.heading(row);
      const text = firstText(sheet, row);
      if (text !== null) facts.heading(text);
      return "heading";
    },
    values(row, own) {
      const others = headers.at(row);
      if (others === "header") return others;
      const changed = facts.below(own);
      return others.length === 0 ? changed : [...others, ...changed];
    },
  };
}

function createOtherHeaders(
  sheet: Sheet,
  {headerTop, labelCount}: SheetLayout,
  columns: readonly ValueColumn[],
  context: TextContext,
) {
  const {table} = context;
  /** By the level of the header that it replaces. */
  const others = new Map<number, StrayProblem>();
  let isBelowHeading = false;
  /** Levels of the header that came again since the last row of values. */
  const again = new Set<number>();

  const repeats = (row: number, level: number, kind: Kind): boolean => {
    let words = 0;
    for (const {column} of columns) {
      const cell = sheet.cell(row, column);
      if (cell?.plain !== sheet.cell(headerTop + level, column)?.plain) return false;
      if (cell === null) continue;
      const isText = cell.kind === "text" && LETTER.test(cell.plain);
      // Below numbers of columns ("1 2 3"), a row of small values is no header.
      if (!isText && !(WHOLE_PERIOD_KINDS.has(kind) && namesPeriod(cell, kind, context))) return false;
      words += isText ? 2 : 1;
    }
    return words > 1;
  };
  /** Years are numbers, so they need more than their form: three years one after the other, or a row that begins as a header does. */
  const isHeader = (row: number, kind: Kind): boolean => {
    const cells = columns.map(({column}) => sheet.cell(row, column)).filter((cell) => cell !== null);
    if (cells.length < 2 || !cells.every((cell) => namesPeriod(cell, kind, context))) return false;
    if (cells.some(({plain}) => !isBareNumber(plain))) return true;
    const years = cells.map(({plain}) => yearOrValue(plain));
    const steps = years.slice(1).map((year, index) => year - years[index]!);
    const rises = (most: number) =>
      [1, -1].some((sign) => steps.every((step) => step * sign > 0 && step * sign <= most));
    return beginsAlike(row) ? rises(Number.POSITIVE_INFINITY) : (years.length > 2 || isBelowHeading) && rises(1);
  };
  const beginsAlike = (row: number): boolean => {
    if (labelCount === 0) return false;
    const label = sheet.cell(row, labelCount);
    if (label !== null) return label.plain === sheet.cell(headerTop, labelCount)?.plain;
    return !table.rows.at(-1)?.endsWith("?") && sheet.mergedAt(row, labelCount) === null;
  };

  const reasonOf = (row: number): string =>
    `is in or below another header, in row ${row}, that the descriptor does not read`;
  /** Whether it is a row of the header once more. A lower level without the level above it has another one above it. */
  const isAgain = (row: number): boolean => {
    const level = table.columns.findIndex((kind, at) => repeats(row, at, kind));
    if (level === -1) return false;
    others.delete(level);
    again.add(level);
    const above = level - 1;
    if (above >= 0 && table.columns[above] !== "ignore" && !again.has(above))
      others.set(above, {reason: reasonOf(row), kind: "period", text: firstValue(sheet, columns, row)!.plain});
    return true;
  };

  return {
    heading(row: number) {
      isBelowHeading = true;
      if (table.columns.length > 1 && firstValue(sheet, columns, row) !== null) isAgain(row);
    },
    at(row: number): readonly StrayProblem[] | "header" {
      const first = firstValue(sheet, columns, row);
      if (first !== null && mayBeWords(first, table)) {
        if (isAgain(row)) return "header";
        for (const [level, kind] of table.columns.entries())
          if (WHOLE_PERIOD_KINDS.has(kind) && isHeader(row, kind))
            others.set(level, {reason: reasonOf(row), kind: "period", text: first.plain});
      }
      again.clear();
      isBelowHeading = false;
      return others.size === 0 ? NONE : [...others.values()];
    },
  };
}

function createOtherFacts(columns: readonly ValueColumn[], context: TextContext, tableFacts: Facts) {
  const mayChange = ({fact}: {readonly fact: HeadingFact}): boolean =>
    (context.table.section === undefined || (fact === "unit" && isOnlyNamed(context.table))) &&
    tableFacts[fact] !== undefined &&
    columns.some(({found}) => found[fact] === undefined);
  const headings = HEADINGS.filter(mayChange);
  const others = new Map<HeadingFact, StrayProblem>();
  const factsOf = (text: string, kind: Kind): Facts | Problem => {
    const key = `${kind} ${text}`;
    const said = context.lines?.get(key) ?? factsOfText(text, kind, context);
    context.lines?.set(key, said);
    return said;
  };
  /** Since the last row of values: the lines behind the last one change nothing, and to read a line costs more than to read a row. */
  let unread: string[] = [];
  const readHeadings = (): void => {
    for (const text of unread)
      for (const {fact, kinds, words} of headings) {
        // "including at the age of, years:" says what the names below are counted in
        const isLeading = text.trimEnd().endsWith(":");
        const said = kinds
          .filter((kind) => !isLeading || !BEHIND_WORDS.has(kind))
          .map((kind) => factsOf(text, kind))
          .find((one) => !isProblem(one) && one[fact] !== undefined);
        if (said === undefined || isProblem(said)) continue;
        others.delete(fact);
        if (isOther(said, tableFacts, fact))
          others.set(fact, {
            reason: `is below ${words} that the descriptor does not read`,
            kind: KIND_OF[fact],
            text,
            fact,
          });
      }
    unread = [];
  };
  return {
    heading(text: string): void {
      if (headings.length > 0) unread.push(text);
    },
    below(facts: Facts): readonly StrayProblem[] {
      if (unread.length > 0) readHeadings();
      if (others.size === 0) return NONE;
      return [...others].flatMap(([fact, problem]) => (facts[fact] === undefined ? [problem] : []));
    },
  };
}

const NONE: readonly StrayProblem[] = [];

function firstValue(sheet: Sheet, columns: readonly ValueColumn[], row: number): Cell | null {
  for (const {column} of columns) {
    const cell = sheet.cell(row, column);
    if (cell !== null) return cell;
  }
  return null;
}

function namesPeriod(cell: Cell, kind: Kind, context: TextContext): boolean {
  if (cell.kind === "number" && kind === "period") return false;
  return mayBeWords(cell, context.table) && !isProblem(factsOfCell(cell, kind, context));
}

/** Words, a number that may be a year, or a date: most values are neither, and are looked at no further. */
function mayBeWords({kind, number, format, plain}: Cell, table: TableDescription): boolean {
  if (kind !== "number") return LETTER.test(plain) || /^\d{4}(?!\d)|\d\.\d+\.\d/.test(plain);
  if (number >= 1700 && number < 2200) return Number.isInteger(number);
  return table.columns.includes("date") && isDateFormat(format);
}

function firstText(sheet: Sheet, row: number): string | null {
  for (let column = 1; column <= sheet.columnCount; column++) {
    const cell = sheet.cell(row, column);
    if (cell !== null) return cell.kind === "text" ? cell.plain.trim() : null;
  }
  return null;
}

export type HeadingFact = "unit" | "year" | "territory";

/** The facts that a line inside a table may replace, with the kinds of texts that give them. */
const HEADINGS: readonly {readonly fact: HeadingFact; readonly kinds: readonly Kind[]; readonly words: string}[] = [
  {fact: "unit", kinds: ["base", "unit", "class, unit", "indicator (mixed)"], words: "a unit"},
  {fact: "year", kinds: ["year"], words: "a year"},
  {fact: "territory", kinds: ["territory"], words: "a territory"},
];
/** Kinds of texts whose unit stands behind words. */
const BEHIND_WORDS: ReadonlySet<Kind> = new Set(["class, unit", "indicator (mixed)"]);
/** Kinds of sections that read no unit: that of "Spending, thousand roubles" is another one all the same. */
const NAMES: ReadonlySet<Kind> = new Set(["class", "indicator", "measure"]);

/** Its sections are names, and no exception gives a unit to one of them. */
function isOnlyNamed({section, exceptions = []}: TextContext["table"]): boolean {
  const hasUnit = exceptions.some((one) => one.section !== undefined && one.set?.unit !== undefined);
  return section !== undefined && NAMES.has(section) && !hasUnit;
}

const KIND_OF = {unit: "unit", year: "period", territory: "territory"} as const;

function isOther(said: Facts, own: Facts, fact: HeadingFact): boolean {
  if (fact === "year") return said.year !== own.year;
  if (fact === "territory") return said.territory?.code !== own.territory?.code;
  return (
    said.unit?.code !== own.unit?.code ||
    (said.transformation !== undefined && said.transformation !== own.transformation)
  );
}
