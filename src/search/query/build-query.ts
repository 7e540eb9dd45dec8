// From words to a question: the ways in which a document may answer each, as they stand in the index.
import {asksForSeason} from "../language/adjusted.ts";
import {NEAR_FROM_LETTERS} from "../language/near-word.ts";
import {stemmed} from "../language/stem.ts";
import {type Meaning, readMeanings} from "../language/synonyms.ts";
import type {Chunk} from "../language/words.ts";
import {type AskedWord, formsOf} from "./asked-words.ts";
import {type Lexicon, MAX_WORDS, QUALITY, type Quality, type Question, type Slot, type Span} from "./question.ts";

/** @param corrects also words that are known are read as mistyped */
export function askFor(
  words: readonly AskedWord[],
  chunks: readonly Chunk[],
  lexicon: Lexicon,
  corrects: boolean,
): Question {
  const spans: SpanDraft[] = [];
  const meanings = readMeanings(words, lexicon.synonyms);
  words.forEach((word, place) => {
    const alternatives: (readonly Slot[])[] = [];
    const direct = formsOf(word, lexicon);
    if (direct.length > 0) alternatives.push([direct]);
    const further: SpanDraft[] = [];
    for (const {length, others} of meanings[place]!) {
      const met = others.flatMap((one) => meaningSlots(one, one.isSameName ? QUALITY.form : QUALITY.synonym, lexicon));
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
    asksForSeason: asksForSeason(words),
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

/** None where a word of the phrase is nowhere. */
function meaningSlots({phrase}: Meaning, quality: Quality, {vocabulary, isUsed}: Lexicon): (readonly Slot[])[] {
  const slots = phrase.map((word) =>
    vocabulary
      .formsOf(word)
      .filter(isUsed)
      .map((term) => ({term, quality})),
  );
  return slots.every((slot) => slot.length > 0) ? [slots] : [];
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
      .flatMap(({others}) => others.flatMap((one) => meaningSlots(one, QUALITY.corrected, lexicon))),
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
