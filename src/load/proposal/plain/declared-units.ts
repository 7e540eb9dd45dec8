// Units of columns that the words beside their values name: those of a data package, the header itself, the titles.
//
// A person's word and the units of the table come before them. The words are told with their source, because a package may be wrong about
// its own table.
import type {Country} from "../../../country/country.ts";
import {DATA_PACKAGE, type DeclaredTable} from "../../declared/data-package.ts";
import {unitInWords} from "../../declared/unit-words.ts";
import type {CellException, Descriptor} from "../../described/descriptor/descriptor.ts";
import {namedUnits} from "../answers.ts";
import {escapedPattern} from "../exclusions.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";

export interface DeclaredUnits {
  /** Of all columns; null: they differ, or some have none. */
  readonly whole: string | null;
  readonly exceptions: readonly CellException[];
  readonly units: NonNullable<Descriptor["units"]>;
}

export interface UnitSources {
  readonly declared: DeclaredTable | null;
  /** Lines over the header. */
  readonly titles: readonly string[];
  /** Whether the headers name what is measured, and not periods or territories. */
  readonly areNames: boolean;
}

interface SaidUnit {
  readonly unit: string;
  readonly source: string;
  readonly text: string;
}

/** @param values the columns without a unit */
export function declaredUnits(
  values: readonly ColumnProfile[],
  sources: UnitSources,
  country: Country,
  say: Say,
): DeclaredUnits {
  const units: Record<string, {name: string; mult?: number}> = {};
  const named = (text: string): string => {
    const {answers, own} = namedUnits({territory: null, unit: text}, country, () => {});
    const name = answers.unit ?? text;
    if (country.units.known(name) === null) units[name] = own[name] ?? {name};
    return name;
  };
  const found = values.map((one) => ({one, said: saidUnit(one, values.length, sources, country)}));
  const index = found.every(({said}) => said === null) ? indexOfAll(sources, country) : null;
  if (index !== null) found.splice(0, found.length, ...found.map(({one}) => ({one, said: index})));
  const isOfAll = !sources.areNames || index !== null;
  const kept = isOfAll ? found.slice(0, 1) : found;
  for (const {one, said} of kept)
    if (said !== null)
      say(
        `unit: ${isOfAll ? "the table" : `the column ${one.header}`} has the unit ${country.units.english(said.unit) ?? said.unit}, by ${said.source}: ${JSON.stringify(said.text)}`,
        said.source === DATA_PACKAGE ? 0.8 : 0.7,
      );
  const names = kept.map(({said}) => (said === null ? null : named(said.unit)));
  const [first = null, ...others] = names;
  if (first !== null && others.every((name) => name === first)) return {whole: first, exceptions: [], units};
  const exceptions = kept.flatMap(({one: {header}, said}, at) =>
    said === null
      ? []
      : {header: `^\\s*${escapedPattern(header)}\\s*$`, set: {unit: names[at]!}, because: `by ${said.source}`},
  );
  return {whole: null, exceptions, units};
}

/** Columns without any words of their own, in a table that its publisher calls one of indices. */
function indexOfAll({declared}: UnitSources, country: Country): SaidUnit | null {
  for (const text of declared?.texts ?? []) {
    const unit = unitInWords(text, country);
    if (unit?.startsWith("index") === true) return {unit, source: DATA_PACKAGE, text};
  }
  return null;
}

function saidUnit(
  one: ColumnProfile,
  columns: number,
  {declared, titles, areNames}: UnitSources,
  country: Country,
): SaidUnit | null {
  const {header} = one;
  const ofField = areNames ? (declared?.fields.get(header) ?? []) : [];
  const ofTable = columns === 1 || !areNames;
  const texts = [
    ...ofField.map((text) => [DATA_PACKAGE, text] as const),
    ...(areNames && header !== "" ? [["its header", header] as const] : []),
    ...(ofTable ? titles.map((text) => ["a title", text] as const) : []),
    ...(ofTable ? (declared?.texts ?? []).map((text) => [DATA_PACKAGE, text] as const) : []),
  ];
  for (const [source, text] of texts) {
    const unit = unitInWords(text.replaceAll("_", " "), country);
    // A header with the word alone may name a ratio: 0.98 and 98 are both indices.
    if (unit !== null && (unit !== "index" || source === DATA_PACKAGE)) return {unit, source, text};
  }
  const rate = areNames ? [header, ...ofField].find((text) => RATE.test(text)) : undefined;
  if (rate === undefined || !isOfPercents(one)) return null;
  return {unit: country.units.percent().name, source: "its name, and the size of its values", text: rate};
}

/** Inflation is a rate in per cent by its definition; only a fraction of one has small values. */
const RATE = /\binflation\b/i;
const LEAST_MEDIAN = 0.1;

function isOfPercents({cells}: ColumnProfile): boolean {
  const sizes = cells
    .map((cell) => Math.abs(Number(cell?.plain.trim() || Number.NaN)))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return (sizes[Math.floor(sizes.length / 2)] ?? 0) > LEAST_MEDIAN;
}
