// The phrases of reference/claim-words.txt, by meaning, and the longest one at a place of a text.
//
// Words are compared as written and not by stems: a stem may unite a verb of the news with a noun. Meanings with "@" are lists of words.
import {once, readClaimPhrases} from "../reference/reference.ts";
import {isStopWord, plainWordsOf} from "../search/language/words.ts";

export interface FoundPhrase {
  readonly meaning: string;
  /** How many words of the text it takes. */
  readonly length: number;
}

/** null: none begins here. */
export function phraseAt(words: readonly string[], index: number): FoundPhrase | null {
  return longestAt(PHRASES(), words, index);
}

/** The words of a report around a claim that begin here; null: none do. */
export function asideAt(words: readonly string[], index: number): FoundPhrase | null {
  return longestAt(ASIDES(), words, index);
}

/** What the list says of a word: "3" of a March for `month`, "" in a list without codes; null: the word is not in it. */
export function codeIn(list: string, word: string | undefined): string | null {
  if (word === undefined) return null;
  for (const {code, pattern} of LISTS_BY_LETTER().get(list)!.get(word[0]!) ?? []) if (pattern.test(word)) return code;
  return null;
}

/** The first word of a list. */
export function firstOf(list: string): string {
  return LISTS().get(list)![0]!.word;
}

/** The first phrase of a meaning, for a claim that tells it in another way. */
export function firstWordOf(meaning: string): string {
  return LINES()
    .find((line) => line.meaning === meaning)!
    .phrases[0]!.replace("*", "");
}

/** The words of a list as they stand there, in their order. */
export function wordsIn(list: string): readonly string[] {
  return LISTS()
    .get(list)!
    .map(({word}) => word);
}

/** By a list of endings, of which none is a whole word. An ending is no proof: a noun may have that of an adjective. */
export function endsIn(list: string, word: string): boolean {
  return wordsIn(list).some((ending) => word.length > ending.length + 1 && word.endsWith(ending));
}

/** In any of its forms, in Russian. */
export function isAdjective(word: string): boolean {
  return endsIn("any-adjective-ending", word);
}

/** The parts that a text names: women, non-food goods. */
export function partsIn(text: string): readonly string[] {
  const words = plainWordsOf(text);
  const found = [...words.keys()].flatMap((at) => longestAt(PARTS(), words, at)?.meaning ?? []);
  return [...new Set(found)].sort();
}

function longestAt(
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  words: readonly string[],
  index: number,
): FoundPhrase | null {
  let longest: FoundPhrase | null = null;
  for (const {meaning, patterns} of phrases.get(words[index]?.[0] ?? "") ?? []) {
    const length = lengthOf(patterns, words, index);
    if (length > (longest?.length ?? 0)) longest = {meaning, length};
  }
  return longest;
}

/** 0: the phrase does not begin here. Between its words the text may have words without a meaning. */
function lengthOf(patterns: readonly RegExp[], words: readonly string[], index: number): number {
  if (!patterns[0]!.test(words[index]!)) return 0;
  let at = index + 1;
  for (const pattern of patterns.slice(1)) {
    while (at < words.length && !pattern.test(words[at]!) && isStopWord(words[at]!)) at++;
    if (at === words.length || !pattern.test(words[at]!)) return 0;
    at++;
  }
  return at - index;
}

interface Phrase {
  readonly meaning: string;
  readonly first: string;
  readonly patterns: readonly RegExp[];
}

const LINES = once(() =>
  readClaimPhrases()
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [meaning = "", phrases = ""] = line.split(": ");
      return {meaning, phrases: phrases.split(";").map((phrase) => phrase.trim())};
    }),
);

const ALL_PHRASES = once((): readonly Phrase[] =>
  LINES()
    .filter(({meaning}) => !meaning.startsWith("@"))
    .flatMap(({meaning, phrases}) =>
      phrases.map((phrase) => {
        const words = phrase.split(" ");
        return {meaning, first: words[0]!, patterns: words.map(patternOf)};
      }),
    ),
);
const ofMeaning = (isWanted: (meaning: string) => boolean) =>
  once(() =>
    byLetter(
      ALL_PHRASES().filter(({meaning}) => isWanted(meaning)),
      ({first}) => first,
    ),
  );
const ASIDE: readonly string[] = ["aside", "actor"];
const PHRASES = ofMeaning((meaning) => !ASIDE.includes(meaning));
const ASIDES = ofMeaning((meaning) => ASIDE.includes(meaning));
const PARTS = ofMeaning((meaning) => meaning.startsWith("part "));

/** By the first letter of a pattern, in their order: a word of a claim is compared with a few of a thousand patterns. */
function byLetter<T>(all: readonly T[], patternOfOne: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    for (const letter of new Set(
      patternOfOne(one)
        .split("|")
        .map((pattern) => pattern[0]!),
    )) {
      if (letter === "*") throw new Error(`the pattern ${patternOfOne(one)} begins with any letter`);
      groups.set(letter, [...(groups.get(letter) ?? []), one]);
    }
  }
  return groups;
}

/** By the name of the list. */
const LISTS = once(() =>
  Map.groupBy(
    LINES().flatMap(({meaning, phrases}) => {
      const [list = "", code = ""] = meaning.slice(1).split(" ");
      return meaning.startsWith("@") ? phrases.map((word) => ({list, code, word, pattern: patternOf(word)})) : [];
    }),
    ({list}) => list,
  ),
);

const LISTS_BY_LETTER = once(
  () => new Map([...LISTS()].map(([list, words]) => [list, byLetter(words, ({word}) => word)])),
);

function patternOf(word: string): RegExp {
  return new RegExp(`^(?:${word.replaceAll("*", "\\p{L}*")})$`, "u");
}
