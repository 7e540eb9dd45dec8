// Which territories a family has a series for, and which of these are stalled. Families that have the same share one set.
//
// So neither memory nor time grows with the territories of a complete table. A set is two lists of territories, active and stalled, each
// as bits: 32 neighbouring numbers a word, words without any left out. What falls into a group of territories is counted by words.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {seriesStatus} from "../../statistics/staleness.ts";
import {LEVELS} from "../../statistics/territory.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";

export interface SeriesSets {
  /** Series in each set. */
  readonly sizes: Uint32Array;
  /** Where each list begins in `words` and `bits`, and where the last ends. List 2 × set is of active series, the next of stalled. */
  readonly starts: Uint32Array;
  /** Number of the first territory of each word (territory-index.ts) by 32; ascending in each list. */
  readonly words: Uint32Array;
  readonly bits: Uint32Array;
  /** How many series of each level are in each list: LEVELS.length numbers a list. */
  readonly levelCounts: Uint32Array;
  /** How many of each set are in each bucket of the order (BUCKETS). */
  readonly bucketCounts: Uint32Array;
}

/** All series of a dataset. */
export interface SeriesCounts {
  /** By bucket. */
  readonly buckets: Uint32Array;
  /** Every territory that has any, ascending by number, and how many of its series are active and how many stalled. */
  readonly territories: Uint32Array;
  readonly active: Uint32Array;
  readonly stalled: Uint32Array;
}

/** The order's first parts: active and national, active, stalled and national, stalled. */
export const BUCKETS = 4;
/** Place in LEVELS of what is national. */
export const COUNTRY = LEVELS.indexOf("country");

/** Words that the bits of so many territories take. */
export function bitWords(territories: number): number {
  return Math.ceil(territories / 32);
}

/** How many series of a list are of territories whose bits are set in `mask` from `at` on. */
export function countIn({starts, words, bits}: SeriesSets, list: number, mask: Uint32Array, at: number): number {
  let count = 0;
  const end = starts[list + 1]!;
  for (let i = starts[list]!; i < end; i++) {
    let common = bits[i]! & mask[at + words[i]!]!;
    if (common === 0) continue;
    common -= (common >>> 1) & 0x5555_5555;
    common = (common & 0x3333_3333) + ((common >>> 2) & 0x3333_3333);
    count += Math.imul((common + (common >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** Numbers of a list's territories whose bits are set in `mask` from `at` on, ascending; null: of all. */
export function numbersIn(
  {starts, words, bits}: SeriesSets,
  list: number,
  mask: Uint32Array | null = null,
  at = 0,
): number[] {
  const numbers: number[] = [];
  for (let i = starts[list]!; i < starts[list + 1]!; i++) {
    let left = mask === null ? bits[i]! : bits[i]! & mask[at + words[i]!]!;
    for (; left !== 0; left &= left - 1) numbers.push(words[i]! * 32 + 31 - Math.clz32(left & -left));
  }
  return numbers;
}

/** @param numbers the territories' numbers, parallel to the catalogue's territories */
export function* collectSets(
  catalogue: Catalogue,
  numbers: readonly number[],
): Generator<void, {readonly sets: SeriesSets; readonly setOf: Uint32Array; readonly counts: SeriesCounts}> {
  const {families, frequency, frontiers, lastPeriod, territory, territories} = catalogue;
  const levels = territories.map(({level}) => LEVELS.indexOf(level));
  const sizes: number[] = [];
  const starts = [0];
  const [words, bits]: [number[], number[]] = [[], []];
  const levelCounts: number[] = [];
  const bucketCounts: number[] = [];
  const [activeOf, stalledOf] = [new Uint32Array(numbers.length), new Uint32Array(numbers.length)];
  const locals: (readonly [active: readonly number[], stalled: readonly number[]])[] = [];
  const byHash = new Map<number, number[]>();
  const setOf = new Uint32Array(families.length - 1);

  function addList(list: readonly number[]): void {
    const counts = LEVELS.map(() => 0);
    for (const local of list) counts[levels[local]!]!++;
    levelCounts.push(...counts);
    bucketCounts.push(counts[COUNTRY]!, list.length - counts[COUNTRY]!);
    const first = words.length;
    for (const number of list.map((local) => numbers[local]!).sort((one, other) => one - other)) {
      const word = number >>> 5;
      if (words.length === first || words.at(-1) !== word) {
        words.push(word);
        bits.push(0);
      }
      bits[bits.length - 1]! |= 1 << (number & 31);
    }
    starts.push(words.length);
  }

  let sinceRest = 0;
  for (let family = 0; family < setOf.length; family++) {
    const [start, end] = [families[family]!, families[family + 1]!];
    const own = frequency.codes[frequency.index[start]!] as Frequency;
    const frontier = frontiers.get(own)!;
    const [active, stalled]: [number[], number[]] = [[], []];
    let hash = 17;
    for (let position = start; position < end; position++) {
      const local = territory.index[position]!;
      const isStalled = seriesStatus(lastPeriod[position]!, frontier, own) === "stalled";
      (isStalled ? stalled : active).push(local);
      (isStalled ? stalledOf : activeOf)[local]!++;
      hash = (Math.imul(hash, 31) + local * 2 + (isStalled ? 1 : 0)) | 0;
    }
    const alike = byHash.get(hash) ?? [];
    let place = alike.find((one) => isList(locals[one]![0], active) && isList(locals[one]![1], stalled));
    if (place === undefined) {
      place = locals.length;
      locals.push([active, stalled]);
      sizes.push(end - start);
      addList(active);
      addList(stalled);
      byHash.set(hash, [...alike, place]);
    }
    setOf[family] = place;
    sinceRest += end - start;
    if (sinceRest < SERIES_AT_ONCE) continue;
    sinceRest = 0;
    yield;
  }
  const sets = {
    sizes: Uint32Array.from(sizes),
    starts: Uint32Array.from(starts),
    words: Uint32Array.from(words),
    bits: Uint32Array.from(bits),
    levelCounts: Uint32Array.from(levelCounts),
    bucketCounts: Uint32Array.from(bucketCounts),
  };
  const order = [...numbers.keys()].sort((one, other) => numbers[one]! - numbers[other]!);
  const buckets = new Uint32Array(BUCKETS);
  for (const set of setOf)
    for (let bucket = 0; bucket < BUCKETS; bucket++) buckets[bucket]! += sets.bucketCounts[set * BUCKETS + bucket]!;
  const counts = {
    buckets,
    territories: Uint32Array.from(order, (local) => numbers[local]!),
    active: Uint32Array.from(order, (local) => activeOf[local]!),
    stalled: Uint32Array.from(order, (local) => stalledOf[local]!),
  };
  return {sets, setOf, counts};
}

const SERIES_AT_ONCE = 5000;

function isList(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((local, i) => local === other[i]);
}
