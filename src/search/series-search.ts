// A search for series: the question is read in one way after another until something answers.
//
// As typed, words that name a territory by territories alone and then by whatever holds them; in the descriptions of indicators too; with every word taken for mistyped; all that with the other layout of the keyboard;
// and only then with fewer of its words.

import type {FamilyIndex} from "./index/family-index.ts";
import {inOtherLayout} from "./language/keyboard.ts";
import {type Chunk, readChunks} from "./language/words.ts";
import {type AskedWord, isKnown, MAX_LETTERS, readWords} from "./query/asked-words.ts";
import {askFor} from "./query/build-query.ts";
import type {SearchFilters} from "./query/filters.ts";
import type {Reading} from "./query/parsed-query.ts";
import {NO_WORDS, type Question} from "./query/question.ts";
import {readingOf, surveyCovers, takeBest, takeWhole} from "./rank/candidates.ts";
import {createFacets, type Facets} from "./rank/facets.ts";
import {draftPage, type FoundSeries} from "./rank/page.ts";

export interface SeriesQuestion {
  /** null: filters alone. */
  readonly text: string | null;
  readonly filters: SearchFilters;
  readonly limit: number;
}

export interface SeriesAnswer {
  readonly total: number;
  /** Whether they answer every word of the question; false: nothing does, and these come nearest. */
  readonly isWhole: boolean;
  readonly found: readonly FoundSeries[];
  /** null unless asked for. */
  readonly facets: Facets | null;
}

export function searchSeries(index: FamilyIndex, asked: SeriesQuestion, withFacets = false): SeriesAnswer {
  const {text, filters} = asked;
  if (text === null) return answer(index, asked, readingOf(index, NO_WORDS, filters), {placed: 0}, withFacets);
  const tried: Reading[] = [];
  for (const question of questionsOf(text, index)) {
    const reading = readingOf(index, question, filters);
    for (const placed of placedWords(reading)) {
      const found = answer(index, asked, reading, {placed}, withFacets);
      if (found.total > 0) return found;
    }
    if (!question.readsDescriptions) tried.push(reading);
  }
  let best = 0;
  let nearest: Reading | null = null;
  for (const reading of tried) {
    const most = surveyCovers(index, reading, best);
    if (most === best) continue;
    best = most;
    nearest = reading;
  }
  if (nearest === null)
    return {total: 0, isWhole: true, found: [], facets: withFacets ? createFacets([]).finish() : null};
  return answer(index, asked, nearest, {best}, withFacets);
}

/** First the words that name a territory are left to territories, and only where nothing answers so may a family have them too. */
function placedWords({territories: {placed}}: Reading): readonly number[] {
  return placed === 0 ? [0] : [placed, 0];
}

/** The ways to read a question, in the order in which they are tried. */
export function* questionsOf(text: string, {lexicon, describes}: FamilyIndex): Generator<Question> {
  const chunks = readChunks(text.slice(0, MAX_LETTERS));
  const words = readWords(chunks, lexicon);
  if (words.length > 0) yield* bothWays(words, chunks);
  const turned = turnUnknown(text.slice(0, MAX_LETTERS));
  if (turned !== null) {
    const read = readWords(turned, lexicon);
    if (read.length > 0) yield* bothWays(read, turned);
  }

  function* bothWays(read: readonly AskedWord[], from: readonly Chunk[]): Generator<Question> {
    const asTyped = askFor(read, from, lexicon, false);
    yield asTyped;
    // without any of its words in a description it would find as much as before: nothing
    if (asTyped.terms.some(describes)) yield {...asTyped, readsDescriptions: true};
    const corrected = askFor(read, from, lexicon, true);
    if (corrected.terms.length > asTyped.terms.length) yield corrected;
  }

  /** The pieces that nothing is known of, as the other layout would have them; null when all are known. */
  function turnUnknown(typed: string): Chunk[] | null {
    let turns = false;
    const pieces = typed.split(/\s+/u).map((piece) => {
      const own = readWords(readChunks(piece), lexicon);
      if (own.length > 0 && own.every((word) => isKnown(word, lexicon))) return piece;
      turns = true;
      return inOtherLayout(piece);
    });
    return turns ? readChunks(pieces.join(" ")) : null;
  }
}

/** All words are covered, those that are placed by territories alone; or as much as the best covers. */
type Demand = {readonly placed: number} | {readonly best: number};

function answer(
  index: FamilyIndex,
  {limit}: SeriesQuestion,
  reading: Reading,
  demand: Demand,
  withFacets: boolean,
): SeriesAnswer {
  const {territories} = reading;
  const page = draftPage(limit, territories);
  const facets = withFacets ? createFacets(territories.groups) : null;
  const finder = {...page, tally: facets?.tally ?? null};
  const isWhole = "placed" in demand;
  if (isWhole) takeWhole(index, reading, demand.placed, finder);
  else takeBest(index, reading, demand.best, finder);
  return {total: page.total(), isWhole, found: page.open(index.territories.all), facets: facets?.finish() ?? null};
}
