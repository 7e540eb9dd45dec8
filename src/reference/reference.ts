// The reference lists that come with the program: territories, units, price weeks, datasets that are never revised.
//
// Names come from here, by code: publishers' labels for one code change from file to file and from year to year. The files contain no
// quotes: a semicolon always separates. Each file is read when it is first needed, once.
import {hash} from "node:crypto";
import {readFileSync} from "node:fs";
import {type Level, type Territory, territoryIdentity} from "../statistics/territory.ts";
import type {Day, StatedDay} from "../statistics/time/day.ts";
import type {PriceWeek} from "../statistics/time/week.ts";

/** Another way to write a territory's name; with dates if the same name meant another territory at another time. */
export interface TerritorySpelling {
  readonly code: string;
  readonly spelling: string;
  /** Both inclusive; null is open. */
  readonly from: Day | null;
  readonly to: Day | null;
}

export interface ReferenceUnit {
  readonly okei: string;
  /** In lower case. */
  readonly name: string;
  readonly symbol: string;
  /** How many plain units one of these is: 1000 for a thousand tons. */
  readonly mult: number;
  /** OKEI code of the plain unit, if it has one. */
  readonly base: string | null;
  readonly spellings: readonly string[];
  /** null: no English name yet. */
  readonly english: string | null;
}

/** The built-in territories: country, districts, macroregions, subjects, their parts and cities, in this order. */
export const readTerritories = listOf<Territory>("territories.csv", ([code, name, level, canonical, parent]) => {
  return {code, name, level: level as Level, canonical, parent: unlessEmpty(parent)};
});

/** Spellings that the matcher cannot derive by itself. */
export const readTerritorySpellings = listOf<TerritorySpelling>("territory-spellings.csv", (cells) => {
  const [code, spelling, from, to] = cells;
  return {code, spelling, from: from === "" ? null : dayAt(from), to: to === "" ? null : dayAt(to)};
});

/** Territories that contain others of their level, and the rest of them as a territory of its own, by normalised codes; a row for each part. */
export const readTerritoryParts = listOf("territory-parts.csv", ([whole, without, part]) => ({whole, without, part}));

/** A territory of the United States: its ISO 3166, FIPS and postal codes, its place on the tile map, other names. */
export interface AmericanTerritory {
  readonly iso: string;
  readonly fips: string;
  /** null: the nation has none. */
  readonly postal: string | null;
  readonly name: string;
  readonly level: Level;
  readonly column: number;
  readonly row: number;
  readonly spellings: readonly string[];
}

/** The nation and its 51 states, the District of Columbia among them. */
export const readAmericanTerritories = listOf<AmericanTerritory>("us/territories.csv", (cells) => {
  const [iso, fips, postal, name, level, column, row, spellings] = cells;
  const location = {column: Number(column), row: Number(row)};
  return {
    iso,
    fips,
    postal: unlessEmpty(postal),
    name,
    level: level as Level,
    ...location,
    spellings: partsOf(spellings),
  };
});

/** Other names of built-in territories of all countries, by identity (territoryIdentity): two countries may use the same code. */
export const readNameSpellings: () => ReadonlyMap<string, readonly string[]> = once(() => {
  const canonical = new Map(readTerritories().map((one) => [one.code, one.canonical]));
  const spellings = new Map<string, string[]>();
  const add = (code: string, of: string, names: readonly string[]): void => {
    const identity = territoryIdentity({code, canonical: of});
    spellings.set(identity, [...(spellings.get(identity) ?? []), ...names]);
  };
  for (const {code, spelling} of readTerritorySpellings()) add(code, canonical.get(code)!, [spelling]);
  for (const {iso, fips, postal, spellings: names} of readAmericanTerritories())
    for (const code of postal === null ? [iso, fips] : [iso, fips, postal])
      add(code, iso, [...names, ...(postal === null ? [] : [postal])]);
  return spellings;
});

/** Units of American publishers, named in the singular. */
export const readAmericanUnits = listOf<Pick<ReferenceUnit, "okei" | "name" | "mult" | "spellings">>(
  "us/units.csv",
  ([name, okei, mult, spellings]) => ({name, okei, mult: Number(mult), spellings: partsOf(spellings)}),
);

/** English names by code, of all territories except most cities. */
export const readTerritoryEnglish: () => ReadonlyMap<string, string> = once(
  () => new Map(readRows("territory-english.csv").map(([code, english]) => [code, english] as const)),
);

/** A class of a classifier with its English name. */
export interface ClassEnglish {
  /** okved2, okpd2, coicop, budget-expenditure, budget-revenue or budget-level. */
  readonly classification: string;
  readonly code: string;
  /** The official name, with commas for semicolons; one code may have had several. */
  readonly name: string;
  readonly english: string;
}

/** The first two levels of Russian classifiers. */
export const readClassEnglish = listOf<ClassEnglish>("class-english.csv", ([classification, code, name, english]) => ({
  classification,
  code,
  name,
  english,
}));

/** A division or a group of the classification of individual consumption by purpose. */
export interface CoicopClass {
  /** 1999 or 2018. */
  readonly edition: string;
  /** 01 or 01.1 */
  readonly code: string;
  /** As the United Nations name it. */
  readonly english: string;
  /** null: the official Russian name is not known here. */
  readonly russian: string | null;
}

/** Both editions whole, at two levels. */
export const readCoicop = listOf<CoicopClass>("coicop.csv", ([edition, code, english, russian]) => {
  return {edition, code, english, russian: unlessEmpty(russian)};
});

/** English names of datasets, indicators and classes of Russian publishers, by the published name. */
export const readNameEnglish: () => ReadonlyMap<string, string> = once(
  () =>
    new Map([
      ...readClassEnglish().map(({name, english}) => [name, english] as const),
      ...readRows("name-english.csv").map(([name, english]) => [name, english] as const),
    ]),
);

/** The countries of ISO 3166-1 by their three codes, with their English names in use. */
export const readCountryCodes = listOf("countries.csv", ([two, three, numeric, names]) => {
  return {two, three, numeric, names: names.split("|")};
});

/** Other names of countries, in English and Russian, by alpha-2. */
export const readCountryNames = listOf("country-names.csv", ([two, names]) => ({two, names: names.split("|")}));

/** Groups of countries, and countries that ISO 3166 does not have, with their other names and codes. */
export const readCountryGroups = listOf("country-groups.csv", ([code, name, level, names]) => {
  return {code, name, level: level as Level, names: partsOf(names)};
});

/** Units of OKEI with the words that publishers use for them. */
export const readUnits = listOf<ReferenceUnit>("units.csv", ([okei, name, symbol, mult, base, ...others]) => {
  return {okei, name, symbol, mult: Number(mult), base: unlessEmpty(base), ...wordsOf(others)};
});

/** Units that publishers use and OKEI does not know; `okei` is empty. */
export const readOtherUnits = listOf<ReferenceUnit>("other-units.csv", ([name, mult, ...others]) => {
  return {okei: "", name, symbol: "", mult: Number(mult), base: null, ...wordsOf(others)};
});

function wordsOf([spellings, english]: readonly [string, string, ...unknown[]]) {
  return {spellings: partsOf(spellings), english: unlessEmpty(english)};
}

/** Known price registration days, ascending; a dataset's own weeks take precedence. */
export const readPriceWeeks = listOf<PriceWeek>("price-weeks.csv", ([year, week, date]) => {
  return {year: Number(year), week: Number(week), day: dayAt(date)};
});

/** Currencies by the Bank of Russia's identifiers, named in the singular. */
export const readCurrencies: () => ReadonlyMap<string, {readonly letters: string; readonly name: string}> = once(
  () => new Map(readRows("currencies.csv").map(([id, letters, _digits, name]) => [id, {letters, name}])),
);

/** A provider whose name is known, loaded or not. */
export interface Provider {
  readonly code: string;
  readonly names: Readonly<Record<"ru" | "en", string>>;
  /** Words by which a search finds its datasets, besides its code. */
  readonly searchWords: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** SPDX identifier or address; null: the provider states none. */
  readonly licence: string | null;
}

/** By code, in listed order. The only declaration of a provider: api, search and site read it. */
export const readProviders: () => ReadonlyMap<string, Provider> = once(
  () =>
    new Map(
      readRows("providers.csv").map(([code, ru, en, searchWords, country, licence]) => [
        code,
        {code, names: {ru, en}, searchWords, country, licence: unlessEmpty(licence)},
      ]),
    ),
);

/** Datasets whose source never revises a value, as `provider/dataset`. */
export const readNotRevised: () => ReadonlySet<string> = once(
  () => new Set(readRows("not-revised.csv").map(([provider, dataset]) => `${provider}/${dataset}`)),
);

/** What is known of the quantity of series of one dataset; null: any code, or for `isAdjusted` nothing. */
export interface DeclaredQuantity {
  /** `provider/dataset` */
  readonly dataset: string;
  readonly indicator: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly quantity: string;
  /** Whether the season is taken out of the values. */
  readonly isAdjusted: boolean;
  /** Whether a value holds from its period until another is decided: between two values there is none. */
  readonly isHeld: boolean;
}

/** The first row that fits a series counts. */
/** Changes with any row of the list: for the tags of answers that depend on it. */
export const digestQuantities: () => string = once(() =>
  hash("sha256", readText("quantities.csv"), "base64url").slice(0, 12),
);
export const readQuantities = listOf<DeclaredQuantity>("quantities.csv", (cells) => {
  const [dataset, indicator, measure, transformation, quantity, adjusted, held] = cells;
  return {
    dataset,
    indicator: unlessEmpty(indicator),
    measure: unlessEmpty(measure),
    transformation: unlessEmpty(transformation),
    quantity,
    isAdjusted: adjusted === "1",
    isHeld: held === "1",
  };
});

/** Groups of synonyms, as text: one group a line, separated by `;`. */
export const readSynonyms: () => string = once(() => readText("synonyms.txt"));

/** Phrases of questions that a search leaves out, as text: separated by `;`. */
export const readQuestionWords: () => string = once(() => readText("question-words.txt"));

/** Phrases that claims about figures have beside their subject, as text: one meaning a line. */
export const readClaimPhrases: () => string = once(() => readText("claim-words.txt"));

/** The version of this program. */
export const readVersion: () => string = once(() => {
  const manifest: {version: string} = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return manifest.version;
});

function readText(file: string): string {
  return readFileSync(new URL(`../../reference/${file}`, import.meta.url), "utf8");
}

/** As many as the header of the file names. */
type Cells = readonly [string, string, string, string, string, string, string, string, string];

function readRows(file: string): readonly Cells[] {
  return readText(file)
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => line.split(";") as unknown as Cells);
}

export function listOf<T>(file: string, read: (cells: Cells) => T): () => readonly T[] {
  return once(() => readRows(file).map(read));
}

export function unlessEmpty(cell: string): string | null {
  return cell === "" ? null : cell;
}

export function partsOf(cell: string): readonly string[] {
  return cell === "" ? [] : cell.split("|");
}

/** Reads a date of our own files, so that this leaf need not import the calendar. */
function dayAt(text: string): StatedDay {
  const day = Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  if (!Number.isInteger(day)) throw new Error(`reference lists: "${text}" is not a date`);
  return day as StatedDay;
}

/** A value that is made when it is first needed, and then kept: a start does not wait for lists that it may not need. */
export function once<T>(read: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= read();
    return kept;
  };
}
