// A person's answers to the questions of a proposal: for a whole table, or a unit for one of its columns.
import type {Country} from "../../country/country.ts";
import {Refusal} from "../../refusal.ts";
import type {CellException, FixedFacts} from "../described/descriptor.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {quoted} from "./doubts.ts";
import type {ProposedHeader} from "./header.ts";

/** null: not given. */
export interface Answers {
  readonly territory: string | null;
  /** Of tables that name none. */
  readonly unit: string | null;
  /** By the text of a column's header, whatever else names a unit. */
  readonly units?: ReadonlyMap<string, string>;
  /** The base of per cent that the titles do not name. */
  readonly base?: string | null;
  /** Of tables without periods: a year, and words of its part. */
  readonly period?: string | null;
  /** Whether the person named the country whose words the tables use: then no separator is ambiguous. */
  readonly country?: boolean;
  /** Whether the person, the operator or the provider's declaration names the country: then it is the territory of tables that name none. */
  readonly ofCountry?: boolean;
}

/** In place of the unit of a column that has no values. */
const LEFT_OUT = "-";

/** One unit, or "HEADER=UNIT; HEADER=UNIT". @throws Refusal if two are for all columns */
export function unitAnswers(text: string | null): Pick<Answers, "unit" | "units"> {
  const parts = (text ?? "").split(";").filter((part) => part.trim() !== "");
  const units = new Map<string, string>();
  let whole: string | null = null;
  for (const part of parts) {
    const cut = part.lastIndexOf("=");
    if (cut >= 0) units.set(textOf(part.slice(0, cut)), part.slice(cut + 1).trim());
    else if (whole === null) whole = part.trim();
    else throw new Refusal(`--unit has two units for all columns, ${whole} and ${part.trim()}`, "write COLUMN=UNIT");
  }
  return {unit: whole, units};
}

/** The period of a table in the words of a descriptor. @throws Refusal if it has no year */
export function periodFacts(text: string): Pick<FixedFacts, "year" | "period"> {
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
  if (year === undefined)
    throw new Refusal(
      `--period has no year: ${text}`,
      'write "2024", with the words of a part of the year if there is one',
    );
  const period = text.replace(year, " ").replace(/\s+/g, " ").trim();
  return {year: Number(year), ...(period !== "" && {period})};
}

/** The headers of the columns right of the labels, each once. */
export function columnNames(sheet: Sheet, {top, body, labelCount}: ProposedHeader): string[] {
  const names = new Set<string>();
  for (let row = top; row < body; row++)
    for (let column = labelCount + 1; column <= sheet.columnCount; column++) {
      const name = textOf(sheet.cell(row, column)?.plain ?? "");
      if (name !== "") names.add(name);
    }
  return [...names];
}

export function answeredUnits(sheet: Sheet, header: ProposedHeader, {units = new Map()}: Answers): CellException[] {
  return columnNames(sheet, header)
    .filter((name) => units.has(name))
    .map((name) => {
      const header = `^\\s*${quoted(name).replaceAll(" ", "\\s+")}\\s*$`;
      const unit = units.get(name)!;
      return unit === LEFT_OUT
        ? {header, ignore: true, because: "a person left this column out"}
        : {header, set: {unit}, because: "a person gave the unit of this column"};
    });
}

/** @throws Refusal that names an answer which no list of the country has */
export function refuseUnknownAnswers({territory, unit, units = new Map(), base}: Answers, country: Country): void {
  const refuse = (option: string, text: string, way: string): never => {
    throw new Refusal(`--${option} has ${JSON.stringify(text)}, which no list of the country ${country.code} has`, way);
  };
  for (const text of [unit, ...units.values()])
    if (text !== null && text !== LEFT_OUT && country.units.known(text) === null)
      refuse(
        "unit",
        text,
        "write it as in reference/units.csv or in English (per cent, million roubles), or define it under units in the descriptor",
      );
  if (territory !== null && country.territories.ofCode(territory) === null)
    refuse("territory", territory, "write a code of its classifier");
  if (base && base !== "level" && country.tables.transformation(base) === null)
    refuse("base", base, "write it as tables of the country do");
}

/** @throws Refusal that names an answered column which no table has */
export function refuseUnknownColumns({units = new Map()}: Answers, names: ReadonlySet<string>): void {
  const unknown = [...units.keys()].find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new Refusal(
    `--unit names the column ${unknown}, which no table has`,
    `columns: ${[...names].slice(0, 20).join(", ")}`,
  );
}

function textOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
