// Which words of a question each document answers, as bits: one pass over the runs of the question's terms.
import {FIELD, type Postings} from "../index/postings.ts";
import type {Question, Slot} from "../query/question.ts";

/**
 * The bits by document; read them before the next call.
 * @param size number of documents
 * @param located places of the question's terms in the postings, -1 where they are not there
 */
export type Cover = (postings: Postings, size: number, question: Question, located: Int32Array) => Uint32Array;

export function createCover(): Cover {
  let covered = new Uint32Array(256);
  /** How many slots of a phrase each document has met. */
  let met = new Uint8Array(256);

  function bySlot({starts, runs}: Postings, slot: Slot, located: Int32Array, mask: number, reads: boolean): void {
    for (let i = 0; i < slot.length; i++) {
      const found = located[slot[i]!.term]!;
      if (found === -1) continue;
      const last = starts[found + 1]!;
      for (let run = starts[found]!; run < last; run += 3) {
        if (runs[run + 2] === FIELD.description && !reads) continue;
        const end = runs[run + 1]!;
        for (let document = runs[run]!; document < end; document++) covered[document]! |= mask;
      }
    }
  }

  /** Documents that have met the slots before meet this one too. */
  function meet({starts, runs}: Postings, slot: Slot, located: Int32Array, before: number, reads: boolean): void {
    for (let i = 0; i < slot.length; i++) {
      const found = located[slot[i]!.term]!;
      if (found === -1) continue;
      for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
        if (runs[run + 2] === FIELD.description && !reads) continue;
        const end = runs[run + 1]!;
        for (let document = runs[run]!; document < end; document++)
          if (met[document] === before) met[document] = before + 1;
      }
    }
  }

  return (postings, size, question, located) => {
    if (covered.length < size) {
      covered = new Uint32Array(Math.max(size, 2 * covered.length));
      met = new Uint8Array(covered.length);
    }
    covered.fill(0, 0, size);
    const {spans, readsDescriptions} = question;
    for (let i = 0; i < spans.length; i++) {
      const {alternatives, mask} = spans[i]!;
      for (let a = 0; a < alternatives.length; a++) {
        const slots = alternatives[a]!;
        if (slots.length === 1) bySlot(postings, slots[0]!, located, mask, readsDescriptions);
        else if (isThere(slots, located)) {
          met.fill(0, 0, size);
          for (let s = 0; s < slots.length; s++) meet(postings, slots[s]!, located, s, readsDescriptions);
          for (let document = 0; document < size; document++)
            if (met[document] === slots.length) covered[document]! |= mask;
        }
      }
    }
    return covered;
  };
}

/** Whether each slot has a term that is there at all. */
export function isThere(slots: readonly Slot[], located: Int32Array): boolean {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    let found = false;
    for (let t = 0; t < slot.length && !found; t++) found = located[slot[t]!.term] !== -1;
    if (!found) return false;
  }
  return true;
}
