// Families that may still reach the page, in one bucket of the order: by points and level, and where these are equal by title.
//
// What comes too late is dropped as soon as enough others are there, so that the list stays short whatever is found. The end of a title
// is the territory, so where the beginning of one continues that of another their series mix: these are kept or dropped together.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {DatasetPart} from "../index/dataset-part.ts";
import {headOf, isAfterAll} from "../index/family-title.ts";

/** Series of one family in one group of territories. */
export interface Listed {
  readonly part: DatasetPart;
  readonly family: number;
  readonly group: number;
  /** Smaller is earlier: by points, then by level. */
  readonly place: number;
  readonly head: string;
}

export interface Shortlist {
  /**
   * Whether they may still reach the page; if not, no others of the same place can whose title comes later.
   * @param series how many they are
   */
  take(part: DatasetPart, family: number, group: number, series: number, place: number): boolean;
  /** Those among which the first `left` series are, in no order. */
  first(left: number): Listed[];
}

/** So many are gathered before those that can't reach the page are dropped. */
const LEAST_ROOM = 128;

/** More than families can be; places times this are whole numbers still. */
const MOST_LISTED = 2 ** 32;

/** @param limit at most so many series will be asked for */
export function createShortlist(limit: number): Shortlist {
  let parts: DatasetPart[] = [];
  let families: number[] = [];
  let groups: number[] = [];
  let counts: number[] = [];
  let places: number[] = [];
  let keys: number[] = [];
  let heads: (string | null)[] = [];
  let room = Math.max(LEAST_ROOM, 4 * limit);
  // once enough are there: the last place that is needed, and of that place the beginning of the last titles that are
  let lastPlace = Number.POSITIVE_INFINITY;
  let lastHead: string | null = null;
  let lastKey = Number.NaN;

  function headAt(at: number): string {
    heads[at] ??= headOf(parts[at]!, families[at]!);
    return heads[at];
  }

  /** The nearest by place and title among which the first `left` series are; sets what comes too late after them. */
  function nearest(left: number): number[] {
    const all = [...places.keys()];
    const sorted = Float64Array.from(all, (at) => places[at]! * MOST_LISTED + at).sort();
    const byPlace = Array.from(sorted, (one) => one % MOST_LISTED);
    let [before, from, to] = [0, 0, 0];
    while (from < byPlace.length) {
      const place = places[byPlace[from]!]!;
      let own = 0;
      for (to = from; to < byPlace.length && places[byPlace[to]!] === place; to++) own += counts[byPlace[to]!]!;
      if (before + own >= left) break;
      before += own;
      from = to;
    }
    if (from === byPlace.length) return all;
    lastPlace = places[byPlace[from]!]!;
    return [...byPlace.slice(0, from), ...firstByTitle(byPlace.slice(from, to), left - before)];
  }

  /** Of those that only the title tells apart. */
  function firstByTitle(equal: readonly number[], left: number): number[] {
    const sorted = equal.toSorted(compareTitles);
    let root: number | null = null;
    let [count, end] = [0, 0];
    for (; end < sorted.length; end++) {
      const at = sorted[end]!;
      const continues = root !== null && headAt(at).startsWith(headAt(root));
      if (count >= left && !continues) break;
      if (!continues) root = at;
      count += counts[at]!;
    }
    lastHead = headAt(root!);
    lastKey = keys[root!]!;
    return sorted.slice(0, end);
  }

  /** Mostly the first letters tell, so nothing is joined before it must be. */
  function compareTitles(one: number, other: number): number {
    const [left, right] = [keys[one]!, keys[other]!];
    if (left < right) return -1;
    if (left > right) return 1;
    return compareCodes(headAt(one), headAt(other));
  }

  function keep(chosen: readonly number[]): void {
    const of = <T>(list: readonly T[]): T[] => chosen.map((at) => list[at]!);
    [parts, families, groups, counts, places, keys, heads] = [
      of(parts),
      of(families),
      of(groups),
      of(counts),
      of(places),
      of(keys),
      of(heads),
    ];
  }

  return {
    take(part, family, group, series, place) {
      if (place > lastPlace) return false;
      const key = part.titleKeys[family]!;
      let head: string | null = null;
      if (place === lastPlace) {
        if (key > lastKey) return false;
        if (!(key < lastKey)) {
          head = headOf(part, family);
          if (isAfterAll(head, lastHead!)) return false;
        }
      }
      parts.push(part);
      families.push(family);
      groups.push(group);
      counts.push(series);
      places.push(place);
      keys.push(key);
      if (heads.push(head) < room) return true;
      keep(nearest(limit));
      // where many titles mix few can be dropped: looked at again only when twice as many are there
      room = Math.max(room, 2 * heads.length);
      return true;
    },
    first: (left) =>
      nearest(left).map((at) => ({
        part: parts[at]!,
        family: families[at]!,
        group: groups[at]!,
        place: places[at]!,
        head: headAt(at),
      })),
  };
}
