// Which words of a query each document matches, as bits: one pass over the ranges of the query's terms.
import {FIELD, type PostingRanges} from "../index/postings.ts";
import type {TermChoice, WordQuery} from "../query/word-query.ts";

/** The ranges of each term of a query; empty: no document has the term. */
export type Located = readonly PostingRanges[];

/**
 * The bits by document. The next call overwrites them.
 * @param size number of documents
 */
export type MatchMasks = (size: number, query: WordQuery, located: Located) => Uint32Array;

export function createMatchMasks(): MatchMasks {
  let masks = new Uint32Array(256);
  /** Number of choices of the current phrase that each document matches. */
  let choicesMatched = new Uint8Array(256);

  function addWord(choice: TermChoice, located: Located, mask: number, reads: boolean): void {
    for (let i = 0; i < choice.length; i++) {
      const ranges = located[choice[i]!.term]!;
      for (let range = 0; range < ranges.length; range += 3) {
        if (ranges[range + 2] === FIELD.description && !reads) continue;
        const end = ranges[range + 1]!;
        for (let document = ranges[range]!; document < end; document++) masks[document]! |= mask;
      }
    }
  }

  /** Counts the choice for the documents that match the `before` choices in front of it. */
  function addChoice(choice: TermChoice, located: Located, before: number, reads: boolean): void {
    for (let i = 0; i < choice.length; i++) {
      const ranges = located[choice[i]!.term]!;
      for (let range = 0; range < ranges.length; range += 3) {
        if (ranges[range + 2] === FIELD.description && !reads) continue;
        const end = ranges[range + 1]!;
        for (let document = ranges[range]!; document < end; document++)
          if (choicesMatched[document] === before) choicesMatched[document] = before + 1;
      }
    }
  }

  return (size, {spans, readsDescriptions}, located) => {
    if (masks.length < size) {
      masks = new Uint32Array(Math.max(size, 2 * masks.length));
      choicesMatched = new Uint8Array(masks.length);
    }
    masks.fill(0, 0, size);
    for (let i = 0; i < spans.length; i++) {
      const {alternatives, mask} = spans[i]!;
      for (let a = 0; a < alternatives.length; a++) {
        const choices = alternatives[a]!;
        if (choices.length === 1) addWord(choices[0]!, located, mask, readsDescriptions);
        else if (mayMatch(choices, located)) {
          choicesMatched.fill(0, 0, size);
          for (let s = 0; s < choices.length; s++) addChoice(choices[s]!, located, s, readsDescriptions);
          for (let document = 0; document < size; document++)
            if (choicesMatched[document] === choices.length) masks[document]! |= mask;
        }
      }
    }
    return masks;
  };
}

/** Whether each choice has a term that a document has. */
export function mayMatch(choices: readonly TermChoice[], located: Located): boolean {
  for (let i = 0; i < choices.length; i++) {
    const choice = choices[i]!;
    let found = false;
    for (let t = 0; t < choice.length && !found; t++) found = located[choice[t]!.term]!.length > 0;
    if (!found) return false;
  }
  return true;
}

/**
 * The bits if all documents match the same words and none by its head or label; else null. Such documents get equal points, apart from
 * their kind (dataset-segment.ts), so they need not be scored one by one.
 */
export function uniformMask(
  size: number,
  {spans, terms, readsDescriptions}: WordQuery,
  located: Located,
): number | null {
  const matching = new Set<number>();
  for (let term = 0; term < terms.length; term++) {
    const ranges = located[term]!;
    for (let range = 0; range < ranges.length; range += 3) {
      const field = ranges[range + 2]!;
      if (field === FIELD.description && !readsDescriptions) continue;
      if (field === FIELD.head || field === FIELD.label || ranges[range] !== 0 || ranges[range + 1] !== size)
        return null;
      matching.add(term);
    }
  }
  const matches = (choice: TermChoice): boolean => choice.some(({term}) => matching.has(term));
  return spans.reduce(
    (bits, {mask, alternatives}) => (alternatives.some((choices) => choices.every(matches)) ? bits | mask : bits),
    0,
  );
}
