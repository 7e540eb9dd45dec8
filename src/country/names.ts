// English names of territories, units, datasets, indicators and classes: of their package, else of the reference lists. Russian ones of the
// countries of the world and of the classes of COICOP, which foreign packages name in English.
//
// Packages name everything in their own language, mostly Russian, and that name is the name where no other one is known: nothing is
// translated. A name never replaces a code. The api and the site choose names here alone.
import {once} from "../reference/reference.ts";
import type {Territory} from "../statistics/territory.ts";
import type {NameChoice} from "../text/language.ts";
import {coicopEnglish, coicopRussian} from "./coicop.ts";
import {COUNTRIES} from "./countries.ts";
import {russianCountry} from "./russian-countries.ts";

/** English names that the packages of one dataset give, by the published name. */
export type OwnNames = ReadonlyMap<string, string>;

type NamedTerritory = Pick<Territory, "code" | "name">;

/** Names in one language; each function takes the published name and gives it back where it knows no other. */
export interface ChosenNames {
  readonly language: NameChoice;
  readonly own: OwnNames;
  territory(territory: NamedTerritory): string;
  unit(name: string): string;
  /** Of a dataset, an indicator or a class. */
  of(name: string): string;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();
const PUBLISHED: ChosenNames = {
  ...{language: "published", own: NO_NAMES},
  ...{territory: ({name}) => name, unit: (name) => name, of: (name) => name},
};
/** Most packages write Russian names; lists of the world have English ones. */
const RUSSIAN: ChosenNames = {
  ...{...PUBLISHED, language: "ru"},
  territory: (one) => russianCountry(one) ?? one.name,
  of: (name) => coicopRussian(name) ?? name,
};

/** @param own of the dataset that the names belong to */
export function namesIn(language: NameChoice, own: OwnNames = NO_NAMES): ChosenNames {
  if (language === "published") return PUBLISHED;
  if (language === "ru") return RUSSIAN;
  return {
    ...{language, own},
    territory: (territory) => own.get(territory.name) ?? englishTerritory(territory) ?? territory.name,
    unit: (name) => own.get(name) ?? englishUnit(name) ?? name,
    of: (name) => own.get(name) ?? englishName(name) ?? ofParts(name, own) ?? name,
  };
}

/** A class of several levels has an English name only if each of its parts has one, so that no name is half Russian. */
function ofParts(name: string, own: OwnNames): string | null {
  if (own.size === 0 || !name.includes(BETWEEN_LEVELS)) return null;
  const parts = name.split(BETWEEN_LEVELS).map((part) => own.get(part) ?? englishName(part));
  return parts.includes(null) ? null : parts.join(BETWEEN_LEVELS);
}

/** The names by which an English name of `name` may be known: the name, and of a class of several levels each part. */
export function partsOfName(name: string): string[] {
  return name.includes(BETWEEN_LEVELS) ? [name, ...name.split(BETWEEN_LEVELS)] : [name];
}

/** Between the names of the levels of a class. */
const BETWEEN_LEVELS = " / ";

/** null: the lists have none. So it is for most cities, and for a code to which a package gave another meaning. */
export function englishTerritory({code, name}: NamedTerritory): string | null {
  return englishTerritories().get(`${code};${name}`) ?? null;
}

/** @param name as the package wrote it, or the code of the unit */
export function englishUnit(name: string): string | null {
  for (const {units} of COUNTRIES) {
    const english = units.english(name);
    if (english !== null) return english;
  }
  return null;
}

/** Of a dataset, an indicator or a class. */
export function englishName(name: string): string | null {
  for (const country of COUNTRIES) {
    const english = country.englishName(name);
    if (english !== null) return english;
  }
  return coicopEnglish(name);
}

/** Of an English name of a class, or its code where it has no name; null: the lists have none. */
export function russianName(name: string): string | null {
  return coicopRussian(name);
}

// Made at the first use: reading the lists takes time that a start does not have.
const englishTerritories = once(
  () =>
    new Map(
      COUNTRIES.flatMap(({territories}) =>
        territories.builtIn().flatMap(({code, name}) => {
          const english = territories.english().get(code);
          return english === undefined ? [] : [[`${code};${name}`, english] as const];
        }),
      ),
    ),
);
