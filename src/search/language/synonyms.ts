// Groups of phrases with the same meaning in statistics: any phrase of a group matches any other phrase of it.
//
// Two groups with a common phrase stay separate. If they were joined, one inexact group would connect everything.
import {parseQuestionWords, type QuestionWords} from "./question-words.ts";
import {isSameWord, type Stemmed, stemmed} from "./stem.ts";
import {isStopWord, plainWordsOf} from "./words.ts";

/** A phrase without stop words. */
export type Phrase = readonly Stemmed[];

/** Another phrase of a group. */
export interface Meaning {
  readonly phrase: Phrase;
  /** One is an abbreviation of the other: `ВВП`, `валовой внутренний продукт`. */
  readonly isSameName: boolean;
}

/** A phrase of a question that is in a group. */
export interface KnownPhrase {
  /** Number of its words. */
  readonly length: number;
  /** Number of the group. */
  readonly group: number;
  readonly others: readonly Meaning[];
}

export interface Synonyms {
  readonly groups: number;
  /** The known phrases that begin at this index of a question. */
  startingAt(words: readonly Stemmed[], index: number): readonly KnownPhrase[];
  /** The words of phrases that have a digit. */
  readonly words: readonly string[];
  /** Whether a word is part of any phrase. */
  knows(word: Stemmed): boolean;
  /** Phrases that a question has beside its subject. */
  readonly questions: QuestionWords;
}

/**
 * @param text one group per line, phrases separated by `;`, comments after `#`. A phrase after `?` is only asked for: it finds the others,
 * and no other finds it. Such are phrases of common words, which titles have in other senses: `экономический рост`.
 * @param questions of question-words.ts
 */
export function parseSynonyms(text: string, questions = ""): Synonyms {
  const groups = text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").split(";"))
    .map((members) => members.map(readMember))
    .map((members) => members.filter(({words}) => words.length > 0))
    .filter((members) => members.length > 1);
  const byFirst = new Map<string, (KnownPhrase & {readonly phrase: Phrase})[]>();
  const known = new Set<string>();
  for (const [group, members] of groups.entries()) {
    const phrases = members.map(({words}) => words.map(stemmed));
    const found = phrases.filter((_, at) => !members[at]!.isOnlyInQuery);
    for (const phrase of phrases) {
      const others = found
        .filter((other) => !isPartOf(other, phrase))
        .map((other) => ({phrase: other, isSameName: isShortFor(other, phrase) || isShortFor(phrase, other)}));
      const one = {phrase, length: phrase.length, group, others};
      for (const key of new Set([phrase[0]!.stem, phrase[0]!.text]))
        byFirst.set(key, [...(byFirst.get(key) ?? []), one]);
      for (const {text, stem} of phrase) known.add(text).add(stem);
    }
  }
  return {
    groups: groups.length,
    words: [...known].filter((word) => /^\d/.test(word)),
    startingAt(words, index) {
      const {text, stem} = words[index]!;
      const found = new Set([...(byFirst.get(stem) ?? []), ...(byFirst.get(text) ?? [])]);
      return [...found].filter(({phrase}) =>
        phrase.every((word, i) => index + i < words.length && isSameWord(word, words[index + i]!)),
      );
    },
    knows: ({text, stem}) => known.has(text) || known.has(stem),
    questions: parseQuestionWords(questions),
  };
}

function readMember(member: string): {readonly words: readonly string[]; readonly isOnlyInQuery: boolean} {
  const text = member.trim();
  return {
    words: plainWordsOf(text.replace(/^\?/, "")).filter((word) => !isStopWord(word)),
    isOnlyInQuery: text.startsWith("?"),
  };
}

/**
 * The known phrases of a question, by the index of their first word. Inside a phrase, shorter phrases of the same group are ignored:
 * `продукты питания` must not match every `продукт`.
 */
export function readMeanings(words: readonly Stemmed[], synonyms: Synonyms): (readonly KnownPhrase[])[] {
  const found = words.map((_, index) => synonyms.startingAt(words, index));
  const isInLonger = ({group, length}: KnownPhrase, index: number): boolean =>
    found.some((others, start) =>
      others.some(
        (other) =>
          other.group === group && other.length > length && start <= index && index + length <= start + other.length,
      ),
    );
  return found.map((phrases, index) => phrases.filter((phrase) => !isInLonger(phrase, index)));
}

/** Whether a phrase is `whole` without some of its words. It must not match the longer phrase: all words are asked for. */
function isPartOf(phrase: Phrase, whole: Phrase): boolean {
  return phrase.every((word) => whole.some((other) => isSameWord(word, other)));
}

function isShortFor(short: Phrase, long: Phrase): boolean {
  return short.length === 1 && long.length > 1 && short[0]!.text === long.map(({text}) => text.slice(0, 1)).join("");
}
