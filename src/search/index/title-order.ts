// The order of the families of a dataset by title, so that a search can stop at the first one that is too late for the page.
//
// A title is the name of the class, a comma, the label of the indicator and the territory. A form has a hundred thousand titles of a few
// thousand names, so names are sorted, not titles. Only where a name is the beginning of another ("Income", and "Income, in all") whole
// titles are compared. The work pauses about every millisecond.

import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {codeOf, KINDS, kindOf, type PartContent} from "./dataset-part.ts";
import {createNumbers} from "./numbers.ts";
import {createPieces} from "./pieces.ts";
import {
  AT_ONCE,
  compareSequences,
  draftSequences,
  isBeginning,
  type Sequences,
  sortByLevels,
  sortInSteps,
} from "./sequences.ts";
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
