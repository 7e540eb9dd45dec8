// Compares a query with documents (families, concepts or territories) in two passes: first which words each document matches, then,
// only for the documents that are wanted, how well.
//
// Results are in arrays that the next call overwrites.
import type {PostingRanges} from "../index/postings.ts";
import type {FieldWeight, WordQuery} from "../query/word-query.ts";
import {ListedRanges} from "./listed-ranges.ts";
import {createMatchMasks, type Located, type MatchMasks, mayMatch} from "./match-mask.ts";
import {PhraseMatches, type Scores, WordPoints} from "./scores.ts";

export interface Matcher {
  /** The ranges of the query's terms. @param read gives those of one term */
  locate(read: (term: number) => PostingRanges, query: WordQuery): Located;
  readonly match: MatchMasks;
  readonly score: Score;
}

/** @param documents ascending; the first `count` of them are scored */
type Score = (query: WordQuery, located: Located, documents: Uint32Array, count: number) => Scores;

export function createMatcher(): Matcher {
  return {
    locate: (read, {terms}) => terms.map(read),
    match: createMatchMasks(),
    score: createScore(),
  };
}

function createScore(): Score {
  const points = new WordPoints();
  const phrase = new PhraseMatches();
  const ranges = new ListedRanges();

  const scoreWord = (from: number, end: number, weight: FieldWeight): void => {
    for (let index = from; index < end; index++) points.add(index, weight.points, weight.head, weight.label);
  };
  const scoreChoice = (from: number, end: number, weight: FieldWeight): void => phrase.add(from, end, weight);

  return (query, located, documents, count) => {
    ranges.begin(located, documents, count, query.readsDescriptions);
    points.begin(count, query.size);
    for (const {words, alternatives} of query.spans) {
      points.beginSpan(words);
      for (const choices of alternatives) {
        if (choices.length === 1) {
          ranges.each(choices[0]!, scoreWord);
          continue;
        }
        if (!mayMatch(choices, located)) continue;
        phrase.begin(count);
        for (const choice of choices) {
          for (const inTitle of [true, false]) {
            phrase.inTitle = inTitle;
            ranges.each(choice, scoreChoice);
          }
          phrase.choicesDone++;
        }
        phrase.addTo(points);
      }
    }
    return points.scores();
  };
}
