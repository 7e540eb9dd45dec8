// Places where a workbook differs from its family, listed in the descriptor.

import {Refusal} from "../../refusal.ts";
import {type CellRange, parseRange} from "../workbook/sheet.ts";
import type {FixedFacts, TableDescription} from "./descriptor.ts";
import {type Facts, isProblem} from "./facts.ts";
import {factsOfText, type TextReading} from "./text-facts.ts";

export interface FoundException {
  readonly ignore: boolean;
  readonly facts: Facts | null;
  readonly because: string;
}

/** The place of a value, with the texts of its section and header. */
export interface ValuePlace {
  readonly row: number;
  readonly column: number;
  readonly section: string;
  readonly header: readonly string[];
}

export interface Exceptions {
  at(place: ValuePlace): FoundException | null;
  factsOf(fixed: FixedFacts): Facts;
}

export function exceptionsOf(table: TableDescription, file: string, sheet: string, reading: TextReading): Exceptions {
  const places: {readonly fits: (place: ValuePlace) => boolean; readonly found: FoundException}[] = [];
  for (const exception of table.exceptions ?? []) {
    if (exception.file !== undefined && !new RegExp(exception.file, "i").test(file)) continue;
    if (exception.sheet !== undefined && !new RegExp(exception.sheet, "i").test(sheet)) continue;
    const range = exception.cells === undefined ? null : parseRange(exception.cells);
    const facts = exception.set === undefined ? null : fixedFacts(exception.set, reading);
    const section = exception.section === undefined ? null : new RegExp(exception.section, "i");
    const header = exception.header === undefined ? null : new RegExp(exception.header, "i");
    const fits = (place: ValuePlace): boolean =>
      (range === null || isInside(place, range)) &&
      (section === null || section.test(place.section)) &&
      (header === null || place.header.some((text) => header.test(text)));
    places.push({fits, found: {ignore: exception.ignore === true, facts, because: exception.because}});
  }
  return {
    factsOf: (fixed) => fixedFacts(fixed, reading),
    at: (place) => places.find(({fits}) => fits(place))?.found ?? null,
  };
}

function isInside({row, column}: ValuePlace, {top, bottom, left, right}: CellRange): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** @throws Refusal when a descriptor names something unknown */
export function fixedFacts(fixed: FixedFacts, reading: TextReading): Facts {
  const refuse = (what: string): never => {
    throw new Refusal(`the descriptor says ${what}, which is unknown`, "correct the descriptor");
  };
  const said = (text: string, kind: "period" | "base") => {
    const facts = factsOfText(text, kind, reading);
    return isProblem(facts) ? refuse(`${kind} "${text}"`) : facts;
  };
  const {territories, units, tables} = reading.country;
  const {territory, unit, base, measure, year, period} = fixed;
  return {
    ...(base !== undefined && (base === "level" ? {transformation: "level"} : said(base, "base"))),
    ...(territory !== undefined && {territory: territories.ofCode(territory) ?? refuse(`territory ${territory}`)}),
    ...(unit !== undefined && {unit: units.known(unit) ?? refuse(`unit "${unit}"`)}),
    ...(measure !== undefined && {measure: {code: tables.codeOfName(measure), name: measure}}),
    ...(fixed.class !== undefined && {classes: [{code: tables.codeOfName(fixed.class), name: fixed.class}]}),
    ...(year !== undefined && {year}),
    ...(period !== undefined && said(period, "period")),
  };
}
