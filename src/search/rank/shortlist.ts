// The families of one bucket that may still reach the page, in the order of their order key (merit and level) and then title.
//
// Families that are too late are dropped as soon as enough others are in the list, so the list stays short. A title ends with the
// territory. So if one title head begins with another, the titles of the two families mix: both are kept or both are dropped. Titles of one
// segment are compared by their ranks; only those of several segments, and those at the end of the page, are read.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";
import {sortInSteps} from "../../statistics/order/sort-in-steps.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import {fetchFamilies, findTitles, readFamilyTitles} from "../stored/named-family.ts";
import type {SearchSteps} from "../stored/reading.ts";
import type {OfferedFamily} from "./collector.ts";

/** The series of one family in one group of territories. */
export interface Listed extends OfferedFamily {
  readonly group: number;
  /** Number of series. */
  readonly series: number;
  /** Smaller is earlier. */
  readonly orderKey: number;
  /** The title without the territory; null until it is needed. */
  head: string | null;
}

export interface Shortlist {
  /** Whether the series may still reach the page. If not, nor may any with the same order key and a later title. */
  offer(one: OfferedFamily, group: number, series: number, orderKey: number): boolean;
  /** Whether the list is long enough for `shorten`. */
  isCrowded(): boolean;
  shorten(): SearchSteps<void>;
  /** Families with the first `left` series, and possibly more series. */
  first(left: number): SearchSteps<Listed[]>;
}

/** The list grows to at least this length before families are dropped. */
const LEAST_ROOM = 128;

/** @param limit the most series that will be asked for */
export function createShortlist(limit: number): Shortlist {
  return new BucketList(limit);
}

/** Titles that are read in one step: those behind many others want all of them. */
const TITLES_AT_ONCE = 200;

class BucketList implements Shortlist {
  private readonly limit: number;
  private listed: Listed[] = [];
  private room: number;
  /** Once the list has enough series: the last order key that is needed. */
  private lastKey = Number.POSITIVE_INFINITY;
  /** And the first title of the last families there. */
  private lastHead = "";
  /** By segment: families of the last order key with this rank, or one behind it, are too late. */
  private lateFrom = new Map<DatasetSegment, number>();

  constructor(limit: number) {
    this.limit = limit;
    this.room = Math.max(LEAST_ROOM, 4 * limit);
  }

  offer(
    {segment, family, set, rank, relevance}: OfferedFamily,
    group: number,
    series: number,
    orderKey: number,
  ): boolean {
    if (orderKey > this.lastKey) return false;
    if (orderKey === this.lastKey && this.isLate(segment, family, rank)) return false;
    this.listed.push({segment, family, set, rank, relevance, group, series, orderKey, head: null});
    return true;
  }

  isCrowded(): boolean {
    return this.listed.length >= this.room;
  }

  *shorten(): SearchSteps<void> {
    this.listed = yield* this.first(this.limit);
    // if many titles mix, few families can be dropped; the next attempt waits for twice as many
    this.room = Math.max(this.room, 2 * this.listed.length);
  }

  /** Moves the end of the list to the last of the families. */
  *first(left: number): SearchSteps<Listed[]> {
    const sorted = yield* sortInSteps(
      this.listed,
      (one, other) => one.orderKey - other.orderKey || one.rank - other.rank,
    );
    const kept: Listed[] = [];
    let series = 0;
    for (let from = 0, to = 0; from < sorted.length && series < left; from = to) {
      const {orderKey} = sorted[from]!;
      while (to < sorted.length && sorted[to]!.orderKey === orderKey) to++;
      const line = new TitleLine(sorted.slice(from, to), left - series);
      yield;
      let root: string | null = null;
      for (let one = yield* line.next(); one !== null; one = yield* line.next()) {
        const continues: boolean = root !== null && one.head.startsWith(root);
        if (series >= left && !continues) {
          this.lastHead = root!;
          this.lateFrom = new Map([...(orderKey === this.lastKey ? this.lateFrom : []), ...line.behind(one)]);
          this.lastKey = orderKey;
          return kept;
        }
        if (!continues) root = one.head;
        series += one.series;
        kept.push(one);
        if (kept.length % TITLES_AT_ONCE === 0) yield;
      }
      if (series < left) continue;
      if (orderKey < this.lastKey) this.lateFrom = new Map();
      [this.lastKey, this.lastHead] = [orderKey, root!];
    }
    return kept;
  }

  /** Whether a family of the last order key is too late, as far as its segment or the titles at hand tell. */
  private isLate(segment: DatasetSegment, family: number, rank: number): boolean {
    const known = this.lateFrom.get(segment);
    if (known !== undefined && rank >= known) return true;
    const head = findTitles(segment, [family])?.[0];
    if (head === undefined || head.startsWith(this.lastHead) || compareCodes(head, this.lastHead) < 0) return false;
    this.lateFrom.set(segment, rank);
    return true;
  }
}

type Titled = Listed & {readonly head: string};

interface SegmentLine {
  readonly own: readonly Listed[];
  at: number;
}

/** Families of one order key in the order of their titles. */
class TitleLine {
  private readonly most: number;
  private readonly lines: readonly SegmentLine[];
  /** Lines with families left, the earliest title last; null until their first titles are read. */
  private waiting: SegmentLine[] | null = null;

  /** @param families in the order of their ranks @param most the number that is usually needed */
  constructor(families: readonly Listed[], most: number) {
    this.most = most;
    this.lines = [...Map.groupBy(families, ({segment}) => segment).values()].map((own) => ({own, at: 0}));
  }

  *next(): SearchSteps<Titled | null> {
    this.waiting ??= yield* this.fetchFirst();
    const line = this.waiting.pop();
    if (line === undefined) return null;
    const first = titled(line);
    line.at++;
    if (line.at < line.own.length) {
      if (line.own[line.at]!.head === null) yield* readHeads(line.own.slice(line.at, line.at + MOST_TOGETHER));
      this.waiting.splice(indexInLine(this.waiting, titled(line).head), 0, line);
    }
    return first;
  }

  /** By segment: the rank of the first family that did not come yet, of which `last` was taken last and counts as such. */
  behind(last: Listed): Map<DatasetSegment, number> {
    return new Map(
      this.lines.flatMap(({own, at}) => {
        const one = own[at - 1] === last ? last : own[at];
        return one === undefined ? [] : [[one.segment, one.rank] as const];
      }),
    );
  }

  /** What is needed from the store is read together: the first title of each segment, and some behind it. */
  private *fetchFirst(): SearchSteps<SegmentLine[]> {
    const ofEach = Math.min(MOST_TOGETHER, 1 + Math.ceil(this.most / this.lines.length));
    const missing: Listed[] = [];
    let read = 0;
    for (const {own} of this.lines) {
      const first = own.slice(0, ofEach);
      if (!areAtHand(first)) missing.push(...first);
      read += first.length;
      if (read < TITLES_AT_ONCE) continue;
      read = 0;
      yield;
    }
    if (missing.length > 0) yield* fetchFamilies(missing);
    for (const {own} of this.lines) if (own[0]!.head === null) yield* readHeads(own.slice(0, ofEach));
    return this.lines.toSorted((one, other) => compareCodes(titled(other).head, titled(one).head));
  }
}

/** The next family of a line, whose title was read. */
function titled({own, at}: SegmentLine): Titled {
  return own[at] as Titled;
}

/** Where a title belongs among lines with the earliest title last: behind the equal ones, so a segment comes to its end first. */
function indexInLine(lines: readonly SegmentLine[], head: string): number {
  return firstWhere(lines.length, (index) => compareCodes(titled(lines[index]!).head, head) < 0);
}

/** Families of a segment whose names are read together. */
const MOST_TOGETHER = 64;

/** Reads the titles of families of one segment. */
function* readHeads(families: readonly Listed[]): SearchSteps<void> {
  const heads = yield* readFamilyTitles(
    families[0]!.segment,
    families.map(({family}) => family),
  );
  for (const [index, one] of families.entries()) one.head = heads[index]!;
}

/** Whether the titles could be read without waiting; then they are. */
function areAtHand(families: readonly Listed[]): boolean {
  if (families.every(({head}) => head !== null)) return true;
  const heads = findTitles(
    families[0]!.segment,
    families.map(({family}) => family),
  );
  if (heads === undefined) return false;
  for (const [index, one] of families.entries()) one.head = heads[index]!;
  return true;
}
