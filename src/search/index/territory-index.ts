// All territories of the series of all datasets, with numbers, and the postings of their names.
//
// A code may have different names in different packages. These are two entries: a series is found by the name in its own package.
import {LEVELS, type Territory, territoryIdentity} from "../../statistics/territory.ts";
import {ADJECTIVE_ENDING, KIND_OF_TERRITORY} from "../language/code-words.ts";
import {foldText, isStopWord, wordsOf} from "../language/words.ts";
import {draftPostings, FIELD, type Field, type Postings, renumbered} from "./postings.ts";
import {bitWords} from "./series-set.ts";
import {indexedNameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export interface IndexedTerritory extends Territory {
  /** Index in LEVELS. */
  readonly rank: number;
  /** The number of words that make a match of the whole name. */
  readonly length: number;
  /** The name is an adjective: it needs the word for its kind beside it, as in `Northern District`. */
  readonly isAdjective: boolean;
  /** Terms of its one-word spellings (`USA`). Each alone names the territory. */
  readonly shortNames: readonly number[];
}

export interface TerritoryIndex {
  readonly all: readonly IndexedTerritory[];
  /** The postings of all territories added so far. */
  postings(): Postings;
  /** The territories of each level as bits: a row of bitWords(all.length) words per level. Read-only. */
  levelBits(): Uint32Array;
  /** Whether a name, code or spelling of a territory has the term. */
  holds(term: number): boolean;
  /** The number of the territory. A new one is added. */
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
  /** Terms in the order of their first use, and the index of each in it. */
  const terms: number[] = [];
  const indexOf = new Map<number, number>();
  let finished: Postings | null = null;
  let levels: Uint32Array | null = null;

  function post(word: string, number: number, field: Field): void {
    const term = vocabulary.add(word);
    let index = indexOf.get(term);
    if (index === undefined) {
      index = terms.push(term) - 1;
      indexOf.set(term, index);
    }
    draft.add(index, number, number + 1, field);
  }

  return {
    all,
    postings() {
      finished ??= finishAtOnce(renumbered(finishAtOnce(draft.finish()), Uint32Array.from(terms)));
      return finished;
    },
    levelBits() {
      levels ??= bitsOfLevels(all);
      return levels;
    },
    holds: (term) => indexOf.has(term),
    add(territory) {
      const {code, name, level, canonical} = territory;
      const identity = JSON.stringify([code, name, level, canonical]);
      const known = numbers.get(identity);
      if (known !== undefined) return known;
      const number = all.length;
      const {main, aside, length} = indexedNameWords(name, KIND_OF_TERRITORY);
      finished = null;
      levels = null;
      numbers.set(identity, number);
      const otherNames = (spellings.get(territoryIdentity(territory)) ?? []).map(wordsOf);
      all.push({
        ...territory,
        rank: LEVELS.indexOf(level),
        length,
        isAdjective: main.every(
          (word) => KIND_OF_TERRITORY.has(word) || isStopWord(word) || ADJECTIVE_ENDING.test(word),
        ),
        shortNames: otherNames.flatMap((words) => (words.length === 1 ? [vocabulary.add(words[0]!)] : [])),
      });
      // a word for the kind matches, but is not a part of the name
      for (const word of new Set(main)) post(word, number, KIND_OF_TERRITORY.has(word) ? FIELD.label : FIELD.head);
      for (const word of new Set(aside)) post(word, number, FIELD.aside);
      for (const one of new Set([code, canonical].map(foldText))) post(one, number, FIELD.code);
      for (const word of new Set(otherNames.flat())) post(word, number, FIELD.synonym);
      return number;
    },
  };
}

function bitsOfLevels(all: readonly IndexedTerritory[]): Uint32Array {
  const width = bitWords(all.length);
  const rows = new Uint32Array(LEVELS.length * width);
  for (const [number, {rank}] of all.entries()) rows[rank * width + (number >>> 5)]! |= 1 << (number & 31);
  return rows;
}

/** At most a few thousand words: no pauses are needed. */
function finishAtOnce(steps: Generator<undefined, Postings>): Postings {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
