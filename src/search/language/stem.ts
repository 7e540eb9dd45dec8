// The Snowball stem of a word, Russian or English by its letters, and the test for two forms of one word.
//
// Snowball cuts off the end of some words as if it were an ending (`кредит` gives `кред`, `кредита` gives `кредит`). So two words are
// also forms of one word if the stem of one is the other word. A word with a digit, or of one or two letters, is its own stem.
import {stemmer as stemEnglish} from "@orama/stemmers/english";
import {stemmer as stemRussian} from "@orama/stemmers/russian";

/** A word with its stem. */
export interface Stemmed {
  readonly text: string;
  readonly stem: string;
}

export function stemOf(word: string): string {
  if (word.length < 3) return word;
  if (/^[a-z]+$/.test(word)) return stemEnglish(word) || word;
  if (!/^[а-я]+$/.test(word)) return word;
  const stem = stemRussian(word) || word;
  // of a past participle little may be left: `родившиеся` (the born) would be the stem of `род` (kind)
  const participle = stem.length < SHORT_STEM ? PAST_PARTICIPLE.exec(word) : null;
  if (participle !== null) return participle[0];
  // repeated stemming unites more forms of a word, but also short words of different meaning
  let root = stem;
  for (let next = stemRussian(root); next !== root && next.length >= SAFE_ROOT; next = stemRussian(root)) root = next;
  return root.length >= SAFE_ROOT ? root : stem;
}

const SHORT_STEM = 4;
const PAST_PARTICIPLE = /^[а-я]{2,}?[аеиоуыюя]вш(?=[а-я]{2})/;

/** A shorter root may be that of several words. */
const SAFE_ROOT = 6;

export function stemmed(text: string): Stemmed {
  return {text, stem: stemOf(text)};
}

/** Whether two words are forms of one word. */
export function isSameWord(one: Stemmed, other: Stemmed): boolean {
  return one.stem === other.stem || one.stem === other.text || one.text === other.stem;
}
