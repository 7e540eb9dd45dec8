// Territories that a question cannot tell apart: of one level, met by the same words equally well. Counted and ranked together.
//
// Without words about territories these are the levels, so that what is done for a family never grows with its territories.
import {LEVELS} from "../statistics/territory.ts";
import type {DatasetPart} from "./dataset-part.ts";
import type {Matcher} from "./match.ts";
import type {Question} from "./question.ts";
import {LEVEL_COUNTS} from "./series-set.ts";
import type {IndexedTerritory, TerritoryIndex} from "./territory-index.ts";

export interface TerritoryGroup {
  /** Words of the question that the territories answer. */
  readonly mask: number;
  /** Place of the level in LEVELS. */
  readonly rank: number;
  /** How well each word is answered, 0 to 100. */
  readonly strength: readonly number[];
  /** Share of the name that the question names, in percent. */
  readonly whole: number;
}

export interface TerritoryGroups {
  readonly groups: readonly TerritoryGroup[];
  /** What groups answer, each once, and beside it the groups that answer just that. */
  readonly masks: readonly number[];
  readonly groupsOf: readonly (readonly number[])[];
  /** The groups are the levels, and the part's own counts by level are theirs. */
  readonly isPlain: boolean;
  /** Writes how many active series of a set of the part fall into each group, from `at` on, and then how many stalled ones. */
  count(part: DatasetPart, set: number, into: Uint32Array, at: number): void;
  /** Whether the territory falls into the group. */
  holds(group: number, territory: number): boolean;
}

/** @param passes null: every territory */
export function groupTerritories(
  index: TerritoryIndex,
  question: Question,
  matcher: Matcher,
  passes: ((one: IndexedTerritory) => boolean) | null,
): TerritoryGroups {
  const {all} = index;
  const {covered, strength, headMet} = matcher.match(index.postings(), all.length, question, 0);
  const groups: TerritoryGroup[] = LEVELS.map((_, rank) => ({mask: 0, rank, strength: NONE, whole: 0}));
  const groupOf = new Uint16Array(all.length);
  const named: number[] = [];
  const passing: number[] = [];
  const known = new Map<string, number>();
  let isPlain = passes === null;
  for (let territory = 0; territory < all.length; territory++) {
    const one = all[territory]!;
    groupOf[territory] = one.rank;
    const mask = covered[territory]!;
    if (passes !== null) {
      if (passes(one)) passing.push(territory);
      else {
        groupOf[territory] = OUTSIDE;
        continue;
      }
    }
    if (mask !== 0) {
      isPlain = false;
      const points = Array.from({length: question.size}, (_, word) => strength[word * all.length + territory]!);
      const whole = Math.round((100 * Math.min(headMet[territory]!, one.length)) / one.length);
      const key = `${one.rank} ${mask} ${whole} ${points}`;
      let group = known.get(key);
      if (group === undefined) {
        group = groups.length;
        known.set(key, group);
        groups.push({mask, rank: one.rank, strength: points, whole});
      }
      groupOf[territory] = group;
      named.push(territory);
    }
  }
  const byMask = new Map<number, number[]>();
  for (const [place, {mask}] of groups.entries()) {
    const alike = byMask.get(mask);
    if (alike === undefined) byMask.set(mask, [place]);
    else alike.push(place);
  }
  // where few territories tell, looking for each in a set is less than going through the set
  const telling = passes === null ? named : passing;
  const isFew = telling.length <= FEW;

  function countList(list: Uint16Array | Uint32Array, into: Uint32Array, at: number): void {
    if (list.length === 0) return;
    if (isFew) {
      for (let i = 0; i < telling.length; i++) {
        const territory = telling[i]!;
        if (!holdsNumber(list, territory)) continue;
        if (passes === null) into[at + all[territory]!.rank]!--;
        into[at + groupOf[territory]!]!++;
      }
      return;
    }
    for (let i = 0; i < list.length; i++) {
      const group = groupOf[list[i]!]!;
      if (group !== OUTSIDE) into[at + group]!++;
    }
  }

  return {
    groups,
    isPlain,
    masks: [...byMask.keys()],
    groupsOf: [...byMask.values()],
    holds: (group, territory) => groupOf[territory] === group,
    count({sets, levelCounts}, set, into, at) {
      into.fill(0, at, at + 2 * groups.length);
      if (isFew && passes === null) {
        const own = set * LEVEL_COUNTS;
        for (let rank = 0; rank < LEVELS.length; rank++) {
          into[at + rank] = levelCounts[own + rank]!;
          into[at + groups.length + rank] = levelCounts[own + LEVELS.length + rank]!;
        }
      }
      countList(sets[set]!.active, into, at);
      countList(sets[set]!.stalled, into, at + groups.length);
    },
  };
}

const NONE: readonly number[] = [];
const OUTSIDE = 0xffff;
const FEW = 8;

/** Whether an ascending list holds the number. */
function holdsNumber(list: Uint16Array | Uint32Array, number: number): boolean {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = list[middle]!;
    if (found === number) return true;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
