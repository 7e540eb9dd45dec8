// Which words of a query the families of each segment may match: a bound, from the lists of segments that have each term.
import type {FamilyIndex} from "../index/family-index.ts";
import type {WordQuery} from "../query/word-query.ts";

/**
 * The bits of the words that a family of each segment may match, by its number; segments that cannot match are skipped. The bounds come from the
 * lists of the query's terms alone; no segment is read. The next call overwrites the array.
 */
export type SegmentBounds = (query: WordQuery) => Uint32Array;

export function createSegmentBounds(index: FamilyIndex): SegmentBounds {
  let possible = new Uint32Array(0);
  /** Of the phrase with this base: base + number of choices matched so far, by segment. */
  let matched = new Uint32Array(0);

  return ({spans, terms}) => {
    if (possible.length < index.segmentNumberLimit) {
      possible = new Uint32Array(2 * index.segmentNumberLimit);
      matched = new Uint32Array(2 * index.segmentNumberLimit);
    }
    possible.fill(0);
    matched.fill(0);
    let base = 0;
    for (const {mask, alternatives} of spans) {
      for (const phrase of alternatives) {
        for (let i = 0; i < phrase.length; i++) {
          for (const {term} of phrase[i]!) {
            for (const segmentNumber of index.segmentNumbersOf(terms[term]!)) {
              if (i > 0 && matched[segmentNumber] !== base + i) continue;
              matched[segmentNumber] = base + i + 1;
              if (i + 1 === phrase.length) possible[segmentNumber]! |= mask;
            }
          }
        }
        base += phrase.length + 1;
      }
    }
    return possible;
  };
}
