// Names of territories, their levels, and units in the language of the visitor.
//
// The names themselves are chosen in country/names.ts. A page marks a name that stayed Russian, and takes the capitals of publishers away.
import {DEFAULT_COUNTRY, ownerOf} from "../../country/countries.ts";
import type {LevelWords} from "../../country/country.ts";
import {englishName, englishTerritory, englishUnit, russianName} from "../../country/names.ts";
import {russianCountry} from "../../country/russian-countries.ts";
import {once} from "../../reference/reference.ts";
import {readTextEnglish} from "../../reference/text-english.ts";
import type {Territory} from "../../statistics/territory.ts";
import {type Html, html} from "../html/html.ts";
import {inBoth, type Language} from "./language.ts";
import {drawnName} from "./line-breaks.ts";

type TerritoryCode = Pick<Territory, "code" | "canonical">;

/** The name for titles and labels. Cities, and codes to which a package gave another meaning, keep the published name. */
export function territoryText(territory: Pick<Territory, "code" | "name">, language: Language): string {
  return (language === "en" ? englishTerritory(territory) : russianCountry(territory)) ?? territory.name;
}

/** The name on a page: a name that stayed Russian is marked as Russian. */
export function territoryWords(territory: Pick<Territory, "code" | "name">, language: Language): Html {
  const text = territoryText(territory, language);
  return markedName(text, drawnName(text), language);
}

/** The reader's language, and the maker of addresses on this site. */
interface Reader {
  readonly language: Language;
  link(path: string): string;
}

/** With their names, in the order of the alphabet. */
export function territoriesByName<T extends Pick<Territory, "code" | "name">>(
  territories: readonly T[],
  language: Language,
): {readonly one: T; readonly name: string}[] {
  const order = nameOrder(language);
  return territories
    .map((one) => ({one, name: territoryText(one, language)}))
    .sort((left, right) => order(left.name, right.name));
}

/** Compares names of territories as a list of the language has them: "г. Москва" is under its name, not under "г". */
export function nameOrder(language: Language): (one: string, other: string) => number {
  const order = new Intl.Collator(language);
  return (one, other) => order.compare(one.replace(CITY, ""), other.replace(CITY, ""));
}

/** "город" before a name. */
const CITY = /^г(?:\.\s*|ород\s+)(?=[А-ЯЁ])/;

/** The name on a page, with a link to the page of the territory. */
export function territoryLink(visit: Reader, at: TerritoryCode & {readonly name: string}): Html {
  const words = territoryWords(at, visit.language);
  const code = pageCode(at);
  return code === null ? words : html`<a href="${visit.link(`/territories/${encodeURIComponent(code)}`)}">${words}</a>`;
}

/**
 * The code in the address of the page of a territory; null: it has no page. The same code may be in the lists of several countries, so territories
 * outside the default country have their pages by the normalised code.
 */
export function pageCode({code, canonical}: TerritoryCode): string | null {
  const owner = ownerOf(canonical);
  if (owner !== null && owner !== DEFAULT_COUNTRY) return canonical;
  const builtIn = builtInTerritory(code);
  // the page of that code may be about another territory
  return builtIn !== null && builtIn.canonical !== canonical ? null : code;
}

/** The territory that a code means unless a package says otherwise. */
export function builtInTerritory(code: string): TerritoryCode | null {
  return builtInTerritories().get(code) ?? null;
}

/** Each country has its own names of levels; a code of no country gets general ones. */
export function levelWords(canonical: string, language: Language): LevelWords {
  return (ownerOf(canonical)?.levels ?? GENERAL)[language];
}

const GENERAL = inBoth<LevelWords>({
  ru: {
    one: {country: "страна", district: "округ", macroregion: "макрорегион", region: "регион", city: "город"},
    many: {country: "страны", district: "округа", macroregion: "макрорегионы", region: "регионы", city: "города"},
    map: "Плиточная карта регионов, пять групп по значению",
  },
  en: {
    one: {country: "country", district: "district", macroregion: "macroregion", region: "region", city: "city"},
    many: {country: "countries", district: "districts", macroregion: "macroregions", region: "regions", city: "cities"},
    map: "Tile map of the regions, five groups by value",
  },
});

/** @param name as the package wrote it, or the code of the unit; the result when there is no other name */
export function unitText(name: string, language: Language): string {
  return (language === "en" ? englishUnit(name) : null) ?? name;
}

/** The name on a page: a name that stayed Russian is marked as Russian. */
export function unitWords(name: string, language: Language): Html {
  const text = unitText(name, language);
  return markedName(text, text, language);
}

/** A published name of a dataset, an indicator or a class; the published name, without its capitals, where there is no other. */
export function nameText(name: string, language: Language): string {
  return (language === "en" ? englishName(name) : russianName(name)) ?? withoutCapitals(name);
}

/** A note or a remark of a package; as published where the lists have no English text. */
export function noteText(text: string, language: Language): string {
  return (language === "en" ? readTextEnglish().get(text) : null) ?? text;
}

/** The same on a page, marked with its language. */
export function noteWords(text: string, language: Language): Html {
  const own = noteText(text, language);
  return html`<span lang="${languageOfText(own)}">${own}</span>`;
}

/** A name in capitals as a sentence. Abbreviations without vowels stay: "ИНДЕКСЫ ВВП" is "Индексы ВВП". */
export function withoutCapitals(name: string): string {
  const run = CAPITALS.exec(name)?.[0] ?? "";
  const begun = run === "" ? "" : name[0] + lowered(run).slice(1);
  return begun + name.slice(run.length).replace(CAPITALS_INSIDE, lowered);
}

function lowered(run: string): string {
  return run.replace(/[А-ЯЁ]+/g, (word) => (/[АЕЁИОУЫЭЮЯ]/.test(word) ? word.toLowerCase() : word));
}

/** Capitals at the beginning of a name, from a first word of four letters on, up to the first word with other letters. */
const CAPITALS = /^[А-ЯЁ]{4}[А-ЯЁ\s,().«»-]{4,}(?![а-яё])/;
/** Three words or more, so that two abbreviations side by side stay. */
const CAPITALS_INSIDE = /(?<=[а-яё\d] )[А-ЯЁ]{2,}(?:,? [А-ЯЁ]{2,}){2,}(?![а-яё])/g;

/** The name on a page: a name that stayed Russian is marked as Russian. */
export function nameWords(name: string, language: Language): Html {
  const text = nameText(name, language);
  return markedName(text, drawnName(text), language);
}

export function isRussian(name: string): boolean {
  return /[а-яё]/i.test(name);
}

/** Of a text of a publisher, for the attribute `lang`. */
export function languageOfText(text: string): Language {
  return isRussian(text) ? "ru" : "en";
}

/** The attribute of an element that holds one name, such as an option; false: the name is in the language of the page. */
export function languageMark(text: string, language: Language): Html | false {
  return language === "en" && isRussian(text) && html` lang="ru"`;
}

function markedName(text: string, drawn: string, language: Language): Html {
  return language === "en" && isRussian(text) ? html`<span lang="ru">${drawn}</span>` : html`${drawn}`;
}

// Made at the first use: reading the lists takes time that a start does not have.
const builtInTerritories = once(() => new Map(DEFAULT_COUNTRY.territories.builtIn().map((one) => [one.code, one])));
