// Groups of words that mean the same in this field: a phrase of a question may be met by any other phrase of its group.
//
// Nothing follows from two groups sharing a phrase: each is read by itself, or one loose group would tie everything together.
import {isSameWord, type Stemmed, stemmed} from "./stem.ts";
import {isStopWord} from "./stop-words.ts";
import {plainWordsOf} from "./words.ts";

/** A phrase without words that say nothing. */
export type Phrase = readonly Stemmed[];

export interface Synonyms {
  readonly groups: number;
  /** The phrases of groups that begin at this place of a question, and what else each may be met by. */
  startingAt(
    asked: readonly Stemmed[],
    place: number,
  ): readonly {readonly length: number; readonly others: readonly Phrase[]}[];
  /** Whether a word is part of any phrase. */
  knows(word: Stemmed): boolean;
}

/** @param text one group a line, members parted by `;`, comments from `#` on */
export function parseSynonyms(text: string): Synonyms {
  const groups = text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").split(";"))
    .map((members) => members.map((member) => plainWordsOf(member).filter((word) => !isStopWord(word))))
    .map((members) => members.filter((words) => words.length > 0))
    .filter((members) => members.length > 1);
  const byFirst = new Map<string, {phrase: Phrase; others: Phrase[]}[]>();
  const known = new Set<string>();
  for (const group of groups) {
    const phrases = group.map((member) => member.map(stemmed));
    for (const phrase of phrases) {
      const others = phrases.filter((other) => !isSamePhrase(other, phrase));
      for (const key of new Set([phrase[0]!.stem, phrase[0]!.text])) {
        byFirst.set(key, [...(byFirst.get(key) ?? []), {phrase, others}]);
      }
      for (const {text, stem} of phrase) known.add(text).add(stem);
    }
  }
  return {
    groups: groups.length,
    startingAt(asked, place) {
      const {text, stem} = asked[place]!;
      const found = new Set([...(byFirst.get(stem) ?? []), ...(byFirst.get(text) ?? [])]);
      return [...found]
        .filter(({phrase}) =>
          phrase.every((word, i) => place + i < asked.length && isSameWord(word, asked[place + i]!)),
        )
        .map(({phrase, others}) => ({length: phrase.length, others}));
    },
    knows: ({text, stem}) => known.has(text) || known.has(stem),
  };
}

function isSamePhrase(one: Phrase, other: Phrase): boolean {
  return one.length === other.length && one.every((word, i) => isSameWord(word, other[i]!));
}
