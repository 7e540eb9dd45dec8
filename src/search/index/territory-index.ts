// Every territory that any dataset's series bear, numbered, and the words under which it is found.
//
// One code may bear different names in different packages: those are two entries, because a series is found under its own name.
import {LEVELS, type Territory, territoryIdentity} from "../../statistics/territory.ts";
import {KIND_OF_PLACE} from "../language/code-words.ts";
import {isStopWord} from "../language/stop-words.ts";
import {foldText, wordsOf} from "../language/words.ts";
import {draftPostings, FIELD, type Field, type Postings} from "./postings.ts";
import {bitWords} from "./series-set.ts";
import {nameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export interface IndexedTerritory extends Territory {
  /** Place in LEVELS. */
  readonly rank: number;
  /** Words that make up its whole name. */
  readonly length: number;
  /** The name is an adjective: it names the territory only beside a word of its kind (`Северный район`). */
  readonly isAdjective: boolean;
  /** Terms that are the territory's name by themselves, beside the name it bears (`ЯНАО`). */
  readonly shortNames: readonly number[];
}

export interface TerritoryIndex {
  readonly all: readonly IndexedTerritory[];
  /** The words of all territories there are now. */
  postings(): Postings;
  /** The territories of each level as bits, a row of bitWords(all.length) words each. Not to be written to. */
  levelBits(): Uint32Array;
  /** Whether a territory holds the term. */
  holds(term: number): boolean;
  /** Number of the territory, which is added when it is new. */
  add(territory: Territory): number;
}

/** @param spellings other ways to write a territory's name, by its identity (territoryIdentity) */
export function createTerritoryIndex(
  vocabulary: Vocabulary,
  spellings: ReadonlyMap<string, readonly string[]>,
): TerritoryIndex {
  const numbers = new Map<string, number>();
  const all: IndexedTerritory[] = [];
  const draft = draftPostings();
  const held = new Set<number>();
  let finished: Postings | null = null;
  let levels: Uint32Array | null = null;

  function post(word: string, number: number, field: Field): void {
    const term = vocabulary.add(word);
    held.add(term);
    draft.add(term, number, number + 1, field);
  }

  return {
    all,
    postings() {
      finished ??= finishAtOnce(draft.finish());
      return finished;
    },
    levelBits() {
      levels ??= bitsOfLevels(all);
      return levels;
    },
    holds: (term) => held.has(term),
    add(territory) {
      const {code, name, level, canonical} = territory;
      const identity = JSON.stringify([code, name, level, canonical]);
      const known = numbers.get(identity);
      if (known !== undefined) return known;
      const number = all.length;
      const {main, aside, length} = nameWords(name, KIND_OF_PLACE);
      finished = null;
      levels = null;
      numbers.set(identity, number);
      const otherNames = (spellings.get(territoryIdentity(territory)) ?? []).map(wordsOf);
      all.push({
        ...territory,
        rank: LEVELS.indexOf(level),
        length,
        isAdjective: main.every((word) => KIND_OF_PLACE.has(word) || isStopWord(word) || ADJECTIVE.test(word)),
        shortNames: otherNames.flatMap((words) => (words.length === 1 ? [vocabulary.add(words[0]!)] : [])),
      });
      // words of the kind alone do not make the name: they count as met, not as a part of it
      for (const word of new Set(main)) post(word, number, KIND_OF_PLACE.has(word) ? FIELD.label : FIELD.head);
      for (const word of new Set(aside)) post(word, number, FIELD.aside);
      for (const one of new Set([code, canonical].map(foldText))) post(one, number, FIELD.code);
      for (const word of new Set(otherNames.flat())) post(word, number, FIELD.synonym);
      return number;
    },
  };
}

const ADJECTIVE = /(?:[иыо]й|[ая]я|[ое]е)$/u;

function bitsOfLevels(all: readonly IndexedTerritory[]): Uint32Array {
  const width = bitWords(all.length);
  const rows = new Uint32Array(LEVELS.length * width);
  for (const [number, {rank}] of all.entries()) rows[rank * width + (number >>> 5)]! |= 1 << (number & 31);
  return rows;
}

/** A few thousand words at most: done in one go. */
function finishAtOnce(steps: Generator<void, Postings>): Postings {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
