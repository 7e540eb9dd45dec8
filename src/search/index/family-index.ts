// The search index: the segments of all datasets, the territories, and the list of segments that have each term.
//
// The segments of a dataset change in one step. New terms are added before that step and old ones are removed after it, with pauses. A segment
// with the same terms as an older one takes its number.

import {lastDay, monthIndex} from "../../statistics/time/day.ts";
import type {Synonyms} from "../language/synonyms.ts";
import {fetchAhead, findSection, readSection, type SearchSteps, type WantedSection} from "../stored/reading.ts";
import {createTermSegments} from "../words/term-segments.ts";
import type {DatasetSegment} from "./dataset-segment.ts";
import type {Lexicon} from "./lexicon.ts";
import {NO_RANGES, type PostingRanges, rangesIn, sectionAt, startOf} from "./postings.ts";
import {createQueryCodes} from "./query-codes.ts";
import {createTerritoryIndex, type TerritoryIndex} from "./territory-index.ts";
import {createVocabulary, type Vocabulary} from "./vocabulary.ts";

export interface FamilyIndex {
  readonly vocabulary: Vocabulary;
  readonly territories: TerritoryIndex;
  readonly lexicon: Lexicon;
  /** By the dataset's id. */
  readonly segments: ReadonlyMap<number, readonly DatasetSegment[]>;
  /** Numbers of the segments that have the term in a family or a concept, ascending. Some may be free. */
  segmentNumbersOf(term: number): readonly number[];
  /** The ranges of the families of a segment that have each of the terms. */
  rangesOf(segment: DatasetSegment, terms: readonly number[]): SearchSteps<PostingRanges[]>;
  /** The same, if they are at hand. */
  findRanges(segment: DatasetSegment, terms: readonly number[]): PostingRanges[] | undefined;
  /** Brings the ranges of several segments into memory together, as far as it has room. */
  fetchRanges(segments: readonly DatasetSegment[], terms: readonly number[]): SearchSteps<void>;
  /** Adds to the vocabulary those of the words that are codes of classes: it has no such codes before a question names them. */
  addCodes(words: readonly string[]): SearchSteps<void>;
  /** Whether the description of an indicator ever had the term. */
  describes(term: number): boolean;
  /** The segment with a number; null: the number is free. */
  segmentAt(segmentNumber: number): DatasetSegment | null;
  /** Changes whenever a segment appears or goes. */
  readonly generation: number;
  /** The month of the newest day of all datasets; null: none has a period. */
  readonly newestMonth: number | null;
  /** Numbers of segments are below this. */
  readonly segmentNumberLimit: number;
  /** Gives the dataset these segments in place of those that it has. */
  put(datasetId: number, segments: readonly DatasetSegment[]): Generator<undefined, void>;
  remove(datasetId: number): Generator<undefined, void>;
  /** Number of terms that no document has any more. */
  readonly deadTerms: number;
}

/**
 * @param readSynonyms is called by searches only: to index needs no synonyms
 * @param spellings other spellings of a territory's name, by its identity
 */
export function createFamilyIndex(
  readSynonyms: () => Synonyms,
  spellings: ReadonlyMap<string, readonly string[]>,
): FamilyIndex {
  const vocabulary = createVocabulary();
  const territories = createTerritoryIndex(vocabulary, spellings);
  const segments = new Map<number, readonly DatasetSegment[]>();
  const visible: (DatasetSegment | null)[] = [];
  /** By the dataset's id, parallel to its segments. */
  const segmentNumbersOfDataset = new Map<number, readonly number[]>();
  const free: number[] = [];
  const termSegments = createTermSegments();
  const described = new Set<number>();
  const queryCodes = createQueryCodes(visible, vocabulary);
  let generation = 0;
  /** undefined: the segments have changed since it was looked for. */
  let newest: number | null | undefined;

  function* addTerms(segmentNumber: number, segment: DatasetSegment): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(segment)) {
      termSegments.add(term, segmentNumber);
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
  }

  function segmentNumbersOf(term: number): readonly number[] {
    const [own, ofCode] = [termSegments.of(term), queryCodes.segmentNumbersOf(term)];
    if (ofCode.length === 0 || own.length === 0) return own.length === 0 ? ofCode : own;
    return [...new Set([...own, ...ofCode])].sort((one, other) => one - other);
  }

  function changed(): void {
    generation++;
    newest = undefined;
    queryCodes.forget();
  }

  function findRanges(segment: DatasetSegment, terms: readonly number[]): PostingRanges[] | undefined {
    const {postings, stored} = segment;
    const located: PostingRanges[] = [];
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index]!;
      const ofCode = queryCodes.rangesOf(segment, term);
      const start = startOf(postings, term);
      if (start === 0) {
        located.push(ofCode);
        continue;
      }
      const nth = sectionAt(postings, start);
      const section = findSection(stored, "postings", nth);
      if (section === undefined) return undefined;
      located.push(joined(rangesIn(postings, nth, section, start), ofCode));
    }
    return located;
  }

  function* rangesOfTerms(segment: DatasetSegment, terms: readonly number[]): SearchSteps<PostingRanges[]> {
    const {postings, stored} = segment;
    const located: PostingRanges[] = [];
    for (const term of terms) {
      const start = startOf(postings, term);
      const nth = start === 0 ? -1 : sectionAt(postings, start);
      const section = start === 0 ? null : yield* readSection(stored, "postings", nth);
      const own = section === null ? NO_RANGES : rangesIn(postings, nth, section, start);
      located.push(joined(own, queryCodes.rangesOf(segment, term)));
    }
    return located;
  }

  function* removeTerms(segmentNumber: number, segment: DatasetSegment): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(segment)) {
      termSegments.remove(term, segmentNumber);
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
    free.push(segmentNumber);
  }

  function* put(datasetId: number, next: readonly DatasetSegment[]): Generator<undefined, void> {
    const left = new Set(segmentNumbersOfDataset.get(datasetId));
    const own: number[] = [];
    for (const segment of next) {
      let segmentNumber = [...left].find((one) => haveSameTerms(visible[one]!, segment));
      if (segmentNumber === undefined) {
        segmentNumber = free.pop() ?? visible.push(null) - 1;
        yield* addTerms(segmentNumber, segment);
      } else left.delete(segmentNumber);
      own.push(segmentNumber);
    }
    const gone = Array.from(left, (segmentNumber) => [segmentNumber, visible[segmentNumber]!] as const);
    for (const segmentNumber of left) visible[segmentNumber] = null;
    for (const [index, segment] of next.entries()) {
      visible[own[index]!] = segment;
      for (const term of segment.postings.described) described.add(term);
    }
    if (next.length === 0) {
      segments.delete(datasetId);
      segmentNumbersOfDataset.delete(datasetId);
    } else {
      segments.set(datasetId, next);
      segmentNumbersOfDataset.set(datasetId, own);
    }
    changed();
    for (const [segmentNumber, segment] of gone) yield* removeTerms(segmentNumber, segment);
  }

  return {
    vocabulary,
    territories,
    lexicon: {
      vocabulary,
      get synonyms() {
        return readSynonyms();
      },
      isUsed: (term) =>
        termSegments.has(term) || queryCodes.segmentNumbersOf(term).length > 0 || territories.holds(term),
    },
    segments,
    segmentNumbersOf,
    findRanges,
    *rangesOf(segment, terms) {
      const found = findRanges(segment, terms);
      if (found !== undefined) return found;
      yield* fetchAhead(missingOf(segment, terms));
      return yield* rangesOfTerms(segment, terms);
    },
    *fetchRanges(some, terms) {
      yield* fetchAhead(some.flatMap((segment) => missingOf(segment, terms)));
    },
    addCodes: queryCodes.add,
    describes: (term) => described.has(term),
    segmentAt: (segmentNumber) => visible[segmentNumber] ?? null,
    get generation() {
      return generation;
    },
    get newestMonth() {
      newest = newest === undefined ? newestMonth(segments.values()) : newest;
      return newest;
    },
    get segmentNumberLimit() {
      return visible.length;
    },
    put,
    *remove(datasetId) {
      if (segments.has(datasetId)) yield* put(datasetId, []);
    },
    get deadTerms() {
      return termSegments.dead();
    },
  };
}

/** Sections with the ranges of the terms that are not at hand. */
function missingOf({postings, stored}: DatasetSegment, terms: readonly number[]): WantedSection[] {
  const missing: WantedSection[] = [];
  for (const term of terms) {
    const start = startOf(postings, term);
    if (start === 0) continue;
    const nth = sectionAt(postings, start);
    if (findSection(stored, "postings", nth) === undefined) missing.push({stored, kind: "postings", nth});
  }
  return missing;
}

function joined(one: PostingRanges, other: PostingRanges): PostingRanges {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const TERMS_AT_ONCE = 2000;

function haveSameTerms(one: DatasetSegment, other: DatasetSegment): boolean {
  return (["postings", "conceptPostings"] as const).every((list) => areEqual(one[list].terms, other[list].terms));
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one === other || (one.length === other.length && one.every((number, index) => number === other[index]));
}

function* termsOf({postings, conceptPostings}: DatasetSegment): Generator<number> {
  yield* postings.terms;
  yield* conceptPostings.terms;
}

/** The month from which the age of series is counted. Series of a month and finer tell it, since yearly ones may be forecasts. */
function newestMonth(all: Iterable<readonly DatasetSegment[]>): number | null {
  let [fine, any] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [segment] of all) {
    for (const [frequency, last] of segment?.frontiers ?? []) {
      const month = monthIndex(lastDay(frequency, last));
      any = Math.max(any, month);
      if (frequency !== "A" && frequency !== "Q") fine = Math.max(fine, month);
    }
  }
  const newest = fine === Number.NEGATIVE_INFINITY ? any : fine;
  return newest === Number.NEGATIVE_INFINITY ? null : newest;
}
