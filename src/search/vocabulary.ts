// Every word that is indexed, numbered, with its stem; and which other words share the stem.
//
// Words are only ever added: a dataset that goes leaves its words behind, without anything under them.
import {isNear} from "./near-word.ts";
import {type Stemmed, stemOf} from "./stem.ts";

export interface Vocabulary {
  readonly size: number;
  /** Number of the word, which is added when it is new. */
  add(word: string): number;
  find(word: string): number | undefined;
  wordAt(term: number): string;
  stemAt(term: number): string;
  /** All words that are forms of this one. */
  formsOf(word: Stemmed): readonly number[];
  /** Words that one wrong letter makes of this one, or of its stem. */
  nearTo(word: string): number[];
  /** Words that begin so. */
  beginningWith(letters: string): number[];
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const stems: string[] = [];
  const forms = new Map<string, number[]>();
  const wordsOfLength: number[][] = [];
  const stemsOfLength: string[][] = [];

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
        stemsOfLength[stem.length] ??= [];
        stemsOfLength[stem.length]!.push(stem);
      } else sameStem.push(term);
      wordsOfLength[word.length] ??= [];
      wordsOfLength[word.length]!.push(term);
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
    nearTo(word) {
      const stem = stemOf(word);
      const found = new Set<number>();
      for (let length = word.length - 1; length <= word.length + 1; length++) {
        for (const term of wordsOfLength[length] ?? NONE) if (isNear(words[term]!, word)) found.add(term);
      }
      for (let length = Math.max(NEAR_STEM, stem.length - 1); length <= stem.length + 1; length++) {
        for (const other of stemsOfLength[length] ?? [])
          if (isNear(other, stem)) for (const term of forms.get(other)!) found.add(term);
      }
      return [...found];
    },
    beginningWith(letters) {
      const found: number[] = [];
      for (let term = 0; term < words.length; term++) if (words[term]!.startsWith(letters)) found.push(term);
      return found;
    },
  };
}

const NONE: readonly number[] = [];
const NEAR_STEM = 4;
