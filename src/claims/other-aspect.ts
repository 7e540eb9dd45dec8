// Whether words speak of another aspect of an indicator than a series has: its real volume for its nominal value, women of one age for all
// women, a region for one of its towns.
//
// A search finds the series of the whole, because its title has all the other words. So a word of an aspect that the title lacks is a doubt,
// and a doubtful claim never agrees [verify.*].
import {readNameEnglish} from "../reference/reference.ts";
import {isSameWord, stemmed} from "../search/language/stem.ts";
import {isStopWord, plainWordsOf} from "../search/language/words.ts";
import {codeIn, phraseAt} from "./claim-phrases.ts";
import type {ClaimWords} from "./claim-words.ts";
import {basesOf, isUnitOfPerCent} from "./find-meant.ts";

export interface AspectSeries {
  readonly indicatorLabel: string | null;
  readonly className: string | null;
  readonly unit: string | null;
  readonly unitLabel: {readonly name: string} | null;
  readonly transformation: string | null;
  readonly measure: string | null;
  readonly frequency: string;
  readonly fullTerritory: {readonly name: string};
}

/** Whether `text` names an aspect, a parent territory or a change of an amount that the series does not have. */
export function isOfOtherAspect(text: string, words: ClaimWords | null, series: AspectSeries): boolean {
  const said = plainWordsOf(text);
  const isRate = isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null);
  // "the gain of the population was 12 thousand": a level tells no change
  if (words !== null && words.change !== null && !isRate) return true;
  const own = indexedNameWords(series);
  const ofTitle = aspectsIn(own, ["aspect", "aspect-title"]);
  const isOther = aspectsIn(said, ["aspect"]).some((aspect) => !ofTitle.includes(aspect));
  return isOther || isOfOtherPrices(said, own, isRate, series) || isOfParent(said, series);
}

/** Real for nominal, and the reverse: an amount is nominal, and an index of volume is real, unless the title says otherwise. */
function isOfOtherPrices(
  said: readonly string[],
  own: readonly string[],
  isRate: boolean,
  series: AspectSeries,
): boolean {
  const has = (meaning: string, words: readonly string[]): boolean =>
    words.some((_, at) => phraseAt(words, at)?.meaning === meaning);
  if (has("rate", said)) return !isRate && !has("rate", own);
  return has("amount", said) && isRate && basesOf(series).length > 0 && !has("amount", own);
}

/** Whether the words have a word of its class: "inflation" names no tomatoes. A series of all classes needs none. */
export function isOfNamedClass(text: string, {className}: Pick<AspectSeries, "className">): boolean {
  const said = plainWordsOf(text).map(stemmed);
  const names = className === null ? [] : [className, readNameEnglish().get(className) ?? ""];
  const words = names.flatMap((name) => plainWordsOf(name)).filter((word) => !isStopWord(word));
  const isSaid = (word: string): boolean => said.some((one) => isSameWord(one, stemmed(word)));
  return words.length === 0 || words.some((word) => codeIn("all-classes", word) !== null || isSaid(word));
}

/** "The Moscow region", where the series is of one of its towns. */
function isOfParent(said: readonly string[], {fullTerritory: {name}}: AspectSeries): boolean {
  const [, town, parent] = /^(.+?)\s*\((.+)\)$/u.exec(name) ?? [];
  // "Sakha (Yakutia)" has another name there, and no kind of territory
  const isKind = (word: string): boolean => codeIn("some-territory", word) !== null;
  if (town === undefined || parent === undefined || !plainWordsOf(parent).some(isKind)) return false;
  const stems = said.map(stemmed);
  const isSaid = (part: string, isAll: boolean): boolean => {
    const words = plainWordsOf(part).map(stemmed);
    const is = (word: (typeof words)[number]): boolean => stems.some((one) => isSameWord(one, word));
    return isAll ? words.every(is) : words.some(is);
  };
  return isSaid(parent, true) && !isSaid(town, false);
}

/** In both languages. "By age" tells how the series is divided, and not of which part it is. */
function indexedNameWords({indicatorLabel, className, fullTerritory}: AspectSeries): readonly string[] {
  const english = readNameEnglish();
  return [indicatorLabel, className, fullTerritory.name]
    .flatMap((name) => (name === null ? [] : [name, english.get(name) ?? ""]))
    .flatMap((name) => {
      const words = plainWordsOf(name);
      const isDivision = (at: number): boolean =>
        codeIn("divided-by", words[at - 1]) !== null && codeIn("aspect", words[at]) !== null;
      return words.filter((_, at) => !isDivision(at));
    });
}

function aspectsIn(words: readonly string[], lists: readonly string[]): readonly string[] {
  return words.flatMap((word) => (isStopWord(word) ? [] : lists.flatMap((list) => codeIn(list, word) ?? [])));
}
