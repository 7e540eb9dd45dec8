// Seasonal adjustment: names that say it, and questions that ask for it.
//
// An adjusted series is computed from a published one. A name that says "without exclusion of the season" belongs to the published series.
import {stemOf} from "./stem.ts";
import {foldText} from "./words.ts";

/** Whether the name says that the values are seasonally adjusted. */
export function isSeasonallyAdjusted(name: string): boolean {
  return ADJUSTED.test(foldText(name));
}

/** Whether a question has a word about the season. */
export function asksForSeason(words: readonly {readonly stem: string}[]): boolean {
  return words.some(({stem}) => SEASON.has(stem));
}

const ADJUSTED =
  /сезонност\S* (?:устранен|исключен)|сезонн\S* (?:с?корректир|сглажен|очищен)|(?<!без )(?:исключени|устранени|с поправкой на)\S* сезонн|seasonally adjusted/u;

const SEASON: ReadonlySet<string> = new Set(["сезон", "seasonal"].map(stemOf));
