// The index of everything: the parts of all datasets, the territories, and which parts hold which word.
//
// A part is seen from one step to the next: what is noted of it before it is seen, and taken away after, can take its time.

import type {Synonyms} from "../language/synonyms.ts";
import type {Lexicon} from "../query/question.ts";
import type {DatasetPart} from "./dataset-part.ts";
import {FIELD, type Postings} from "./postings.ts";
import {createTerritoryIndex, type TerritoryIndex} from "./territory-index.ts";
import {createVocabulary, type Vocabulary} from "./vocabulary.ts";

export interface FamilyIndex {
  readonly vocabulary: Vocabulary;
  readonly territories: TerritoryIndex;
  readonly lexicon: Lexicon;
  /** By the dataset's id. */
  readonly parts: ReadonlyMap<number, DatasetPart>;
  /**
   * Parts that hold the term, in pairs: the part's slot, ascending, and the term's place in the postings of its families, -1 where
   * only its concepts hold it. Some parts may not be seen.
   */
  holdersOf(term: number): readonly number[];
  /** Whether the description of an indicator ever held the term. */
  describes(term: number): boolean;
  /** The part in a slot; null where none is seen. */
  partAt(slot: number): DatasetPart | null;
  /** Slots are below this number. */
  readonly slots: number;
  /** Puts the part in place of the one that the dataset had. */
  put(part: DatasetPart): Generator<void, void>;
  remove(datasetId: number): Generator<void, void>;
  /** Terms that no document holds any more. */
  readonly deadTerms: number;
}

/** @param spellings other ways to write a territory's name, by its identity */
export function createFamilyIndex(synonyms: Synonyms, spellings: ReadonlyMap<string, readonly string[]>): FamilyIndex {
  const vocabulary = createVocabulary();
  const territories = createTerritoryIndex(vocabulary, spellings);
  const parts = new Map<number, DatasetPart>();
  const seen: (DatasetPart | null)[] = [];
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  const holders: (number[] | undefined)[] = [];
  const described = new Set<number>();
  let dead = 0;

  function* note(slot: number, part: DatasetPart): Generator<void, void> {
    let noted = 0;
    for (const [term, place] of termsOf(part)) {
      const known = holders[term];
      if (known === undefined) holders[term] = [slot, place];
      else {
        if (known.length === 0) dead--;
        const at = placeOf(known, slot);
        if (known[at] !== slot) known.splice(at, 0, slot, place);
      }
      if (place !== -1 && isDescription(part.postings, place)) described.add(term);
      if (++noted % TERMS_AT_ONCE === 0) yield;
    }
  }

  function* forget(slot: number, part: DatasetPart): Generator<void, void> {
    let forgotten = 0;
    for (const [term] of termsOf(part)) {
      const left = holders[term];
      if (left === undefined) continue;
      const at = placeOf(left, slot);
      if (left[at] === slot) {
        left.splice(at, 2);
        if (left.length === 0) dead++;
      }
      if (++forgotten % TERMS_AT_ONCE === 0) yield;
    }
    free.push(slot);
  }

  return {
    vocabulary,
    territories,
    lexicon: {
      vocabulary,
      synonyms,
      isUsed: (term) => (holders[term]?.length ?? 0) > 0 || territories.holds(term),
    },
    parts,
    holdersOf: (term) => holders[term] ?? NOWHERE,
    describes: (term) => described.has(term),
    partAt: (slot) => seen[slot] ?? null,
    get slots() {
      return seen.length;
    },
    *put(part) {
      const slot = free.pop() ?? seen.push(null) - 1;
      yield* note(slot, part);
      const [before, place] = [parts.get(part.id), slotOf.get(part.id)];
      if (place !== undefined) seen[place] = null;
      parts.set(part.id, part);
      slotOf.set(part.id, slot);
      seen[slot] = part;
      if (before !== undefined && place !== undefined) yield* forget(place, before);
    },
    *remove(datasetId) {
      const [part, slot] = [parts.get(datasetId), slotOf.get(datasetId)];
      if (part === undefined || slot === undefined) return;
      seen[slot] = null;
      parts.delete(datasetId);
      slotOf.delete(datasetId);
      yield* forget(slot, part);
    },
    get deadTerms() {
      return dead;
    },
  };
}

const NOWHERE: readonly number[] = [];
const TERMS_AT_ONCE = 2000;

/** Place in pairs of the first whose slot is `slot` or later. */
function placeOf(pairs: readonly number[], slot: number): number {
  let low = 0;
  let high = pairs.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pairs[2 * middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/** Every term of a part with its place in the postings of the families, or -1; those of the families first. */
function* termsOf({postings, conceptPostings}: DatasetPart): Generator<readonly [term: number, place: number]> {
  for (let place = 0; place < postings.terms.length; place++) yield [postings.terms[place]!, place];
  for (const term of conceptPostings.terms) yield [term, -1];
}

function isDescription({starts, runs}: Postings, place: number): boolean {
  for (let run = starts[place]!; run < starts[place + 1]!; run += 3)
    if (runs[run + 2] === FIELD.description) return true;
  return false;
}
