// Names of countries other than that of the claims' series: a number of another country must never be taken for one of ours, and the titles of
// a store may have no word for it.
import {once, readCountryCodes, readCountryGroups, readCountryNames} from "../reference/reference.ts";
import {stemmed} from "../search/language/stem.ts";
import {isStopWord, plainWordsOf} from "../search/language/words.ts";
import type {DraftWord} from "./draft/draft-words.ts";

/** Of the country itself. */
const OWN: readonly string[] = ["RU"];
const MOST_WORDS = 4;
/** A shorter stem is that of other words too: "us", "Mali". It names a country only in capitals, or with a capital letter within a sentence. */
const LEAST_STEM = 4;

/** The words of a clause that name another country, or a group of countries; empty: none do. */
export function otherCountryIn(words: readonly DraftWord[]): readonly string[] {
  const names = otherNames();
  const stems = words.map(({word}) => stemOf(word));
  for (const [at, {isName, isAcronym}] of words.entries())
    for (let length = 1; length <= MOST_WORDS && at + length <= stems.length; length++) {
      const name = stems.slice(at, at + length).join(" ");
      if (names.has(name) && (isDistinctName(name) || isName || isAcronym))
        return words.slice(at, at + length).map(({word}) => word);
    }
  return [];
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
  return new Set(all.map((words) => words.map(stemOf).join(" ")));
});

function isDistinctName(name: string): boolean {
  return name.includes(" ") || (name.length >= LEAST_STEM && !isStopWord(name));
}

function stemOf(word: string): string {
  return stemmed(word).stem;
}
