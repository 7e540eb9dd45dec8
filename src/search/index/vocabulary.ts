// All indexed words: each has a number (its term), a stem, and the other words with the same stem.
//
// Words are never removed. The words of a removed dataset stay, without documents.

import {type UnsignedNumbers, unsignedNumbers} from "../../statistics/growing-column.ts";
import {type Stemmed, stemOf} from "../language/stem.ts";
import {isNear, lettersOf, mayBeNear} from "../language/typing-errors.ts";
import {createWordTable, type WordTable} from "../words/word-table.ts";

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
  const [words, stems] = [createWordTable(), createWordTable()];
  /** By term: the number of its stem; OWN_STEM: it is a code, which is its own stem and that of no other word. */
  const stemOfTerm = unsignedNumbers();
  /** By stem: its last word; and by term the next word with the same stem, behind the last the first. */
  const [lastOfStem, nextForm] = [unsignedNumbers(), unsignedNumbers()];
  const wordsOfLength: ByLength = [];
  const stemsOfLength: ByLength = [];
  /** Words by their first BEGINNING letters. */
  const beginnings = new Map<string, UnsignedNumbers>();

  function addStem(term: number, text: string): void {
    const stem = stems.add(text);
    stemOfTerm.push(stem);
    if (stem === lastOfStem.length) {
      lastOfStem.push(term);
      nextForm.push(term);
      addByLength(stemsOfLength, text, stem);
    } else {
      const last = lastOfStem.at(stem);
      nextForm.push(nextForm.at(last));
      nextForm.set(last, term);
      lastOfStem.set(stem, term);
    }
  }

  /** The words with the stem, ascending. */
  function wordsOfStem(stem: number): number[] {
    const last = lastOfStem.at(stem);
    const terms: number[] = [];
    for (let term = nextForm.at(last); term !== last; term = nextForm.at(term)) terms.push(term);
    terms.push(last);
    return terms;
  }

  function withStem(text: string): readonly number[] {
    const own = CODE.test(text) ? words.find(text) : undefined;
    if (own !== undefined) return [own];
    const stem = stems.find(text);
    return stem === undefined ? NONE : wordsOfStem(stem);
  }

  function stemAt(term: number): string {
    const stem = stemOfTerm.at(term);
    return stem === OWN_STEM ? words.wordAt(term) : stems.wordAt(stem);
  }

  return {
    get size() {
      return words.size();
    },
    add(word) {
      const term = words.add(word);
      if (term < stemOfTerm.length) return term;
      if (CODE.test(word)) {
        stemOfTerm.push(OWN_STEM);
        nextForm.push(term);
      } else {
        addStem(term, stemOf(word));
        addByLength(wordsOfLength, word, term);
      }
      const beginning = word.slice(0, BEGINNING);
      const alike = beginnings.get(beginning) ?? unsignedNumbers();
      if (alike.push(term) === 1) beginnings.set(beginning, alike);
      return term;
    },
    find: words.find,
    wordAt: words.wordAt,
    stemAt,
    formsOf({text, stem}) {
      const same = withStem(stem);
      const longer = text === stem ? NONE : withStem(text);
      const itself = words.find(stem);
      if (longer.length === 0 && (itself === undefined || stemAt(itself) === stem)) return same;
      return [...new Set([...same, ...longer, ...(itself === undefined ? [] : [itself])])];
    },
    *nearTo(word) {
      const stem = stemOf(word);
      const found = new Set<number>();
      for (let length = word.length - 1; length <= word.length + 1; length++)
        for (const term of yield* nearOf(wordsOfLength[length], words, word)) found.add(term);
      for (let length = Math.max(NEAR_STEM, stem.length - 1); length <= stem.length + 1; length++)
        for (const other of yield* nearOf(stemsOfLength[length], stems, stem))
          for (const term of wordsOfStem(other)) found.add(term);
      return [...found];
    },
    beginningWith(letters) {
      const alike = letters.length < BEGINNING ? null : beginnings.get(letters.slice(0, BEGINNING));
      const count = alike === null ? words.size() : (alike?.length ?? 0);
      const found: number[] = [];
      for (let at = 0; at < count; at++) {
        const term = alike?.at(at) ?? at;
        if (words.startsWith(term, letters)) found.push(term);
      }
      return found;
    },
  };
}

const NONE: readonly number[] = [];
/** A code: an error leaves one of its digits, so no word without digits is near. A dataset may have a hundred thousand codes. */
const CODE = /\d.*\d/;
const OWN_STEM = 0xffff_ffff;
const NEAR_STEM = 4;
const BEGINNING = 2;

/** Texts of each length by their numbers, with their letters as bits (language/typing-errors.ts), which rule out most without a comparison. */
type ByLength = {readonly numbers: UnsignedNumbers; readonly letters: UnsignedNumbers}[];

function addByLength(lists: ByLength, text: string, number: number): void {
  lists[text.length] ??= {numbers: unsignedNumbers(), letters: unsignedNumbers()};
  lists[text.length]!.numbers.push(number);
  lists[text.length]!.letters.push(lettersOf(text));
}

/** Words that are compared in one step; most are ruled out by their letters. */
export const WORDS_AT_ONCE = 20_000;

function* nearOf(list: ByLength[number] | undefined, table: WordTable, word: string): Generator<undefined, number[]> {
  const found: number[] = [];
  if (list === undefined) return found;
  const own = lettersOf(word);
  const {numbers, letters} = list;
  for (let at = 0; at < numbers.length; at++) {
    if (at % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield;
    if (mayBeNear(letters.at(at), own) && isNear(table.wordAt(numbers.at(at)), word)) found.push(numbers.at(at));
  }
  return found;
}
