// Tables that go on with the one before them: "continued", and below it a part of the same figures, "of which overdue".
//
// Only then the unit of the table before is that of this one. A table with another title, or per cent of another time, is none of it.
import type {FixedFacts, TableDescription} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import type {Guess} from "../guesses.ts";
import {rowCells, type Say} from "../reading.ts";
import type {Titles} from "../titles/titles.ts";

interface Continuing {
  readonly sheet: string;
  readonly table: TableDescription;
  readonly unit?: string | undefined;
  readonly continues?: boolean;
}

/** Whether the lines above a header say "continued" and then "of which …". */
export function isContinued(sheet: Sheet, top: number, {country: {tables}}: TextContext): boolean {
  const lines = Array.from({length: top - 1}, (_, at) => rowCells(sheet, at + 1)[0]?.plain.trim() ?? "").filter(
    Boolean,
  );
  const at = lines.findIndex((line) => tables.layout.continued.test(line));
  return at >= 0 && tables.leadIn.test(lines[at + 1] ?? "");
}

/** The tables with the units of those that they continue, and without the questions about them. */
export function withUnitsBefore<T extends Continuing>(found: readonly T[], guesses: Guess[]): T[] {
  return found.map((one, at) => {
    const unit = found[at - 1]?.unit;
    if (one.continues !== true || one.unit !== undefined || unit === undefined) return one;
    const own = guesses.findIndex(
      ({sheet, what, certainty}) => sheet === one.sheet && certainty === null && what.startsWith("which unit?"),
    );
    if (own < 0) return one;
    guesses[own] = {sheet: one.sheet, what: `fixed.unit: ${unit}, of the table that it continues`, certainty: 0.8};
    return {...one, unit, table: {...one.table, fixed: {...one.table.fixed, unit}}};
  });
}

/** The unit of a table of cases per number of people ("births per 1000 people"), whose titles name no unit. */
export function unitOfCases({lines, unread}: Titles, {country}: TextContext, say: Say): Pick<FixedFacts, "unit"> {
  const {cases} = country.tables.layout;
  const title = [...lines.map(({text}) => text), ...unread].join(" ");
  if (cases === undefined || !cases.words.test(title)) return {};
  say(`fixed.unit: ${cases.unit}, as the titles name a number of cases for so many people`, 0.7);
  return {unit: cases.unit};
}

/** The base of comparison in the name of a sheet: "to the prev. month". */
export function baseOfName(sheet: Sheet, {country}: TextContext, say: Say): Pick<FixedFacts, "base"> {
  const name = sheet.name.trim();
  if (country.tables.transformation(name) === null) return {};
  say(`fixed.base: the name of the sheet, ${name}`, 0.8);
  return {base: name};
}
