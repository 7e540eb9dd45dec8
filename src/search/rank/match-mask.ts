// Which words of a query each document matches, as bits: one pass over the runs of the query's terms.
import {FIELD, type Runs} from "../index/postings.ts";
import type {Slot, WordQuery} from "../query/word-query.ts";

/** The runs of each term of a query; empty: no document has the term. */
export type Located = readonly Runs[];

/**
 * The bits by document. The next call overwrites them.
 * @param size number of documents
 */
export type MatchMasks = (size: number, query: WordQuery, located: Located) => Uint32Array;

export function createMatchMasks(): MatchMasks {
  let masks = new Uint32Array(256);
  /** Number of slots of the current phrase that each document matches. */
  let slotsMatched = new Uint8Array(256);

  function addWord(slot: Slot, located: Located, mask: number, reads: boolean): void {
    for (let i = 0; i < slot.length; i++) {
      const runs = located[slot[i]!.term]!;
      for (let run = 0; run < runs.length; run += 3) {
        if (runs[run + 2] === FIELD.description && !reads) continue;
        const end = runs[run + 1]!;
        for (let document = runs[run]!; document < end; document++) masks[document]! |= mask;
      }
    }
  }

  /** Counts the slot for the documents that match the `before` slots in front of it. */
  function addSlot(slot: Slot, located: Located, before: number, reads: boolean): void {
    for (let i = 0; i < slot.length; i++) {
      const runs = located[slot[i]!.term]!;
      for (let run = 0; run < runs.length; run += 3) {
        if (runs[run + 2] === FIELD.description && !reads) continue;
        const end = runs[run + 1]!;
        for (let document = runs[run]!; document < end; document++)
          if (slotsMatched[document] === before) slotsMatched[document] = before + 1;
      }
    }
  }

  return (size, {spans, readsDescriptions}, located) => {
    if (masks.length < size) {
      masks = new Uint32Array(Math.max(size, 2 * masks.length));
      slotsMatched = new Uint8Array(masks.length);
    }
    masks.fill(0, 0, size);
    for (let i = 0; i < spans.length; i++) {
      const {alternatives, mask} = spans[i]!;
      for (let a = 0; a < alternatives.length; a++) {
        const slots = alternatives[a]!;
        if (slots.length === 1) addWord(slots[0]!, located, mask, readsDescriptions);
        else if (mayMatch(slots, located)) {
          slotsMatched.fill(0, 0, size);
          for (let s = 0; s < slots.length; s++) addSlot(slots[s]!, located, s, readsDescriptions);
          for (let document = 0; document < size; document++)
            if (slotsMatched[document] === slots.length) masks[document]! |= mask;
        }
      }
    }
    return masks;
  };
}

/** Whether each slot has a term that a document has. */
export function mayMatch(slots: readonly Slot[], located: Located): boolean {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    let found = false;
    for (let t = 0; t < slot.length && !found; t++) found = located[slot[t]!.term]!.length > 0;
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
    const runs = located[term]!;
    for (let run = 0; run < runs.length; run += 3) {
      const field = runs[run + 2]!;
      if (field === FIELD.description && !readsDescriptions) continue;
      if (field === FIELD.head || field === FIELD.label || runs[run] !== 0 || runs[run + 1] !== size) return null;
      matching.add(term);
    }
  }
  const matches = (slot: Slot): boolean => slot.some(({term}) => matching.has(term));
  return spans.reduce(
    (bits, {mask, alternatives}) => (alternatives.some((slots) => slots.every(matches)) ? bits | mask : bits),
    0,
  );
}
