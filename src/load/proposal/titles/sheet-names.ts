// What the names of the sheets of a workbook are, where most of them are alike: a sheet for each territory, year or month.
import type {Kind} from "../../described/descriptor/descriptor.ts";
import {isProblem} from "../../described/facts.ts";
import {factsOfText, type TextContext} from "../../described/text-facts.ts";
import type {Workbook} from "../../workbook/sheet.ts";

/** The kind of the sheets' names: territories, years or parts of a year, if most of the names are. */
export function kindOfNames({sheets}: Workbook, context: TextContext): Kind | null {
  const names = sheets.filter(({hidden}) => !hidden).map(({name}) => name);
  for (const kind of ["territory", "year", "period"] as const) {
    const read = names.filter((name) => !isProblem(factsOfText(name, kind, context))).length;
    if (read > 1 && read * 10 >= names.length * 6) return kind;
  }
  return null;
}
