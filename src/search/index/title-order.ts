// The order of the families of a dataset by title, so that a search can stop at the first one that is too late for the page.
//
// A title is the name of the class, a comma, the label of the indicator and the territory. A form has a hundred thousand titles of a few
// thousand names, and the names of a survey have a few hundred levels: so levels are sorted, names by the ranks of their levels, and titles
// put behind their names. Only where a name is the beginning of another ("Income", and "Income, in all") whole titles are compared. The
// work pauses about every millisecond.

import {comparerOf} from "../../statistics/catalogue/code-order.ts";
import {unsignedNumbers} from "../../statistics/growing-column.ts";
import {sortInSteps} from "../../statistics/order/sort-in-steps.ts";
import {codeOf, familyKind, KINDS, type SegmentContent} from "./dataset-segment.ts";
import type {SplitNames} from "./split-names.ts";
import {titleHead} from "./titles.ts";

type TitleOrder = Pick<SegmentContent, "byTitle" | "kindStarts" | "titleRanks">;

type Named = Pick<
  SegmentContent,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "labelKinds" | "crossedClasses"
>;

export function* orderTitles(segment: Named, names: SplitNames): Generator<undefined, TitleOrder> {
  const groups = groupsByTitle(segment);
  const sorted = yield* sortGroups(segment, names, groups);
  const kinds: number[][] = Array.from({length: KINDS}, () => []);
  const size = segment.indicator.index.length;
  const [byTitle, titleRanks] = [new Uint32Array(size), new Uint32Array(size)];
  let rank = 0;
  for (const group of sorted) {
    kinds[familyKind(segment, groups[group]!)]!.push(group);
    titleRanks.fill(rank++, groups[group]!, groups[group + 1] ?? size);
  }
  const kindStarts = [0];
  let at = 0;
  for (const own of kinds) {
    for (const group of own)
      for (let family = groups[group]!; family < (groups[group + 1] ?? size); family++) byTitle[at++] = family;
    kindStarts.push(at);
    yield;
  }
  return {byTitle, kindStarts, titleRanks};
}

/** The first families of each class with each indicator: those up to the next one have the same title. */
function groupsByTitle({classification: {index: classes}, indicator: {index: indicators}}: Named): Uint32Array {
  const groups = unsignedNumbers();
  for (let family = 0; family < classes.length; family++)
    if (family === 0 || classes[family] !== classes[family - 1] || indicators[family] !== indicators[family - 1])
      groups.push(family);
  return groups.finish();
}

/** Groups between two pauses. */
const GROUPS_AT_ONCE = 1000;

/** The groups by title, by code points; equal ones by their indexes. */
function* sortGroups(segment: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Iterable<number>> {
  const {headOf, heads} = yield* readHeads(segment, names, groups);
  const compareHeads = headComparer(heads);
  const order = yield* sortInSteps([...heads.keys()], (one, other) => compareHeads(heads[one]!, heads[other]!));
  const {sorted, starts} = groupsByHead(headOf, ranksOf(order));
  yield;
  const tails = ranksOfTexts(segment.indicatorLabels.map((label) => (label === "" ? "" : `${label}, `)));
  const tailOf = (group: number): number => tails[segment.indicator.index[groups[group]!]!]!;
  const compareTails = (one: number, other: number): number => tailOf(one) - tailOf(other) || one - other;
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = from + 1;
    while (to < order.length && isBeginning(heads[order[from]!]!, heads[order[to]!]!)) to++;
    if (starts[to]! - starts[from]! < 2) continue;
    const own = sorted.subarray(starts[from]!, starts[to]!);
    const compare = to - from > 1 ? titleComparer(segment, groups, own) : compareTails;
    if (own.length < GROUPS_AT_ONCE) own.sort(compare);
    else own.set(yield* sortInSteps(Array.from(own), compare));
    if (to % GROUPS_AT_ONCE === 0) yield;
  }
  return sorted;
}

/** What is between the head of a title and its label. */
const HEAD_END = ", ";

/** The heads of titles: the names of classes, or codes without one; empty for a title without a class, which has no end either. */
interface Heads {
  /** By group. */
  readonly headOf: Uint32Array;
  readonly heads: readonly string[];
}

function* readHeads(segment: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Heads> {
  const {classification, classNames} = segment;
  const heads: string[] = [];
  const headOf = new Uint32Array(groups.length);
  /** Counted from one. */
  const headOfName = new Uint32Array(names.starts.length);
  for (let group = 0; group < groups.length; group++) {
    const family = groups[group]!;
    const index = classification.index[family]!;
    const name = classNames.at(index) ?? "";
    if (group > 0 && classification.index[groups[group - 1]!] === index) headOf[group] = headOf[group - 1]!;
    else if (name === "") headOf[group] = heads.push(codeOf(classification, family) ?? "") - 1;
    else {
      const number = names.nameAt[index]!;
      headOfName[number] ||= heads.push(name);
      headOf[group] = headOfName[number] - 1;
    }
    if (group % GROUPS_AT_ONCE === GROUPS_AT_ONCE - 1) yield;
  }
  return {headOf, heads};
}

/** Compares heads with their ends, without a copy of each. */
function headComparer(heads: readonly string[]): (one: string, other: string) => number {
  const compare = comparerOf(heads);
  return (one, other) => {
    if (one.length > other.length) return -compareShorter(other, one);
    return compareShorter(one, other);
  };

  function compareShorter(short: string, long: string): number {
    const isBefore = short === "" || short.length === long.length || !long.startsWith(short);
    return isBefore ? compare(short, long) : compare(HEAD_END, long.slice(short.length) + HEAD_END);
  }
}

/** Whether a head with its end is the beginning of another one with its end, or is none. */
function isBeginning(head: string, of: string): boolean {
  return head === "" || (of.startsWith(head) && (of.length === head.length || of.startsWith(HEAD_END, head.length)));
}

/** The groups by the rank of their head, and where those of each rank begin. */
function groupsByHead(headOf: Uint32Array, rankOf: Uint32Array) {
  const starts = new Uint32Array(rankOf.length + 1);
  for (let group = 0; group < headOf.length; group++) starts[rankOf[headOf[group]!]! + 1]! += 1;
  for (let rank = 0; rank < rankOf.length; rank++) starts[rank + 1]! += starts[rank]!;
  const sorted = new Uint32Array(headOf.length);
  const next = starts.slice();
  for (let group = 0; group < sorted.length; group++) sorted[next[rankOf[headOf[group]!]!]!++] = group;
  return {sorted, starts};
}

function ranksOf(order: readonly number[]): Uint32Array {
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank;
  return ranks;
}

/** Equal texts have the same rank. */
function ranksOfTexts(texts: readonly string[]): Uint32Array {
  const ranks = new Uint32Array(texts.length);
  const order = [...texts.keys()].sort(compareBy(texts));
  for (let at = 1; at < order.length; at++)
    ranks[order[at]!] = ranks[order[at - 1]!]! + (texts[order[at]!] === texts[order[at - 1]!] ? 0 : 1);
  return ranks;
}

function compareBy(texts: readonly string[]): (one: number, other: number) => number {
  const compare = comparerOf(texts);
  return (one, other) => compare(texts[one]!, texts[other]!);
}

/** Compares these groups by their whole titles. */
function titleComparer(segment: Named, groups: Uint32Array, own: Uint32Array): (one: number, other: number) => number {
  const titles = new Map(Array.from(own, (group) => [group, titleHead(segment, groups[group]!)]));
  const compare = comparerOf([...titles.values()]);
  return (one, other) => compare(titles.get(one)!, titles.get(other)!) || one - other;
}
