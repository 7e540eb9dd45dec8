// How much of a question a family and a group of territories match together: what is compared if no pair matches all words.
//
// A pair counts only if it has a series: the territories of a family are known by its set.
import type {DatasetSegment} from "../index/dataset-segment.ts";
import {countBits, MAX_WORDS, type WordQuery} from "../query/word-query.ts";
import type {SearchSteps} from "../stored/reading.ts";
import type {ChunkSets} from "./collector.ts";
import type {ParsedQuery} from "./parsed-query.ts";

/** Each word counts, a number half as much. If equal, the words that the family matches decide: they tell more than a territory. */
export function coverageOf({numbers}: WordQuery, ofFamily: number, ofGroup: number): number {
  const both = ofFamily | ofGroup;
  return 2 * MAX_WORDS * countBits(both & ~numbers) + MAX_WORDS * countBits(both & numbers) + countBits(ofFamily);
}

/** Families whose territories are counted in one step: each set can have all territories of a country. */
const COUNTED_AT_ONCE = 64;

/** The largest coverage of any pair so far. */
export class BestCoverage {
  readonly query: ParsedQuery;
  best: number;
  /** By a family's words, for each mask of groups. */
  private readonly coverages = new Map<number, readonly number[]>();

  constructor(query: ParsedQuery, least: number) {
    this.query = query;
    this.best = least;
  }

  isBetter(ofFamily: number): boolean {
    return this.coveragesOf(ofFamily).some((coverage) => coverage > this.best);
  }

  /** @param masks by family */
  *raiseBest(
    segment: DatasetSegment,
    masks: Uint32Array,
    {chunk, sets}: ChunkSets,
    families: Uint32Array,
  ): SearchSteps<void> {
    const {territories} = this.query;
    let counted = 0;
    let [lastMask, lastSet] = [-1, -1];
    for (let nth = 0; nth < families.length; nth++) {
      const family = families[nth]!;
      const [mask, set] = [masks[family]!, sets[family - chunk.first]!];
      // families with the same words and territories have the same coverage, and neighbours mostly have them
      if (mask === lastMask && set === lastSet) continue;
      [lastMask, lastSet] = [mask, set];
      const own = this.coveragesOf(mask);
      for (let index = 0; index < own.length; index++) {
        if (own[index]! <= this.best) continue;
        if (++counted % COUNTED_AT_ONCE === 0) yield;
        if (territories.countSet(segment.sets, set, index).some((count) => count > 0)) this.best = own[index]!;
      }
    }
    yield;
  }

  private coveragesOf(ofFamily: number): readonly number[] {
    const {words, territories} = this.query;
    let known = this.coverages.get(ofFamily);
    if (known === undefined) {
      known = territories.masks.map((mask) => coverageOf(words, ofFamily, mask));
      this.coverages.set(ofFamily, known);
    }
    return known;
  }
}
