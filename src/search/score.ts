// How well documents answer a question: each word by how and in which field it is met, and how many words of the names were met.
//
// All answers stand in arrays that are used again for the next lot of documents: read them before.
import {isThere} from "./cover.ts";
import {FIELD, type Postings} from "./postings.ts";
import {QUALITY, type Question, type Slot} from "./question.ts";

export interface Scored {
  /** Number of documents looked at. */
  readonly count: number;
  /** How well each word is answered, 0 to 100: `strength[word * count + place]`, places as in the list of documents. */
  readonly strength: Uint8Array;
  /** Words of the head (class, concept, territory) and of the label that were met. */
  readonly headMet: Uint8Array;
  readonly labelMet: Uint8Array;
}

/**
 * @param located places of the question's terms in the postings, -1 where they are not there
 * @param documents ascending; the first `count` of them are scored
 */
export type Score = (
  postings: Postings,
  question: Question,
  located: Int32Array,
  documents: ArrayLike<number>,
  count: number,
) => Scored;

const FIELDS = Object.keys(FIELD).length;

/** Strength by how the word is met and in which field, in the order of QUALITY and FIELD. */
const STRENGTH = Uint8Array.from(
  Object.entries({
    exact: [100, 100, 100, 74, 80, 60, 50],
    form: [93, 93, 93, 71, 75, 56, 47],
    synonym: [72, 72, 72, 60, 56, 44, 38],
    corrected: [40, 40, 36, 34, 34, 24, 20],
  } satisfies Record<keyof typeof QUALITY, readonly number[]>)
    .sort(([one], [other]) => QUALITY[one as keyof typeof QUALITY] - QUALITY[other as keyof typeof QUALITY])
    .flatMap(([, row]) => row),
);

/** A word is at most so strong when it is met only with a letter put right; any other way makes it stronger where territories are named. */
export const CORRECTED = 40;

export function createScore(): Score {
  let room = 0;
  let strength = new Uint8Array(0);
  let headMet = new Uint8Array(0);
  let labelMet = new Uint8Array(0);
  let headSeen = new Uint32Array(0);
  let labelSeen = new Uint32Array(0);
  let phraseMet = new Uint8Array(0);
  let phraseWeakest = new Uint8Array(0);
  let phraseHead = new Uint8Array(0);
  let phraseLabel = new Uint8Array(0);
  let stamp = 0;
  // the lot that is being scored
  let count = 0;
  let documents: ArrayLike<number> = [];
  let located: Int32Array = new Int32Array(0);
  let reads = false;
  let words: readonly number[] = [];

  function makeRoom(wordCount: number): void {
    if (count > room) {
      room = Math.max(count, room * 2, 256);
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
    headMet.fill(0, 0, count);
    labelMet.fill(0, 0, count);
    strength.fill(0, 0, count * wordCount);
  }

  function credit(place: number, points: number): void {
    for (let i = 0; i < words.length; i++) {
      const at = words[i]! * count + place;
      if (strength[at]! < points) strength[at] = points;
    }
  }

  /** A single word: every run of every term. */
  function bySlot({starts, runs}: Postings, slot: Slot): void {
    for (let i = 0; i < slot.length; i++) {
      const {term, quality} = slot[i]!;
      const found = located[term]!;
      if (found === -1) continue;
      for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
        const field = runs[run + 2]!;
        if (field === FIELD.description && !reads) continue;
        const points = STRENGTH[quality * FIELDS + field]!;
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
  function byPhrase({starts, runs}: Postings, slots: readonly Slot[]): void {
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
          if (field === FIELD.description && !reads) continue;
          const points = STRENGTH[quality * FIELDS + field]!;
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

  return (postings, question, places, list, listed) => {
    [documents, count, located] = [list, listed, places];
    reads = question.readsDescriptions;
    makeRoom(question.size);
    const {spans} = question;
    for (let i = 0; i < spans.length; i++) {
      const {alternatives, words: own} = spans[i]!;
      stamp++;
      words = own;
      for (let a = 0; a < alternatives.length; a++) {
        const slots = alternatives[a]!;
        if (slots.length === 1) bySlot(postings, slots[0]!);
        else if (isThere(slots, located)) byPhrase(postings, slots);
      }
    }
    return {count, strength, headMet, labelMet};
  };
}

const LAST_STAMP = 0xff_ff_00_00;

/** Place of the first of `end` documents that is `document` or later. */
function placeFrom(documents: ArrayLike<number>, end: number, document: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
