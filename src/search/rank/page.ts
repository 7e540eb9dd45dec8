// The first page of the matching series, in the order of a search, and their total number.
//
// The order: active before stalled, national before all others, then merit (recency.ts), level of the territory, title and key. The shortlists
// contain families; only those that reach the page are split into series.

import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {sortInSteps} from "../../statistics/order/sort-in-steps.ts";
import {LEVELS} from "../../statistics/territory.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import {BUCKETS, seriesListOf} from "../index/series-set.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";
import {fullTitle} from "../index/titles.ts";
import {readNamedFamily} from "../stored/named-family.ts";
import type {SearchSteps} from "../stored/reading.ts";
import type {Collector} from "./collector.ts";
import {MOST_FREQUENCY_POINTS} from "./recency.ts";
import {MAX_RELEVANCE} from "./relevance.ts";
import {createShortlist, type Listed, type Shortlist} from "./shortlist.ts";
import type {TerritoryGroups} from "./territory-groups.ts";

const MAX_MERIT = MAX_RELEVANCE + MOST_FREQUENCY_POINTS;

export interface RankedSeries {
  readonly datasetId: number;
  readonly key: string;
  /** How well it matches the words, from 0 to MAX_RELEVANCE: age and frequency decide about the order alone. */
  readonly relevance: number;
}

export interface PageDraft extends Omit<Collector, "countFacet"> {
  /** Number of all matching series. */
  total(): number;
  /** Those from `offset` on of the first `limit`, in order; none where more match than are wanted. */
  open(all: readonly IndexedTerritory[], offset: number): SearchSteps<RankedSeries[]>;
}

/** @param most with more matches than this no page is wanted */
export function draftPage(limit: number, territories: TerritoryGroups, most = Number.POSITIVE_INFINITY): PageDraft {
  const {groups} = territories;
  const lists = Array.from({length: BUCKETS}, () => createShortlist(limit));
  const counts = new Array<number>(BUCKETS).fill(0);
  let total = 0;

  return {
    count(bucket, series) {
      counts[bucket]! += series;
      total += series;
    },
    isOpen(bucket) {
      if (total > most) return false;
      let before = 0;
      for (let earlier = 0; earlier < bucket; earlier++) before += counts[earlier]!;
      return before < limit;
    },
    offer(bucket, one, group, series, merit) {
      const orderKey = (MAX_MERIT - merit) * LEVELS.length + groups[group]!.rank;
      return lists[bucket]!.offer(one, group, series, orderKey);
    },
    isCrowded: () => lists.some((list) => list.isCrowded()),
    shorten: () => shortenLists(lists),
    total: () => total,
    open: (all, offset) => openPage(total > most ? [] : lists, {offset, limit}, territories, all),
  };
}

function* shortenLists(lists: readonly Shortlist[]): SearchSteps<void> {
  for (const list of lists) if (list.isCrowded()) yield* list.shorten();
}

/** The series from `offset` to before `limit`. @param lists by bucket */
function* openPage(
  lists: readonly Shortlist[],
  {offset, limit}: {readonly offset: number; readonly limit: number},
  territories: TerritoryGroups,
  all: readonly IndexedTerritory[],
): SearchSteps<RankedSeries[]> {
  const page: RankedSeries[] = [];
  let passed = 0;
  for (const [bucket, list] of lists.entries()) {
    if (passed >= limit) break;
    for (const families of mixedFamilies(yield* list.first(limit - passed))) {
      const series = families.reduce((sum, one) => sum + one.series, 0);
      if (passed + series <= offset) {
        passed += series;
        continue;
      }
      const opened: Opened[] = [];
      for (const one of families) {
        for (const own of yield* openSeries(one, bucket, territories, all)) opened.push(own);
        yield;
      }
      for (const {segment, relevance, key} of yield* sortInSteps(opened, compareOpened)) {
        if (passed >= offset && passed < limit) page.push({datasetId: segment.id, key: key(), relevance});
        passed++;
      }
      yield;
    }
  }
  return page;
}

/**
 * Families in groups whose titles must be sorted together. A group has the families whose head begins with the head of its first family: the
 * titles of their series may alternate. Titles of different groups never do.
 */
function* mixedFamilies(families: readonly Listed[]): Iterable<readonly Listed[]> {
  for (let from = 0, to = 1; from < families.length; from = to, to = from + 1) {
    const {orderKey, head: root} = families[from]!;
    while (to < families.length && families[to]!.orderKey === orderKey && families[to]!.head!.startsWith(root!)) to++;
    yield families.slice(from, to);
  }
}

interface Opened {
  readonly segment: DatasetSegment;
  readonly relevance: number;
  /** A smaller one comes first. */
  readonly orderKey: number;
  readonly title: string;
  readonly key: () => string;
}

function* openSeries(
  one: Listed,
  bucket: number,
  territories: TerritoryGroups,
  all: readonly IndexedTerritory[],
): SearchSteps<Opened[]> {
  const {segment, set, group, relevance, orderKey} = one;
  const {head, dimensions} = yield* readNamedFamily(one);
  return territories.numbers(segment.sets, seriesListOf(set, bucket), group).map((number) => {
    const {code, name} = all[number]!;
    let key: string | null = null;
    return {
      segment,
      relevance,
      orderKey,
      title: fullTitle(head, name),
      key: () => {
        key ??= seriesKey(segment.provider, segment.code, {...dimensions, territory: code});
        return key;
      },
    };
  });
}

function compareOpened(one: Opened, other: Opened): number {
  return one.orderKey - other.orderKey || compareCodes(one.title, other.title) || compareCodes(one.key(), other.key());
}
