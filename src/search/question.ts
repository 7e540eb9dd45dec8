// What a question asks for: its words, and for each the ways in which a document may answer it.
//
// A span is one word or several neighbouring ones; an alternative answers the whole span. A document answers the question when the
// spans that it answers cover every word.

import {NEAR_FROM_LETTERS} from "./near-word.ts";
import {type Stemmed, stemmed} from "./stem.ts";
import {isStopWord} from "./stop-words.ts";
import type {Phrase, Synonyms} from "./synonyms.ts";
import type {Vocabulary} from "./vocabulary.ts";
import type {Chunk} from "./words.ts";

/** How a word of a document answers one of a question, best first. */
export const QUALITY = {exact: 0, form: 1, synonym: 2, corrected: 3} as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

/** One word of a document that must be there: any of these terms, each by its place in the question's list of terms. */
export type Slot = readonly {readonly term: number; readonly quality: Quality}[];

export interface Span {
  /** Places of the words that it covers, and their bits. */
  readonly words: readonly number[];
  readonly mask: number;
  /** Each is a list of slots that must all be met; best first. */
  readonly alternatives: readonly (readonly Slot[])[];
}

export interface Question {
  /** Number of words; 0: the question holds none. */
  readonly size: number;
  /** All bits. */
  readonly full: number;
  /** Bits of the words that are numbers: a year more often says when than what. */
  readonly numbers: number;
  readonly spans: readonly Span[];
  /** All terms of all slots, each once. */
  readonly terms: readonly number[];
  /** Whether a word may also stand in the description of an indicator. */
  readonly readsDescriptions: boolean;
}

export interface Lexicon {
  readonly vocabulary: Vocabulary;
  readonly synonyms: Synonyms;
  /** Whether any document holds the term now. */
  isUsed(term: number): boolean;
}

/** Further words of a question are not read: what has more is no question. */
export const MAX_WORDS = 24;
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

/** @param corrects also words that are known are read as mistyped */
export function askFor(
  words: readonly AskedWord[],
  chunks: readonly Chunk[],
  lexicon: Lexicon,
  corrects: boolean,
): Question {
  const spans: SpanDraft[] = [];
  words.forEach((word, place) => {
    const alternatives: (readonly Slot[])[] = [];
    const direct = formsOf(word, lexicon);
    if (direct.length > 0) alternatives.push([direct]);
    const further: SpanDraft[] = [];
    for (const {length, others} of lexicon.synonyms.startingAt(words, place)) {
      const met = phraseSlots(others, QUALITY.synonym, lexicon);
      if (length === 1) alternatives.push(...met);
      else further.push({mask: maskOf(place, length), alternatives: met});
    }
    if (word.isCutShort) alternatives.push(...cutShort(word, lexicon));
    if (corrects || (alternatives.length === 0 && !lexicon.synonyms.knows(word)))
      alternatives.push(...corrected(word, lexicon));
    spans.push({mask: 1 << place, alternatives}, ...further);
  });
  spans.push(...compounds(words, chunks, lexicon));
  return {
    size: words.length,
    full: maskOf(0, words.length),
    numbers: words.reduce((bits, {text}, place) => (/^\p{N}+$/u.test(text) ? bits | (1 << place) : bits), 0),
    ...numberTerms(spans.filter((span) => span.alternatives.length > 0)),
    readsDescriptions: false,
  };
}

/** Slots name their terms by places in one list, so that each term is looked for once in each lot of documents. */
function numberTerms(spans: readonly SpanDraft[]): {terms: number[]; spans: Span[]} {
  const places = new Map<number, number>();
  const placed = spans.map(({mask, alternatives}) => ({
    words: wordsIn(mask),
    mask,
    alternatives: alternatives.map((slots) =>
      slots.map((slot) =>
        slot.map(({term, quality}) => {
          const place = places.get(term) ?? places.size;
          places.set(term, place);
          return {term: place, quality};
        }),
      ),
    ),
  }));
  return {terms: [...places.keys()], spans: placed};
}

/** A span whose slots still name their terms as the vocabulary does. */
type SpanDraft = Omit<Span, "words">;

function wordsIn(mask: number): number[] {
  const words: number[] = [];
  for (let word = 0; word < MAX_WORDS; word++) if ((mask & (1 << word)) !== 0) words.push(word);
  return words;
}

function maskOf(place: number, length: number): number {
  return ((1 << length) - 1) << place;
}

/** The word itself, then its other forms. */
function formsOf(word: Stemmed, {vocabulary, isUsed}: Lexicon): Slot {
  const own = vocabulary.find(word.text);
  return vocabulary
    .formsOf(word)
    .filter(isUsed)
    .map((term) => ({term, quality: term === own ? QUALITY.exact : QUALITY.form}))
    .sort((one, other) => one.quality - other.quality);
}

function phraseSlots(phrases: readonly Phrase[], quality: Quality, {vocabulary, isUsed}: Lexicon): (readonly Slot[])[] {
  return phrases.flatMap((phrase) => {
    const slots = phrase.map((word) =>
      vocabulary
        .formsOf(word)
        .filter(isUsed)
        .map((term) => ({term, quality})),
    );
    return slots.every((slot) => slot.length > 0) ? [slots] : [];
  });
}

function cutShort({text}: AskedWord, {vocabulary, isUsed}: Lexicon): (readonly Slot[])[] {
  if (text.length < 2) return [];
  const slot = vocabulary
    .beginningWith(text)
    .filter(isUsed)
    .map((term) => ({term, quality: QUALITY.form}));
  return slot.length === 0 ? [] : [[slot]];
}

/** From this many letters on an unknown word is taken for the beginning of longer ones. */
const PREFIX_FROM_LETTERS = 5;

/**
 * What an unknown word may have been meant for: words that begin with it (`дизель`, `дизельное`), else those that one wrong letter
 * makes of it; and phrases that mean the same as a word so corrected.
 */
function corrected({text, stem}: AskedWord, lexicon: Lexicon): (readonly Slot[])[] {
  if (/\p{N}/u.test(text)) return [];
  const {vocabulary, synonyms, isUsed} = lexicon;
  const longer = stem.length < PREFIX_FROM_LETTERS ? [] : vocabulary.beginningWith(stem).filter(isUsed);
  const begun = longer.filter((term) => vocabulary.stemAt(term) !== stem);
  const near = begun.length > 0 ? begun : text.length < NEAR_FROM_LETTERS ? [] : vocabulary.nearTo(text);
  const slot = near.filter(isUsed).map((term) => ({term, quality: QUALITY.corrected}));
  const meant = near.flatMap((term) =>
    synonyms
      .startingAt([stemmed(vocabulary.wordAt(term))], 0)
      .flatMap(({others}) => phraseSlots(others, QUALITY.corrected, lexicon)),
  );
  return slot.length === 0 ? meant : [[slot], ...meant];
}

/** `хлебо-булочные` is also looked for as `хлебобулочные`. */
function compounds(words: readonly AskedWord[], chunks: readonly Chunk[], lexicon: Lexicon): SpanDraft[] {
  return chunks.flatMap(({joined}, chunk) => {
    if (joined === null) return [];
    const slot = formsOf(stemmed(joined), lexicon);
    const mask = words.reduce((bits, word, place) => (word.chunk === chunk ? bits | (1 << place) : bits), 0);
    return slot.length === 0 || mask === 0 ? [] : [{mask, alternatives: [[slot]]}];
  });
}
