// Places where a workbook differs from its family, listed in the descriptor.

import {worldTerritory} from "../../country/world-territories.ts";
import {Refusal} from "../../service/refusal.ts";
import {type CellRange, parseRanges} from "../workbook/sheet.ts";
import type {CellException, FixedFacts, TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf} from "./descriptor/expression.ts";
import {type Facts, isProblem} from "./facts.ts";
import {remembered} from "./footnotes.ts";
import {factsOfText, type TextContext} from "./text-facts.ts";

export interface FoundException {
  readonly ignore: boolean;
  readonly facts: Facts | null;
  readonly because: string;
}

/** The place of a value, with the texts of its section, header and label. */
export interface ValueCell {
  readonly row: number;
  readonly column: number;
  readonly section: string;
  readonly header: readonly string[];
  /** The last label of the row, in a plain table all of them; "" without one. */
  readonly label: string;
}

export interface Exceptions {
  at(cell: ValueCell): FoundException | null;
  /** Whether the value of a place is ignored; it need not have one, so no exception has an effect. */
  leavesOut(cell: ValueCell): boolean;
  factsOf(fixed: FixedFacts): Facts;
}

interface CellPredicate {
  readonly exception: CellException;
  readonly fits: (cell: ValueCell) => boolean;
  readonly found: FoundException;
}

/** @param used the exceptions that fitted a place are added */
export function exceptionsOf(
  table: TableDescription,
  file: string,
  sheet: string,
  context: TextContext,
  used: Set<CellException | TableDescription>,
): Exceptions {
  const predicates: CellPredicate[] = [];
  for (const exception of table.exceptions ?? []) {
    if (exception.file !== undefined && !expressionOf(exception.file).test(file)) continue;
    if (exception.sheet !== undefined && !expressionOf(exception.sheet).test(sheet)) continue;
    const ranges = exception.cells === undefined ? null : parseRanges(exception.cells);
    const facts = exception.set === undefined ? null : fixedFacts(exception.set, context);
    const section = exception.section === undefined ? null : fitting(exception.section);
    const header = exception.header === undefined ? null : fitting(exception.header);
    // The labels of a plain table are as many as its rows: no answer is kept.
    const label = exception.label === undefined ? null : expressionOf(exception.label);
    const fits = (cell: ValueCell): boolean =>
      (ranges === null || ranges.some((range) => isInside(cell, range))) &&
      (section === null || section(cell.section)) &&
      (header === null || cell.header.some(header)) &&
      (label === null || label.test(cell.label));
    predicates.push({exception, fits, found: {ignore: exception.ignore === true, facts, because: exception.because}});
  }
  return {
    factsOf: (fixed) => fixedFacts(fixed, context),
    leavesOut: (cell) => predicates.find(({fits}) => fits(cell))?.found.ignore === true,
    at(cell) {
      const first = predicates.find(({fits}) => fits(cell));
      if (first === undefined) return null;
      used.add(first.exception);
      return first.found;
    },
  };
}

/** Whether a text fits the expression: sections and headers are few, and are asked for with each value. */
function fitting(expression: string): (text: string) => boolean {
  const words = expressionOf(expression);
  return remembered((text) => words.test(text));
}

/**
 * @param tables those that the author of the descriptor wrote: the exceptions of a built-in family may be for another of its files
 * @throws Refusal that names the exceptions for this file that fitted no cell
 */
export function refuseIdleExceptions(
  tables: readonly TableDescription[],
  file: string,
  used: ReadonlySet<CellException | TableDescription>,
): void {
  const idle = tables
    .flatMap(({exceptions}) => exceptions ?? [])
    .filter((one) => !used.has(one) && (one.file === undefined || expressionOf(one.file).test(file)));
  if (idle.length === 0) return;
  const list = idle.map(({because, file: _file, set: _set, ignore: _ignore, ...at}) => {
    return `  ${JSON.stringify(at)} (${because})`;
  });
  throw new Refusal(
    `exceptions of the descriptor have no effect on ${file}:\n${list.join("\n")}`,
    "correct their places (cells are those of values, not of headers or labels), or remove them: ryad describe FILE --descriptor DESCRIPTOR shows each value with its place",
  );
}

function isInside({row, column}: ValueCell, {top, bottom, left, right}: CellRange): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** @throws Refusal when a descriptor names something unknown */
export function fixedFacts(fixed: FixedFacts, context: TextContext): Facts {
  const refuse = (what: string): never => {
    throw new Refusal(`the descriptor says ${what}, which is unknown`, "correct the descriptor");
  };
  const said = (text: string, kind: "period" | "base") => {
    const facts = factsOfText(text, kind, context);
    return isProblem(facts) ? refuse(`${kind} "${text}"`) : facts;
  };
  const {territories, units, tables} = context.country;
  const {territory, unit, base, measure, year, period} = fixed;
  return {
    ...(base !== undefined && (base === "level" ? {transformation: "level"} : said(base, "base"))),
    ...(territory !== undefined && {
      territory: territories.ofCode(territory) ?? worldTerritory(territory) ?? refuse(`territory ${territory}`),
    }),
    ...(unit !== undefined && {unit: units.known(unit) ?? refuse(`unit "${unit}"`)}),
    ...(measure !== undefined && {measure: {code: tables.codeOfName(measure), name: measure}}),
    ...(fixed.class !== undefined && {classes: [{code: tables.codeOfName(fixed.class), name: fixed.class}]}),
    ...(year !== undefined && {year}),
    ...(period !== undefined && said(period, "period")),
  };
}
