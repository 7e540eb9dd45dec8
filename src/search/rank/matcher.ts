// Compares a query with documents (families, concepts or territories) in two passes: first which words each document matches, then,
// only for the documents that are wanted, how well.
//
// Results are in arrays that the next call overwrites.
import {FIELD, type PostingRanges} from "../index/postings.ts";
import {type FieldWeight, fieldWeight, type TermChoice, type WordQuery} from "../query/word-query.ts";
import {createMatchMasks, type Located, type MatchMasks, mayMatch} from "./match-mask.ts";

export interface Matcher {
  /** The ranges of the query's terms. @param read gives those of one term */
  locate(read: (term: number) => PostingRanges, query: WordQuery): Located;
  readonly match: MatchMasks;
  readonly score: Score;
}

export interface Scores {
  /** Number of scored documents. */
  readonly count: number;
  /** Points of each word, 0 to 100: `points[word * count + index]`, where `index` is the document's index in the list. */
  readonly points: Uint8Array;
  /** Words of the head (class, concept, territory) and of the label that match: for each span the most that one alternative matches. */
  readonly headWords: Uint8Array;
  readonly labelWords: Uint8Array;
}

/** @param documents ascending; the first `count` of them are scored */
type Score = (query: WordQuery, located: Located, documents: ArrayLike<number>, count: number) => Scores;

export function createMatcher(): Matcher {
  return {
    locate: (read, {terms}) => terms.map(read),
    match: createMatchMasks(),
    score: createScore(),
  };
}

/** Indexes behind ranges of one field that ascend. */
function findAscents(ranges: PostingRanges): readonly number[] {
  const ends: number[] = [];
  for (let range = 3; range <= ranges.length; range += 3)
    if (range === ranges.length || ranges[range]! < ranges[range - 2]! || ranges[range + 2] !== ranges[range - 1])
      ends.push(range);
  return ends;
}

function createScore(): Score {
  let room = 0;
  let points = new Uint8Array(0);
  let headWords = new Uint8Array(0);
  let labelWords = new Uint8Array(0);
  // of the current span: the most words of a name that one alternative matches
  let headOfSpan = new Uint8Array(0);
  let labelOfSpan = new Uint8Array(0);
  // of the current phrase
  let phraseChoices = new Uint8Array(0);
  let phraseWeakest = new Uint8Array(0);
  let phraseHead = new Uint8Array(0);
  let phraseLabel = new Uint8Array(0);
  let choicesDone = 0;
  let inTitle = true;
  // of the current call
  let count = 0;
  let documents: ArrayLike<number> = [];
  let located: Located = [];
  // by term of `located`, made when first needed: a question scores thousands of documents at a time
  let ascents: (readonly number[])[] = [];
  let reads = false;
  let words: readonly number[] = [];

  function makeRoom(wordCount: number): void {
    if (count > room) {
      room = Math.max(count, room * 2, 256);
      headWords = new Uint8Array(room);
      labelWords = new Uint8Array(room);
      headOfSpan = new Uint8Array(room);
      labelOfSpan = new Uint8Array(room);
      phraseChoices = new Uint8Array(room);
      phraseWeakest = new Uint8Array(room);
      phraseHead = new Uint8Array(room);
      phraseLabel = new Uint8Array(room);
    }
    if (points.length < count * wordCount) points = new Uint8Array(Math.max(count * wordCount, points.length * 2));
    headWords.fill(0, 0, count);
    labelWords.fill(0, 0, count);
    points.fill(0, 0, count * wordCount);
  }

  /** @param head words of the head that match, 0 or 1 for a single word; `label` likewise */
  function credit(index: number, own: number, head: number, label: number): void {
    for (let i = 0; i < words.length; i++) {
      const at = words[i]! * count + index;
      if (points[at]! < own) points[at] = own;
    }
    if (head + label === 0) return;
    if (head > headOfSpan[index]!) {
      headWords[index]! += head - headOfSpan[index]!;
      headOfSpan[index] = head;
    }
    if (label > labelOfSpan[index]!) {
      labelWords[index]! += label - labelOfSpan[index]!;
      labelOfSpan[index] = label;
    }
  }

  /** Calls `score` for every range of every term of a choice that may have documents of the list, with the indexes of these in it. */
  function eachRange(choice: TermChoice, score: (from: number, end: number, weight: FieldWeight) => void): void {
    if (count === 0) return;
    const [first, last] = [documents[0]!, documents[count - 1]!];
    for (let i = 0; i < choice.length; i++) {
      const {term, quality} = choice[i]!;
      const ranges = located[term]!;
      if (ranges.length <= FEW) {
        for (let range = 0; range < ranges.length; range += 3) {
          const field = ranges[range + 2]!;
          if (field === FIELD.description && !reads) continue;
          const end = indexFrom(documents, 0, count, ranges[range + 1]!);
          score(indexFrom(documents, 0, end, ranges[range]!), end, fieldWeight(quality, field));
        }
        continue;
      }
      ascents[term] ??= findAscents(ranges);
      const ends = ascents[term];
      for (let ascent = 0; ascent < ends.length; ascent++) {
        const end = ends[ascent]!;
        let range = firstBehind(ranges, ascent === 0 ? 0 : ends[ascent - 1]!, end, first);
        if (range === end) continue;
        const field = ranges[range + 2]!;
        if (field === FIELD.description && !reads) continue;
        const weight = fieldWeight(quality, field);
        for (let from = 0; range < end && ranges[range]! <= last; range += 3) {
          from = indexFrom(documents, from, count, ranges[range]!);
          const to = ranges[range + 1]! > last ? count : indexFrom(documents, from, count, ranges[range + 1]!);
          if (from < to) score(from, to, weight);
        }
      }
    }
  }

  function scoreWord(from: number, end: number, weight: FieldWeight): void {
    for (let index = from; index < end; index++) credit(index, weight.points, weight.head, weight.label);
  }

  /**
   * A phrase matches if all its choices do, in any order. It gets the points of its weakest choice. Its words in the head and in the label are
   * looked at first: a form of one in the name of the dataset must not hide that the title has it.
   */
  function scoreChoice(from: number, end: number, weight: FieldWeight): void {
    if (weight.head + weight.label > 0 !== inTitle) return;
    for (let index = from; index < end; index++) {
      if (phraseChoices[index] !== choicesDone) continue;
      phraseChoices[index] = choicesDone + 1;
      if (phraseWeakest[index]! > weight.points) phraseWeakest[index] = weight.points;
      phraseHead[index]! += weight.head;
      phraseLabel[index]! += weight.label;
    }
  }

  function scorePhrase(choices: readonly TermChoice[]): void {
    phraseChoices.fill(0, 0, count);
    phraseHead.fill(0, 0, count);
    phraseLabel.fill(0, 0, count);
    phraseWeakest.fill(100, 0, count);
    for (choicesDone = 0; choicesDone < choices.length; choicesDone++) {
      for (inTitle of [true, false]) eachRange(choices[choicesDone]!, scoreChoice);
    }
    for (let index = 0; index < count; index++)
      if (phraseChoices[index] === choices.length)
        credit(index, phraseWeakest[index]!, phraseHead[index]!, phraseLabel[index]!);
  }

  return (query, locations, list, listed) => {
    if (located !== locations) ascents = [];
    [documents, count, located] = [list, listed, locations];
    reads = query.readsDescriptions;
    makeRoom(query.size);
    for (const span of query.spans) {
      words = span.words;
      headOfSpan.fill(0, 0, count);
      labelOfSpan.fill(0, 0, count);
      for (const choices of span.alternatives) {
        if (choices.length === 1) eachRange(choices[0]!, scoreWord);
        else if (mayMatch(choices, located)) scorePhrase(choices);
      }
    }
    return {count, points, headWords, labelWords};
  };
}

/** the index of the first document from index `from` on that is `document` or later; `end`: none is. */
function indexFrom(documents: ArrayLike<number>, from: number, end: number, document: number): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers of so few ranges that each is looked at. */
const FEW = 3 * 64;

/** The first range of an ascent that has a document from `document` on; `end`: none has. */
function firstBehind(ranges: PostingRanges, from: number, end: number, document: number): number {
  let low = from / 3;
  let high = end / 3;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[3 * middle + 1]! <= document) low = middle + 1;
    else high = middle;
  }
  return 3 * low;
}
