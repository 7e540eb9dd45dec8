// The stem of a word: Snowball's, Russian or English by the word's own letters, and which words are forms of one.
//
// Snowball takes the end of some words for another ending (`кредит` is `кред`, `кредита` is `кредит`), so two words are also forms of
// one when the stem of the one is the other word itself. A word with a digit, or of one or two letters, is its own stem.
import {stemmer as stemEnglish} from "@orama/stemmers/english";
import {stemmer as stemRussian} from "@orama/stemmers/russian";

/** A word as it is compared. */
export interface Stemmed {
  readonly text: string;
  readonly stem: string;
}

export function stemOf(word: string): string {
  if (word.length < 3) return word;
  if (/^[a-z]+$/.test(word)) return stemEnglish(word) || word;
  if (!/^[а-я]+$/.test(word)) return word;
  const stem = stemRussian(word) || word;
  // stemmed on and on, forms come together more often, but short words of different meaning do too
  let root = stem;
  for (let next = stemRussian(root); next !== root && next.length >= SAFE_ROOT; next = stemRussian(root)) root = next;
  return root.length >= SAFE_ROOT ? root : stem;
}

/** From this many letters on a root is that of one word only. */
const SAFE_ROOT = 6;

export function stemmed(text: string): Stemmed {
  return {text, stem: stemOf(text)};
}

/** Whether two words are forms of one. */
export function isSameWord(one: Stemmed, other: Stemmed): boolean {
  return one.stem === other.stem || one.stem === other.text || one.text === other.stem;
}
