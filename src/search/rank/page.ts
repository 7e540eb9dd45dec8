// The first page of the matching series, in the order of a search, and their total number.
//
// The order: active before stalled, national before all others, then relevance, level of the territory, title and key. The shortlists
// contain families; only those that reach the page are split into series.

import {type SeriesDimensions, seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {LEVELS} from "../../statistics/territory.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {codeOf, type DatasetPart} from "../index/dataset-part.ts";
import {BUCKETS} from "../index/series-set.ts";
import type {IndexedTerritory} from "../index/territory-index.ts";
import {fullTitle, titleHead} from "../index/titles.ts";
import type {TerritoryGroups} from "../query/territory-groups.ts";
import type {Collector} from "./collector.ts";
import {MAX_RELEVANCE} from "./relevance.ts";

export interface FoundSeries {
  readonly datasetId: number;
  readonly key: string;
  /** From 0 to MAX_RELEVANCE. */
  readonly relevance: number;
}

export interface PageDraft extends Omit<Collector, "tally"> {
  /** Number of all matching series. */
  total(): number;
  /** The first `limit` of them, in order; none where more match than are wanted. */
  open(all: readonly IndexedTerritory[]): Generator<undefined, FoundSeries[]>;
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
    take(bucket, part, family, group, series, relevance) {
      const place = (MAX_RELEVANCE - relevance) * LEVELS.length + groups[group]!.rank;
      return lists[bucket]!.take(part, family, group, series, place);
    },
    total: () => total,
    *open(all) {
      const page: FoundSeries[] = [];
      if (total > most) return page;
      for (const [bucket, list] of lists.entries()) {
        const left = limit - page.length;
        if (left <= 0) break;
        const families: Opened[][] = [];
        for (const one of list.first(left)) {
          families.push(openSeries(one, bucket >= 2, territories, all).sort(compareOpened));
          yield;
        }
        for (const {part, place, key} of firstOf(families, left)) {
          page.push({datasetId: part.id, key: key(), relevance: MAX_RELEVANCE - Math.floor(place / LEVELS.length)});
          if (page.length % KEYS_AT_ONCE === 0) yield;
        }
      }
      return page;
    },
  };
}

/** The first of all, in order. Each list is in order. */
function* firstOf(lists: readonly (readonly Opened[])[], most: number): Iterable<Opened> {
  const heads = lists.flatMap((opened) => (opened.length > 0 ? [{opened, at: 0}] : []));
  heads.sort((one, other) => compareOpened(one.opened[0]!, other.opened[0]!));
  for (let given = 0; given < most && heads.length > 0; given++) {
    const head = heads.shift()!;
    yield head.opened[head.at++]!;
    const next = head.opened[head.at];
    if (next === undefined) continue;
    const place = heads.findIndex(({opened, at}) => compareOpened(next, opened[at]!) <= 0);
    heads.splice(place === -1 ? heads.length : place, 0, head);
  }
}

/** Keys that are made in one step. */
const KEYS_AT_ONCE = 500;

interface Opened {
  readonly part: DatasetPart;
  readonly place: number;
  readonly title: string;
  readonly key: () => string;
}

function openSeries(
  one: Listed,
  isStalled: boolean,
  territories: TerritoryGroups,
  all: readonly IndexedTerritory[],
): Opened[] {
  const {part, family, group, place} = one;
  const head = headOf(one);
  const list = 2 * part.setOf[family]! + (isStalled ? 1 : 0);
  return territories.numbers(part.sets, list, group).map((number) => {
    const {code, name} = all[number]!;
    let key: string | null = null;
    return {
      part,
      place,
      title: fullTitle(head, name),
      key: () => {
        key ??= seriesKey(part.provider, part.code, dimensionsOf(part, family, code));
        return key;
      },
    };
  });
}

function compareOpened(one: Opened, other: Opened): number {
  return one.place - other.place || compareCodes(one.title, other.title) || compareCodes(one.key(), other.key());
}

function dimensionsOf(part: DatasetPart, family: number, territory: string): SeriesDimensions {
  return {
    indicator: codeOf(part.indicator, family) as string,
    classification: codeOf(part.classification, family),
    measure: codeOf(part.measure, family),
    transformation: codeOf(part.transformation, family),
    unit: codeOf(part.unit, family),
    frequency: codeOf(part.frequency, family) as Frequency,
    territory,
  };
}

/** The series of one family in one group of territories. */
interface Listed {
  readonly part: DatasetPart;
  readonly family: number;
  readonly group: number;
  /** Number of series. */
  readonly series: number;
  /** Smaller is earlier. */
  readonly place: number;
  /** The title without the territory; null until it is needed. */
  head: string | null;
}

/**
 * The families of one bucket that may still reach the page, in the order of place (relevance and level) and then title.
 *
 * Families that are too late are dropped as soon as enough others are in the list, so the list stays short. A title ends with the
 * territory. So if one title head begins with another, the titles of the two families mix: both are kept or both are dropped.
 */
interface Shortlist {
  /** Whether the series may still reach the page. If not, nor may any with the same place and a later title. */
  take(part: DatasetPart, family: number, group: number, series: number, place: number): boolean;
  /** Families with the first `left` series, and possibly more series. */
  first(left: number): Listed[];
}

/** The list grows to at least this length before families are dropped. */
const LEAST_ROOM = 128;

/** @param limit the most series that will be asked for */
function createShortlist(limit: number): Shortlist {
  let listed: Listed[] = [];
  let room = Math.max(LEAST_ROOM, 4 * limit);
  // once the list has enough series: the last place that is needed, and the first title head of the last families there
  let lastPlace = Number.POSITIVE_INFINITY;
  let lastHead = "";

  /** The first families with `left` series. Moves the end of the list to the last of them. */
  function nearest(left: number): Listed[] {
    const sorted = listed.toSorted(compareListed);
    let root: Listed | null = null;
    let [series, end] = [0, 0];
    for (; end < sorted.length; end++) {
      const one = sorted[end]!;
      const continues = root !== null && one.place === root.place && headOf(one).startsWith(headOf(root));
      if (series >= left && !continues) break;
      if (!continues) root = one;
      series += one.series;
    }
    if (root !== null && series >= left) [lastPlace, lastHead] = [root.place, headOf(root)];
    return sorted.slice(0, end);
  }

  return {
    take(part, family, group, series, place) {
      if (place > lastPlace) return false;
      const head = place === lastPlace ? titleHead(part, family) : null;
      if (head !== null && !head.startsWith(lastHead) && compareCodes(head, lastHead) > 0) return false;
      if (listed.push({part, family, group, series, place, head}) < room) return true;
      listed = nearest(limit);
      // if many titles mix, few families can be dropped; the next attempt waits for twice as many
      room = Math.max(room, 2 * listed.length);
      return true;
    },
    first: nearest,
  };
}

function headOf(one: Listed): string {
  one.head ??= titleHead(one.part, one.family);
  return one.head;
}

function compareListed(one: Listed, other: Listed): number {
  return one.place - other.place || compareCodes(headOf(one), headOf(other));
}
