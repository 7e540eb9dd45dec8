// The search index: the parts of all datasets, the territories, and the list of parts that have each term.
//
// The parts of a dataset change in one step. New terms are added before that step and old ones are removed after it, with pauses. A part
// with the same terms as an older one takes its slot.

import type {Synonyms} from "../language/synonyms.ts";
import type {Lexicon} from "../query/word-query.ts";
import {fetchAhead, findSection, readSection, type SegmentReading, type WantedSection} from "../stored/reading.ts";
import {createQueryCodes} from "./query-codes.ts";
import type {DatasetPart} from "./dataset-segment.ts";
import {NO_RUNS, type Runs, runsIn, sectionAt, startOf} from "./postings.ts";
import {createTerritoryIndex, type TerritoryIndex} from "./territory-index.ts";
import {createVocabulary, type Vocabulary} from "./vocabulary.ts";

export interface FamilyIndex {
  readonly vocabulary: Vocabulary;
  readonly territories: TerritoryIndex;
  readonly lexicon: Lexicon;
  /** By the dataset's id. */
  readonly parts: ReadonlyMap<number, readonly DatasetPart[]>;
  /** Slots of the parts that have the term in a family or a concept, ascending. Some slots may be empty. */
  slotsOf(term: number): readonly number[];
  /** The runs of the families of a part that have each of the terms. */
  runsOf(part: DatasetPart, terms: readonly number[]): SegmentReading<Runs[]>;
  /** The same, if they are at hand. */
  findRuns(part: DatasetPart, terms: readonly number[]): Runs[] | undefined;
  /** Brings the runs of several parts into memory together, as far as it has room. */
  fetchRuns(parts: readonly DatasetPart[], terms: readonly number[]): SegmentReading<void>;
  /** Looks up those of the words that may be codes of classes, before the vocabulary is asked for them: it has no such codes. */
  askCodes(words: readonly string[]): SegmentReading<void>;
  /** Whether the description of an indicator ever had the term. */
  describes(term: number): boolean;
  /** The part in a slot; null: the slot is empty. */
  partAt(slot: number): DatasetPart | null;
  /** Changes whenever a part appears or goes. */
  readonly edition: number;
  /** Slots are below this number. */
  readonly slots: number;
  /** Gives the dataset these parts in place of those that it has. */
  put(datasetId: number, parts: readonly DatasetPart[]): Generator<undefined, void>;
  remove(datasetId: number): Generator<undefined, void>;
  /** Number of terms that no document has any more. */
  readonly deadTerms: number;
}

/**
 * @param readSynonyms is called by searches only: to index needs no synonyms
 * @param spellings other spellings of a territory's name, by its identity
 */
export function createFamilyIndex(
  readSynonyms: () => Synonyms,
  spellings: ReadonlyMap<string, readonly string[]>,
): FamilyIndex {
  const vocabulary = createVocabulary();
  const territories = createTerritoryIndex(vocabulary, spellings);
  const parts = new Map<number, readonly DatasetPart[]>();
  const visible: (DatasetPart | null)[] = [];
  /** By the dataset's id, parallel to its parts. */
  const slotsOfDataset = new Map<number, readonly number[]>();
  const free: number[] = [];
  const slotsOfTerm: (number[] | undefined)[] = [];
  const described = new Set<number>();
  const query = createQueryCodes(visible, vocabulary);
  let [dead, edition] = [0, 0];

  function addSlot(term: number, slot: number): void {
    const known = slotsOfTerm[term];
    if (known?.length === 0) dead--;
    const slots = known ?? [];
    slotsOfTerm[term] = slots;
    const at = firstIndex(slots, slot);
    if (slots[at] !== slot) slots.splice(at, 0, slot);
  }

  function* addTerms(slot: number, part: DatasetPart): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(part)) {
      addSlot(term, slot);
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
  }

  function slotsOf(term: number): readonly number[] {
    const [own, ofCode] = [slotsOfTerm[term] ?? NO_SLOTS, query.slotsOf(term)];
    if (ofCode.length === 0 || own.length === 0) return own.length === 0 ? ofCode : own;
    return [...new Set([...own, ...ofCode])].sort((one, other) => one - other);
  }

  function changed(): void {
    edition++;
    query.forget();
  }

  function findRuns(part: DatasetPart, terms: readonly number[]): Runs[] | undefined {
    const {postings, stored} = part;
    const located: Runs[] = [];
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index]!;
      const ofCode = query.runsOf(part, term);
      const start = startOf(postings, term);
      if (start === 0) {
        located.push(ofCode);
        continue;
      }
      const nth = sectionAt(postings, start);
      const section = findSection(stored, "postings", nth);
      if (section === undefined) return undefined;
      located.push(joined(runsIn(postings, nth, section, start), ofCode));
    }
    return located;
  }

  function* runsOfTerms(part: DatasetPart, terms: readonly number[]): SegmentReading<Runs[]> {
    const {postings, stored} = part;
    const located: Runs[] = [];
    for (const term of terms) {
      const start = startOf(postings, term);
      const nth = start === 0 ? -1 : sectionAt(postings, start);
      const section = start === 0 ? null : yield* readSection(stored, "postings", nth);
      const own = section === null ? NO_RUNS : runsIn(postings, nth, section, start);
      located.push(joined(own, query.runsOf(part, term)));
    }
    return located;
  }

  function* removeTerms(slot: number, part: DatasetPart): Generator<undefined, void> {
    let done = 0;
    for (const term of termsOf(part)) {
      const slots = slotsOfTerm[term] ?? [];
      const at = firstIndex(slots, slot);
      if (slots[at] === slot) {
        slots.splice(at, 1);
        if (slots.length === 0) dead++;
      }
      if (++done % TERMS_AT_ONCE === 0) yield;
    }
    free.push(slot);
  }

  function* put(datasetId: number, next: readonly DatasetPart[]): Generator<undefined, void> {
    const left = new Set(slotsOfDataset.get(datasetId));
    const slots: number[] = [];
    for (const part of next) {
      let slot = [...left].find((one) => haveSameTerms(visible[one]!, part));
      if (slot === undefined) {
        slot = free.pop() ?? visible.push(null) - 1;
        yield* addTerms(slot, part);
      } else left.delete(slot);
      slots.push(slot);
    }
    const gone = Array.from(left, (slot) => [slot, visible[slot]!] as const);
    for (const slot of left) visible[slot] = null;
    for (const [index, part] of next.entries()) {
      visible[slots[index]!] = part;
      for (const term of part.postings.described) described.add(term);
    }
    if (next.length === 0) {
      parts.delete(datasetId);
      slotsOfDataset.delete(datasetId);
    } else {
      parts.set(datasetId, next);
      slotsOfDataset.set(datasetId, slots);
    }
    changed();
    for (const [slot, part] of gone) yield* removeTerms(slot, part);
  }

  return {
    vocabulary,
    territories,
    lexicon: {
      vocabulary,
      get synonyms() {
        return readSynonyms();
      },
      isUsed: (term) => slotsOf(term).length > 0 || territories.holds(term),
    },
    parts,
    slotsOf,
    findRuns,
    *runsOf(part, terms) {
      const found = findRuns(part, terms);
      if (found !== undefined) return found;
      yield* fetchAhead(missingOf(part, terms));
      return yield* runsOfTerms(part, terms);
    },
    *fetchRuns(some, terms) {
      yield* fetchAhead(some.flatMap((part) => missingOf(part, terms)));
    },
    askCodes: query.ask,
    describes: (term) => described.has(term),
    partAt: (slot) => visible[slot] ?? null,
    get edition() {
      return edition;
    },
    get slots() {
      return visible.length;
    },
    put,
    *remove(datasetId) {
      if (parts.has(datasetId)) yield* put(datasetId, []);
    },
    get deadTerms() {
      return dead;
    },
  };
}

/** Sections with the runs of the terms that are not at hand. */
function missingOf({postings, stored}: DatasetPart, terms: readonly number[]): WantedSection[] {
  const missing: WantedSection[] = [];
  for (const term of terms) {
    const start = startOf(postings, term);
    if (start === 0) continue;
    const nth = sectionAt(postings, start);
    if (findSection(stored, "postings", nth) === undefined) missing.push({stored, kind: "postings", nth});
  }
  return missing;
}

function joined(one: Runs, other: Runs): Runs {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const NO_SLOTS: readonly number[] = [];
const TERMS_AT_ONCE = 2000;

function haveSameTerms(one: DatasetPart, other: DatasetPart): boolean {
  return (["postings", "conceptPostings"] as const).every((list) => areEqual(one[list].terms, other[list].terms));
}

function areEqual(one: Uint32Array, other: Uint32Array): boolean {
  return one === other || (one.length === other.length && one.every((number, index) => number === other[index]));
}

function* termsOf({postings, conceptPostings}: DatasetPart): Generator<number> {
  yield* postings.terms;
  yield* conceptPostings.terms;
}

/** The place of the first slot that is `slot` or greater. */
function firstIndex(slots: readonly number[], slot: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
