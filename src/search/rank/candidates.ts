// Finds the families that match a query together with a group of territories, and passes their series to a collector.
//
// A family and a group match if together they match all words. If no pair does, the pairs that match most words are taken.
import {firstAtLeast} from "../../statistics/order/binary-search.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import type {FamilyIndex} from "../index/family-index.ts";
import {longerCopy} from "../index/postings.ts";
import {
  datasetFilter,
  FILTERED_COLUMNS,
  familyFilter,
  listed,
  type PassingFamilies,
  type SearchFilters,
} from "../query/filters.ts";
import type {WordQuery} from "../query/word-query.ts";
import {CHUNK, fetchChunks, readChunk, readSets} from "../stored/chunk.ts";
import type {SearchSteps} from "../stored/reading.ts";
import {type ChunkSets, type Collector, type CountedSegment, collectFamily, collectSegment} from "./collector.ts";
import {BestCoverage, coverageOf} from "./coverage.ts";
import {type Located, uniformMask} from "./match-mask.ts";
import {createMatcher} from "./matcher.ts";
import {type ParsedQuery, parseQuery, weighByRarity} from "./parsed-query.ts";
import {manyClassesFactor} from "./relevance.ts";
import {createSegmentBounds} from "./segment-bounds.ts";

export interface Candidates {
  parse(words: WordQuery, filters: SearchFilters): Generator<undefined, ParsedQuery>;
  /**
   * Collects the pairs that match all words.
   * @param territoryWords bits of the words that only a territory may match
   */
  collectWhole(query: ParsedQuery, territoryWords: number, collector: Collector): SearchSteps<void>;
  /** The largest coverage of any pair if it exceeds `least`; else `least`. */
  bestCoverage(query: ParsedQuery, least: number): SearchSteps<number>;
  /** Collects the pairs with this coverage, the largest. Rare words have more weight. */
  collectBest(query: ParsedQuery, best: number, collector: Collector): SearchSteps<void>;
}

/** Bits of the words that a family and a group of territories match; the two may have words in common. */
type Test = (ofFamily: number, ofGroup: number) => boolean;

/** A segment that may match: its families that pass the filters, and the ranges of the query's terms. */
interface Prepared {
  readonly segment: DatasetSegment;
  readonly passing: PassingFamilies | true;
  readonly located: Located;
}

/** A question whose matches are being collected. */
interface Collecting {
  readonly query: ParsedQuery;
  /** Indexes of the masks of groups that match together with a family, by the family's words. */
  readonly matchesAt: (ofFamily: number) => readonly number[];
  readonly collector: Collector;
}

/** A segment with the words that each of its families matches. The next match overwrites the masks. */
interface Matched {
  readonly segment: DatasetSegment;
  readonly located: Located;
  readonly masks: Uint32Array;
}

export function createCandidates(index: FamilyIndex): Candidates {
  const matcher = createMatcher();
  const wordsOfSegments = createSegmentBounds(index);
  /** The families of the current segment that match. */
  let matching = new Uint32Array(256);

  /** Works on the segments that pass the filters and have a family that may pass the test. */
  function* withSegments(
    {words, filters}: ParsedQuery,
    mayMatch: (ofSegment: number) => boolean,
    work: (prepared: Prepared) => SearchSteps<void>,
  ): SearchSteps<void> {
    const possible = wordsOfSegments(words);
    const isOfDataset = datasetFilter(filters);
    const filterOf = familyFilter(filters, ({id}) => index.segments.get(id)!);
    const isFiltered = FILTERED_COLUMNS.some((column) => listed(filters[column]) !== null);
    for (let from = 0; from < index.segmentNumberLimit; from += SEGMENTS_AT_ONCE) {
      yield;
      const some: {segment: DatasetSegment; ofSegment: number}[] = [];
      for (
        let segmentNumber = from;
        segmentNumber < Math.min(index.segmentNumberLimit, from + SEGMENTS_AT_ONCE);
        segmentNumber++
      ) {
        const segment = mayMatch(possible[segmentNumber]!) ? index.segmentAt(segmentNumber) : null;
        if (segment !== null && isOfDataset(segment)) some.push({segment, ofSegment: possible[segmentNumber]!});
      }
      let isFetched = false;
      for (const [at, {segment, ofSegment}] of some.entries()) {
        // the work on an earlier segment may have raised what a match needs
        if (!mayMatch(ofSegment)) continue;
        const passing = isFiltered ? yield* filterOf(segment) : true;
        if (passing === null) continue;
        let located = index.findRanges(segment, words.terms);
        if (located === undefined && !isFetched) {
          isFetched = true;
          const left = some.slice(at).map((one) => one.segment);
          yield* index.fetchRanges(left, words.terms);
        }
        located ??= yield* index.rangesOf(segment, words.terms);
        yield* work({segment, passing, located});
      }
    }
  }

  /** @param mayMatch whether a family of a segment may match, by the words that the segment matches at most */
  function* collect(query: ParsedQuery, mayMatch: Test, matches: Test, collector: Collector): SearchSteps<void> {
    const {masks} = query.territories;
    const mayMatchAt = indexesByMask(masks, mayMatch);
    const collecting: Collecting = {query, matchesAt: indexesByMask(masks, matches), collector};
    yield* withSegments(
      query,
      (bits) => mayMatchAt(bits).length > 0,
      (prepared) => collectPrepared(collecting, prepared),
    );
  }

  function* collectPrepared(collecting: Collecting, {segment, passing, located}: Prepared): SearchSteps<void> {
    const {query, matchesAt, collector} = collecting;
    const {words} = query;
    const {size} = segment;
    const common = passing === true ? uniformMask(size, words, located) : null;
    const counted = common === null ? [] : matchesAt(common).flatMap((at) => countedAt(query, segment, at) ?? []);
    if (common !== null && counted.length === 0) return;
    // facets count by what single families have
    if (common !== null && collector.countFacet === null) {
      const scores = matcher.score(words, located, FIRST_FAMILY, 1);
      for (const own of counted) yield* collectSegment(segment, scores, query, own, collector);
      return;
    }
    const masks = matcher.match(size, words, located);
    if (size > FAMILIES_AT_ONCE) yield;
    const filter = passing === true ? NO_FILTER : passing;
    const own = wanted(segment, filter, masks, (mask) => matchesAt(mask).length > 0);
    if (own.length === 0) return;
    const matched = {segment, located, masks};
    yield* eachChunk(segment, filter, own, (columns, families) => collectChunk(collecting, matched, columns, families));
  }

  function* collectChunk(
    collecting: Collecting,
    {segment, located, masks}: Matched,
    columns: ChunkSets,
    families: Uint32Array,
  ): SearchSteps<void> {
    const {query, matchesAt, collector} = collecting;
    const recency = query.recency(segment);
    const classesFactor = manyClassesFactor(segment.classesOfDataset);
    for (let from = 0; from < families.length; from += FAMILIES_AT_ONCE) {
      const some = families.subarray(from, Math.min(families.length, from + FAMILIES_AT_ONCE));
      const scored = {
        segment,
        columns,
        recency,
        classesFactor,
        scores: matcher.score(query.words, located, some, some.length),
      };
      for (let at = 0; at < some.length; at++)
        for (const position of matchesAt(masks[some[at]!]!)) collectFamily(scored, some[at]!, at, position, collecting);
      if (collector.isCrowded()) yield* collector.shorten();
      yield;
    }
  }

  /**
   * The families that may pass the filters and have a mask that is wanted. The next call overwrites them.
   * @param masks by family
   */
  function wanted(
    {size}: DatasetSegment,
    {ranges}: PassingFamilies,
    masks: Uint32Array,
    isWanted: (mask: number) => boolean,
  ): Uint32Array {
    const bounds = ranges ?? [0, size];
    let [count, lastMask, isLastWanted] = [0, 0, isWanted(0)];
    for (let range = 0; range < bounds.length; range += 2) {
      const [from, end] = [bounds[range]!, bounds[range + 1]!];
      if (matching.length < count + end - from) matching = longerCopy(matching, 2 * (count + end - from));
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

  /** Works on those of the families that pass the filters, one chunk after another. */
  function* eachChunk(
    segment: DatasetSegment,
    {passes}: PassingFamilies,
    own: Uint32Array,
    work: (columns: ChunkSets, families: Uint32Array) => SearchSteps<void>,
  ): SearchSteps<void> {
    const count = own.length;
    if (count > FAMILIES_AT_ONCE) yield;
    for (let from = 0, to = 0, ahead = 0; from < count; from = to) {
      const nth = Math.floor(own[from]! / CHUNK);
      to = firstAtLeast(own, (nth + 1) * CHUNK, from, Math.min(count, from + CHUNK));
      if (from >= ahead && to < count) {
        ahead = firstAtLeast(own, (nth + CHUNKS_AHEAD) * CHUNK, to, count);
        yield* fetchChunks(segment, own.subarray(from, ahead));
      }
      const columns = {chunk: yield* readChunk(segment, nth), sets: yield* readSets(segment, nth)};
      const {first} = columns.chunk;
      let families = own.subarray(from, to);
      if (passes !== null) families = families.filter((family) => passes(columns.chunk, family - first));
      yield* work(columns, families);
    }
  }

  function* findBetter(coverage: BestCoverage, {segment, passing, located}: Prepared): SearchSteps<void> {
    const masks = matcher.match(segment.size, coverage.query.words, located);
    const filter = passing === true ? NO_FILTER : passing;
    const better = wanted(segment, filter, masks, (mask) => coverage.isBetter(mask));
    yield* eachChunk(segment, filter, better, (columns, families) =>
      coverage.raiseBest(segment, masks, columns, families),
    );
    yield;
  }

  return {
    parse: (words, filters) => parseQuery(index, words, filters, matcher),
    *collectWhole(query, territoryWords, collector) {
      const {full} = query.words;
      const isWhole: Test = (ofFamily, ofGroup) => ((ofFamily & ~territoryWords) | ofGroup) === full;
      yield* collect(query, isWhole, isWhole, collector);
    },
    *bestCoverage(query, least) {
      const coverage = new BestCoverage(query, least);
      yield* withSegments(
        query,
        (ofSegment) => coverage.isBetter(ofSegment),
        (prepared) => findBetter(coverage, prepared),
      );
      return coverage.best;
    },
    *collectBest(query, best, collector) {
      const {words} = query;
      const isBest: Test = (ofFamily, ofGroup) => coverageOf(words, ofFamily, ofGroup) === best;
      const mayBeBest: Test = (ofFamily, ofGroup) => coverageOf(words, ofFamily, ofGroup) >= best;
      yield* collect(weighByRarity(index, query), mayBeBest, isBest, collector);
    },
  };
}

/** The series of the segment in the territories of these words; null: it has none. */
function countedAt({territories}: ParsedQuery, segment: DatasetSegment, index: number): CountedSegment | null {
  const counts = territories.countSegment(segment, index);
  return counts.some((count) => count > 0) ? {index, counts: Uint32Array.from(counts)} : null;
}

const NO_FILTER: PassingFamilies = {ranges: null, passes: null};

/** Chunks that are read together: about a megabyte. */
const CHUNKS_AHEAD = 16;

const FIRST_FAMILY = Uint32Array.of(0);
/** Families that are scored in one step. */
const FAMILIES_AT_ONCE = 2000;
/** Segments that are left out in one step. */
const SEGMENTS_AT_ONCE = 64;

/** Indexes of the masks of groups with which a family passes the test, by the family's words. Few masks differ, and neighbours rarely do. */
function indexesByMask(masks: readonly number[], test: Test): (ofFamily: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  let lastMask = -1;
  let last: readonly number[] = [];
  return (ofFamily) => {
    if (ofFamily === lastMask) return last;
    let indexes = known.get(ofFamily);
    if (indexes === undefined) {
      indexes = masks.flatMap((mask, index) => (test(ofFamily, mask) ? [index] : []));
      known.set(ofFamily, indexes);
    }
    [lastMask, last] = [ofFamily, indexes];
    return indexes;
  };
}
