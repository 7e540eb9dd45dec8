// The codes of classes that questions asked for (class-codes.ts), in one edition of the index: which parts have them, and for which families.
//
// They are read from what is stored, so they are looked up before the words of a question are compared with the vocabulary.
import {findClasses, sectionOfCode} from "../stored/class-section.ts";
import {fetchAhead, type SegmentReading} from "../stored/reading.ts";
import {queryCode} from "./class-codes.ts";
import type {DatasetPart} from "./dataset-segment.ts";
import {FIELD, NO_RUNS, type Runs} from "./postings.ts";
import type {Vocabulary} from "./vocabulary.ts";

export interface QueryCodes {
  /** Looks up those of the words that may be codes. */
  ask(words: readonly string[]): SegmentReading<void>;
  /** Slots of the parts that have the code with this term, ascending. */
  slotsOf(term: number): readonly number[];
  /** The families of the class with the code. */
  runsOf(part: DatasetPart, term: number): Runs;
  /** Forgets all: a part has come or gone. */
  forget(): void;
}

/** @param visible the parts by slot */
export function createQueryCodes(visible: readonly (DatasetPart | null)[], vocabulary: Vocabulary): QueryCodes {
  const slotsOfTerm = new Map<number, number[]>();
  let runsOfPart = new WeakMap<DatasetPart, Map<number, Runs>>();
  const known = new Set<string>();
  /** Words that no class has: a year is asked for again and again. */
  const missed = new Set<string>();
  let edition = 0;

  function note(word: string, slot: number, part: DatasetPart, from: number, to: number): void {
    const term = vocabulary.add(word);
    const slots = slotsOfTerm.get(term);
    if (slots === undefined) slotsOfTerm.set(term, [slot]);
    else slots.push(slot);
    const runs = runsOfPart.get(part) ?? new Map<number, Runs>();
    runs.set(term, Uint32Array.of(from, to, FIELD.code));
    runsOfPart.set(part, runs);
  }

  function* askOne(word: string, code: string): SegmentReading<void> {
    const began = edition;
    const found: {slot: number; part: DatasetPart; from: number; to: number}[] = [];
    const parts = [...visible.entries()].flatMap(([slot, part]) => {
      const nth = part === null ? -1 : sectionOfCode(part, code);
      return part === null || nth === -1 ? [] : [{slot, part, nth}];
    });
    yield* fetchAhead(parts.map(({part: {stored}, nth}) => ({stored, kind: "classes", nth})));
    for (const {slot, part} of parts)
      for (const {from, to} of yield* findClasses(part, [code])) found.push({slot, part, from, to});
    // another question may have asked meanwhile
    if (edition !== began || known.has(word) || missed.has(word)) return;
    for (const {slot, part, from, to} of found) note(word, slot, part, from, to);
    if (found.length > 0) known.add(word);
    else {
      if (missed.size >= MOST_MISSED) missed.clear();
      missed.add(word);
    }
  }

  return {
    *ask(words) {
      for (const word of words) {
        if (known.has(word) || missed.has(word)) continue;
        const code = queryCode(word);
        if (code !== null) yield* askOne(word, code);
      }
    },
    slotsOf: (term) => slotsOfTerm.get(term) ?? NO_SLOTS,
    runsOf: (part, term) => runsOfPart.get(part)?.get(term) ?? NO_RUNS,
    forget() {
      edition++;
      slotsOfTerm.clear();
      known.clear();
      missed.clear();
      runsOfPart = new WeakMap();
    },
  };
}

const NO_SLOTS: readonly number[] = [];
const MOST_MISSED = 10_000;
