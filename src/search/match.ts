// Which documents answer a question, how much of it, and how well: one pass over the postings of its words.
//
// All answers stand in arrays by the document's place among those looked at, and are used again for the next lot: read them before.
import {FIELD, findTerm, type Postings} from "./postings.ts";
import {QUALITY, type Quality, type Question, type Slot} from "./question.ts";

export interface Matched {
  /** Number of documents looked at. */
  readonly count: number;
  /** The documents, ascending; null: all, each at the place of its number. */
  readonly documents: Uint32Array | null;
  /** Bits of the words of the question that the document answers. */
  readonly covered: Uint32Array;
  /** How well each word is answered, 0 to 100: `strength[word * count + place]`. */
  readonly strength: Uint8Array;
  /** Words of the head (class, concept, territory) and of the label that were met. */
  readonly headMet: Uint8Array;
  readonly labelMet: Uint8Array;
}

export interface Matcher {
  /**
   * @param size number of documents
   * @param needed bits of words that a document must answer by itself: what can't is left out where that is cheap to tell
   */
  match(postings: Postings, size: number, question: Question, needed: number): Matched;
  /** As `match` where it is known that no document holds any word. */
  matchNone(size: number, question: Question): Matched;
}

/** Strength by how the word is met (QUALITY) and in which field (FIELD). */
const STRENGTH: Readonly<Record<Quality, readonly number[]>> = {
  [QUALITY.exact]: [100, 100, 100, 74, 80, 60, 50],
  [QUALITY.form]: [93, 93, 93, 71, 75, 56, 47],
  [QUALITY.synonym]: [72, 72, 72, 60, 56, 44, 38],
  [QUALITY.corrected]: [40, 40, 36, 34, 34, 24, 20],
};

export function createMatcher(): Matcher {
  let room = 0;
  let covered = new Uint32Array(0);
  let strength = new Uint8Array(0);
  let headMet = new Uint8Array(0);
  let labelMet = new Uint8Array(0);
  let headSeen = new Uint32Array(0);
  let labelSeen = new Uint32Array(0);
  let phraseMet = new Uint8Array(0);
  let phraseWeakest = new Uint8Array(0);
  let phraseHead = new Uint8Array(0);
  let phraseLabel = new Uint8Array(0);
  // never written to
  let zeros = new Uint32Array(0);
  let zeroBytes = new Uint8Array(0);
  let stamp = 0;
  // the lot that is being matched
  let documents: Uint32Array | null = null;
  let count = 0;
  let readsDescriptions = false;
  let [mask, words] = [0, [] as readonly number[]];
  /** Places of the question's terms in its postings; -1: not there. */
  let located = new Int32Array(64);

  function makeRoom(wordCount: number): void {
    if (count > room) {
      room = Math.max(count, room * 2, 256);
      covered = new Uint32Array(room);
      headMet = new Uint8Array(room);
      labelMet = new Uint8Array(room);
      headSeen = new Uint32Array(room);
      labelSeen = new Uint32Array(room);
      phraseMet = new Uint8Array(room);
      phraseWeakest = new Uint8Array(room);
      phraseHead = new Uint8Array(room);
      phraseLabel = new Uint8Array(room);
      stamp = 0;
    }
    if (stamp > LAST_STAMP) {
      headSeen.fill(0);
      labelSeen.fill(0);
      stamp = 0;
    }
    if (strength.length < count * wordCount)
      strength = new Uint8Array(Math.max(count * wordCount, strength.length * 2));
    covered.fill(0, 0, count);
    headMet.fill(0, 0, count);
    labelMet.fill(0, 0, count);
    strength.fill(0, 0, count * wordCount);
  }

  function credit(place: number, points: number): void {
    covered[place]! |= mask;
    for (let i = 0; i < words.length; i++) {
      const own = words[i]! * count + place;
      if (strength[own]! < points) strength[own] = points;
    }
  }

  /** A single word: every run of every term. */
  function matchSlot({starts, runs}: Postings, slot: Slot): void {
    for (let i = 0; i < slot.length; i++) {
      const {term, quality} = slot[i]!;
      const found = located[term]!;
      if (found === -1) continue;
      for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
        const field = runs[run + 2]!;
        if (field === FIELD.description && !readsDescriptions) continue;
        const points = STRENGTH[quality][field]!;
        const end = placeFrom(documents, count, runs[run + 1]!);
        for (let place = placeFrom(documents, end, runs[run]!); place < end; place++) {
          credit(place, points);
          if (field === FIELD.head && headSeen[place] !== stamp) {
            headSeen[place] = stamp;
            headMet[place]!++;
          } else if (field === FIELD.label && labelSeen[place] !== stamp) {
            labelSeen[place] = stamp;
            labelMet[place]!++;
          }
        }
      }
    }
  }

  /** Several words that must all be there, in whatever order; they are as strong together as the weakest. */
  function matchPhrase({starts, runs}: Postings, slots: readonly Slot[]): void {
    phraseMet.fill(0, 0, count);
    phraseHead.fill(0, 0, count);
    phraseLabel.fill(0, 0, count);
    phraseWeakest.fill(100, 0, count);
    for (let met = 0; met < slots.length; met++) {
      const slot = slots[met]!;
      for (let i = 0; i < slot.length; i++) {
        const {term, quality} = slot[i]!;
        const found = located[term]!;
        if (found === -1) continue;
        for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
          const field = runs[run + 2]!;
          if (field === FIELD.description && !readsDescriptions) continue;
          const points = STRENGTH[quality][field]!;
          const end = placeFrom(documents, count, runs[run + 1]!);
          for (let place = placeFrom(documents, end, runs[run]!); place < end; place++) {
            if (phraseMet[place] !== met) continue;
            phraseMet[place] = met + 1;
            if (phraseWeakest[place]! > points) phraseWeakest[place] = points;
            if (field === FIELD.head) phraseHead[place]!++;
            else if (field === FIELD.label) phraseLabel[place]!++;
          }
        }
      }
    }
    for (let place = 0; place < count; place++) {
      if (phraseMet[place] !== slots.length) continue;
      credit(place, phraseWeakest[place]!);
      if (headSeen[place] !== stamp && phraseHead[place]! > 0) {
        headSeen[place] = stamp;
        headMet[place]! += phraseHead[place]!;
      }
      if (labelSeen[place] !== stamp && phraseLabel[place]! > 0) {
        labelSeen[place] = stamp;
        labelMet[place]! += phraseLabel[place]!;
      }
    }
  }

  return {
    match(postings, size, question, needed) {
      readsDescriptions = question.readsDescriptions;
      if (located.length < question.terms.length) located = new Int32Array(question.terms.length * 2);
      for (let term = 0; term < question.terms.length; term++)
        located[term] = findTerm(postings, question.terms[term]!);
      documents = rarest(postings, size, question, located, needed);
      count = documents?.length ?? size;
      makeRoom(question.size);
      for (let i = 0; i < question.spans.length && count > 0; i++) {
        const {alternatives, mask: own} = question.spans[i]!;
        stamp++;
        mask = own;
        words = wordsIn(mask);
        for (let a = 0; a < alternatives.length; a++) {
          const slots = alternatives[a]!;
          if (!isThere(slots, located)) continue;
          if (slots.length === 1) matchSlot(postings, slots[0]!);
          else matchPhrase(postings, slots);
        }
      }
      return {count, documents, covered, strength, headMet, labelMet};
    },
    matchNone(size, question) {
      if (zeros.length < size) zeros = new Uint32Array(size * 2);
      if (zeroBytes.length < size * question.size) zeroBytes = new Uint8Array(size * question.size * 2);
      if (zeroBytes.length < size) zeroBytes = new Uint8Array(size * 2);
      const none = zeroBytes;
      return {count: size, documents: null, covered: zeros, strength: none, headMet: none, labelMet: none};
    },
  };
}

const LAST_STAMP = 0xff_ff_00_00;

/** Whether each slot has a term that is there at all. */
function isThere(slots: readonly Slot[], located: Int32Array): boolean {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    let found = false;
    for (let t = 0; t < slot.length && !found; t++) found = located[slot[t]!.term] !== -1;
    if (!found) return false;
  }
  return true;
}

/** The documents that hold the rarest of the needed words, and some that do not; null: better look at all. */
function rarest(
  postings: Postings,
  size: number,
  {spans}: Question,
  located: Int32Array,
  needed: number,
): Uint32Array | null {
  let least = size / 2;
  let chosen = 0;
  for (let left = needed; left !== 0; left &= left - 1) {
    const word = left & -left;
    let extent = 0;
    for (let i = 0; i < spans.length; i++) {
      if ((spans[i]!.mask & word) === 0) continue;
      for (const slots of spans[i]!.alternatives) {
        if (isThere(slots, located)) extent += extentOf(postings, smallestSlot(postings, slots, located), located);
      }
    }
    if (extent >= least) continue;
    least = extent;
    chosen = word;
  }
  if (chosen === 0) return null;
  const found = new Uint32Array(least);
  let length = 0;
  for (const {mask, alternatives} of spans) {
    if ((mask & chosen) === 0) continue;
    for (const slots of alternatives) {
      if (isThere(slots, located))
        length = collect(postings, smallestSlot(postings, slots, located), located, found, length);
    }
  }
  return withoutRepeats(found.sort());
}

function smallestSlot(postings: Postings, slots: readonly Slot[], located: Int32Array): Slot {
  if (slots.length === 1) return slots[0]!;
  return slots.reduce((best, slot) =>
    extentOf(postings, slot, located) < extentOf(postings, best, located) ? slot : best,
  );
}

function extentOf({extents}: Postings, slot: Slot, located: Int32Array): number {
  let extent = 0;
  for (const {term} of slot) if (located[term] !== -1) extent += extents[located[term]!]!;
  return extent;
}

function collect({starts, runs}: Postings, slot: Slot, located: Int32Array, into: Uint32Array, from: number): number {
  let length = from;
  for (const {term} of slot) {
    const found = located[term]!;
    if (found === -1) continue;
    for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
      for (let document = runs[run]!; document < runs[run + 1]!; document++) into[length++] = document;
    }
  }
  return length;
}

function withoutRepeats(sorted: Uint32Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[kept++] = sorted[i]!;
  return sorted.subarray(0, kept);
}

/** Place of the first document that is `document` or later, before `end`. */
function placeFrom(documents: Uint32Array | null, end: number, document: number): number {
  if (documents === null) return document;
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

function wordsIn(mask: number): number[] {
  const words: number[] = [];
  for (let word = 0; word < 32; word++) if ((mask & (1 << word)) !== 0) words.push(word);
  return words;
}
