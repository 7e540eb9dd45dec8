// The words of names, and the titles of a family's series: all begin with the same text and end with the territory.

import {seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import {codeOf, KINDS, kindOf, type PartContent} from "./dataset-part.ts";
import {withoutBrackets} from "./part-words.ts";
import {createPieces} from "./pieces.ts";
import type {SplitNames} from "./split-names.ts";

/** The words of a name. Words in brackets (`aside`) only qualify it. */
export interface NameWords {
  readonly main: readonly string[];
  readonly aside: readonly string[];
  /** The number of words that make a match of the whole name; at least 1. */
  readonly length: number;
}

/** @param neutral words that do not count for the length of a name that has others */
export function nameWords(name: string, neutral: ReadonlySet<string> = NONE): NameWords {
  const aside: string[] = [];
  const outside = withoutBrackets(name, aside);
  const telling = new Set(plainWordsOf(outside).filter((word) => !isStopWord(word)));
  if (telling.size === 0) return {main: wordsOf(name), aside: [], length: 1};
  const length = [...telling].filter((word) => !neutral.has(word)).length || telling.size;
  return {main: wordsOf(outside), aside: wordsOf(aside.join(" ")), length};
}

const NONE: ReadonlySet<string> = new Set();

/** The title of a family's series without the territory. */
export function titleHead(
  part: Pick<PartContent, "classification" | "indicator" | "classNames" | "indicatorLabels">,
  family: number,
): string {
  return titleOf({
    classification: codeOf(part.classification, family),
    className: part.classNames.at(part.classification.index[family]!) ?? null,
    indicatorLabel: part.indicatorLabels[part.indicator.index[family]!]!,
  });
}

/** The same of a family's code and names. */
export function titleOf(names: Omit<Parameters<typeof seriesTitle>[0], "territoryName">): string {
  return seriesTitle({...names, territoryName: " "}).slice(0, -1);
}

/** The title of the series of a territory. */
export function fullTitle(head: string, territoryName: string): string {
  return territoryName === "" ? head.replace(/, $/, "") : head + territoryName;
}

type TitleOrder = Pick<PartContent, "byTitle" | "kindStarts" | "titleRanks">;

type Named = Pick<
  PartContent,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "labelKinds" | "crossedClasses"
>;

/**
 * Orders the families of a dataset by title, so that a search can stop at the first one that is too late for the page. Sorts in steps of
 * about a millisecond: a dataset may have a hundred thousand families.
 */
export function* orderTitles(part: Named, names: SplitNames): Generator<undefined, TitleOrder> {
  const groups = groupsByTitle(part);
  const sorted = yield* sortInSteps([...groups.keys()], yield* compareByPieces(part, names, groups));
  const kinds: number[][] = Array.from({length: KINDS}, () => []);
  const size = part.indicator.index.length;
  const [byTitle, titleRanks] = [new Uint32Array(size), new Uint32Array(size)];
  for (const [rank, group] of sorted.entries()) {
    kinds[kindOf(part, groups[group]!)]!.push(group);
    titleRanks.fill(rank, groups[group]!, groups[group + 1] ?? size);
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
function groupsByTitle({classification: {index: classes}, indicator: {index: indicators}}: Named): number[] {
  const groups: number[] = [];
  for (let family = 0; family < classes.length; family++)
    if (family === 0 || classes[family] !== classes[family - 1] || indicators[family] !== indicators[family - 1])
      groups.push(family);
  return groups;
}

const AT_ONCE = 1000;

/**
 * Compares the titles of groups by code points, equal ones by their places. Titles are alike for long, so each piece of text between two
 * blanks is compared with the others once, and titles by the ranks of their pieces.
 */
function* compareByPieces(
  part: Named,
  names: SplitNames,
  groups: readonly number[],
): Generator<undefined, (one: number, other: number) => number> {
  const pieces = createPieces(names.pieces);
  const piecesOf = (text: string): number[] => {
    const own: number[] = [];
    if (text !== "") pieces.read(text, own);
    return own;
  };
  // a comma follows the last piece of a name
  const withComma: number[] = [];
  const commaOf = (piece: number): number => {
    withComma[piece] ??= piecesOf(`${pieces.list[piece]!},`)[0]!;
    return withComma[piece];
  };
  const [blank] = piecesOf(" ");
  const tails = part.indicatorLabels.map((label) => {
    const own = piecesOf(label);
    if (own.length > 0) own.push(commaOf(own.pop()!));
    return [...own, blank!];
  });
  const starts = new Uint32Array(groups.length + 1);
  const numbers: number[] = [];
  for (const [group, family] of groups.entries()) {
    const own = headPieces(part, names, family) ?? piecesOf(codeOf(part.classification, family) ?? "");
    for (let at = 0; at < own.length - 1; at++) numbers.push(own[at]!);
    if (own.length > 0) numbers.push(commaOf(own.at(-1)!));
    const tail = tails[part.indicator.index[family]!]!;
    for (let at = 0; at < tail.length; at++) numbers.push(tail[at]!);
    starts[group + 1] = numbers.length;
    if (group % AT_ONCE === AT_ONCE - 1) yield;
  }
  const {list} = pieces;
  const order = yield* sortInSteps([...list.keys()], (one, other) => compareCodes(list[one]!, list[other]!));
  const rankOf = new Uint32Array(list.length);
  for (const [rank, piece] of order.entries()) rankOf[piece] = rank;
  const ranks = new Uint32Array(numbers.length);
  for (let at = 0; at < ranks.length; at++) ranks[at] = rankOf[numbers[at]!]!;
  yield;
  if (list.some(hasControl)) {
    const head = (group: number): string => titleHead(part, groups[group]!);
    return (one, other) => compareCodes(head(one), head(other)) || one - other;
  }
  return (one, other) => {
    let [left, right] = [starts[one]!, starts[other]!];
    const shorter = Math.min(starts[one + 1]! - left, starts[other + 1]! - right);
    for (const end = left + shorter; left < end; left++, right++)
      if (ranks[left] !== ranks[right]) return ranks[left]! - ranks[right]!;
    return starts[one + 1]! - left - (starts[other + 1]! - right) || one - other;
  };
}

/** The pieces of the name of a family's class; null: it has none, and its code is in the title. */
function headPieces({classification}: Named, names: SplitNames, family: number): Uint32Array | null {
  const name = names.nameAt[classification.index[family]!]!;
  const own = names.numbers.subarray(names.starts[name - 1], names.starts[name]);
  return name === 0 || (own.length === 1 && names.pieces[own[0]!] === "") ? null : own;
}

/** Whether a character comes before the blank: then the order of pieces is not that of titles. */
function hasControl(piece: string): boolean {
  for (let at = 0; at < piece.length; at++) if (piece.charCodeAt(at) < 0x20) return true;
  return false;
}

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
