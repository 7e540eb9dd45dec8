// The search index: the parts of all datasets, the territories, and the list of parts that have each term.
//
// A part appears in one step. Its terms are added before that step and the terms of the old part are removed after it, with pauses.

import type {Synonyms} from "../language/synonyms.ts";
import type {Lexicon} from "../query/word-query.ts";
import {askedCode, runsOfClass} from "./class-codes.ts";
import type {DatasetPart} from "./dataset-part.ts";
import {NO_RUNS, type Runs, runsOf} from "./postings.ts";
import {createTerritoryIndex, type TerritoryIndex} from "./territory-index.ts";
import {createVocabulary, type Vocabulary} from "./vocabulary.ts";

export interface FamilyIndex {
  readonly vocabulary: Vocabulary;
  readonly territories: TerritoryIndex;
  readonly lexicon: Lexicon;
  /** By the dataset's id. */
  readonly parts: ReadonlyMap<number, DatasetPart>;
  /** Slots of the parts that have the term in a family or a concept, ascending. Some slots may be empty. */
  slotsOf(term: number): readonly number[];
  /** The runs of the families of a part that have the term. */
  runsOf(part: DatasetPart, term: number): Runs;
  /** Whether the description of an indicator ever had the term. */
  describes(term: number): boolean;
  /** The part in a slot; null: the slot is empty. */
  partAt(slot: number): DatasetPart | null;
  /** Changes whenever a part appears or goes. */
  readonly edition: number;
  /** Slots are below this number. */
  readonly slots: number;
  /** Adds the part, or replaces the part of the same dataset. */
  put(part: DatasetPart): Generator<undefined, void>;
  /** Replaces the part of a dataset by one with the same terms. */
  renew(part: DatasetPart): void;
  remove(datasetId: number): Generator<undefined, void>;
  /** Number of terms that no document has any more. */
  readonly deadTerms: number;
}

/** @param spellings other spellings of a territory's name, by its identity */
export function createFamilyIndex(synonyms: Synonyms, spellings: ReadonlyMap<string, readonly string[]>): FamilyIndex {
  const vocabulary = createVocabulary();
  const territories = createTerritoryIndex(vocabulary, spellings);
  const parts = new Map<number, DatasetPart>();
  const visible: (DatasetPart | null)[] = [];
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  const slotsOfTerm: (number[] | undefined)[] = [];
  const described = new Set<number>();
  /** The codes of classes that were asked for (class-codes.ts), by their terms. */
  const askedCodes = new Map<number, string>();
  /** Words that are the code of no class in this edition: a year is asked for again and again. */
  let missed = {edition: 0, words: new Set<string>()};
  let [dead, edition] = [0, 0];

  function addSlot(term: number, slot: number): void {
    const known = slotsOfTerm[term];
    if (known?.length === 0) dead--;
    const slots = known ?? [];
    slotsOfTerm[term] = slots;
    const at = firstPlace(slots, slot);
    if (slots[at] !== slot) slots.splice(at, 0, slot);
  }

  function* addTerms(slot: number, part: DatasetPart): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(part)) {
      addSlot(term, slot);
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
    for (const term of part.postings.described) described.add(term);
  }

  /** The terms of a part, and the codes asked for that it has. */
  function* termsOf(part: DatasetPart): Generator<number> {
    yield* part.postings.terms;
    yield* part.conceptPostings.terms;
    for (const [term, code] of askedCodes) if (runsOfClass(part.classification, code).length > 0) yield term;
  }

  function ask(word: string): void {
    const code = askedCode(word);
    const known = vocabulary.find(word);
    if (code === null || (known !== undefined && askedCodes.has(known))) return;
    if (missed.edition !== edition || missed.words.size >= MOST_MISSED) missed = {edition, words: new Set()};
    if (missed.words.has(word)) return;
    let isFound = false;
    for (const [slot, part] of visible.entries()) {
      if (part === null || runsOfClass(part.classification, code).length === 0) continue;
      const term = vocabulary.add(word);
      askedCodes.set(term, code);
      addSlot(term, slot);
      isFound = true;
    }
    if (!isFound) missed.words.add(word);
  }

  function* removeTerms(slot: number, part: DatasetPart): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(part)) {
      const slots = slotsOfTerm[term] ?? [];
      const at = firstPlace(slots, slot);
      if (slots[at] === slot) {
        slots.splice(at, 1);
        if (slots.length === 0) dead++;
      }
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
    free.push(slot);
  }

  return {
    vocabulary,
    territories,
    lexicon: {
      vocabulary,
      synonyms,
      ask,
      isUsed: (term) => (slotsOfTerm[term]?.length ?? 0) > 0 || territories.holds(term),
    },
    parts,
    slotsOf: (term) => slotsOfTerm[term] ?? NO_SLOTS,
    runsOf(part, term) {
      const own = runsOf(part.postings, term);
      const code = askedCodes.get(term);
      const ofClass = code === undefined ? NO_RUNS : runsOfClass(part.classification, code);
      if (ofClass.length === 0 || own.length === 0) return own.length === 0 ? ofClass : own;
      const both = new Uint32Array(own.length + ofClass.length);
      both.set(own);
      both.set(ofClass, own.length);
      return both;
    },
    describes: (term) => described.has(term),
    partAt: (slot) => visible[slot] ?? null,
    get edition() {
      return edition;
    },
    get slots() {
      return visible.length;
    },
    *put(part) {
      const slot = free.pop() ?? visible.push(null) - 1;
      yield* addTerms(slot, part);
      const [old, oldSlot] = [parts.get(part.id), slotOf.get(part.id)];
      if (oldSlot !== undefined) visible[oldSlot] = null;
      parts.set(part.id, part);
      slotOf.set(part.id, slot);
      visible[slot] = part;
      edition++;
      if (old !== undefined && oldSlot !== undefined) yield* removeTerms(oldSlot, old);
    },
    renew(part) {
      const slot = slotOf.get(part.id);
      if (slot === undefined) throw new Error(`dataset ${part.id} has no part that could be renewed`);
      parts.set(part.id, part);
      visible[slot] = part;
      edition++;
    },
    *remove(datasetId) {
      const [part, slot] = [parts.get(datasetId), slotOf.get(datasetId)];
      if (part === undefined || slot === undefined) return;
      visible[slot] = null;
      edition++;
      parts.delete(datasetId);
      slotOf.delete(datasetId);
      yield* removeTerms(slot, part);
    },
    get deadTerms() {
      return dead;
    },
  };
}

const NO_SLOTS: readonly number[] = [];
const TERMS_AT_ONCE = 2000;
const MOST_MISSED = 10_000;

/** The place of the first slot that is `slot` or greater. */
function firstPlace(slots: readonly number[], slot: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
