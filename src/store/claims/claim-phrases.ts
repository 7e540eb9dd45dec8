// The phrases of reference/claim-words.txt, by meaning, and the longest one at a place of a text.
//
// Words are compared as written and not by stems: a stem may unite a verb of the news with a noun. Meanings with "@" are lists of words.
import {once, readClaimPhrases} from "../../reference.ts";
import {isStopWord, plainWordsOf} from "../../search/language/words.ts";

export interface FoundPhrase {
  readonly meaning: string;
  /** How many words of the text it takes. */
  readonly length: number;
}

/** null: none begins here. */
export function phraseAt(words: readonly string[], place: number): FoundPhrase | null {
  return longestAt(PHRASES(), words, place);
}

/** What the list says of a word: "3" of a March for `month`, "" in a list without codes; null: the word is not in it. */
export function codeIn(list: string, word: string | undefined): string | null {
  if (word === undefined) return null;
  for (const {code, pattern} of LISTS().get(list)!) if (pattern.test(word)) return code;
  return null;
}

/** The first word of a list. */
export function firstOf(list: string): string {
  return LISTS().get(list)![0]!.word;
}

/** The parts that a text names: women, non-food goods. */
export function partsIn(text: string): readonly string[] {
  const words = plainWordsOf(text);
  const found = [...words.keys()].flatMap((at) => longestAt(PARTS(), words, at)?.meaning ?? []);
  return [...new Set(found)].sort();
}

function longestAt(phrases: readonly Phrase[], words: readonly string[], place: number): FoundPhrase | null {
  let longest: FoundPhrase | null = null;
  for (const {meaning, patterns} of phrases) {
    const length = lengthOf(patterns, words, place);
    if (length > (longest?.length ?? 0)) longest = {meaning, length};
  }
  return longest;
}

/** 0: the phrase does not begin here. Between its words the text may have words without a meaning. */
function lengthOf(patterns: readonly RegExp[], words: readonly string[], place: number): number {
  if (!patterns[0]!.test(words[place]!)) return 0;
  let at = place + 1;
  for (const pattern of patterns.slice(1)) {
    while (at < words.length && !pattern.test(words[at]!) && isStopWord(words[at]!)) at++;
    if (at === words.length || !pattern.test(words[at]!)) return 0;
    at++;
  }
  return at - place;
}

interface Phrase {
  readonly meaning: string;
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

const PHRASES = once((): readonly Phrase[] =>
  LINES()
    .filter(({meaning}) => !meaning.startsWith("@"))
    .flatMap(({meaning, phrases}) => phrases.map((phrase) => ({meaning, patterns: phrase.split(" ").map(patternOf)}))),
);
const PARTS = once(() => PHRASES().filter(({meaning}) => meaning.startsWith("part ")));

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

function patternOf(word: string): RegExp {
  return new RegExp(`^(?:${word.replaceAll("*", "\\p{L}*")})$`, "u");
}
