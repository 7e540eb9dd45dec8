// What is told of the series that are found: how many of each bucket of the order, and of those that may reach the page how well they
// answer.
import {type DatasetPart, KINDS} from "../index/dataset-part.ts";
import {BUCKETS, COUNTRY} from "../index/series-set.ts";
import type {Reading} from "../query/parsed-query.ts";
import {pointsOf} from "./relevance.ts";
import type {Scored} from "./score.ts";

export interface Finder {
  /** So many more series of a bucket (BUCKETS). */
  count(bucket: number, series: number): void;
  /** Whether any series of the bucket can still reach the page: only then `take` is called for it. */
  isOpen(bucket: number): boolean;
  /**
   * Series of one family in one group of territories, of one bucket. Whether they may reach the page; if not, no others with as many
   * points in a group of the level can whose title comes later.
   * @param points how well they answer (points.ts)
   */
  take(bucket: number, part: DatasetPart, family: number, group: number, series: number, points: number): boolean;
  /** Hears of every pair, whether its bucket is open or not; null: need not. */
  readonly tally:
    | ((part: DatasetPart, family: number, group: number, isStalled: boolean, series: number) => void)
    | null;
}

/** Of the family or the part that is being looked at. */
const counts = new Uint32Array(BUCKETS);

/**
 * The series of a family in all territories that answer the same words.
 * @param at place of the family among those that were scored
 * @param place of the words in the masks of the territories' groups
 */
export function takeFamily(
  part: DatasetPart,
  family: number,
  at: number,
  scored: Scored,
  reading: Reading,
  place: number,
  finder: Finder,
): void {
  const {territories} = reading;
  const {sets} = part;
  const set = part.setOf[family]!;
  const {groups, groupsOf} = territories;
  const own = groupsOf[place]!;
  territories.countSet(sets, set, place, counts);
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const series = counts[bucket]!;
    if (series === 0) continue;
    finder.count(bucket, series);
    if (!finder.isOpen(bucket)) continue;
    const list = 2 * set + (bucket >> 1);
    for (let g = 0; g < own.length; g++) {
      const group = own[g]!;
      if ((groups[group]!.rank === COUNTRY) !== (bucket % 2 === 0)) continue;
      const count = territories.count(sets, list, group);
      if (count > 0)
        finder.take(bucket, part, family, group, count, pointsOf(part, family, at, scored, reading, groups[group]!));
    }
  }
  if (finder.tally === null) return;
  for (const group of own) {
    for (let stalled = 0; stalled < 2; stalled++) {
      const count = territories.count(sets, 2 * set + stalled, group);
      if (count > 0) finder.tally(part, family, group, stalled === 1, count);
    }
  }
}

/**
 * The same of all families of a part at once, where all answer alike: only those are looked at that may reach the page.
 * @param scored any one of the families
 */
export function takeUniform(part: DatasetPart, scored: Scored, reading: Reading, place: number, finder: Finder): void {
  const {territories} = reading;
  const {byTitle, kindStarts, sets, setOf} = part;
  const {groups, groupsOf} = territories;
  territories.countPart(part, place, counts);
  for (let bucket = 0; bucket < BUCKETS; bucket++) if (counts[bucket]! > 0) finder.count(bucket, counts[bucket]!);
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    if (counts[bucket] === 0 || !finder.isOpen(bucket)) continue;
    for (const group of groupsOf[place]!) {
      if ((groups[group]!.rank === COUNTRY) !== (bucket % 2 === 0)) continue;
      for (let kind = 0; kind < KINDS; kind++) {
        for (let i = kindStarts[kind]!; i < kindStarts[kind + 1]!; i++) {
          const family = byTitle[i]!;
          const count = territories.count(sets, 2 * setOf[family]! + (bucket >> 1), group);
          if (count === 0) continue;
          const points = pointsOf(part, family, 0, scored, reading, groups[group]!);
          if (!finder.take(bucket, part, family, group, count, points)) break;
        }
      }
    }
  }
}
