// The phrases of reference/claim-words.txt, by meaning, and the longest one at a place of a text.
//
// Words are compared as written and not by stems: a stem unites "составил" and "состав", of which only one is a verb of the news.
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

const PARTS = once(() => PHRASES().filter(({meaning}) => meaning.startsWith("part ")));
const PHRASES = once((): readonly Phrase[] =>
  readClaimPhrases()
    .split(/\r?\n/)
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const [meaning = "", phrases = ""] = line.split(": ");
      return phrases.split(";").map((phrase) => ({meaning, patterns: phrase.trim().split(" ").map(patternOf)}));
    }),
);

function patternOf(word: string): RegExp {
  return new RegExp(`^(?:${word.replaceAll("*", "\\p{L}*")})$`, "u");
}
