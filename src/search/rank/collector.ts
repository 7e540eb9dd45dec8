// Passes the matching series on to the page and the facets: counts by bucket, and the relevance of those that may reach the page.
import {type DatasetSegment, KINDS} from "../index/dataset-segment.ts";
import {BUCKETS, COUNTRY, isNational, seriesListOf} from "../index/series-set.ts";
import {CHUNK, type Chunk, readTitleChunk, type TitleChunk} from "../stored/chunk.ts";
import type {StoredNumbers} from "../stored/columns.ts";
import type {SearchSteps} from "../stored/reading.ts";
import type {ParsedQuery} from "./parsed-query.ts";
import {meritOf, type Recency} from "./recency.ts";
import {manyClassesFactor, relevanceOf} from "./relevance.ts";
import type {Scores} from "./scores.ts";

/** A family of a segment, as the page needs it. */
export interface OfferedFamily {
  readonly segment: DatasetSegment;
  readonly family: number;
  /** Its set. */
  readonly set: number;
  /** The index of its title among those of the segment. */
  readonly rank: number;
  /** How well it matches the words. */
  readonly relevance: number;
}

/** What takes the matching series of a question. The page implements it (page.ts); `countFacet` is of facets.ts. */
export interface Collector {
  /** Adds a number of series to a bucket (BUCKETS). */
  count(bucket: number, series: number): void;
  /** Whether series of the bucket can still reach the page. If not, `offer` is not called for it. */
  isOpen(bucket: number): boolean;
  /**
   * Series of one family in one group of territories, of one bucket. Returns whether they may reach the page. If not, nor may any with
   * the same merit (recency.ts), a group of the same level and a later title.
   */
  offer(bucket: number, one: OfferedFamily, group: number, series: number, merit: number): boolean;
  /** Whether enough was taken for `shorten`. */
  isCrowded(): boolean;
  /** Drops what is too late for the page. It reads titles. */
  shorten(): SearchSteps<void>;
  /** Called for all series, also those of closed buckets; null: no facets are wanted. */
  readonly countFacet:
    | ((segment: DatasetSegment, frequency: string, group: number, isStalled: boolean, series: number) => void)
    | null;
}

/** The columns of a chunk of families, and the set of each. */
export interface ChunkSets {
  readonly chunk: Chunk;
  readonly sets: StoredNumbers;
}

/** Families of one chunk with their scores. */
interface ScoredFamilies {
  readonly segment: DatasetSegment;
  readonly columns: ChunkSets;
  readonly scores: Scores;
  readonly recency: Recency;
  readonly classesFactor: number;
}

/**
 * Collects the series of a family in the territories that match the same words.
 * @param at number of the family among the scored ones
 * @param index of these words in the masks of the territory groups
 */
export function collectFamily(
  {segment, columns, scores, recency, classesFactor}: ScoredFamilies,
  family: number,
  at: number,
  index: number,
  {query, collector}: {readonly query: ParsedQuery; readonly collector: Collector},
): void {
  const {chunk, sets: setOf} = columns;
  const inChunk = family - chunk.first;
  const {territories} = query;
  const {sets} = segment;
  const set = setOf[inChunk]!;
  const {groups, groupsOf} = territories;
  const own = groupsOf[index]!;
  const counts = territories.countSet(sets, set, index);
  const frequency = segment.codes.frequency[chunk.frequency[inChunk]!]!;
  const isNamed = scores.headWords[at]! + scores.labelWords[at]! > 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const series = counts[bucket]!;
    if (series === 0) continue;
    collector.count(bucket, series);
    if (!collector.isOpen(bucket)) continue;
    const list = seriesListOf(set, bucket);
    const labelLength = segment.labelLengths[chunk.indicator[inChunk]!]!;
    const ranked = {classesFactor, kind: chunk.kinds[inChunk]!, classLength: chunk.lengths[inChunk]!, labelLength};
    for (let g = 0; g < own.length; g++) {
      const group = own[g]!;
      if ((groups[group]!.rank === COUNTRY) !== isNational(bucket)) continue;
      const count = territories.count(sets, list, group);
      if (count === 0) continue;
      const relevance = relevanceOf(ranked, at, scores, query, groups[group]!);
      const taken = {segment, family, set, rank: chunk.ranks[inChunk]!, relevance};
      collector.offer(bucket, taken, group, count, meritOf(relevance, frequency, recency, isNamed));
    }
  }
  if (collector.countFacet === null) return;
  for (const group of own) {
    for (let stalled = 0; stalled < 2; stalled++) {
      const count = territories.count(sets, 2 * set + stalled, group);
      if (count > 0) collector.countFacet(segment, frequency, group, stalled === 1, count);
    }
  }
}

/** The series of a segment in the territories of some words. */
export interface CountedSegment {
  /** Of the words in the masks of the territory groups. */
  readonly index: number;
  /** By bucket. */
  readonly counts: Uint32Array;
}

/**
 * Collects the series of all families of a segment whose families match alike (`uniformMask`). Only families that may reach the page are
 * read.
 * @param scores of one of the families
 */
export function* collectSegment(
  segment: DatasetSegment,
  scores: Scores,
  query: ParsedQuery,
  {index, counts}: CountedSegment,
  collector: Collector,
): SearchSteps<void> {
  const {territories} = query;
  const {kindStarts} = segment;
  const {groups, groupsOf} = territories;
  const titles = new TitleReader(segment);
  const recency = query.recency(segment);
  const classesFactor = manyClassesFactor(segment.classesOfDataset);
  for (let bucket = 0; bucket < BUCKETS; bucket++) if (counts[bucket]! > 0) collector.count(bucket, counts[bucket]!);
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (counts[bucket] === 0 || !collector.isOpen(bucket)) continue;
    for (const group of groupsOf[index]!) {
      if ((groups[group]!.rank === COUNTRY) !== isNational(bucket)) continue;
      for (let kind = 0; kind < KINDS; kind++) {
        const [from, end] = [kindStarts[kind]!, kindStarts[kind + 1]!];
        if (from === end) continue;
        // no word is of a name, so the lengths of names do not count
        const ranked = {classesFactor, kind, classLength: 0, labelLength: 0};
        const relevance = relevanceOf(ranked, 0, scores, query, groups[group]!);
        const merit = meritOf(relevance, null, recency, false);
        yield* collectKind(titles, [from, end], query, {bucket, group, relevance, merit}, collector);
      }
    }
  }
}

/** How families of one kind match in one group of territories. */
interface KindMatch {
  readonly bucket: number;
  readonly group: number;
  readonly relevance: number;
  readonly merit: number;
}

/** Takes families of one kind, in the order of titles, until one is too late for the page. */
function* collectKind(
  titles: TitleReader,
  [from, end]: readonly [from: number, end: number],
  {territories}: ParsedQuery,
  {bucket, group, relevance, merit}: KindMatch,
  collector: Collector,
): SearchSteps<void> {
  const {segment} = titles;
  const {sets} = segment;
  for (let index = from; index < end; index++) {
    const {families, ranks, sets: setOf} = titles.find(index) ?? (yield* titles.read(index));
    const at = index % CHUNK;
    const set = setOf[at]!;
    const count = territories.count(sets, seriesListOf(set, bucket), group);
    if (count === 0) continue;
    const taken = {segment, family: families[at]!, set, rank: ranks[at]!, relevance};
    if (!collector.offer(bucket, taken, group, count, merit)) return;
    if (collector.isCrowded()) yield* collector.shorten();
  }
}

/** Reads families in the order of kind and title, by their indexes in it. */
class TitleReader {
  readonly segment: DatasetSegment;
  private cached: TitleChunk | null = null;
  private cachedNth = -1;

  constructor(segment: DatasetSegment) {
    this.segment = segment;
  }

  /** undefined: the index is not in the chunk that was read last. */
  find(index: number): TitleChunk | undefined {
    return this.cached !== null && Math.floor(index / CHUNK) === this.cachedNth ? this.cached : undefined;
  }

  *read(index: number): SearchSteps<TitleChunk> {
    yield;
    const nth = Math.floor(index / CHUNK);
    [this.cached, this.cachedNth] = [yield* readTitleChunk(this.segment, nth), nth];
    return this.cached;
  }
}
