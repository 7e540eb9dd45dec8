// The words of names, and the titles of a family's series: all begin with the same text and end with the territory.

import {seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import {type DatasetPart, KINDS, kindOf} from "./dataset-part.ts";

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
  const outside = name.replace(/\(([^()]*)\)?/gu, (_whole, inner: string) => {
    aside.push(inner);
    return " ";
  });
  const telling = new Set(plainWordsOf(outside).filter((word) => !isStopWord(word)));
  if (telling.size === 0) return {main: wordsOf(name), aside: [], length: 1};
  const length = [...telling].filter((word) => !neutral.has(word)).length || telling.size;
  return {main: wordsOf(outside), aside: wordsOf(aside.join(" ")), length};
}

const NONE: ReadonlySet<string> = new Set();

/** The title of a family's series without the territory. */
export function titleHead(
  part: Pick<DatasetPart, "classification" | "indicator" | "classNames" | "indicatorLabels">,
  family: number,
): string {
  return seriesTitle({
    classification: part.classification.codes[part.classification.index[family]!] ?? null,
    className: part.classNames[part.classification.index[family]!] ?? null,
    indicatorLabel: part.indicatorLabels[part.indicator.index[family]!]!,
    territoryName: " ",
  }).slice(0, -1);
}

/** The title of the series of a territory. */
export function fullTitle(head: string, territoryName: string): string {
  return territoryName === "" ? head.replace(/, $/, "") : head + territoryName;
}

type TitleOrder = Pick<DatasetPart, "byTitle" | "kindStarts">;

type Named = Pick<
  DatasetPart,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "labelKinds" | "crossedClasses"
>;

/**
 * Orders the families of a dataset by title, so that a search can stop at the first one that is too late for the page. Sorts in steps of
 * about a millisecond: a dataset may have a hundred thousand families.
 */
export function* orderTitles(part: Named): Generator<undefined, TitleOrder> {
  const size = part.indicator.index.length;
  const heads: string[] = [];
  const kinds: number[][] = Array.from({length: KINDS}, () => []);
  for (let family = 0; family < size; family++) {
    heads.push(titleHead(part, family));
    kinds[kindOf(part, family)]!.push(family);
    if (family % AT_ONCE === AT_ONCE - 1) yield;
  }
  const compare = (one: number, other: number): number => compareCodes(heads[one]!, heads[other]!) || one - other;
  const byTitle = new Uint32Array(size);
  const kindStarts = [0];
  for (const [kind, families] of kinds.entries()) {
    byTitle.set(yield* sortInSteps(families, compare), kindStarts[kind]!);
    kindStarts.push(kindStarts[kind]! + families.length);
  }
  return {byTitle, kindStarts};
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
