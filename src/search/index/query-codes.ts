// The codes of classes that questions asked for (class-codes.ts), in one generation of the index: which segments have them, and for which families.
//
// They are read from what is stored, so they are looked up before the words of a question are compared with the vocabulary.
import {findClasses, sectionOfCode} from "../stored/class-section.ts";
import {fetchAhead, type SearchSteps} from "../stored/reading.ts";
import {queryCode} from "./class-codes.ts";
import type {DatasetSegment} from "./dataset-segment.ts";
import {FIELD, NO_RANGES, type PostingRanges} from "./postings.ts";
import type {Vocabulary} from "./vocabulary.ts";

export interface QueryCodes {
  /** Adds to the vocabulary those of the words that are codes. */
  add(words: readonly string[]): SearchSteps<void>;
  /** Numbers of the segments that have the code with this term, ascending. */
  segmentNumbersOf(term: number): readonly number[];
  /** The families of the class with the code. */
  rangesOf(segment: DatasetSegment, term: number): PostingRanges;
  /** Forgets all: a segment has come or gone. */
  forget(): void;
}

/** @param visible the segments by number */
export function createQueryCodes(visible: readonly (DatasetSegment | null)[], vocabulary: Vocabulary): QueryCodes {
  const segmentNumbersOfTerm = new Map<number, number[]>();
  const rangesOfSegment = new Map<DatasetSegment, Map<number, PostingRanges>>();
  const known = new Set<string>();
  /** Words that no class has: a year is asked for again and again. */
  const missed = new Set<string>();
  let generation = 0;

  function addRanges(word: string, segmentNumber: number, segment: DatasetSegment, from: number, to: number): void {
    const term = vocabulary.add(word);
    const segmentNumbers = segmentNumbersOfTerm.get(term);
    if (segmentNumbers === undefined) segmentNumbersOfTerm.set(term, [segmentNumber]);
    else segmentNumbers.push(segmentNumber);
    const ranges = rangesOfSegment.get(segment) ?? new Map<number, PostingRanges>();
    ranges.set(term, Uint32Array.of(from, to, FIELD.code));
    rangesOfSegment.set(segment, ranges);
  }

  function* addOne(word: string, code: string): SearchSteps<void> {
    const began = generation;
    const found: {segmentNumber: number; segment: DatasetSegment; from: number; to: number}[] = [];
    const segments = [...visible.entries()].flatMap(([segmentNumber, segment]) => {
      const nth = segment === null ? -1 : sectionOfCode(segment, code);
      return segment === null || nth === -1 ? [] : [{segmentNumber, segment, nth}];
    });
    yield* fetchAhead(segments.map(({segment: {stored}, nth}) => ({stored, kind: "classes", nth})));
    for (const {segmentNumber, segment} of segments)
      for (const {from, to} of yield* findClasses(segment, [code])) found.push({segmentNumber, segment, from, to});
    // another question may have asked meanwhile
    if (generation !== began || known.has(word) || missed.has(word)) return;
    for (const {segmentNumber, segment, from, to} of found) addRanges(word, segmentNumber, segment, from, to);
    if (found.length > 0) known.add(word);
    else {
      if (missed.size >= MOST_MISSED) missed.clear();
      missed.add(word);
    }
  }

  return {
    *add(words) {
      for (const word of words) {
        if (known.has(word) || missed.has(word)) continue;
        const code = queryCode(word);
        if (code !== null) yield* addOne(word, code);
      }
    },
    segmentNumbersOf: (term) => segmentNumbersOfTerm.get(term) ?? NO_SEGMENTS,
    rangesOf: (segment, term) => rangesOfSegment.get(segment)?.get(term) ?? NO_RANGES,
    forget() {
      generation++;
      segmentNumbersOfTerm.clear();
      known.clear();
      missed.clear();
      rangesOfSegment.clear();
    },
  };
}

const NO_SEGMENTS: readonly number[] = [];
const MOST_MISSED = 10_000;
