// The territories of the world: countries by their names in English and Russian and their codes of ISO 3166-1, parts of them by ISO 3166-2,
// and groups of countries.
//
// Russia is the country of its own list whatever its code is, because one territory must not have two codes. A group is never a country, and
// is in no common list: it keeps the code of its file (EUU), and its canonical code joins it with that of other files (EU).
import {once, readCountryCodes, readCountryGroups, readCountryNames} from "../reference/reference.ts";
import type {Territory} from "../statistics/territory.ts";
import {DEFAULT_COUNTRY} from "./countries.ts";

/** By a name or a code; null: the text names no country, no part of one by its code, and no group of countries. */
export function worldTerritory(text: string): Territory | null {
  const trimmed = text.trim();
  const coded = byCode().get(trimmed);
  if (coded?.level === "macroregion") return {...coded, code: trimmed};
  const found =
    byName().get(plain(trimmed)) ?? byCode().get(trimmed) ?? byNumber(trimmed) ?? byWords().get(wordsOf(trimmed));
  if (found !== undefined && found !== null) return found;
  const [, two] = PART.exec(trimmed) ?? [];
  if (two === undefined || DEFAULT_COUNTRY.territories.owns(trimmed) || byCode().get(two)?.level !== "country")
    return null;
  return {code: trimmed, name: trimmed, level: "region", canonical: trimmed, parent: null};
}

/**
 * By those of the codes that are of ISO 3166-1 (two letters, three letters or three digits): the canonical codes that the country may have.
 * FR, FRA and 250 are one country. Digits are not among its canonical codes, because a package may number its countries in its own way.
 */
export function countriesOfCodes(codes: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    codes.flatMap((code) => {
      const found = canonicals().get(code);
      return found === undefined ? [] : [[code, found] as const];
    }),
  );
}

/** Without names, which take ten times as long to read: requests ask for it. */
const canonicals = once(() => {
  const own = DEFAULT_COUNTRY.territories.builtIn().find(({level}) => level === "country");
  return new Map(
    readCountryCodes().flatMap(({two, three, numeric}) => {
      const canonical = two === DEFAULT_COUNTRY.code ? (own?.canonical ?? two) : two;
      return [two, three, numeric].map((code) => [code, [canonical, two, three]] as const);
    }),
  );
});

/** Whether a text is a listed name of a country or of a group, and no code. */
export function namesWorldTerritory(text: string): boolean {
  return byName().has(plain(text));
}

/**
 * A guess for a name that no list has: without an addition in brackets that keeps the country, and without blanks and signs. "KOREA (NORTH)"
 * and "YUGOSLAVIA (FORMER)" name others, so only listed additions are left off.
 */
export function nearWorldTerritory(text: string): Territory | null {
  const bare = text.trim().replace(ADDITION, "");
  const found = worldTerritory(bare) ?? byCompactName().get(compact(bare)) ?? null;
  return found?.level === "country" ? found : null;
}

const ADDITION = /\s*\((?:mainland|metropolitan|formerly|incl|excl|including|excluding)(?![a-z])[^()]*\)$/i;

const byCompactName = once(() => new Map([...byName()].map(([name, territory]) => [compact(name), territory])));

function compact(name: string): string {
  return plain(name.replace(/[-'’.]/g, " "))
    .split(" ")
    .map((word) => (word === "saint" ? "st" : word))
    .filter((word) => word !== "and")
    .join("");
}

/** "US-CA": a part of a country. Parts of the default country have codes of its own list. */
const PART = /^([A-Z]{2})-[A-Z\d]{1,3}$/;

/** A spreadsheet drops the zeros of "076". */
function byNumber(text: string): Territory | null {
  return /^\d{1,3}$/.test(text) ? (byCode().get(text.padStart(3, "0")) ?? null) : null;
}

/** Codes of Eurostat for two countries. */
const OTHER_CODES: Readonly<Record<string, string>> = {EL: "GR", UK: "GB"};
const LANGUAGES = ["en", "ru"];

const countries = once(() => {
  const shown = LANGUAGES.map((language) => new Intl.DisplayNames(language, {type: "region"}));
  const other = new Map(readCountryNames().map(({two, names}) => [two, names]));
  return readCountryCodes().map(({two, three, numeric, names}) => {
    const all = [...names, ...shown.map((of) => of.of(two)!), ...(other.get(two) ?? [])];
    const own = two === DEFAULT_COUNTRY.code ? DEFAULT_COUNTRY.territories.builtIn() : [];
    const territory: Territory = own.find(({level}) => level === "country") ?? {
      ...{code: two, name: shown[0]!.of(two)!, level: "country", canonical: two, parent: null},
    };
    return {territory, names: all, codes: [two, three, numeric]};
  });
});

const groups = once(() =>
  readCountryGroups().map(({code, name, level, names}) => {
    const territory: Territory = {code, name, level, canonical: code, parent: null};
    return {territory, names: [name, ...names], codes: [code, ...names.filter((one) => /^[A-Z\d_]+$/.test(one))]};
  }),
);

const byName = once(() => {
  const names = new Map<string, Territory>();
  for (const {territory, names: own} of [...groups(), ...countries()])
    for (const name of own) names.set(plain(name), territory);
  return names;
});

const byCode = once(() => {
  const codes = new Map<string, Territory>();
  for (const {territory, codes: own} of [...groups(), ...countries()])
    for (const code of own) codes.set(code, territory);
  for (const [code, two] of Object.entries(OTHER_CODES)) codes.set(code, codes.get(two)!);
  return codes;
});

/**
 * Countries by the words of their names in any order: "Korea, Rep. of" has the words of "Republic of Korea". Words that two countries share
 * name none.
 */
const byWords = once(() => {
  const found = new Map<string, Territory | undefined>();
  for (const {territory, names} of [...groups(), ...countries()]) {
    if (territory.level !== "country") continue;
    for (const name of names) {
      const words = wordsOf(name);
      const other = found.get(words);
      found.set(words, found.has(words) && other?.canonical !== territory.canonical ? undefined : territory);
    }
  }
  return found;
});

/** The words of a name that tell it apart, sorted, with the usual abbreviations in full. */
function wordsOf(name: string): string {
  // "D.R." and "P.R.:" are words of two letters
  const joined = name.replace(/\b(\p{L})\.(?=\p{L}\b)/gu, "$1").replace(/[-'’.,:;()/&]/g, " ");
  const text = plain(joined).replace(/\bspecial administrative region\b/, "sar");
  const words = text.split(" ").map((word) => WRITTEN_OUT.get(word) ?? word);
  return words
    .filter((word) => word !== "" && !/^(?:and|of)$/.test(word))
    .sort()
    .join(" ");
}

const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["rep", "republic"],
  ["dem", "democratic"],
  ["fed", "federation"],
  ["federated", "federation"],
  ["federal", "federation"],
  ["is", "islands"],
  ["island", "islands"],
  ["sts", "states"],
  ["st", "saint"],
  ["utd", "united"],
  ["terr", "territory"],
  ["prov", "province"],
  ["isl", "islands"],
  ["islam", "islamic"],
  ["eq", "equatorial"],
  ["bol", "bolivarian"],
  ["people", "peoples"],
]);

/** Names are compared without case, signs, apostrophes of every kind and "the". */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/[^\p{L}\d ]|\p{Lm}/gu, "")
    .replace(/\bthe\b/g, "")
    .replace(/ +/g, " ")
    .trim();
}
