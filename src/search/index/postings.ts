// For each word: the documents (families, concepts or territories) that have it, as runs, and the field in which they have it.
//
// Runs, because a word of a class, an indicator or a dataset belongs to all its families, and these have neighbouring numbers. A word
// of an indicator is mostly one run.

/** The field of a document that has the word; the weights fall in this order. */
export const FIELD = {
  /** The class of a family; the label of a concept; the name of a territory. */
  head: 0,
  /** The indicator of a family. */
  label: 1,
  /** The code of anything. */
  code: 2,
  /** Another name that the package gives. */
  synonym: 3,
  /** The dataset's name. */
  name: 4,
  /** Text in brackets, or a word for the unit, the frequency or the provider. */
  aside: 5,
  /** The description of the indicator. Only a query that reads descriptions matches it. */
  description: 6,
} as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];

/** The runs of each term, in ascending order of terms. A run is three numbers: first document, document after the last, field. */
export interface Postings {
  readonly terms: Uint32Array;
  /** The runs of the term at place p are `runs[starts[p]]` to `runs[starts[p + 1]]`. */
  readonly starts: Uint32Array;
  readonly runs: Uint32Array;
}

/** The place of the term, or -1. */
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
  finish(): Generator<undefined, Postings>;
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
      // the same word again in one text, or also in the next document
      const last = list.length - 3;
      if (list[last + 2] === field && from <= list[last + 1]! && from >= list[last]!)
        list[last + 1] = Math.max(list[last + 1]!, to);
      else list.push(from, to, field);
    },
    *finish() {
      const terms = Uint32Array.from(lists.keys());
      yield;
      terms.sort();
      yield;
      const starts = new Uint32Array(terms.length + 1);
      for (let place = 0; place < terms.length; place++) {
        starts[place + 1] = starts[place]! + lists.get(terms[place]!)!.length;
        if (place % TERMS_AT_ONCE === TERMS_AT_ONCE - 1) yield;
      }
      const runs = new Uint32Array(starts[terms.length]!);
      for (let place = 0; place < terms.length; place++) {
        runs.set(lists.get(terms[place]!)!, starts[place]!);
        if (place % TERMS_AT_ONCE === TERMS_AT_ONCE - 1) yield;
      }
      return {terms, starts, runs};
    },
  };
}

const TERMS_AT_ONCE = 5000;
