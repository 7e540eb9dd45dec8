// Which territories a family has a series for, and which of these are stalled. Families that have the same share one set.
//
// So neither memory nor time grows with the territories of a complete table: a set is counted once for a question, not per family.
import type {Catalogue} from "../statistics/catalogue.ts";
import type {Frequency} from "../statistics/frequency.ts";
import {seriesStatus} from "../statistics/staleness.ts";
import {LEVELS} from "../statistics/territory.ts";

export interface SeriesSet {
  readonly size: number;
  /** Numbers of territories (territory-index.ts), ascending. */
  readonly active: Uint16Array | Uint32Array;
  readonly stalled: Uint16Array | Uint32Array;
}

/** How many numbers stand for a set in `levelCounts`. */
export const LEVEL_COUNTS = 2 * LEVELS.length;

export interface SetOfFamily {
  readonly sets: readonly SeriesSet[];
  /** Of each set how many active series are of each level, in the order of LEVELS, and then how many stalled ones. */
  readonly levelCounts: Uint32Array;
  readonly setOf: Uint32Array;
}

/** @param numbers the territories' numbers, parallel to the catalogue's territories */
export function* collectSets(catalogue: Catalogue, numbers: readonly number[]): Generator<void, SetOfFamily> {
  const {families, frequency, frontiers, lastPeriod, territory, territories} = catalogue;
  const levels = territories.map(({level}) => LEVELS.indexOf(level));
  const isWide = numbers.some((number) => number > 0xffff);
  const listOf = (locals: readonly number[]): Uint16Array | Uint32Array => {
    const list = isWide ? new Uint32Array(locals.length) : new Uint16Array(locals.length);
    for (let i = 0; i < locals.length; i++) list[i] = numbers[locals[i]!]!;
    return list.sort();
  };
  const sets: SeriesSet[] = [];
  const levelCounts: number[] = [];
  const locals: (readonly [active: readonly number[], stalled: readonly number[]])[] = [];
  const byHash = new Map<number, number[]>();
  const setOf = new Uint32Array(families.length - 1);
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
      hash = (Math.imul(hash, 31) + local * 2 + (isStalled ? 1 : 0)) | 0;
    }
    const alike = byHash.get(hash) ?? [];
    let place = alike.find((one) => isList(locals[one]![0], active) && isList(locals[one]![1], stalled));
    if (place === undefined) {
      place = sets.length;
      locals.push([active, stalled]);
      sets.push({
        size: end - start,
        active: listOf(active),
        stalled: listOf(stalled),
      });
      levelCounts.push(...countLevels(active, levels), ...countLevels(stalled, levels));
      byHash.set(hash, [...alike, place]);
    }
    setOf[family] = place;
    sinceRest += end - start;
    if (sinceRest < SERIES_AT_ONCE) continue;
    sinceRest = 0;
    yield;
  }
  return {sets, levelCounts: Uint32Array.from(levelCounts), setOf};
}

const SERIES_AT_ONCE = 5000;

function isList(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((local, i) => local === other[i]);
}

function countLevels(locals: readonly number[], levels: readonly number[]): number[] {
  const counts = LEVELS.map(() => 0);
  for (const local of locals) counts[levels[local]!]!++;
  return counts;
}
