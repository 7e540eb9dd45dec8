// The territories of a family's series, as a set. Families with the same territories and the same stalled ones share a set.
//
// A set is two lists, active and stalled. A list has one bit per territory, 32 territories per word, without the words that are zero.
// So series are counted 32 territories at a time, and a complete table needs few sets.
import type {Catalogue, Column} from "../../statistics/catalogue/catalogue.ts";
import {seriesStatus} from "../../statistics/status.ts";
import {LEVELS, type Territory} from "../../statistics/territory.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";

export interface SeriesSets {
  /** Number of series in each set. */
  readonly sizes: Uint32Array;
  /** List k is at `starts[k]` to `starts[k + 1]` of `words` and `bits`. List 2 × set has the active series, the next one the stalled. */
  readonly starts: Uint32Array;
  /** The first territory number of each word, divided by 32; ascending in each list. */
  readonly words: Uint32Array;
  readonly bits: Uint32Array;
  /** Series of each level in each list: LEVELS.length numbers per list. */
  readonly levelCounts: Uint32Array;
  /** Series of each bucket in each set: BUCKETS numbers per set. */
  readonly bucketCounts: Uint32Array;
}

/** Counts over all series of a dataset. */
export interface SeriesCounts {
  /** By bucket. */
  readonly buckets: Uint32Array;
  /** The territories that have a series, ascending by number; `active` and `stalled` are parallel. */
  readonly territories: Uint32Array;
  readonly active: Uint32Array;
  readonly stalled: Uint32Array;
}

/** The order of a search begins with the bucket: active national, other active, stalled national, other stalled. */
export const BUCKETS = 4;

export function isStalled(bucket: number): boolean {
  return bucket >= 2;
}

export function isNational(bucket: number): boolean {
  return bucket % 2 === 0;
}

/** The list of a set that has the series of a bucket. */
export function seriesListOf(set: number, bucket: number): number {
  return 2 * set + (isStalled(bucket) ? 1 : 0);
}

/** Index of the national level in LEVELS. */
export const COUNTRY = LEVELS.indexOf("country");

/** Number of words for the bits of n territories. */
export function bitWords(territories: number): number {
  return Math.ceil(territories / 32);
}

/** Number of series of a list whose territories have a bit in `mask`, which starts at `at`. */
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

/** Numbers of a list's territories that have a bit in `mask`, which starts at `at`; ascending. null: all. */
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

/** The territories of the families, as indexes of the catalogue's list. Equal ones are there once. */
export interface SetLists {
  /** The set of each family. */
  readonly setOf: Uint32Array;
  /** List k is at `starts[k]` to `starts[k + 1]` of `indexes`. List 2 × set has the active series, the next one the stalled. */
  readonly starts: Uint32Array;
  readonly indexes: Uint32Array;
}

/** What lists are made of. */
export interface ListedSeries extends Pick<Catalogue, "families" | "frontiers" | "lastPeriod"> {
  readonly frequency: Column;
  readonly territory: Pick<Column, "index">;
}

export function* collectLists(catalogue: ListedSeries): Generator<undefined, SetLists> {
  const {families, territory} = catalogue;
  const setOf = new Uint32Array(families.length - 1);
  const starts = [0];
  const indexes: number[] = [];
  const known = new Map<string | number, number>();
  const isStalledAt = statuses(catalogue);
  let sincePause = 0;
  for (let family = 0; family < setOf.length; family++) {
    const start = families[family]!;
    const end = families[family + 1]!;
    const [active, stalled] = end - start === 1 ? NO_LISTS : listsOf(territory.index, isStalledAt, start, end);
    // of a single series a number, which is made sooner than a text
    const own = territory.index[start]!;
    const key = end - start > 1 ? `${active.join()}|${stalled.join()}` : isStalledAt(start) ? -1 - own : own;
    let set = known.get(key);
    if (set === undefined) {
      set = known.size;
      known.set(key, set);
      for (const list of listsOf(territory.index, isStalledAt, start, end)) {
        for (const index of list) indexes.push(index);
        starts.push(indexes.length);
      }
    }
    setOf[family] = set;
    sincePause += end - start;
    if (sincePause < SERIES_AT_ONCE) continue;
    sincePause = 0;
    yield;
  }
  return {setOf, starts: Uint32Array.from(starts), indexes: Uint32Array.from(indexes)};
}

const SERIES_AT_ONCE = 5000;

type Lists = readonly [active: readonly number[], stalled: readonly number[]];
const NO_LISTS: Lists = [[], []];

function listsOf(
  indexes: ArrayLike<number>,
  isStalledAt: (position: number) => boolean,
  start: number,
  end: number,
): Lists {
  const lists: [number[], number[]] = [[], []];
  for (let position = start; position < end; position++) lists[isStalledAt(position) ? 1 : 0].push(indexes[position]!);
  return lists;
}

/** Whether the series at a position is stalled. Neighbours mostly have the same last period, and it is compared once. */
function statuses({frequency, frontiers, lastPeriod}: ListedSeries): (position: number) => boolean {
  let ofFrequency = -1;
  let ofPeriod = 0;
  let isStalled = false;
  return (position) => {
    const index = frequency.index[position]!;
    const period = lastPeriod[position]!;
    if (index === ofFrequency && period === ofPeriod) return isStalled;
    const own = frequency.codes[index] as Frequency;
    ofFrequency = index;
    ofPeriod = period;
    isStalled = seriesStatus(period, frontiers.get(own)!, own) === "stalled";
    return isStalled;
  };
}

/** The series at these positions, with territories numbered among their own. */
export function listedAt(
  {families, frequency, territory, lastPeriod, frontiers}: Catalogue,
  positions: readonly number[],
): ListedSeries {
  const used = [...new Set(positions.map((position) => territory.index[position]!))].sort((one, other) => one - other);
  const indexOf = new Map(used.map((index, own) => [index, own]));
  const starts: number[] = [];
  let family = 0;
  let last = -1;
  for (const [own, position] of positions.entries()) {
    while (families[family + 1]! <= position) family++;
    if (family !== last) starts.push(own);
    last = family;
  }
  return {
    families: Uint32Array.from([...starts, positions.length]),
    frequency: {codes: frequency.codes, index: Uint16Array.from(positions, (position) => frequency.index[position]!)},
    territory: {index: Uint32Array.from(positions, (position) => indexOf.get(territory.index[position]!)!)},
    lastPeriod: Int32Array.from(positions, (position) => lastPeriod[position]!),
    frontiers,
  };
}

/** The lists, with the number of families of each set. */
export interface CountedLists extends Omit<SetLists, "setOf"> {
  readonly familiesOfSet: Uint32Array;
}

/**
 * The sets and the counts of a dataset.
 * @param territories its territories
 * @param numbers their numbers in the index
 */
export function* makeSets(
  {familiesOfSet, starts, indexes}: CountedLists,
  territories: readonly Territory[],
  numbers: readonly number[],
): Generator<undefined, {readonly sets: SeriesSets; readonly counts: SeriesCounts}> {
  const draft = draftSets(
    numbers,
    territories.map(({level}) => LEVELS.indexOf(level)),
  );
  const counted = [new Uint32Array(numbers.length), new Uint32Array(numbers.length)];
  let sincePause = 0;
  for (let list = 0; list < starts.length - 1; list++) {
    const own = indexes.subarray(starts[list]!, starts[list + 1]!);
    draft.addList(own);
    for (const index of own) counted[list % 2]![index]! += familiesOfSet[list >>> 1]!;
    sincePause += own.length;
    if (sincePause < SERIES_AT_ONCE) continue;
    sincePause = 0;
    yield;
  }
  const sets = draft.finish();
  const buckets = new Uint32Array(BUCKETS);
  for (const [set, own] of familiesOfSet.entries())
    for (let bucket = 0; bucket < BUCKETS; bucket++)
      buckets[bucket]! += own * sets.bucketCounts[set * BUCKETS + bucket]!;
  const order = [...numbers.keys()].sort((one, other) => numbers[one]! - numbers[other]!);
  const [active, stalled] = counted.map((own) => Uint32Array.from(order, (index) => own[index]!));
  const counts = {
    buckets,
    territories: Uint32Array.from(order, (index) => numbers[index]!),
    ...{active: active!, stalled: stalled!},
  };
  return {sets, counts};
}

interface SetsDraft {
  /** The next list: indexes in the territories of the dataset. */
  addList(list: Uint32Array): void;
  finish(): SeriesSets;
}

function draftSets(numbers: readonly number[], levels: readonly number[]): SetsDraft {
  const starts = [0];
  const [words, bits]: [number[], number[]] = [[], []];
  const levelCounts: number[] = [];
  const bucketCounts: number[] = [];

  return {
    addList(list) {
      const counts = LEVELS.map(() => 0);
      for (const index of list) counts[levels[index]!]!++;
      levelCounts.push(...counts);
      bucketCounts.push(counts[COUNTRY]!, list.length - counts[COUNTRY]!);
      const first = words.length;
      for (const number of list.map((index) => numbers[index]!).sort()) {
        const word = number >>> 5;
        if (words.length === first || words.at(-1) !== word) {
          words.push(word);
          bits.push(0);
        }
        bits[bits.length - 1]! |= 1 << (number & 31);
      }
      starts.push(words.length);
    },
    finish() {
      const sizes = new Uint32Array(bucketCounts.length / BUCKETS);
      for (const [at, count] of bucketCounts.entries()) sizes[Math.floor(at / BUCKETS)]! += count;
      return {
        sizes,
        starts: Uint32Array.from(starts),
        words: Uint32Array.from(words),
        bits: Uint32Array.from(bits),
        levelCounts: Uint32Array.from(levelCounts),
        bucketCounts: Uint32Array.from(bucketCounts),
      };
    },
  };
}
