// Counts the series of groups of territories. Territories are bits, 32 per word (series-set.ts).
//
// If no word matches a territory and no filter is set, the groups are the levels, and their counts are already in the index.
import {LEVELS} from "../../statistics/territory.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import {BUCKETS, bitWords, COUNTRY, countIn, numbersIn, type SeriesSets} from "../index/series-set.ts";
import type {TerritoryIndex} from "../index/territory-index.ts";

export interface TerritoryCounts {
  /** Series of a set in the groups with `masks[index]`, by bucket. The next call overwrites the result. */
  countSet(sets: SeriesSets, set: number, index: number): Uint32Array;
  /** The same for all series of a dataset. */
  countSegment(segment: DatasetSegment, index: number): Uint32Array;
  /** Number of series of a list in a group. */
  count(sets: SeriesSets, list: number, group: number): number;
  /** Numbers of the territories of a list in a group. */
  numbers(sets: SeriesSets, list: number, group: number): number[];
}

/** What counting needs of the groups (territory-groups.ts). */
interface GroupsByMask {
  readonly groups: readonly {readonly rank: number}[];
  readonly masks: readonly number[];
  readonly groupsOf: readonly (readonly number[])[];
}

/** @param members territories of each group; those of the levels are only given if a filter is set */
export function createTerritoryCounts(
  index: TerritoryIndex,
  {groups, masks, groupsOf}: GroupsByMask,
  members: readonly (readonly number[])[],
  isFiltered: boolean,
): TerritoryCounts {
  const {all} = index;
  const width = bitWords(all.length);
  const bits = bitsOfGroups();
  const country = unions((rank) => rank === COUNTRY);
  const others = unions((rank) => rank !== COUNTRY);
  const counted = new Uint32Array(BUCKETS);

  /** A row of `width` words for each group. */
  function bitsOfGroups(): Uint32Array {
    const rows = new Uint32Array(groups.length * width);
    if (!isFiltered) rows.set(index.levelBits());
    for (const [group, list] of members.entries()) {
      for (const territory of list) {
        const [word, bit] = [territory >>> 5, 1 << (territory & 31)];
        rows[group * width + word]! |= bit;
        // a territory that matches a word leaves the group of its level
        if (!isFiltered) rows[all[territory]!.rank * width + word]! &= ~bit;
      }
    }
    return rows;
  }

  /** For each mask, the territories of its groups of the chosen levels. */
  function unions(isChosen: (rank: number) => boolean): Uint32Array {
    const rows = new Uint32Array(masks.length * width);
    for (const [at, own] of groupsOf.entries()) {
      for (const group of own.filter((one) => isChosen(groups[one]!.rank)))
        for (let word = 0; word < width; word++) rows[at * width + word]! |= bits[group * width + word]!;
    }
    return rows;
  }

  const numbers: TerritoryCounts["numbers"] = (sets, list, group) => numbersIn(sets, list, bits, group * width);
  if (!isFiltered && groups.length === LEVELS.length)
    return {
      countSet({bucketCounts}, set) {
        for (let bucket = 0; bucket < BUCKETS; bucket++) counted[bucket] = bucketCounts[set * BUCKETS + bucket]!;
        return counted;
      },
      countSegment: ({counts}) => counts.buckets,
      count: ({levelCounts}, list, group) => levelCounts[list * LEVELS.length + group]!,
      numbers,
    };
  return {
    countSet(sets, set, at) {
      counted[0] = countIn(sets, 2 * set, country, at * width);
      counted[1] = countIn(sets, 2 * set, others, at * width);
      counted[2] = countIn(sets, 2 * set + 1, country, at * width);
      counted[3] = countIn(sets, 2 * set + 1, others, at * width);
      return counted;
    },
    countSegment({counts: {territories, active, stalled}}, at) {
      counted.fill(0);
      for (let i = 0; i < territories.length; i++) {
        const [word, bit] = [at * width + (territories[i]! >>> 5), 1 << (territories[i]! & 31)];
        const bucket = (country[word]! & bit) !== 0 ? 0 : 1;
        if (bucket === 1 && (others[word]! & bit) === 0) continue;
        counted[bucket]! += active[i]!;
        counted[bucket + 2]! += stalled[i]!;
      }
      return counted;
    },
    count: (sets, list, group) => countIn(sets, list, bits, group * width),
    numbers,
  };
}
