// How much of a question can be covered at most, when nothing covers all of it.

import type {DatasetPart} from "../index/dataset-part.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {BUCKETS} from "../index/series-set.ts";
import {datasetFilter, familyFilter} from "../query/filters.ts";
import type {Reading} from "../query/parsed-query.ts";
import type {AskedParts} from "../query/part-index.ts";
import type {TerritoryGroups} from "../query/territory-groups.ts";
import {coverOf} from "./cover-count.ts";
import type {Matcher} from "./two-passes.ts";

/** The most that any pair of family and group covers (cover-count.ts), as far as it is more than `least`; else `least`. */
export function mostCovered(
  index: FamilyIndex,
  {question, territories, filters}: Reading,
  {possible, locate}: AskedParts,
  matcher: Matcher,
  least: number,
): number {
  const {masks} = territories;
  const isOfDataset = datasetFilter(filters);
  const filterOf = familyFilter(filters);
  const known = new Map<number, readonly number[]>();
  const coversOf = (covered: number): readonly number[] => {
    let covers = known.get(covered);
    if (covers === undefined) {
      covers = masks.map((mask) => coverOf(question, covered, mask));
      known.set(covered, covers);
    }
    return covers;
  };
  const bounds = Float64Array.from(possible.subarray(0, index.slots), (most) => Math.max(...coversOf(most)));
  let best = least;
  // those that may cover most come first, so that the others need not be looked at
  const slots = [...bounds.keys()].filter((slot) => bounds[slot]! > best);
  slots.sort((one, other) => bounds[other]! - bounds[one]!);
  for (const slot of slots) {
    if (bounds[slot]! <= best) break;
    const part = index.partAt(slot);
    if (part === null || !isOfDataset(part)) continue;
    const passes = filterOf(part);
    if (passes === null) continue;
    const covered = matcher.cover(part.postings, part.size, question, locate(slot));
    for (let family = 0; family < part.size; family++) {
      const covers = coversOf(covered[family]!);
      for (let place = 0; place < masks.length; place++) {
        if (covers[place]! <= best || (passes !== true && !passes(family))) continue;
        if (hasSeries(part, family, territories, place)) best = covers[place]!;
      }
    }
  }
  return best;
}

const counts = new Uint32Array(BUCKETS);

function hasSeries(part: DatasetPart, family: number, territories: TerritoryGroups, place: number): boolean {
  territories.countSet(part.sets, part.setOf[family]!, place, counts);
  return counts.some((count) => count > 0);
}
