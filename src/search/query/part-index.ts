// Which parts of the index a question may be answered by: what the families of each hold of its words at most, and where.
//
// Read once from the lists of the question's terms, so that a part that can't answer is not looked at. All answers stand in arrays
// that are used again for the next question: read them before.
import type {FamilyIndex} from "../index/family-index.ts";
import type {Question, Slot} from "./question.ts";

export interface AskedParts {
  /** Bits of the words that some family of the part in a slot may answer, by slot. */
  readonly possible: Uint32Array;
  /** Places of the question's terms in the postings of the part in a slot, -1 where they are not there. */
  locate(slot: number): Int32Array;
}

export function createAsking(): (index: FamilyIndex, question: Question) => AskedParts {
  let possible = new Uint32Array(256);
  let met = new Uint32Array(256);
  // the terms that the part in a slot holds: pairs of the term's place in the question and in the postings, one slot after another
  let starts = new Uint32Array(257);
  let pairs = new Int32Array(1024);
  let located = new Int32Array(64);

  function makeRoom(slots: number, terms: number): void {
    if (possible.length < slots) {
      possible = new Uint32Array(2 * slots);
      met = new Uint32Array(2 * slots);
      starts = new Uint32Array(2 * slots + 1);
    }
    possible.fill(0, 0, slots);
    met.fill(0, 0, slots);
    starts.fill(0, 0, slots + 1);
    if (located.length < terms) located = new Int32Array(2 * terms);
  }

  function listPairs(slots: number, holders: readonly (readonly number[])[]): void {
    for (let term = 0; term < holders.length; term++) {
      const own = holders[term]!;
      for (let at = 0; at < own.length; at += 2) if (own[at + 1] !== -1) starts[own[at]! + 1]! += 2;
    }
    for (let slot = 0; slot < slots; slot++) starts[slot + 1]! += starts[slot]!;
    const length = starts[slots]!;
    if (pairs.length < length) pairs = new Int32Array(2 * length);
    // each start moves on to the end of its own list, which is the start of the next
    for (let term = 0; term < holders.length; term++) {
      const own = holders[term]!;
      for (let at = 0; at < own.length; at += 2) {
        if (own[at + 1] === -1) continue;
        const place = starts[own[at]!]!;
        pairs[place] = term;
        pairs[place + 1] = own[at + 1]!;
        starts[own[at]!] = place + 2;
      }
    }
    starts.copyWithin(1, 0, slots);
    starts[0] = 0;
  }

  /** Slots of the parts that hold a term of each of the phrase's slots. */
  function meetPhrase(
    slots: readonly Slot[],
    holders: readonly (readonly number[])[],
    base: number,
    mask: number,
  ): void {
    for (let i = 0; i < slots.length; i++) {
      for (const {term} of slots[i]!) {
        const own = holders[term]!;
        for (let at = 0; at < own.length; at += 2) {
          const slot = own[at]!;
          if (own[at + 1] === -1 || (i > 0 && met[slot] !== base + i)) continue;
          met[slot] = base + i + 1;
          if (i + 1 === slots.length) possible[slot]! |= mask;
        }
      }
    }
  }

  return (index, {spans, terms}) => {
    const holders = terms.map((term) => index.holdersOf(term));
    makeRoom(index.slots, terms.length);
    listPairs(index.slots, holders);
    let base = 0;
    for (const {mask, alternatives} of spans) {
      for (const slots of alternatives) {
        meetPhrase(slots, holders, base, mask);
        base += slots.length + 1;
      }
    }
    return {
      possible,
      locate(slot) {
        located.fill(-1, 0, terms.length);
        for (let at = starts[slot]!; at < starts[slot + 1]!; at += 2) located[pairs[at]!] = pairs[at + 1]!;
        return located;
      },
    };
  };
}
