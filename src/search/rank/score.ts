// How well documents answer a question: each word by how and in which field it is met, and how many words of the names were met.
//
// All answers stand in arrays that are used again for the next lot of documents: read them before.

import {FIELD, type Postings} from "../index/postings.ts";
import type {Question, Slot} from "../query/question.ts";
import {isThere} from "./cover.ts";
import {type Strength, strengthOf} from "./field-weights.ts";

export interface Scored {
  /** Number of documents looked at. */
  readonly count: number;
  /** How well each word is answered, 0 to 100: `strength[word * count + place]`, places as in the list of documents. */
  readonly strength: Uint8Array;
  /** Words of the head (class, concept, territory) and of the label that were met: of each span as many as any way to meet it met. */
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

export function createScore(): Score {
  let room = 0;
  let strength = new Uint8Array(0);
  let headMet = new Uint8Array(0);
  let labelMet = new Uint8Array(0);
  // of the span that is being scored, where the stamp is its own: the most words of a name that any way to meet it met
  let seen = new Uint32Array(0);
  let headOfSpan = new Uint8Array(0);
  let labelOfSpan = new Uint8Array(0);
  let stamp = 0;
  // of the phrase that is being scored
  let phraseMet = new Uint8Array(0);
  let phraseWeakest = new Uint8Array(0);
  let phraseHead = new Uint8Array(0);
  let phraseLabel = new Uint8Array(0);
  let slotsMet = 0;
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
      seen = new Uint32Array(room);
      headOfSpan = new Uint8Array(room);
      labelOfSpan = new Uint8Array(room);
      phraseMet = new Uint8Array(room);
      phraseWeakest = new Uint8Array(room);
      phraseHead = new Uint8Array(room);
      phraseLabel = new Uint8Array(room);
      stamp = 0;
    }
    if (stamp > LAST_STAMP) {
      seen.fill(0);
      stamp = 0;
    }
    if (strength.length < count * wordCount)
      strength = new Uint8Array(Math.max(count * wordCount, strength.length * 2));
    headMet.fill(0, 0, count);
    labelMet.fill(0, 0, count);
    strength.fill(0, 0, count * wordCount);
  }

  /** @param head words of the class and of the label that were met */
  function credit(place: number, points: number, head: number, label: number): void {
    for (let i = 0; i < words.length; i++) {
      const at = words[i]! * count + place;
      if (strength[at]! < points) strength[at] = points;
    }
    if (head + label === 0) return;
    if (seen[place] !== stamp) {
      seen[place] = stamp;
      headOfSpan[place] = 0;
      labelOfSpan[place] = 0;
    }
    if (head > headOfSpan[place]!) {
      headMet[place]! += head - headOfSpan[place]!;
      headOfSpan[place] = head;
    }
    if (label > labelOfSpan[place]!) {
      labelMet[place]! += label - labelOfSpan[place]!;
      labelOfSpan[place] = label;
    }
  }

  /** Every run of every term of a slot. */
  function eachRun(
    {starts, runs}: Postings,
    slot: Slot,
    hear: (from: number, end: number, own: Strength) => void,
  ): void {
    for (let i = 0; i < slot.length; i++) {
      const {term, quality} = slot[i]!;
      const found = located[term]!;
      if (found === -1) continue;
      for (let run = starts[found]!; run < starts[found + 1]!; run += 3) {
        const field = runs[run + 2]!;
        if (field === FIELD.description && !reads) continue;
        const end = placeFrom(documents, count, runs[run + 1]!);
        hear(placeFrom(documents, end, runs[run]!), end, strengthOf(quality, field));
      }
    }
  }

  /** A single word. */
  function hearWord(from: number, end: number, {points, head, label}: Strength): void {
    for (let place = from; place < end; place++) credit(place, points, head, label);
  }

  /** One of several words that must all be there, in whatever order; they are as strong together as the weakest. */
  function hearPhrase(from: number, end: number, {points, head, label}: Strength): void {
    for (let place = from; place < end; place++) {
      if (phraseMet[place] !== slotsMet) continue;
      phraseMet[place] = slotsMet + 1;
      if (phraseWeakest[place]! > points) phraseWeakest[place] = points;
      phraseHead[place]! += head;
      phraseLabel[place]! += label;
    }
  }

  function byPhrase(postings: Postings, slots: readonly Slot[]): void {
    phraseMet.fill(0, 0, count);
    phraseHead.fill(0, 0, count);
    phraseLabel.fill(0, 0, count);
    phraseWeakest.fill(100, 0, count);
    for (slotsMet = 0; slotsMet < slots.length; slotsMet++) eachRun(postings, slots[slotsMet]!, hearPhrase);
    for (let place = 0; place < count; place++)
      if (phraseMet[place] === slots.length)
        credit(place, phraseWeakest[place]!, phraseHead[place]!, phraseLabel[place]!);
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
        if (slots.length === 1) eachRun(postings, slots[0]!, hearWord);
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
