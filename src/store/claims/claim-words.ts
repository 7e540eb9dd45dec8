// What the words of a claim say of its unit, apart from its subject: "nominal GDP, bn rubles" is about the product in billions of roubles.
//
// A search would look for these words in titles, which seldom have the unit in the same words. Only units of several words and the per cent
// are read: a single word ("rouble", "tonne") may be the subject itself. "Nominal" means amounts, "real" means rates.
import {once, readUnits} from "../../reference.ts";
import {isSameWord, type Stemmed, stemmed} from "../../search/language/stem.ts";
import {isStopWord, plainWordsOf} from "../../search/language/words.ts";

export interface ClaimWords {
  /** The text without them. */
  readonly subject: string;
  /** The name of the unit as the list of units has it, in lower case; null: the words name none. */
  readonly unit: string | null;
  /** null: the words do not say. */
  readonly isPerCent: boolean | null;
}

/** null: the words say nothing of a unit, or nothing else. */
export function readClaimWords(text: string): ClaimWords | null {
  const texts = plainWordsOf(text);
  const words = texts.map((word) => stemmed(ALIASES.get(word) ?? word));
  const kept: string[] = [];
  let unit: string | null = null;
  let isPerCent: boolean | null = null;
  for (let place = 0; place < words.length; ) {
    const phrase: Phrase | null = unit === null ? phraseAt(words, place) : null;
    const form = FORMS.get(words[place]!.stem);
    if (phrase !== null) {
      unit = phrase.unit;
      place += phrase.words.length;
    } else {
      if (form === undefined) kept.push(texts[place]!);
      else isPerCent = form;
      place++;
    }
  }
  const saysMore = kept.some((word) => !isStopWord(word));
  return saysMore && (unit !== null || isPerCent !== null) ? {subject: kept.join(" "), unit, isPerCent} : null;
}

/** Whether a series with a unit of this name is meant. @param isPerCent of the series */
export function hasMeantUnit(words: ClaimWords, name: string | null, isPerCent: boolean): boolean {
  if (words.isPerCent !== null && words.isPerCent !== isPerCent) return false;
  return words.unit === null || words.unit === PER_CENT_UNIT()
    ? words.unit === null || isPerCent
    : isNamed(words.unit, name);
}

function isNamed(unit: string, name: string | null): boolean {
  const own = name?.toLowerCase();
  return UNITS().some(({names}) => names.includes(unit) && own !== undefined && names.includes(own));
}

/** Writings that the list of units does not have. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["bn", "billion"],
  ["mn", "million"],
  ["tn", "trillion"],
  ["rouble", "ruble"],
  ["roubles", "rubles"],
]);

const FORMS: ReadonlyMap<string, boolean> = new Map(
  (
    [
      ["real", true],
      ["nominal", false],
    ] as const
  ).map(([word, isRate]) => [stemmed(word).stem, isRate]),
);

const UNITS = once(() =>
  readUnits().map(({okei, name, spellings, english}) => ({
    okei,
    names: [name, ...spellings, ...(english === null ? [] : [english]), ...(okei === "744" ? ["percent"] : [])].map(
      (one) => one.toLowerCase(),
    ),
  })),
);

const PER_CENT_UNIT = once(() => UNITS().find(({okei}) => okei === "744")!.names[0]!);

interface Phrase {
  readonly words: readonly Stemmed[];
  readonly unit: string;
}

/** By stem of the first word, longest first. */
const PHRASES = once(() => {
  const phrases = UNITS().flatMap(({okei, names}) =>
    names.flatMap((name): Phrase[] => {
      const words = plainWordsOf(name).map(stemmed);
      return words.length > 1 || okei === "744" ? [{words, unit: names[0]!}] : [];
    }),
  );
  return Map.groupBy(
    phrases.filter(({words}) => words.length > 0).sort((one, other) => other.words.length - one.words.length),
    ({words}) => words[0]!.stem,
  );
});

function phraseAt(words: readonly Stemmed[], place: number): Phrase | null {
  const known = PHRASES().get(words[place]!.stem) ?? [];
  return (
    known.find((one) => one.words.every((word, at) => words[place + at] && isSameWord(word, words[place + at]!))) ??
    null
  );
}
