// Which words of a query the families of each segment may match: a bound, from the lists of segments that have each term.
import type {FamilyIndex} from "../index/family-index.ts";
import type {WordQuery} from "../query/word-query.ts";

/**
 * The bits of the words that a family of the segment in each slot may match; segments that cannot match are skipped. The bounds come from the
 * lists of the query's terms alone; no segment is read. The next call overwrites the array.
 */
export type SegmentBounds = (query: WordQuery) => Uint32Array;

export function createSegmentBounds(index: FamilyIndex): SegmentBounds {
  let possible = new Uint32Array(0);
  /** Of the phrase with this base: base + number of slots matched so far, by segment. */
  let matched = new Uint32Array(0);

  return ({spans, terms}) => {
    if (possible.length < index.slots) {
      possible = new Uint32Array(2 * index.slots);
      matched = new Uint32Array(2 * index.slots);
    }
    possible.fill(0);
    matched.fill(0);
    let base = 0;
    for (const {mask, alternatives} of spans) {
      for (const phrase of alternatives) {
        for (let i = 0; i < phrase.length; i++) {
          for (const {term} of phrase[i]!) {
            for (const slot of index.slotsOf(terms[term]!)) {
              if (i > 0 && matched[slot] !== base + i) continue;
              matched[slot] = base + i + 1;
              if (i + 1 === phrase.length) possible[slot]! |= mask;
            }
          }
        }
        base += phrase.length + 1;
      }
    }
    return possible;
  };
}
