// Where a word stands: runs of documents (families, concepts, territories) and the field in which they hold it.
//
// Runs, not single documents, because what is said of a class, an indicator or a dataset is said of all its families at once, and
// they stand side by side: the whole list of a dataset's indicator word is mostly one run.

/** What of a document a word stands in; of less and less weight. */
export const FIELD = {
  /** The class of a family; the label of a concept; the name of a territory. */
  head: 0,
  /** The indicator of a family. */
  label: 1,
  /** The code of anything. */
  code: 2,
  /** What the package says that people also call it. */
  synonym: 3,
  /** The dataset's name. */
  name: 4,
  /** In brackets, or about the unit, the frequency, the provider. */
  aside: 5,
  /** What the package says about the indicator. Read only by a question that reads descriptions. */
  description: 6,
} as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];

/** Of each term, ascending, its runs: triples of first document, document after the last, field. */
export interface Postings {
  readonly terms: Uint32Array;
  /** Where the runs of each term begin, and where those of the last end. */
  readonly starts: Uint32Array;
  readonly runs: Uint32Array;
  /** How many documents the runs of each term cover, one in several fields more than once. */
  readonly extents: Uint32Array;
}

/** Place of the term, or -1. */
export function findTerm({terms}: Postings, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle]!;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export interface PostingsDraft {
  add(term: number, from: number, to: number, field: Field): void;
  finish(): Generator<void, Postings>;
}

export function draftPostings(): PostingsDraft {
  const lists = new Map<number, number[]>();
  return {
    add(term, from, to, field) {
      const list = lists.get(term);
      if (list === undefined) {
        lists.set(term, [from, to, field]);
        return;
      }
      // the same word twice in one text, or on in the next document
      const last = list.length - 3;
      if (list[last + 2] === field && from <= list[last + 1]! && from >= list[last]!)
        list[last + 1] = Math.max(list[last + 1]!, to);
      else list.push(from, to, field);
    },
    *finish() {
      const terms = Uint32Array.from(lists.keys()).sort();
      const starts = new Uint32Array(terms.length + 1);
      for (let place = 0; place < terms.length; place++)
        starts[place + 1] = starts[place]! + lists.get(terms[place]!)!.length;
      yield;
      const runs = new Uint32Array(starts[terms.length]!);
      const extents = new Uint32Array(terms.length);
      for (let place = 0; place < terms.length; place++) {
        const list = lists.get(terms[place]!)!;
        runs.set(list, starts[place]!);
        for (let run = 0; run < list.length; run += 3) extents[place]! += list[run + 1]! - list[run]!;
        if (place % TERMS_AT_ONCE === TERMS_AT_ONCE - 1) yield;
      }
      return {terms, starts, runs, extents};
    },
  };
}

const TERMS_AT_ONCE = 5000;
