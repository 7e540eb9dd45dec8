// The order of the families of a dataset by title, so that a search can stop at the first one that is too late for the page.
//
// A title is the name of the class, a comma, the label of the indicator and the territory. A form has a hundred thousand titles of a few
// thousand names, and the names of a survey have a few hundred levels: so levels are sorted, names by the ranks of their levels, and titles
// put behind their names. Only where a name is the beginning of another ("Income", and "Income, in all") whole titles are compared. The
// work pauses about every millisecond.

import {comparerOf} from "../../statistics/catalogue/code-order.ts";
import {NAME_MARK} from "../../statistics/class-texts/leveled-texts.ts";
import {createNumbers} from "../../statistics/class-texts/numbers.ts";
import {compareSequences, SEQUENCES_AT_ONCE, type Sequences} from "../../statistics/class-texts/sequences.ts";
import {createLevelReader} from "../../statistics/class-texts/text-levels.ts";
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
  const groups = createNumbers();
  for (let family = 0; family < classes.length; family++)
    if (family === 0 || classes[family] !== classes[family - 1] || indicators[family] !== indicators[family - 1])
      groups.push(family);
  return groups.finish();
}

/** The groups by title, by code points; equal ones by their indexes. */
function* sortGroups(segment: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Iterable<number>> {
  const {headOf, levels, list} = yield* readHeads(segment, names, groups);
  const sortedLevels = yield* sortInSteps([...list.keys()], compareBy(list));
  const ranks = ranksOf(sortedLevels);
  const heads = {starts: levels.starts, ranks: levels.ranks.map((level) => ranks[level]!)};
  // A level ends in its mark, so only the last one of a head can be the beginning of another, and the order is that of whole heads.
  const order = yield* sortInSteps(
    Array.from({length: heads.starts.length - 1}, (_, head) => head),
    (one, other) => compareSequences(heads, one, other) || one - other,
  );
  const {sorted, starts} = groupsByHead(headOf, ranksOf(order));
  yield;
  const tails = ranksOfTexts(segment.indicatorLabels.map((label) => (label === "" ? "" : `${label}, `)));
  const tailOf = (group: number): number => tails[segment.indicator.index[groups[group]!]!]!;
  const compareTails = (one: number, other: number): number => tailOf(one) - tailOf(other) || one - other;
  const isBeginning = (one: number, other: number): boolean => {
    const from = levels.starts[one]!;
    const last = levels.starts[one + 1]! - 1;
    const start = levels.starts[other]!;
    if (levels.starts[other + 1]! - start <= last - from) return false;
    for (let at = from; at < last; at++) if (levels.ranks[at] !== levels.ranks[start + at - from]) return false;
    return list[levels.ranks[start + last - from]!]!.startsWith(list[levels.ranks[last]!]!);
  };
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = from + 1;
    while (to < order.length && isBeginning(order[from]!, order[to]!)) to++;
    if (starts[to]! - starts[from]! < 2) continue;
    const own = sorted.subarray(starts[from]!, starts[to]!);
    const compare = to - from > 1 ? titleComparer(segment, groups, own) : compareTails;
    if (own.length < SEQUENCES_AT_ONCE) own.sort(compare);
    else own.set(yield* sortInSteps(Array.from(own), compare));
    if (to % SEQUENCES_AT_ONCE === 0) yield;
  }
  return sorted;
}

/** The heads of titles: the names of classes, or codes without one, with the comma and the blank behind them. */
interface Heads {
  /** By group. */
  readonly headOf: Uint32Array;
  /** The levels of each head, as indexes in the list. */
  readonly levels: Sequences;
  /** Each level with its end: the mark, or the comma and the blank. A title without a class has one empty level. */
  readonly list: readonly string[];
}

function* readHeads(segment: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Heads> {
  const [starts, numbers] = [createNumbers(), createNumbers()];
  starts.push(0);
  const list: string[] = [""];
  const endings = [createEnding(list, NAME_MARK), createEnding(list, ", ")] as const;
  const add = (texts: (at: number) => string, indexes: (at: number) => number, count: number): number => {
    for (let at = 0; at < count; at++) numbers.push(endings[at < count - 1 ? 0 : 1](indexes(at), texts(at)));
    return starts.push(numbers.length()) - 2;
  };
  const nameLevels = names.levels.list;
  const codeLevels: string[] = [];
  let known: ReadonlyMap<string, number> | null = null;
  const codes = createLevelReader(NAME_MARK, (level) => {
    known ??= new Map(nameLevels.map((text, index) => [text, index]));
    return known.get(level) ?? nameLevels.length + codeLevels.push(level) - 1;
  });
  const addName = (name: number): number => {
    const from = names.starts[name - 1]!;
    const levelAt = (at: number): number => names.numbers[from + at]!;
    return add((at) => nameLevels[levelAt(at)]!, levelAt, names.starts[name]! - from);
  };
  const addCode = (code: string): number => {
    if (code !== "") {
      const count = codes.read(code);
      const textOf = (level: number): string => nameLevels[level] ?? codeLevels[level - nameLevels.length]!;
      return add(
        (at) => textOf(codes.found[at]!),
        (at) => codes.found[at]!,
        count,
      );
    }
    numbers.push(0);
    return starts.push(numbers.length()) - 2;
  };
  const {classification} = segment;
  const headOf = new Uint32Array(groups.length);
  /** Counted from one. */
  const headOfName = new Uint32Array(names.starts.length);
  for (let group = 0; group < groups.length; group++) {
    const family = groups[group]!;
    const index = classification.index[family]!;
    const name = segment.classNames.at(index) ? names.nameAt[index]! : 0;
    if (group > 0 && classification.index[groups[group - 1]!] === index) headOf[group] = headOf[group - 1]!;
    else if (name === 0) headOf[group] = addCode(codeOf(classification, family) ?? "");
    else {
      headOfName[name] ||= 1 + addName(name);
      headOf[group] = headOfName[name] - 1;
    }
    if (group % SEQUENCES_AT_ONCE === SEQUENCES_AT_ONCE - 1) yield;
  }
  return {headOf, levels: {starts: starts.finish(), ranks: numbers.finish()}, list};
}

/** The index in the list of a level with an end. A level has a number, and each one its own. */
function createEnding(list: string[], end: string): (level: number, text: string) => number {
  const indexOf: number[] = [];
  return (level, text) => {
    indexOf[level] ??= list.push(text + end) - 1;
    return indexOf[level];
  };
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
