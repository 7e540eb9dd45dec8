// Names of countries other than that of the claims' series: a number of another country must never be taken for one of ours, and the titles of
// a store may have no word for it.
import {once, readCountryCodes, readCountryGroups, readCountryNames} from "../reference/reference.ts";
import {stemmed} from "../search/language/stem.ts";
import {isStopWord, plainWordsOf} from "../search/language/words.ts";

/** Of the country itself. */
const OWN: readonly string[] = ["RU"];
const MOST_WORDS = 4;
/** A shorter stem is that of other words too: "Mali", "Togo". */
const LEAST_STEM = 4;

/** Whether words of a clause name another country, or a group of countries. */
export function nameOtherCountry(words: readonly string[]): boolean {
  const names = otherNames();
  const stems = words.map(stemOf);
  for (let at = 0; at < stems.length; at++)
    for (let length = 1; length <= MOST_WORDS && at + length <= stems.length; length++)
      if (names.has(stems.slice(at, at + length).join(" "))) return true;
  return false;
}

const otherNames = once((): ReadonlySet<string> => {
  const languages = ["ru", "en"].map((language) => new Intl.DisplayNames(language, {type: "region"}));
  const further = new Map(readCountryNames().map(({two, names}) => [two, names]));
  const countries = readCountryCodes()
    .filter(({two}) => !OWN.includes(two))
    .flatMap(({two, names}) => [...names, ...(further.get(two) ?? []), ...languages.map((one) => one.of(two) ?? "")]);
  const groups = readCountryGroups().flatMap(({name, names}) => [name, ...names]);
  const all = [...countries, ...groups]
    .map(plainWordsOf)
    .filter((words) => words.length > 0 && words.length <= MOST_WORDS);
  return new Set(all.map((words) => words.map(stemOf).join(" ")).filter((name) => isDistinctName(name)));
});

function isDistinctName(name: string): boolean {
  return name.includes(" ") || (name.length >= LEAST_STEM && !isStopWord(name));
}

function stemOf(word: string): string {
  return stemmed(word).stem;
}
