// Whether all families of a part answer a question alike, so that one need not be looked at after the other.
import {FIELD, type Postings} from "../index/postings.ts";
import type {Question, Slot} from "../query/question.ts";

/**
 * Bits of the words that every family of a part answers, where what the part holds of the question is said of all of them and not by
 * their names; null where it is not so.
 * @param located places of the question's terms in the postings, -1 where they are not there
 */
export function uniformCover(
  {starts, runs}: Postings,
  size: number,
  {spans, terms, readsDescriptions}: Question,
  located: Int32Array,
): number | null {
  for (let term = 0; term < terms.length; term++) {
    const place = located[term]!;
    if (place === -1) continue;
    for (let run = starts[place]!; run < starts[place + 1]!; run += 3) {
      const field = runs[run + 2]!;
      if (field === FIELD.description && !readsDescriptions) continue;
      if (field === FIELD.head || field === FIELD.label || runs[run] !== 0 || runs[run + 1] !== size) return null;
    }
  }
  const isMet = (slot: Slot): boolean => slot.some(({term}) => located[term] !== -1 && isRead(located[term]!));
  const isRead = (place: number): boolean => {
    for (let run = starts[place]!; run < starts[place + 1]!; run += 3)
      if (runs[run + 2] !== FIELD.description || readsDescriptions) return true;
    return false;
  };
  let covered = 0;
  for (const {mask, alternatives} of spans) if (alternatives.some((slots) => slots.every(isMet))) covered |= mask;
  return covered;
}
