// A question as one of its queries over an index: its words, its territories, its filters, and the weight of each word.
import type {DatasetSegment} from "../index/dataset-segment.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {type SearchFilters, territoryFilter} from "../query/filters.ts";
import type {WordQuery} from "../query/word-query.ts";
import type {Matcher} from "./matcher.ts";
import {type Recency, recencyOf} from "./recency.ts";
import {groupTerritories, type TerritoryGroups} from "./territory-groups.ts";

export interface ParsedQuery {
  readonly words: WordQuery;
  readonly territories: TerritoryGroups;
  readonly filters: SearchFilters;
  /** The weight of each word in the relevance. */
  readonly weights: readonly number[];
  /** What the age of its series takes from the relevance of a dataset. */
  readonly recency: (segment: DatasetSegment) => Recency;
}

/** Step by step. All words have equal weight. */
export function* parseQuery(
  index: FamilyIndex,
  words: WordQuery,
  filters: SearchFilters,
  matcher: Matcher,
): Generator<undefined, ParsedQuery> {
  const territories = yield* groupTerritories(index.territories, words, matcher, territoryFilter(filters));
  const newest = words.year === null ? index.newestMonth : null;
  const known = new Map<DatasetSegment, Recency>();
  const recency = (segment: DatasetSegment): Recency => {
    let own = known.get(segment);
    if (own === undefined) {
      own = recencyOf(segment, newest);
      known.set(segment, own);
    }
    return own;
  };
  return {words, territories, filters, weights: new Array<number>(words.size).fill(1), recency};
}

/**
 * Gives rare words more weight. A word is as frequent as the number of datasets and territories that have a term of it. So the weights
 * do not depend on the order in which datasets were loaded.
 */
export function weighByRarity(index: FamilyIndex, query: ParsedQuery): ParsedQuery {
  const {size, spans, terms} = query.words;
  const datasets = Array.from({length: size}, () => new Set<number>());
  const territories = new Array<number>(size).fill(0);
  for (const {words, alternatives} of spans) {
    for (const {term} of alternatives.flat(2)) {
      const isOfTerritory = index.territories.holds(terms[term]!);
      for (const word of words) {
        for (const segmentNumber of index.segmentNumbersOf(terms[term]!)) {
          const segment = index.segmentAt(segmentNumber);
          if (segment !== null) datasets[word]!.add(segment.id);
        }
        if (isOfTerritory) territories[word]!++;
      }
    }
  }
  return {...query, weights: datasets.map((own, word) => 1 / (1 + Math.log2(1 + own.size + territories[word]!)))};
}
