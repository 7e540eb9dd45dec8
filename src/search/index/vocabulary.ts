// All indexed words: each has a number (its term), a stem, and the other words with the same stem.
//
// Words are never removed. The words of a removed dataset stay, without documents.

import {type Stemmed, stemOf} from "../language/stem.ts";
import {isNear, lettersOf, mayBeNear} from "../language/typing-errors.ts";

export interface Vocabulary {
  readonly size: number;
  /** The number of the word. A new word is added. */
  add(word: string): number;
  find(word: string): number | undefined;
  wordAt(term: number): string;
  stemAt(term: number): string;
  /** The words that are forms of this one. */
  formsOf(word: Stemmed): readonly number[];
  /** Step by step: the words that differ from this one, or whose stems differ from its stem, by one typing error. Codes are never compared. */
  nearTo(word: string): Generator<undefined, number[]>;
  /** The words that begin with these letters. */
  beginningWith(letters: string): number[];
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const stems: string[] = [];
  const forms = new Map<string, number[]>();
  const wordsOfLength: ByLength = [];
  const stemsOfLength: ByLength = [];
  /** Words by their first BEGINNING letters. */
  const beginnings = new Map<string, number[]>();

  return {
    get size() {
      return words.length;
    },
    add(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      const term = words.length;
      const stem = stemOf(word);
      numbers.set(word, term);
      words.push(word);
      stems.push(stem);
      const sameStem = forms.get(stem);
      if (sameStem === undefined) {
        forms.set(stem, [term]);
        if (!CODE.test(stem)) addByLength(stemsOfLength, stem);
      } else sameStem.push(term);
      if (!CODE.test(word)) addByLength(wordsOfLength, word);
      const beginning = word.slice(0, BEGINNING);
      const alike = beginnings.get(beginning);
      if (alike === undefined) beginnings.set(beginning, [term]);
      else alike.push(term);
      return term;
    },
    find: (word) => numbers.get(word),
    wordAt: (term) => words[term]!,
    stemAt: (term) => stems[term]!,
    formsOf({text, stem}) {
      const same = forms.get(stem) ?? NONE;
      const longer = text === stem ? NONE : (forms.get(text) ?? NONE);
      const itself = numbers.get(stem);
      if (longer.length === 0 && (itself === undefined || stems[itself] === stem)) return same;
      return [...new Set([...same, ...longer, ...(itself === undefined ? [] : [itself])])];
    },
    *nearTo(word) {
      const stem = stemOf(word);
      const found = new Set<number>();
      for (let length = word.length - 1; length <= word.length + 1; length++) {
        for (const other of yield* nearOf(wordsOfLength[length], word)) found.add(numbers.get(other)!);
      }
      for (let length = Math.max(NEAR_STEM, stem.length - 1); length <= stem.length + 1; length++) {
        for (const other of yield* nearOf(stemsOfLength[length], stem))
          for (const term of forms.get(other)!) found.add(term);
      }
      return [...found];
    },
    beginningWith(letters) {
      if (letters.length < BEGINNING) return [...words.keys()].filter((term) => words[term]!.startsWith(letters));
      const alike = beginnings.get(letters.slice(0, BEGINNING)) ?? NONE;
      return alike.filter((term) => words[term]!.startsWith(letters));
    },
  };
}

const NONE: readonly number[] = [];
/** A code: an error leaves one of its digits, so no word without digits is near. A dataset may have a hundred thousand codes. */
const CODE = /\d.*\d/;
const NEAR_STEM = 4;
const BEGINNING = 2;

/** Texts of each length, with their letters as bits (language/typing-errors.ts): the bits rule out most texts without a comparison. */
type ByLength = {readonly texts: string[]; readonly letters: number[]}[];

function addByLength(lists: ByLength, text: string): void {
  lists[text.length] ??= {texts: [], letters: []};
  lists[text.length]!.texts.push(text);
  lists[text.length]!.letters.push(lettersOf(text));
}

/** Words that are compared in one step; most are ruled out by their letters. */
export const WORDS_AT_ONCE = 20_000;

function* nearOf(list: ByLength[number] | undefined, word: string): Generator<undefined, string[]> {
  const found: string[] = [];
  if (list === undefined) return found;
  const own = lettersOf(word);
  const {texts, letters} = list;
  for (let at = 0; at < letters.length; at++) {
    if (at % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield;
    if (mayBeNear(letters[at]!, own) && isNear(texts[at]!, word)) found.push(texts[at]!);
  }
  return found;
}
