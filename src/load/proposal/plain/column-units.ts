// The units of the columns of values where the table has no unit of its own.
//
// A person's word counts first, then "per cent" in a header, then what is declared. What is left is asked in one question.
import {readWrittenPeriod} from "../../../country/written-period.ts";
import type {DeclaredTable} from "../../declared/data-package.ts";
import type {CellException} from "../../described/descriptor/descriptor.ts";
import type {TextContext} from "../../described/text-facts.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {type Answers, answeredUnits} from "../answers.ts";
import type {ProposedHeader} from "../header.ts";
import type {Say} from "../reading.ts";
import type {Titles} from "../titles/titles.ts";
import type {ColumnProfile} from "./column-profile.ts";
import {type DeclaredUnits, declaredUnits} from "./declared-units.ts";
import {percentColumns} from "./unit-column.ts";

interface ValueColumns {
  readonly values: readonly ColumnProfile[];
  readonly titles: Titles;
  /** The table has one unit, or one for each row. */
  readonly hasUnit: boolean;
  readonly areNames: boolean;
}

/** The units of single columns, by the person, by their headers and by what is declared; the others are asked. */
export function unitsOfColumns(
  {sheet, header}: {readonly sheet: Sheet; readonly header: ProposedHeader},
  {values, titles, hasUnit, areNames}: ValueColumns,
  context: TextContext,
  {answers, declared}: {readonly answers: Answers; readonly declared: DeclaredTable | null},
  say: Say,
): {readonly said: DeclaredUnits; readonly own: readonly CellException[]} {
  const {units = new Map<string, string>()} = answers;
  const ofValues = [...units].filter(([name]) => values.some((one) => one.header === name));
  const percents = hasUnit ? [] : percentColumns(values, units, context);
  const answered = [...answeredUnits(sheet, header, {...answers, units: new Map(ofValues)}), ...percents];
  const isOpen = !hasUnit && answers.unit === null && answered.length < values.length;
  const unnamed = isOpen ? values.filter(({header}) => !names(answered, header)) : [];
  const sources = {declared, titles: titles.lines.map(({text}) => text), areNames};
  const said = declaredUnits(unnamed, sources, context.country, say);
  const own = [...answered, ...said.exceptions];
  if (isOpen && said.whole === null && own.length < values.length)
    say(unitQuestion(unnamed, titles.unread, declared?.title ?? ""), null);
  if (percents.length > 0) say("exceptions: columns whose headers say per cent have that unit", 0.95);
  return {said, own};
}

function names(exceptions: readonly CellException[], header: string): boolean {
  return exceptions.some((one) => new RegExp(one.header!, "i").test(header));
}

const MOST_COLUMNS = 12;

/** A unit of each year is asked by nobody. */
function isName({header}: ColumnProfile): boolean {
  return readWrittenPeriod(header) === null;
}

function unitQuestion(values: readonly ColumnProfile[], unread: readonly string[], title: string): string {
  const isListed = values.length > 1 && values.length <= MOST_COLUMNS && values.every(isName);
  const columns = isListed
    ? `of columns with --unit "${values.map(({header}) => `${header}=UNIT`).join("; ")}"`
    : "of one column with --unit COLUMN=UNIT";
  const own = unread.length === 0 ? "" : `; no list has ${unread[0]}: a unit in such words is taken as it is`;
  // Their thousands look the same.
  const countsPeople = values.length === 1 && [title, values[0]!.header].some((text) => /\bpopulation\b/i.test(text));
  const people = countsPeople ? `; a table of population may have "persons"` : "";
  return `which unit? give it with --unit, ${columns}, or in fixed.unit${own}${people}`;
}
