// The families of a dataset in the order of their titles, so that a search may stop at the first that comes too late.
//
// Sorted in steps of a millisecond or less: a dataset may have a hundred thousand families.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {type DatasetPart, KINDS, kindOf} from "./dataset-part.ts";
import {headOf} from "./family-title.ts";
import {nameKey} from "./name-key.ts";

type TitleOrder = Pick<DatasetPart, "titleKeys" | "byTitle" | "kindStarts">;

type Named = Pick<
  DatasetPart,
  "classification" | "indicator" | "classNames" | "indicatorLabels" | "wholeClasses" | "adjustedLabels"
>;

export function* orderTitles(part: Named): Generator<void, TitleOrder> {
  const size = part.indicator.index.length;
  const heads: string[] = [];
  const kinds: number[][] = Array.from({length: KINDS}, () => []);
  const titleKeys = new Float64Array(size);
  for (let family = 0; family < size; family++) {
    const head = headOf(part, family);
    heads.push(head);
    titleKeys[family] = nameKey(head);
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
  return {titleKeys, byTitle, kindStarts};
}

const AT_ONCE = 1000;

/** Short runs are sorted, then neighbours merged until one is left. */
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
