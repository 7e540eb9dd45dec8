// From words to a query: the terms of the index that match each word, by form, synonym, beginning or correction.

import type {Lexicon} from "../index/lexicon.ts";
import {queryKinds} from "../language/query-kinds.ts";
import {type Stemmed, stemmed} from "../language/stem.ts";
import {type Meaning, readMeanings} from "../language/synonyms.ts";
import {NEAR_FROM_LETTERS} from "../language/typing-errors.ts";
import {isStopWord, type QueryPart} from "../language/words.ts";
import {MAX_WORDS, QUALITY, type Quality, type TermChoice, type WordQuery, type WordSpan} from "./word-query.ts";

export interface QueryWord extends Stemmed {
  readonly isCutShort: boolean;
  /** Index of its part. */
  readonly part: number;
}

/** The words of a question without stop words and repetitions. A part that is a known code is one word. */
export function readQueryWords(parts: readonly QueryPart[], lexicon: Lexicon): QueryWord[] {
  const words: QueryWord[] = [];
  parts.forEach(({whole, words: split, isCutShort}, part) => {
    const code = split.length > 1 ? lexicon.vocabulary.find(whole) : undefined;
    const read = code !== undefined && lexicon.isUsed(code) ? [whole] : split;
    for (const text of read) words.push({...stemmed(text), isCutShort, part});
  });
  const telling = words.filter(({text}) => !isStopWord(text));
  const seen = new Set<string>();
  return (telling.length > 0 ? telling : words)
    .filter(({text}) => !seen.has(text) && seen.add(text))
    .slice(0, MAX_WORDS);
}

/** The words of these parts that `readQueryWords` and `buildQuery` look up: the index must know which of them are codes of classes. */
export function candidateWords(parts: readonly QueryPart[], {synonyms}: Lexicon): string[] {
  const own = parts.flatMap(({whole, words, joined}) => [
    ...(words.length > 1 ? [whole] : []),
    ...words,
    ...(joined === null ? [] : [joined]),
  ]);
  return [...own, ...synonyms.words];
}

/** Whether the index or the synonyms have a form of the word. */
export function isKnown(word: QueryWord, lexicon: Lexicon): boolean {
  return formsOf(word, lexicon).length > 0 || lexicon.synonyms.knows(word);
}

/** Step by step: a corrected word is compared with all words of its length. @param corrects the words that may be typing errors */
export function* buildQuery(
  words: readonly QueryWord[],
  parts: readonly QueryPart[],
  lexicon: Lexicon,
  corrects: "never" | "unknown" | "all",
): Generator<undefined, WordQuery> {
  const spans: SpanDraft[] = [];
  const meanings = readMeanings(words, lexicon.synonyms);
  for (const [index, word] of words.entries()) {
    const alternatives: (readonly TermChoice[])[] = [];
    const direct = formsOf(word, lexicon);
    if (direct.length > 0) alternatives.push([direct]);
    const further: SpanDraft[] = [];
    for (const {length, others} of meanings[index]!) {
      const met = others.flatMap((one) =>
        meaningChoices(one, one.isSameName ? QUALITY.form : QUALITY.synonym, lexicon),
      );
      if (length === 1) alternatives.push(...met);
      else further.push({mask: maskOf(index, length), alternatives: met});
    }
    if (word.isCutShort) alternatives.push(...cutShort(word, lexicon));
    const isUnknown = alternatives.length === 0 && !lexicon.synonyms.knows(word);
    if (corrects === "all" || (corrects === "unknown" && isUnknown))
      alternatives.push(...(yield* corrected(word, lexicon)));
    spans.push({mask: 1 << index, alternatives}, ...further);
    yield;
  }
  spans.push(...compounds(words, parts, lexicon));
  return {
    size: words.length,
    full: maskOf(0, words.length),
    numbers: words.reduce((bits, {text}, index) => (/^\p{N}+$/u.test(text) ? bits | (1 << index) : bits), 0),
    ...numberTerms(spans.filter((span) => span.alternatives.length > 0)),
    readsDescriptions: false,
    queryKinds: queryKinds(words),
    year: null,
  };
}

/** Puts all terms into one list, so that each is looked up once per segment. */
function numberTerms(spans: readonly SpanDraft[]): {terms: number[]; spans: WordSpan[]} {
  const indexes = new Map<number, number>();
  const found = spans.map(({mask, alternatives}) => ({
    words: wordsIn(mask),
    mask,
    alternatives: alternatives.map((choices) =>
      choices.map((choice) =>
        choice.map(({term, quality}) => {
          const index = indexes.get(term) ?? indexes.size;
          indexes.set(term, index);
          return {term: index, quality};
        }),
      ),
    ),
  }));
  return {terms: [...indexes.keys()], spans: found};
}

/** A span whose choices have the terms themselves, not yet their indexes in the list. */
type SpanDraft = Omit<WordSpan, "words">;

function wordsIn(mask: number): number[] {
  const words: number[] = [];
  for (let word = 0; word < MAX_WORDS; word++) if ((mask & (1 << word)) !== 0) words.push(word);
  return words;
}

function maskOf(index: number, length: number): number {
  return ((1 << length) - 1) << index;
}

/** Empty if the index lacks a word of the phrase. */
function meaningChoices({phrase}: Meaning, quality: Quality, lexicon: Lexicon): (readonly TermChoice[])[] {
  const choices = phrase.map((word) => usedForms(word, lexicon).map((term) => ({term, quality})));
  return choices.every((choice) => choice.length > 0) ? [choices] : [];
}

function cutShort({text}: QueryWord, {vocabulary, isUsed}: Lexicon): (readonly TermChoice[])[] {
  if (text.length < 2) return [];
  const choice = vocabulary
    .beginningWith(text)
    .filter(isUsed)
    .map((term) => ({term, quality: QUALITY.form}));
  return choice.length === 0 ? [] : [[choice]];
}

/** A shorter stem is not taken for the beginning of longer words. */
const PREFIX_FROM_LETTERS = 5;

/**
 * The possible meanings of an unknown word: words that begin with it (`agri`, `agriculture`), else words that differ by one typing
 * error; and the synonyms of these words.
 */
function* corrected({text, stem}: QueryWord, lexicon: Lexicon): Generator<undefined, (readonly TermChoice[])[]> {
  if (/\p{N}/u.test(text)) return [];
  const {vocabulary, synonyms, isUsed} = lexicon;
  const longer = stem.length < PREFIX_FROM_LETTERS ? [] : vocabulary.beginningWith(stem).filter(isUsed);
  const begun = longer.filter((term) => vocabulary.stemAt(term) !== stem);
  const near = begun.length > 0 ? begun : text.length < NEAR_FROM_LETTERS ? [] : yield* vocabulary.nearTo(text);
  const choice = near.filter(isUsed).map((term) => ({term, quality: QUALITY.corrected}));
  const meant = near.flatMap((term) =>
    synonyms
      .startingAt([stemmed(vocabulary.wordAt(term))], 0)
      .flatMap(({others}) => others.flatMap((one) => meaningChoices(one, QUALITY.corrected, lexicon))),
  );
  return choice.length === 0 ? meant : [[choice], ...meant];
}

/** `agro-industry` also matches `agroindustry`. */
function compounds(words: readonly QueryWord[], parts: readonly QueryPart[], lexicon: Lexicon): SpanDraft[] {
  return parts.flatMap(({joined}, part) => {
    if (joined === null) return [];
    const choice = formsOf(stemmed(joined), lexicon);
    const mask = words.reduce((bits, word, index) => (word.part === part ? bits | (1 << index) : bits), 0);
    return choice.length === 0 || mask === 0 ? [] : [{mask, alternatives: [[choice]]}];
  });
}

/** The terms of the index that are the word or a form of it, the word itself first. */
function formsOf(word: Stemmed, lexicon: Lexicon): TermChoice {
  const used = usedForms(word, lexicon);
  const own = lexicon.vocabulary.find(word.text);
  return used
    .map((term) => ({term, quality: term === own ? QUALITY.exact : QUALITY.form}))
    .sort((one, other) => one.quality - other.quality);
}

function usedForms(word: Stemmed, {vocabulary, isUsed}: Lexicon): number[] {
  return vocabulary.formsOf(word).filter(isUsed);
}
