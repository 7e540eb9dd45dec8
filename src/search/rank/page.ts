// The first page of the matching series, in the order of a search, and their total number.
//
// The order: active before stalled, national before all others, then relevance, level of the territory, title and key. The shortlists
// contain families; only those that reach the page are split into series.

import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {LEVELS} from "../../statistics/territory.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import {BUCKETS} from "../index/series-set.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";
import {fullTitle} from "../index/titles.ts";
import type {TerritoryGroups} from "../query/territory-groups.ts";
import {readFamily} from "../stored/named-family.ts";
import type {SearchSteps} from "../stored/reading.ts";
import type {Collector} from "./collector.ts";
import {MAX_RELEVANCE} from "./relevance.ts";
import {createShortlist, type Listed, type Shortlist} from "./shortlist.ts";

export interface RankedSeries {
  readonly datasetId: number;
  readonly key: string;
  /** From 0 to MAX_RELEVANCE. */
  readonly relevance: number;
}

export interface PageDraft extends Omit<Collector, "tally"> {
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
    offer(bucket, one, group, series, relevance) {
      const orderKey = (MAX_RELEVANCE - relevance) * LEVELS.length + groups[group]!.rank;
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
    const left = limit - passed;
    if (left <= 0) break;
    const heads: Opened[][] = [];
    for (const one of yield* list.first(left)) {
      insert(heads, (yield* openSeries(one, bucket >= 2, territories, all)).sort(compareOpened).reverse());
      yield;
    }
    for (const {segment, orderKey, key} of firstOf(heads, left)) {
      const relevance = MAX_RELEVANCE - Math.floor(orderKey / LEVELS.length);
      if (passed >= offset) page.push({datasetId: segment.id, key: key(), relevance});
      if (++passed % PASSED_AT_ONCE === 0) yield;
    }
  }
  return page;
}

/** The first of all, in order. @param heads each from its last series to its first, those with the earliest first series last; they are used up */
function* firstOf(heads: Opened[][], most: number): Iterable<Opened> {
  for (let given = 0; given < most && heads.length > 0; given++) {
    const opened = heads.pop()!;
    yield opened.pop()!;
    insert(heads, opened);
  }
}

/** Where the order of the heads wants it; a list without series is left out. One by one, so that no step sorts all of a long page. */
function insert(heads: Opened[][], opened: Opened[]): void {
  const first = opened.at(-1);
  if (first === undefined) return;
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareOpened(heads[middle]!.at(-1)!, first) > 0) low = middle + 1;
    else high = middle;
  }
  heads.splice(low, 0, opened);
}

/** Series that are passed or given in one step. */
const PASSED_AT_ONCE = 500;

interface Opened {
  readonly segment: DatasetSegment;
  /** A smaller one comes first. */
  readonly orderKey: number;
  readonly title: string;
  readonly key: () => string;
}

function* openSeries(
  one: Listed,
  isStalled: boolean,
  territories: TerritoryGroups,
  all: readonly IndexedTerritory[],
): SearchSteps<Opened[]> {
  const {segment, set, group, orderKey} = one;
  const {head, dimensions} = yield* readFamily(one);
  const list = 2 * set + (isStalled ? 1 : 0);
  return territories.numbers(segment.sets, list, group).map((number) => {
    const {code, name} = all[number]!;
    let key: string | null = null;
    return {
      segment,
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
