// The families of one bucket that may still reach the page, in the order of place (relevance and level) and then title.
//
// Families that are too late are dropped as soon as enough others are in the list, so the list stays short. A title ends with the
// territory. So if one title head begins with another, the titles of the two families mix: both are kept or both are dropped.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {DatasetPart} from "../index/dataset-part.ts";
import {titleHead} from "../index/titles.ts";

/** The series of one family in one group of territories. */
export interface Listed {
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

export interface Shortlist {
  /** Whether the series may still reach the page. If not, nor may any with the same place and a later title. */
  take(part: DatasetPart, family: number, group: number, series: number, place: number): boolean;
  /** Families with the first `left` series, and possibly more series. */
  first(left: number): Listed[];
}

/** The list grows to at least this length before families are dropped. */
const LEAST_ROOM = 128;

/** @param limit the most series that will be asked for */
export function createShortlist(limit: number): Shortlist {
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

export function headOf(one: Listed): string {
  one.head ??= titleHead(one.part, one.family);
  return one.head;
}

function compareListed(one: Listed, other: Listed): number {
  return one.place - other.place || compareCodes(headOf(one), headOf(other));
}
