// The order of the families of a dataset by title, so that a search can stop at the first one that is too late for the page.
//
// A title is the name of the class, a comma, the label of the indicator and the territory. A form has a hundred thousand titles of a few
// thousand names, so names are sorted, not titles. Only where a name is the beginning of another ("Income", and "Income, in all") whole
// titles are compared. The work pauses about every millisecond.

import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {codeOf, KINDS, kindOf, type PartContent} from "./dataset-part.ts";
import {createNumbers} from "./numbers.ts";
import {createPieces} from "./pieces.ts";
import type {SplitNames} from "./split-names.ts";
import {titleHead} from "./titles.ts";

type TitleOrder = Pick<PartContent, "byTitle" | "kindStarts" | "titleRanks">;

type Named = Pick<
  PartContent,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "labelKinds" | "crossedClasses"
>;

export function* orderTitles(part: Named, names: SplitNames): Generator<undefined, TitleOrder> {
  const groups = groupsByTitle(part);
  const sorted = yield* sortGroups(part, names, groups);
  const kinds: number[][] = Array.from({length: KINDS}, () => []);
  const size = part.indicator.index.length;
  const [byTitle, titleRanks] = [new Uint32Array(size), new Uint32Array(size)];
  let rank = 0;
  for (const group of sorted) {
    kinds[kindOf(part, groups[group]!)]!.push(group);
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

/** Sequences of pieces of text, each piece as its rank among all: sequence k is `ranks[starts[k]]` to `ranks[starts[k + 1]]`. */
interface Sequences {
  readonly starts: Uint32Array;
  readonly ranks: Uint32Array;
}

/** The titles of groups without the territory: that of group k is `heads` number `headOf[k]`, then `tails` number `tailOf[k]`. */
interface Titles {
  readonly heads: Sequences;
  readonly headOf: Uint32Array;
  readonly tails: Sequences;
  readonly tailOf: Uint32Array;
  /** The piece between the levels of a name. */
  readonly levelMark: number;
  /** A character comes before the blank: then the order of pieces is not that of titles. */
  readonly hasControl: boolean;
}

/** The groups by title, by code points; equal ones by their places. */
function* sortGroups(part: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Iterable<number>> {
  const titles = yield* splitTitles(part, names, groups);
  const all = (): number[] => Array.from(groups.keys());
  if (titles.hasControl) {
    const head = (group: number): string => titleHead(part, groups[group]!);
    return yield* sortInSteps(all(), (one, other) => compareCodes(head(one), head(other)) || one - other);
  }
  const {heads, headOf, tails, tailOf} = titles;
  const order = yield* sortByLevels(heads, titles.levelMark);
  const starts = new Uint32Array(order.length + 1);
  const rankOf = new Uint32Array(order.length);
  for (const [rank, head] of order.entries()) rankOf[head] = rank;
  for (const head of headOf) starts[rankOf[head]! + 1]! += 1;
  for (let rank = 0; rank < order.length; rank++) starts[rank + 1]! += starts[rank]!;
  const sorted = new Uint32Array(groups.length);
  const next = starts.slice();
  for (let group = 0; group < sorted.length; group++) sorted[next[rankOf[headOf[group]!]!]!++] = group;
  yield;
  const compareTails = (one: number, other: number): number =>
    compareSequences(tails, tailOf[one]!, tailOf[other]!) || one - other;
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = from + 1;
    while (to < order.length && isBeginning(heads, order[from]!, order[to]!)) to++;
    if (starts[to]! - starts[from]! < 2) continue;
    const own = sorted.subarray(starts[from]!, starts[to]!);
    const compare = to - from > 1 ? (one: number, other: number) => compareTitles(titles, one, other) : compareTails;
    if (own.length < AT_ONCE) own.sort(compare);
    else own.set(yield* sortInSteps(Array.from(own), compare));
    if (to % AT_ONCE === 0) yield;
  }
  return sorted;
}

function placesOf({starts}: Sequences): number[] {
  return Array.from({length: starts.length - 1}, (_, place) => place);
}

/**
 * The sequences in their order. Names of several levels share nearly all levels, and begin alike for many pieces: so levels are sorted, and
 * the sequences by the ranks of their levels. That is the same order: only the last level can be the beginning of another.
 * @param mark the piece at the end of a level
 */
function* sortByLevels(all: Sequences, mark: number): Generator<undefined, number[]> {
  const {levels, distinct} = yield* splitLevels(all, mark);
  const order = yield* sortInSteps(placesOf(distinct), (one, other) => compareSequences(distinct, one, other));
  const rankOf = new Uint32Array(order.length);
  for (const [rank, level] of order.entries()) rankOf[level] = rank;
  const ranked = {starts: levels.starts, ranks: levels.ranks.map((level) => rankOf[level]!)};
  return yield* sortInSteps(placesOf(all), (one, other) => compareSequences(ranked, one, other) || one - other);
}

/** The sequences as numbers of levels, and each level once. */
function* splitLevels(
  {starts, ranks}: Sequences,
  mark: number,
): Generator<undefined, {readonly levels: Sequences; readonly distinct: Sequences}> {
  const [levelStarts, levels] = [createNumbers(), createNumbers()];
  const [distinctStarts, distinct] = [[0], createNumbers()];
  let pieces = distinct.all();
  /** By hash, or the next free number behind it. */
  const known = new Map<number, number>();
  const levelOf = (from: number, to: number, hash: number): number => {
    for (let slot = hash; ; slot++) {
      const level = known.get(slot);
      if (level !== undefined) {
        const start = distinctStarts[level]!;
        let at = distinctStarts[level + 1]! - start === to - from ? from : to + 1;
        while (at < to && pieces[start + at - from] === ranks[at]) at++;
        if (at === to) return level;
        continue;
      }
      known.set(slot, known.size);
      for (let at = from; at < to; at++) distinct.push(ranks[at]!);
      pieces = distinct.all();
      return distinctStarts.push(distinct.length()) - 2;
    }
  };
  levelStarts.push(0);
  for (let place = 1; place < starts.length; place++) {
    const end = starts[place]!;
    for (let from = starts[place - 1]!, at = from, hash = 0; at < end; at++) {
      hash = Math.imul(hash ^ ranks[at]!, HASH_FACTOR);
      if (at + 1 < end && ranks[at] !== mark) continue;
      levels.push(levelOf(from, at + 1, hash));
      from = at + 1;
      hash = 0;
    }
    levelStarts.push(levels.length());
    if (place % AT_ONCE === 0) yield;
  }
  return {
    levels: {starts: levelStarts.finish(), ranks: levels.finish()},
    distinct: {starts: Uint32Array.from(distinctStarts), ranks: distinct.finish()},
  };
}

const HASH_FACTOR = 0x01000193;

/** A sequence that is the beginning of another comes before it; zero: they are equal. */
function compareSequences({starts, ranks}: Sequences, one: number, other: number): number {
  const start = starts[one]!;
  const otherStart = starts[other]!;
  const length = starts[one + 1]! - start;
  const otherLength = starts[other + 1]! - otherStart;
  const both = Math.min(length, otherLength);
  for (let at = 0; at < both; at++) {
    const difference = ranks[start + at]! - ranks[otherStart + at]!;
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

function isBeginning({starts, ranks}: Sequences, one: number, other: number): boolean {
  const [from, until, start] = [starts[one]!, starts[one + 1]!, starts[other]!];
  if (starts[other + 1]! - start < until - from) return false;
  for (let at = until - 1; at >= from; at--) if (ranks[at] !== ranks[start + at - from]) return false;
  return true;
}

function compareTitles({heads, headOf, tails, tailOf}: Titles, one: number, other: number): number {
  const [left, right] = [headOf[one]!, headOf[other]!];
  if (left === right) return compareSequences(tails, tailOf[one]!, tailOf[other]!) || one - other;
  const [leftStart, rightStart] = [heads.starts[left]!, heads.starts[right]!];
  const [leftLength, rightLength] = [heads.starts[left + 1]! - leftStart, heads.starts[right + 1]! - rightStart];
  const both = Math.min(leftLength, rightLength);
  for (let at = 0; at < both; at++) {
    const difference = heads.ranks[leftStart + at]! - heads.ranks[rightStart + at]!;
    if (difference !== 0) return difference;
  }
  const behind = (head: number, tail: number): Uint32Array =>
    Uint32Array.of(
      ...heads.ranks.subarray(heads.starts[head]! + both, heads.starts[head + 1]),
      ...tails.ranks.subarray(tails.starts[tail], tails.starts[tail + 1]),
    );
  const [leftRest, rightRest] = [behind(left, tailOf[one]!), behind(right, tailOf[other]!)];
  const shorter = Math.min(leftRest.length, rightRest.length);
  for (let at = 0; at < shorter; at++) if (leftRest[at] !== rightRest[at]) return leftRest[at]! - rightRest[at]!;
  return leftRest.length - rightRest.length || one - other;
}

/** Each piece of text between two blanks is compared with the others once. */
function* splitTitles(part: Named, names: SplitNames, groups: Uint32Array): Generator<undefined, Titles> {
  const pieces = createPieces(names.pieces);
  const read = (text: string): number[] => {
    const own: number[] = [];
    if (text !== "") pieces.read(text, own);
    return own;
  };
  // a comma follows the last piece of a name
  const withComma: number[] = [];
  const commaOf = (piece: number): number => {
    withComma[piece] ??= read(`${pieces.list[piece]!},`)[0]!;
    return withComma[piece];
  };
  const [blank] = read(" ");
  const [mark] = read("/");
  const [heads, tails] = [draftSequences(commaOf), draftSequences(commaOf)];
  for (const label of part.indicatorLabels) tails.add(read(label), blank!);
  const {classification} = part;
  const headOf = new Uint32Array(groups.length);
  const headOfName = new Uint32Array(names.starts.length);
  for (let group = 0; group < groups.length; group++) {
    const family = groups[group]!;
    const place = classification.index[family]!;
    const name = names.nameAt[place]!;
    const isSameClass = group > 0 && classification.index[groups[group - 1]!] === place;
    // counted from one
    let head = isSameClass ? headOf[group - 1]! + 1 : headOfName[name]!;
    if (head === 0) {
      const own = namePieces(names, name);
      head = 1 + heads.add(own ?? read(codeOf(classification, family) ?? ""));
      if (own !== null) headOfName[name] = head;
    }
    headOf[group] = head - 1;
    if (group % AT_ONCE === AT_ONCE - 1) yield;
  }
  const {list} = pieces;
  const order = yield* sortInSteps([...list.keys()], (one, other) => compareCodes(list[one]!, list[other]!));
  const rankOf = new Uint32Array(list.length);
  for (const [rank, piece] of order.entries()) rankOf[piece] = rank;
  yield;
  return {
    ...{heads: heads.finish(rankOf), headOf, tails: tails.finish(rankOf)},
    tailOf: Uint32Array.from(groups, (family) => part.indicator.index[family]!),
    levelMark: rankOf[mark!]!,
    hasControl: list.some(hasControl),
  };
}

/** @param commaOf the piece with a comma behind it */
function draftSequences(commaOf: (piece: number) => number) {
  const [starts, pieces] = [createNumbers(), createNumbers()];
  starts.push(0);
  return {
    /** @returns the number of the sequence */
    add(own: ArrayLike<number>, last?: number): number {
      for (let at = 0; at < own.length; at++) pieces.push(at < own.length - 1 ? own[at]! : commaOf(own[at]!));
      if (last !== undefined) pieces.push(last);
      return starts.push(pieces.length()) - 2;
    },
    finish(rankOf: Uint32Array): Sequences {
      return {starts: starts.finish(), ranks: pieces.finish().map((piece) => rankOf[piece]!)};
    },
  };
}

/** The pieces of a name; null: there is none, and the code of the class is in the title. */
function namePieces({starts, numbers, pieces}: SplitNames, name: number): Uint32Array | null {
  if (name === 0) return null;
  const own = numbers.subarray(starts[name - 1], starts[name]);
  return own.length === 1 && pieces[own[0]!] === "" ? null : own;
}

function hasControl(piece: string): boolean {
  for (let at = 0; at < piece.length; at++) if (piece.charCodeAt(at) < 0x20) return true;
  return false;
}

const AT_ONCE = 1000;

/** A merge sort that pauses. */
function* sortInSteps(
  list: readonly number[],
  compare: (one: number, other: number) => number,
): Generator<undefined, number[]> {
  let runs: number[][] = [];
  for (let from = 0; from < list.length; from += AT_ONCE) {
    runs.push(list.slice(from, from + AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: number[][] = [];
    for (let run = 0; run < runs.length; run += 2) merged.push(yield* merge(runs[run]!, runs[run + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge(
  one: readonly number[],
  other: readonly number[],
  compare: (one: number, other: number) => number,
): Generator<undefined, number[]> {
  const merged: number[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const isLeft = right >= other.length || (left < one.length && compare(one[left]!, other[right]!) <= 0);
    merged.push(isLeft ? one[left++]! : other[right++]!);
    if (merged.length % (4 * AT_ONCE) === 0) yield;
  }
  return merged;
}
