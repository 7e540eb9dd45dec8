// A person's answers to the questions of a proposal: for a whole table, or a unit for one of its columns.
import type {Country} from "../../country/country.ts";
import {numberIn} from "../../country/number-words.ts";
import {MISSING_WORDS} from "../../country/plain-table-words.ts";
import {isUnitSign} from "../../country/unit-signs.ts";
import {findSlip} from "../../country/unit-slip.ts";
import {worldTerritory} from "../../country/world-territories.ts";
import {Refusal} from "../../service/refusal.ts";
import type {CellException, Descriptor, FixedFacts} from "../described/descriptor/descriptor.ts";
import {withOwnUnits} from "../described/own-units.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {escapedPattern} from "./exclusions.ts";
import type {ProposedHeader} from "./header.ts";
import type {Say} from "./reading.ts";

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
  /** Which number of dates such as 03/04/2024 is the day, where no text decides. */
  readonly dates?: "day first" | "month first" | null;
  /** The year that "2023/24" means. */
  readonly years?: "first" | "last" | null;
  /**
   * ISO 3166 code of the country of a list of territories that no list has, or "none". Of countries that a table names: "world" if they are
   * the territories of its values, "partners" if they are classes of one territory.
   */
  readonly territories?: string | null;
  /** Whether the person named the country whose words the tables use: then no separator is ambiguous. */
  readonly country?: boolean;
  /** Whether the person, the operator or the provider's declaration names the country: then it is the territory of tables that name none. */
  readonly ofCountry?: boolean;
}

/** In place of the unit of a column that has no values, or is no label. */
export const LEFT_OUT = "-";

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
      const header = `^\\s*${escapedPattern(name).replaceAll(" ", "\\s+")}\\s*$`;
      const unit = units.get(name)!;
      return unit === LEFT_OUT
        ? {header, ignore: true, because: "a person left this column out"}
        : {header, set: {unit}, because: "a person gave the unit of this column"};
    });
}

/** @throws Refusal that names an answer which no list of the country has */
export function refuseUnknownAnswers(
  {territory, unit, units = new Map(), base, territories = null}: Answers,
  country: Country,
): void {
  const refuse = (option: string, text: string, way: string): never => {
    throw new Refusal(`--${option} has ${JSON.stringify(text)}, which no list of the country ${country.code} has`, way);
  };
  for (const text of [unit, ...units.values()])
    if (text !== null && text !== LEFT_OUT && country.units.known(text) === null) refuseUnit(text, country);
  if (territory !== null && country.territories.ofCode(territory) === null && worldTerritory(territory) === null)
    refuse("territory", territory, "write a code of its classifier or of ISO 3166");
  const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && worldTerritory(code)?.level === "country";
  if (territories !== null && !TERRITORY_WORDS.has(territories) && !isCountry(territories))
    refuse("territories", territories, "write the code of a country by ISO 3166, as US, or none, world or partners");
  if (base && base !== "level" && country.tables.transformation(base) === null)
    refuse("base", base, "write it as tables of the country do");
}

const TERRITORY_WORDS: ReadonlySet<string> = new Set(["none", "world", "partners"]);

/** `namedUnits` takes every other unit as it is. */
function refuseUnit(text: string, {units}: Country): never {
  const near = slipOf(text, units);
  throw near === null
    ? new Refusal(
        `--unit has ${JSON.stringify(text)}, which names no unit`,
        "write it in words, such as per cent or thousand barrels",
      )
    : new Refusal(
        `--unit has ${JSON.stringify(text)}, a slip of ${JSON.stringify(near)}`,
        "write it so; a unit that is another one all the same is defined under units in the descriptor",
      );
}

/** @param labels columns without values, which may only be left out. @throws Refusal that names an answered column which no table has */
export function refuseUnknownColumns(
  {units = new Map()}: Answers,
  names: ReadonlySet<string>,
  labels: ReadonlySet<string>,
): void {
  const others = [...units.keys()].filter((name) => !names.has(name));
  const unknown = others.find((name) => !labels.has(name));
  const label = others.find((name) => units.get(name) !== LEFT_OUT);
  if (unknown === undefined && label === undefined) return;
  if (unknown === undefined)
    throw new Refusal(`--unit gives a unit to ${label}, a column without values`, `leave it out with "${label}=-"`);
  throw new Refusal(
    `--unit names the column ${unknown}, which no table has`,
    `columns: ${[...names].slice(0, 20).join(", ")}`,
  );
}

export interface NamedAnswers {
  readonly answers: Answers;
  /** With the units of one's own. */
  readonly country: Country;
  readonly own: NonNullable<Descriptor["units"]>;
}

/**
 * The answered units in the words of the country's lists. English words and symbols of a listed unit are that unit. Any other words, and signs,
 * are a unit of one's own, unless they are a slip of a listed name: it would be a second unit.
 */
export function namedUnits(answers: Answers, country: Country, say: Say): NamedAnswers {
  const own: Record<string, {name: string; mult?: number}> = {};
  const named = (text: string): string => {
    const {units} = country;
    if (units.known(text) !== null) return text;
    // signs of the SI are the same in every list, so they stay as they are
    const ofSymbol = isUnitSign(text) ? null : units.ofSymbol?.(text);
    const listed = units.ofEnglish?.(text) ?? ofSymbol ?? null;
    if (listed !== null) {
      say(`unit: ${JSON.stringify(text)} is ${units.english(listed.name) ?? listed.name}`, 0.95);
      return listed.name;
    }
    if (!isUnitSign(text) && !(isWords(text) && slipOf(text, units) === null)) return text;
    const name = text.trim().replace(/\s+/g, " ");
    const mult = numberIn(name);
    own[name] = {name, ...(mult !== undefined && {mult})};
    say(`units: no list has ${JSON.stringify(name)}, so it is a unit of its own`, 0.7);
    return name;
  };
  const {unit, units} = answers;
  const said: Answers = {
    ...answers,
    unit: unit === null ? null : named(unit),
    ...(units && {units: new Map([...units].map(([column, text]) => [column, named(text)]))}),
  };
  return {answers: said, country: withOwnUnits(country, Object.keys(own).length === 0 ? undefined : own), own};
}

/** Two letters beside each other, or the sign of a currency: "5" and "Q" name nothing. */
function isWords(text: string): boolean {
  return WORDS.test(text) && !MISSING_WORDS.test(text.trim());
}

const WORDS = /^(?=.*(?:\p{L}{2}|\p{Sc}))[\p{L}\p{Sc}\d\s.,%‰()/&'’²³°·-]+$/u;

function slipOf(text: string, units: Country["units"]): string | null {
  const isCommon = COMMON_NAMES.some((name) => name.toLowerCase() === text.trim().toLowerCase());
  return units.slip(text) ?? (isCommon ? null : findSlip(text, COMMON_NAMES));
}

/** Other English writings of the commonest units. */
const COMMON_NAMES = [
  ...["per cent", "percent", "rouble", "roubles", "ruble", "rubles", "US dollar", "euro", "tonne", "tonnes"],
  ...["persons", "people", "thousand roubles", "million roubles", "billion roubles", "million rubles"],
];

function textOf(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
