// Seasonal adjustment: whether a name tells of it, and whether a question asks for it.
//
// An adjusted series is computed from the one that is published. "Without exclusion of the season" is the published one.
import {stemOf} from "./stem.ts";
import {foldText} from "./words.ts";

/** Whether figures that bear the name have the season taken out. */
export function isSeasonallyAdjusted(name: string): boolean {
  return ADJUSTED.test(foldText(name));
}

/** Whether words of a question are about the season. */
export function asksForSeason(words: readonly {readonly stem: string}[]): boolean {
  return words.some(({stem}) => SEASON.has(stem));
}

const ADJUSTED =
  /сезонност\S* (?:устранен|исключен)|сезонн\S* (?:с?корректир|сглажен|очищен)|(?<!без )(?:исключени|устранени|с поправкой на)\S* сезонн|seasonally adjusted/u;

const SEASON: ReadonlySet<string> = new Set(["сезон", "seasonal"].map(stemOf));
