// The first series of all that were found, in the order of a search, and how many there are.
//
// The order: active before stalled, national before all others, then how well they answer, then the level of the territory, the
// title and the key. Candidates stand for many series each, so only those that reach the page are opened.
import {compareCodes} from "../statistics/code-order.ts";
import type {Frequency} from "../statistics/frequency.ts";
import {type SeriesDimensions, seriesKey, seriesTitle} from "../statistics/series-identity.ts";
import {LEVELS} from "../statistics/territory.ts";
import {type Candidate, MOST_POINTS, type Take} from "./candidates.ts";
import {codeOf, type DatasetPart} from "./dataset-part.ts";
import type {TerritoryGroups} from "./territory-groups.ts";
import type {IndexedTerritory} from "./territory-index.ts";

export interface FoundSeries {
  readonly datasetId: number;
  readonly key: string;
}

export interface PageDraft {
  readonly take: Take;
  /** Series that match in all. */
  total(): number;
  /** At most `limit` of them, in order. */
  open(territories: TerritoryGroups, all: readonly IndexedTerritory[]): FoundSeries[];
}

/** Active and national, active, stalled and national, stalled. */
const BUCKETS = 4;
const COUNTRY = LEVELS.indexOf("country");
const PLACES = (MOST_POINTS + 1) * LEVELS.length;

export function draftPage(limit: number, groups: TerritoryGroups["groups"]): PageDraft {
  const buckets: Candidate[][] = Array.from({length: BUCKETS}, () => []);
  const counts = new Array<number>(BUCKETS).fill(0);
  /** Of a bucket that was sifted: the last candidate that was kept. What comes after it need not be kept. */
  const lasts: (Candidate | null)[] = [null, null, null, null];
  const most = Math.max(SIFT_FROM, 8 * limit);

  /** Smaller is earlier: by points, then by level. */
  const placeFor = (points: number, group: number): number =>
    (MOST_POINTS - points) * LEVELS.length + groups[group]!.rank;
  const placeOf = ({points, group}: Candidate): number => placeFor(points, group);

  function comesTooLate(last: Candidate, part: DatasetPart, family: number, place: number): boolean {
    const bound = placeOf(last);
    if (place !== bound) return place > bound;
    const [own, lastKey] = [firstKey(part, family), firstKey(last.part, last.family)];
    if (own > lastKey) return true;
    if (own < lastKey) return false;
    return isAfter(firstName(part, family), firstName(last.part, last.family));
  }

  function sift(bucket: number): void {
    const kept = firstOf(buckets[bucket]!, limit, placeOf);
    buckets[bucket] = kept;
    lasts[bucket] = kept.reduce((last, one) =>
      (placeOf(one) - placeOf(last) || compareHeads(one, last)) > 0 ? one : last,
    );
  }

  return {
    take(part, family, group, isStalled, count, points) {
      const bucket = (isStalled ? 2 : 0) + (groups[group]!.rank === COUNTRY ? 0 : 1);
      counts[bucket]! += count;
      let before = 0;
      for (let earlier = 0; earlier < bucket; earlier++) before += counts[earlier]!;
      if (before >= limit) return;
      const last = lasts[bucket]!;
      if (last !== null && comesTooLate(last, part, family, placeFor(points, group))) return;
      if (buckets[bucket]!.push({part, family, group, isStalled, count, points}) >= most) sift(bucket);
    },
    total: () => counts.reduce((sum, count) => sum + count, 0),
    open(territories, all) {
      const page: FoundSeries[] = [];
      for (const bucket of buckets) {
        const left = limit - page.length;
        if (left <= 0) break;
        const opened = firstOf(bucket, left, placeOf).flatMap((one) =>
          openCandidate(one, placeOf(one), territories, all),
        );
        opened.sort(compareOpened);
        page.push(...opened.slice(0, left).map(({part, key}) => ({datasetId: part.id, key: key()})));
      }
      return page;
    },
  };
}

/** So many candidates are gathered before those that can't reach the page are dropped. */
const SIFT_FROM = 1000;

/** Candidates among which are the first `left` series: all of the places before the last needed one, and of that what comes first by title. */
function firstOf(bucket: readonly Candidate[], left: number, placeOf: (one: Candidate) => number): Candidate[] {
  if (bucket.length === 0) return [];
  for (const one of bucket) countAt[placeOf(one)]! += one.count;
  let last = 0;
  let before = 0;
  while (last < PLACES && before + countAt[last]! < left) before += countAt[last++]!;
  for (const one of bucket) countAt[placeOf(one)] = 0;
  const chosen = bucket.filter((one) => placeOf(one) < last);
  if (last === PLACES) return chosen;
  return [
    ...chosen,
    ...firstByTitle(
      bucket.filter((one) => placeOf(one) === last),
      left - before,
    ),
  ];
}

/** Series by place; all zero between two uses. */
const countAt = new Uint32Array(PLACES);

/**
 * Of candidates that only the title tells apart: those among which are the first `left` series. The end of a title is the
 * territory, so where one beginning continues another their series mix: these are taken together.
 */
function firstByTitle(candidates: readonly Candidate[], left: number): Candidate[] {
  const nearest = smallest(candidates, left, compareHeads);
  let [count, reached] = [0, 0];
  let head = "";
  while (reached < nearest.length && count < left) {
    const one = nearest[reached++]!;
    const own = headOf(one);
    if (head === "" || !own.startsWith(head)) head = own;
    count += one.count;
  }
  const taken = new Set(nearest.slice(0, reached));
  return candidates.filter((one) => taken.has(one) || (head !== "" && headOf(one).startsWith(head)));
}

/** The first `size` in order, sorted. */
function smallest<T>(list: readonly T[], size: number, compare: (one: T, other: T) => number): T[] {
  if (list.length <= 4 * size) return list.toSorted(compare).slice(0, size);
  let kept: T[] = [];
  let bound: T | null = null;
  for (const one of list) {
    if (bound !== null && compare(one, bound) >= 0) continue;
    kept.push(one);
    if (kept.length < 4 * size) continue;
    kept = kept.sort(compare).slice(0, size);
    bound = kept.at(-1)!;
  }
  return kept.sort(compare).slice(0, size);
}

/** By the beginnings of their titles. Mostly the first letters tell, so nothing is joined before it must be. */
function compareHeads(one: Candidate, other: Candidate): number {
  const [left, right] = [firstName(one.part, one.family), firstName(other.part, other.family)];
  if (left !== right && !left.startsWith(right) && !right.startsWith(left)) return compareCodes(left, right);
  return compareCodes(headOf(one), headOf(other));
}

function firstName(part: DatasetPart, family: number): string {
  return part.classNames[part.classification.index[family]!] || part.indicatorLabels[part.indicator.index[family]!]!;
}

function firstKey(part: DatasetPart, family: number): number {
  const classPlace = part.classification.index[family]!;
  return part.classNames[classPlace] ? part.classKeys[classPlace]! : part.labelKeys[part.indicator.index[family]!]!;
}

/** Whether a name comes after another, and no title that begins with it can come before one that begins with the other. */
function isAfter(name: string, other: string): boolean {
  return name !== other && !name.startsWith(other) && !other.startsWith(name) && compareCodes(name, other) > 0;
}

/** The title up to the territory. */
function headOf({part, family}: Candidate): string {
  return seriesTitle({
    className: part.classNames[part.classification.index[family]!] ?? null,
    indicatorLabel: part.indicatorLabels[part.indicator.index[family]!]!,
    territoryName: " ",
  }).slice(0, -1);
}

interface Opened {
  readonly part: DatasetPart;
  readonly place: number;
  readonly title: string;
  readonly key: () => string;
}

function openCandidate(
  candidate: Candidate,
  place: number,
  territories: TerritoryGroups,
  all: readonly IndexedTerritory[],
): Opened[] {
  const {part, family, group, isStalled} = candidate;
  const set = part.sets[part.setOf[family]!]!;
  const opened: Opened[] = [];
  const head = headOf(candidate);
  for (const number of isStalled ? set.stalled : set.active) {
    if (!territories.holds(group, number)) continue;
    const {code, name} = all[number]!;
    let key: string | null = null;
    opened.push({
      part,
      place,
      title: name === "" ? head.replace(/, $/, "") : head + name,
      key: () => {
        key ??= seriesKey(part.provider, part.code, dimensionsOf(part, family, code));
        return key;
      },
    });
  }
  return opened;
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
