// Places where a workbook is not as its family, named one by one in the descriptor.

import {Refusal} from "../../refusal.ts";
import {matchTerritoryCode} from "../territory-matcher.ts";
import {knownUnit} from "../unit-matcher.ts";
import {type CellRange, parseRange} from "../workbook/sheet.ts";
import {codeOfName} from "./class-code.ts";
import type {FixedFacts, TableDescription} from "./descriptor.ts";
import {type Facts, isProblem} from "./facts.ts";
import {factsOfText, type TextReading} from "./text-facts.ts";

export interface FoundException {
  readonly ignore: boolean;
  readonly facts: Facts | null;
  readonly because: string;
}

export interface Exceptions {
  at(row: number, column: number): FoundException | null;
  factsOf(fixed: FixedFacts): Facts;
}

export function exceptionsOf(table: TableDescription, file: string, sheet: string, reading: TextReading): Exceptions {
  const places: {readonly range: CellRange | null; readonly found: FoundException}[] = [];
  for (const exception of table.exceptions ?? []) {
    if (exception.file !== undefined && !new RegExp(exception.file, "i").test(file)) continue;
    if (exception.sheet !== undefined && !new RegExp(exception.sheet, "i").test(sheet)) continue;
    const range = exception.cells === undefined ? null : parseRange(exception.cells);
    const facts = exception.set === undefined ? null : fixedFacts(exception.set, reading);
    places.push({range, found: {ignore: exception.ignore === true, facts, because: exception.because}});
  }
  return {
    factsOf: (fixed) => fixedFacts(fixed, reading),
    at(row, column) {
      for (const {range, found} of places) {
        if (range === null) return found;
        if (row >= range.top && row <= range.bottom && column >= range.left && column <= range.right) return found;
      }
      return null;
    },
  };
}

/** @throws Refusal when a descriptor names what there is not */
export function fixedFacts(fixed: FixedFacts, reading: TextReading): Facts {
  const refuse = (what: string): never => {
    throw new Refusal(`the descriptor says ${what}, which is not known`, "mend the descriptor");
  };
  const said = (text: string, kind: "period" | "base") => {
    const facts = factsOfText(text, kind, reading);
    return isProblem(facts) ? refuse(`${kind} "${text}"`) : facts;
  };
  const {territory, unit, base, measure, year, period} = fixed;
  return {
    ...(base !== undefined && (base === "level" ? {transformation: "level"} : said(base, "base"))),
    ...(territory !== undefined && {territory: matchTerritoryCode(territory) ?? refuse(`territory ${territory}`)}),
    ...(unit !== undefined && {unit: knownUnit(unit) ?? refuse(`unit "${unit}"`)}),
    ...(measure !== undefined && {measure: {code: codeOfName(measure), name: measure}}),
    ...(fixed.class !== undefined && {classes: [{code: codeOfName(fixed.class), name: fixed.class}]}),
    ...(year !== undefined && {year}),
    ...(period !== undefined && said(period, "period")),
  };
}
