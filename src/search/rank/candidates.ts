// Finds the families that match a query together with a group of territories, and passes their series to a collector.
//
// A family and a group match if together they match all words. If no pair does, the pairs that match most words are taken.
import type {FamilyIndex} from "../index/family-index.ts";
import {datasetFilter, familyFilter, type SearchFilters} from "../query/filters.ts";
import {type ParsedQuery, parseQuery, weighByRarity} from "../query/parsed-query.ts";
import {countBits, MAX_WORDS, type WordQuery} from "../query/word-query.ts";
import {type Collector, collectFamily, collectPart} from "./collector.ts";
import {uniformMask} from "./match-mask.ts";
import {createMatcher} from "./matcher.ts";

export interface Candidates {
  parse(words: WordQuery, filters: SearchFilters): Generator<undefined, ParsedQuery>;
  /**
   * Collects the pairs that match all words.
   * @param named bits of the words that only a territory may match
   */
  collectWhole(query: ParsedQuery, named: number, collector: Collector): Generator<undefined, void>;
  /** The largest coverage of any pair if it exceeds `least`; else `least`. */
  bestCoverage(query: ParsedQuery, least: number): Generator<undefined, number>;
  /** Collects the pairs with this coverage, the largest. Rare words have more weight. */
  collectBest(query: ParsedQuery, best: number, collector: Collector): Generator<undefined, void>;
}

/** Bits of the words that a family and a group of territories match; the two may have words in common. */
type Test = (ofFamily: number, ofGroup: number) => boolean;

export function createCandidates(index: FamilyIndex): Candidates {
  const matcher = createMatcher();
  const wordsOfParts = createPartIndex(index);
  /** The families of the current part that match. */
  let matching = new Uint32Array(256);

  /**
   * Parts that pass the filters and have a family that may pass the test, with the test for families. undefined: a place to rest, since
   * many parts may be left out.
   */
  function* partsThatMay({words, filters}: ParsedQuery, mayMatch: (ofPart: number) => boolean) {
    const possible = wordsOfParts(words);
    const isOfDataset = datasetFilter(filters);
    const filterOf = familyFilter(filters);
    for (let slot = 0; slot < index.slots; slot++) {
      if (slot % PARTS_AT_ONCE === 0) yield undefined;
      if (!mayMatch(possible[slot]!)) continue;
      const part = index.partAt(slot);
      if (part === null || !isOfDataset(part)) continue;
      const passes = filterOf(part);
      if (passes !== null) yield {part, passes, located: matcher.locate((term) => index.runsOf(part, term), words)};
    }
  }

  /** @param mayMatch whether a family of a part may match, by the words that the part matches at most */
  function* collect(
    query: ParsedQuery,
    mayMatch: Test,
    matches: Test,
    collector: Collector,
  ): Generator<undefined, void> {
    const {words, territories} = query;
    const mayMatchAt = placesByMask(territories.masks, mayMatch);
    const matchesAt = placesByMask(territories.masks, matches);
    for (const found of partsThatMay(query, (bits) => mayMatchAt(bits).length > 0)) {
      if (found === undefined) {
        yield;
        continue;
      }
      const {part, passes, located} = found;
      const {size} = part;
      const common = passes === true && collector.tally === null ? uniformMask(size, words, located) : null;
      if (common !== null) {
        const places = matchesAt(common);
        if (places.length === 0) continue;
        const scores = matcher.score(words, located, FIRST_FAMILY, 1);
        for (const place of places) collectPart(part, scores, query, place, collector);
        continue;
      }
      const masks = matcher.match(size, words, located);
      if (size > FAMILIES_AT_ONCE) yield;
      if (matching.length < size) matching = new Uint32Array(2 * size);
      let count = 0;
      for (let family = 0; family < size; family++)
        if (matchesAt(masks[family]!).length > 0 && (passes === true || passes(family))) matching[count++] = family;
      if (size > FAMILIES_AT_ONCE) yield;
      for (let from = 0; from < count; from += FAMILIES_AT_ONCE) {
        const some = matching.subarray(from, Math.min(count, from + FAMILIES_AT_ONCE));
        const scores = matcher.score(words, located, some, some.length);
        for (const [at, family] of some.entries())
          for (const place of matchesAt(masks[family]!))
            collectFamily(part, family, at, scores, query, place, collector);
        yield;
      }
    }
  }

  return {
    parse: (words, filters) => parseQuery(index, words, filters, matcher),
    *collectWhole(query, named, collector) {
      const {full} = query.words;
      const isWhole: Test = (ofFamily, ofGroup) => ((ofFamily & ~named) | ofGroup) === full;
      yield* collect(query, isWhole, isWhole, collector);
    },
    *bestCoverage(query, least) {
      const {words, territories} = query;
      let best = least;
      const coverages = new Map<number, readonly number[]>();
      const coveragesOf = (ofFamily: number): readonly number[] => {
        const known = coverages.get(ofFamily) ?? territories.masks.map((mask) => coverageOf(words, ofFamily, mask));
        coverages.set(ofFamily, known);
        return known;
      };
      const isBetter = (ofPart: number): boolean => coveragesOf(ofPart).some((coverage) => coverage > best);
      for (const found of partsThatMay(query, isBetter)) {
        if (found === undefined) {
          yield;
          continue;
        }
        const {part, passes, located} = found;
        const masks = matcher.match(part.size, words, located);
        for (let family = 0; family < part.size; family++) {
          const own = coveragesOf(masks[family]!);
          if (family % FAMILIES_AT_ONCE === FAMILIES_AT_ONCE - 1) yield;
          for (let place = 0; place < own.length; place++) {
            if (own[place]! <= best || (passes !== true && !passes(family))) continue;
            if (territories.countSet(part.sets, part.setOf[family]!, place).some((count) => count > 0))
              best = own[place]!;
          }
        }
        yield;
      }
      return best;
    },
    *collectBest(query, best, collector) {
      const {words} = query;
      const isBest: Test = (ofFamily, ofGroup) => coverageOf(words, ofFamily, ofGroup) === best;
      const mayBeBest: Test = (ofFamily, ofGroup) => coverageOf(words, ofFamily, ofGroup) >= best;
      yield* collect(weighByRarity(index, query), mayBeBest, isBest, collector);
    },
  };
}

const FIRST_FAMILY = [0];
/** Families that are scored in one step. */
const FAMILIES_AT_ONCE = 2000;
/** Parts that are left out in one step. */
const PARTS_AT_ONCE = 64;

/** Places of the masks of groups with which a family passes the test, by the family's words. Few masks differ, and neighbours rarely do. */
function placesByMask(masks: readonly number[], test: Test): (ofFamily: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  let lastMask = -1;
  let last: readonly number[] = [];
  return (ofFamily) => {
    if (ofFamily === lastMask) return last;
    let places = known.get(ofFamily);
    if (places === undefined) {
      places = masks.flatMap((mask, place) => (test(ofFamily, mask) ? [place] : []));
      known.set(ofFamily, places);
    }
    [lastMask, last] = [ofFamily, places];
    return places;
  };
}

/** Each word counts, a number half as much. If equal, the words that the family matches decide: they tell more than a territory. */
function coverageOf({numbers}: WordQuery, ofFamily: number, ofGroup: number): number {
  const both = ofFamily | ofGroup;
  return 2 * MAX_WORDS * countBits(both & ~numbers) + MAX_WORDS * countBits(both & numbers) + countBits(ofFamily);
}

/**
 * The bits of the words that a family of the part in each slot may match; parts that cannot match are skipped. The bounds come from the
 * lists of the query's terms alone; no part is read. The next call overwrites the array.
 */
type PartIndex = (query: WordQuery) => Uint32Array;

function createPartIndex(index: FamilyIndex): PartIndex {
  let possible = new Uint32Array(0);
  /** Of the phrase with this base: base + number of slots matched so far, by part. */
  let matched = new Uint32Array(0);

  return ({spans, terms}) => {
    if (possible.length < index.slots) {
      possible = new Uint32Array(2 * index.slots);
      matched = new Uint32Array(2 * index.slots);
    }
    possible.fill(0);
    matched.fill(0);
    let base = 0;
    for (const {mask, alternatives} of spans) {
      for (const phrase of alternatives) {
        for (let i = 0; i < phrase.length; i++) {
          for (const {term} of phrase[i]!) {
            for (const part of index.slotsOf(terms[term]!)) {
              if (i > 0 && matched[part] !== base + i) continue;
              matched[part] = base + i + 1;
              if (i + 1 === phrase.length) possible[part]! |= mask;
            }
          }
        }
        base += phrase.length + 1;
      }
    }
    return possible;
  };
}
