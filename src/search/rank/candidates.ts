// Finds the families that match a query together with a group of territories, and passes their series to a collector.
//
// A family and a group match if together they match all words. If no pair does, the pairs that match most words are taken.
import {firstAtLeast} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetPart} from "../index/dataset-part.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {
  datasetFilter,
  FILTERED_COLUMNS,
  familyFilter,
  listed,
  type PassingFamilies,
  type SearchFilters,
} from "../query/filters.ts";
import {type ParsedQuery, parseQuery, weighByRarity} from "../query/parsed-query.ts";
import {countBits, MAX_WORDS, type WordQuery} from "../query/word-query.ts";
import type {Numbers} from "../stored/columns.ts";
import {fetchAhead, type Reading, type WantedSection} from "../stored/reading.ts";
import {readSets, readStretch, STRETCH, type Stretch} from "../stored/stretch.ts";
import {type Collector, collectFamily, collectPart} from "./collector.ts";
import {type Located, uniformMask} from "./match-mask.ts";
import {createMatcher} from "./matcher.ts";
import {createPartIndex} from "./part-bounds.ts";

export interface Candidates {
  parse(words: WordQuery, filters: SearchFilters): Generator<undefined, ParsedQuery>;
  /**
   * Collects the pairs that match all words.
   * @param named bits of the words that only a territory may match
   */
  collectWhole(query: ParsedQuery, named: number, collector: Collector): Reading<void>;
  /** The largest coverage of any pair if it exceeds `least`; else `least`. */
  bestCoverage(query: ParsedQuery, least: number): Reading<number>;
  /** Collects the pairs with this coverage, the largest. Rare words have more weight. */
  collectBest(query: ParsedQuery, best: number, collector: Collector): Reading<void>;
}

/** Bits of the words that a family and a group of territories match; the two may have words in common. */
type Test = (ofFamily: number, ofGroup: number) => boolean;

/** A part that may match: its families that pass the filters, and the runs of the query's terms. */
interface Prepared {
  readonly part: DatasetPart;
  readonly passing: PassingFamilies | true;
  readonly located: Located;
}

export function createCandidates(index: FamilyIndex): Candidates {
  const matcher = createMatcher();
  const wordsOfParts = createPartIndex(index);
  /** The families of the current part that match. */
  let matching = new Uint32Array(256);

  /** Works on the parts that pass the filters and have a family that may pass the test. */
  function* withParts(
    {words, filters}: ParsedQuery,
    mayMatch: (ofPart: number) => boolean,
    work: (prepared: Prepared) => Reading<void>,
  ): Reading<void> {
    const possible = wordsOfParts(words);
    const isOfDataset = datasetFilter(filters);
    const filterOf = familyFilter(filters, ({id}) => index.parts.get(id)!);
    const isFiltered = FILTERED_COLUMNS.some((column) => listed(filters[column]) !== null);
    for (let from = 0; from < index.slots; from += PARTS_AT_ONCE) {
      yield;
      const some: {part: DatasetPart; ofPart: number}[] = [];
      for (let slot = from; slot < Math.min(index.slots, from + PARTS_AT_ONCE); slot++) {
        const part = mayMatch(possible[slot]!) ? index.partAt(slot) : null;
        if (part !== null && isOfDataset(part)) some.push({part, ofPart: possible[slot]!});
      }
      let isFetched = false;
      for (const [place, {part, ofPart}] of some.entries()) {
        // the work on an earlier part may have raised what a match needs
        if (!mayMatch(ofPart)) continue;
        const passing = isFiltered ? yield* filterOf(part) : true;
        if (passing === null) continue;
        let located = index.findRuns(part, words.terms);
        if (located === undefined && !isFetched) {
          isFetched = true;
          const left = some.slice(place).map((one) => one.part);
          yield* index.fetchRuns(left, words.terms);
        }
        located ??= yield* index.runsOf(part, words.terms);
        yield* work({part, passing, located});
      }
    }
  }

  /** @param mayMatch whether a family of a part may match, by the words that the part matches at most */
  function* collect(query: ParsedQuery, mayMatch: Test, matches: Test, collector: Collector): Reading<void> {
    const {words, territories} = query;
    const mayMatchAt = placesByMask(territories.masks, mayMatch);
    const matchesAt = placesByMask(territories.masks, matches);
    yield* withParts(
      query,
      (bits) => mayMatchAt(bits).length > 0,
      function* ({part, passing, located}) {
        const {size} = part;
        const common = passing === true && collector.tally === null ? uniformMask(size, words, located) : null;
        if (common !== null) {
          const places = matchesAt(common);
          if (places.length === 0) return;
          const scores = matcher.score(words, located, FIRST_FAMILY, 1);
          for (const place of places) yield* collectPart(part, scores, query, place, collector);
          return;
        }
        const masks = matcher.match(size, words, located);
        if (size > FAMILIES_AT_ONCE) yield;
        const filter = passing === true ? NO_FILTER : passing;
        const own = wanted(part, filter, masks, (mask) => matchesAt(mask).length > 0);
        if (own.length === 0) return;
        yield* eachStretch(part, filter, own, function* (columns, families) {
          for (let from = 0; from < families.length; from += FAMILIES_AT_ONCE) {
            const some = families.subarray(from, Math.min(families.length, from + FAMILIES_AT_ONCE));
            const scores = matcher.score(words, located, some, some.length);
            for (const [at, family] of some.entries())
              for (const place of matchesAt(masks[family]!))
                collectFamily(part, columns, family - columns.stretch.first, at, scores, query, place, collector);
            if (collector.isCrowded()) yield* collector.shorten();
            yield;
          }
        });
      },
    );
  }

  /**
   * The families that may pass the filters and have a mask that is wanted. The next call overwrites them.
   * @param masks by family
   */
  function wanted(
    {size}: DatasetPart,
    {ranges}: PassingFamilies,
    masks: Uint32Array,
    isWanted: (mask: number) => boolean,
  ): Uint32Array {
    const bounds = ranges ?? [0, size];
    let [count, lastMask, isLastWanted] = [0, 0, isWanted(0)];
    for (let range = 0; range < bounds.length; range += 2) {
      const [from, end] = [bounds[range]!, bounds[range + 1]!];
      if (matching.length < count + end - from) matching = longer(matching, count + end - from);
      for (let family = from; family < end; family++) {
        const mask = masks[family]!;
        if (mask !== lastMask) {
          lastMask = mask;
          isLastWanted = isWanted(mask);
        }
        if (isLastWanted) matching[count++] = family;
      }
    }
    return matching.subarray(0, count);
  }

  /** Works on those of the families that pass the filters, one stretch after another. */
  function* eachStretch(
    part: DatasetPart,
    {passes}: PassingFamilies,
    own: Uint32Array,
    work: (columns: {readonly stretch: Stretch; readonly sets: Numbers}, families: Uint32Array) => Reading<void>,
  ): Reading<void> {
    const count = own.length;
    if (count > FAMILIES_AT_ONCE) yield;
    for (let from = 0, to = 0, ahead = 0; from < count; from = to) {
      const nth = Math.floor(own[from]! / STRETCH);
      to = firstAtLeast(own, (nth + 1) * STRETCH, from, Math.min(count, from + STRETCH));
      if (from >= ahead && to < count) {
        ahead = firstAtLeast(own, (nth + STRETCHES_AHEAD) * STRETCH, to, count);
        yield* fetchStretches(part, own.subarray(from, ahead));
      }
      const columns = {stretch: yield* readStretch(part, nth), sets: yield* readSets(part, nth)};
      const {first} = columns.stretch;
      let families = own.subarray(from, to);
      if (passes !== null) families = families.filter((family) => passes(columns.stretch, family - first));
      yield* work(columns, families);
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
      yield* withParts(query, isBetter, function* ({part, passing, located}) {
        const masks = matcher.match(part.size, words, located);
        const filter = passing === true ? NO_FILTER : passing;
        const better = wanted(part, filter, masks, isBetter);
        yield* eachStretch(part, filter, better, function* ({stretch, sets}, families) {
          for (const family of families) {
            const own = coveragesOf(masks[family]!);
            const set = sets[family - stretch.first]!;
            for (let place = 0; place < own.length; place++)
              if (own[place]! > best && territories.countSet(part.sets, set, place).some((count) => count > 0))
                best = own[place]!;
          }
          yield;
        });
        yield;
      });
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

const NO_FILTER: PassingFamilies = {ranges: null, passes: null};

/** Stretches that are read together: about a megabyte. */
const STRETCHES_AHEAD = 16;

/** @param families in some neighbouring stretches */
function* fetchStretches({stored}: DatasetPart, families: Uint32Array): Reading<void> {
  const wanted: WantedSection[] = [];
  for (let at = 0; at < families.length; ) {
    const nth = Math.floor(families[at]! / STRETCH);
    wanted.push({stored, kind: "stretches", nth}, {stored, kind: "sets", nth});
    at = firstAtLeast(families, (nth + 1) * STRETCH, at, families.length);
  }
  yield* fetchAhead(wanted);
}

function longer(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(2 * length);
  copy.set(numbers);
  return copy;
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
