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
import {fullTitle} from "../index/titles.ts";
import type {TerritoryGroups} from "../query/territory-groups.ts";
import type {Collector} from "./collector.ts";
import {MAX_RELEVANCE} from "./relevance.ts";
import {createShortlist, headOf, type Listed} from "./shortlist.ts";

export interface FoundSeries {
  readonly datasetId: number;
  readonly key: string;
}

export interface PageDraft extends Omit<Collector, "tally"> {
  /** Number of all matching series. */
  total(): number;
  /** The first `limit` of them, in order. */
  open(all: readonly IndexedTerritory[]): FoundSeries[];
}

export function draftPage(limit: number, territories: TerritoryGroups): PageDraft {
  const {groups} = territories;
  const lists = Array.from({length: BUCKETS}, () => createShortlist(limit));
  const counts = new Array<number>(BUCKETS).fill(0);

  return {
    count(bucket, series) {
      counts[bucket]! += series;
    },
    isOpen(bucket) {
      let before = 0;
      for (let earlier = 0; earlier < bucket; earlier++) before += counts[earlier]!;
      return before < limit;
    },
    take(bucket, part, family, group, series, relevance) {
      const place = (MAX_RELEVANCE - relevance) * LEVELS.length + groups[group]!.rank;
      return lists[bucket]!.take(part, family, group, series, place);
    },
    total: () => counts.reduce((sum, count) => sum + count, 0),
    open(all) {
      const page: FoundSeries[] = [];
      for (const [bucket, list] of lists.entries()) {
        const left = limit - page.length;
        if (left <= 0) break;
        const opened = list.first(left).flatMap((one) => openSeries(one, bucket >= 2, territories, all));
        opened.sort(compareOpened);
        page.push(...opened.slice(0, left).map(({part, key}) => ({datasetId: part.id, key: key()})));
      }
      return page;
    },
  };
}

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
