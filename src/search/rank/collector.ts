// Passes the matching series on to the page and the facets: counts by bucket, and the relevance of those that may reach the page.
import {type DatasetPart, KINDS} from "../index/dataset-part.ts";
import {BUCKETS, COUNTRY} from "../index/series-set.ts";
import type {ParsedQuery} from "../query/parsed-query.ts";
import type {Scores} from "./matcher.ts";
import {relevanceOf} from "./relevance.ts";

export interface Collector {
  /** Adds a number of series to a bucket (BUCKETS). */
  count(bucket: number, series: number): void;
  /** Whether series of the bucket can still reach the page. If not, `take` is not called for it. */
  isOpen(bucket: number): boolean;
  /**
   * Series of one family in one group of territories, of one bucket. Returns whether they may reach the page. If not, nor may any with
   * the same relevance, a group of the same level and a later title.
   */
  take(bucket: number, part: DatasetPart, family: number, group: number, series: number, relevance: number): boolean;
  /** Called for all series, also those of closed buckets; null: no facets are wanted. */
  readonly tally:
    | ((part: DatasetPart, family: number, group: number, isStalled: boolean, series: number) => void)
    | null;
}

/**
 * Collects the series of a family in the territories that match the same words.
 * @param at place of the family among the scored ones
 * @param place of these words in the masks of the territory groups
 */
export function collectFamily(
  part: DatasetPart,
  family: number,
  at: number,
  scores: Scores,
  query: ParsedQuery,
  place: number,
  collector: Collector,
): void {
  const {territories} = query;
  const {sets} = part;
  const set = part.setOf[family]!;
  const {groups, groupsOf} = territories;
  const own = groupsOf[place]!;
  const counts = territories.countSet(sets, set, place);
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const series = counts[bucket]!;
    if (series === 0) continue;
    collector.count(bucket, series);
    if (!collector.isOpen(bucket)) continue;
    const list = 2 * set + (bucket >> 1);
    for (let g = 0; g < own.length; g++) {
      const group = own[g]!;
      if ((groups[group]!.rank === COUNTRY) !== (bucket % 2 === 0)) continue;
      const count = territories.count(sets, list, group);
      if (count === 0) continue;
      const relevance = relevanceOf(part, family, at, scores, query, groups[group]!);
      collector.take(bucket, part, family, group, count, relevance);
    }
  }
  if (collector.tally === null) return;
  for (const group of own) {
    for (let stalled = 0; stalled < 2; stalled++) {
      const count = territories.count(sets, 2 * set + stalled, group);
      if (count > 0) collector.tally(part, family, group, stalled === 1, count);
    }
  }
}

/**
 * Collects the series of all families of a part whose families match alike (`uniformMask`). Only families that may reach the page are
 * read.
 * @param scores of one of the families
 */
export function collectPart(
  part: DatasetPart,
  scores: Scores,
  query: ParsedQuery,
  place: number,
  collector: Collector,
): void {
  const {territories} = query;
  const {byTitle, kindStarts, sets, setOf} = part;
  const {groups, groupsOf} = territories;
  const counts = territories.countPart(part, place);
  for (let bucket = 0; bucket < BUCKETS; bucket++) if (counts[bucket]! > 0) collector.count(bucket, counts[bucket]!);
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (counts[bucket] === 0 || !collector.isOpen(bucket)) continue;
    for (const group of groupsOf[place]!) {
      if ((groups[group]!.rank === COUNTRY) !== (bucket % 2 === 0)) continue;
      for (let kind = 0; kind < KINDS; kind++) {
        for (let i = kindStarts[kind]!; i < kindStarts[kind + 1]!; i++) {
          const family = byTitle[i]!;
          const count = territories.count(sets, 2 * setOf[family]! + (bucket >> 1), group);
          if (count === 0) continue;
          const relevance = relevanceOf(part, family, 0, scores, query, groups[group]!);
          if (!collector.take(bucket, part, family, group, count, relevance)) break;
        }
      }
    }
  }
}
