// The words of a question that are looked for, and what in the index is written like them.

import {type Stemmed, stemmed} from "../language/stem.ts";
import {isStopWord} from "../language/stop-words.ts";
import type {Chunk} from "../language/words.ts";
import {type Lexicon, MAX_WORDS, QUALITY, type Slot} from "./question.ts";

/** Further letters are not read. */
export const MAX_LETTERS = 1000;

export interface AskedWord extends Stemmed {
  readonly isCutShort: boolean;
  /** Place of the chunk it stands in. */
  readonly chunk: number;
}

/** The words that are looked for. A chunk that is a known code is one word. */
export function readWords(chunks: readonly Chunk[], lexicon: Lexicon): AskedWord[] {
  const words: AskedWord[] = [];
  chunks.forEach(({whole, words: parts, isCutShort}, chunk) => {
    const code = parts.length > 1 ? lexicon.vocabulary.find(whole) : undefined;
    const read = code !== undefined && lexicon.isUsed(code) ? [whole] : parts;
    for (const text of read) words.push({...stemmed(text), isCutShort, chunk});
  });
  const telling = words.filter(({text}) => !isStopWord(text));
  const seen = new Set<string>();
  return (telling.length > 0 ? telling : words)
    .filter(({text}) => !seen.has(text) && seen.add(text))
    .slice(0, MAX_WORDS);
}

/** Whether something in the index or the synonyms is written like the word. */
export function isKnown(word: AskedWord, lexicon: Lexicon): boolean {
  return formsOf(word, lexicon).length > 0 || lexicon.synonyms.knows(word);
}

/** The word itself, then its other forms. */
export function formsOf(word: Stemmed, {vocabulary, isUsed}: Lexicon): Slot {
  const own = vocabulary.find(word.text);
  return vocabulary
    .formsOf(word)
    .filter(isUsed)
    .map((term) => ({term, quality: term === own ? QUALITY.exact : QUALITY.form}))
    .sort((one, other) => one.quality - other.quality);
}
