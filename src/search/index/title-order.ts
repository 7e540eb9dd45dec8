// Orders the families of a dataset by title, so that a search can stop at the first one that is too late for the page.
//
// Sorts in steps of about a millisecond: a dataset may have a hundred thousand families.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {type DatasetPart, KINDS, kindOf} from "./dataset-part.ts";
import {titleHead} from "./titles.ts";

type TitleOrder = Pick<DatasetPart, "byTitle" | "kindStarts">;

type Named = Pick<
  DatasetPart,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "adjustedLabels"
>;

export function* orderTitles(part: Named): Generator<void, TitleOrder> {
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
): Generator<void, number[]> {
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
): Generator<void, number[]> {
  const merged: number[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const isLeft = right >= other.length || (left < one.length && compare(one[left]!, other[right]!) <= 0);
    merged.push(isLeft ? one[left++]! : other[right++]!);
    if (merged.length % (4 * AT_ONCE) === 0) yield;
  }
  return merged;
}
