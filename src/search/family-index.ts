// The index of everything: the parts of all datasets, the territories, and which parts hold which word.
//
// A part is seen from one step to the next: what is noted of it before it is seen, and taken away after, can take its time.
import type {DatasetPart} from "./dataset-part.ts";
import type {Lexicon} from "./question.ts";
import type {Synonyms} from "./synonyms.ts";
import {createTerritoryIndex, type TerritoryIndex} from "./territory-index.ts";
import {createVocabulary, type Vocabulary} from "./vocabulary.ts";

export interface FamilyIndex {
  readonly vocabulary: Vocabulary;
  readonly territories: TerritoryIndex;
  readonly lexicon: Lexicon;
  /** By the dataset's id. */
  readonly parts: ReadonlyMap<number, DatasetPart>;
  /** Slots of parts that hold the term, in families or in concepts; some may not be seen. */
  slotsWith(term: number): Iterable<number>;
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

/** @param spellings other ways to write a territory's name, by its code */
export function createFamilyIndex(synonyms: Synonyms, spellings: ReadonlyMap<string, readonly string[]>): FamilyIndex {
  const vocabulary = createVocabulary();
  const territories = createTerritoryIndex(vocabulary, spellings);
  const parts = new Map<number, DatasetPart>();
  const seen: (DatasetPart | null)[] = [];
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  const holders: (Set<number> | undefined)[] = [];
  let dead = 0;

  function* note(slot: number, part: DatasetPart): Generator<void, void> {
    let noted = 0;
    for (const term of termsOf(part)) {
      const known = holders[term];
      if (known === undefined) holders[term] = new Set([slot]);
      else {
        if (known.size === 0) dead--;
        known.add(slot);
      }
      if (++noted % TERMS_AT_ONCE === 0) yield;
    }
  }

  function* forget(slot: number, part: DatasetPart): Generator<void, void> {
    let forgotten = 0;
    for (const term of termsOf(part)) {
      const left = holders[term];
      if (left?.delete(slot) === true && left.size === 0) dead++;
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
      isUsed: (term) => (holders[term]?.size ?? 0) > 0 || territories.holds(term),
    },
    parts,
    slotsWith: (term) => holders[term] ?? NOWHERE,
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
const TERMS_AT_ONCE = 5000;

function* termsOf({postings, conceptPostings}: DatasetPart): Generator<number> {
  yield* postings.terms;
  yield* conceptPostings.terms;
}
