// Texts as sequences of numbers of parts, each part with its rank among all: sequences are compared by ranks, and no text is made.
//
// A sequence that is the beginning of another comes before it, as with texts. Sorting pauses about every millisecond.

/** Sequences of parts of text, each part as its rank among all: sequence k is `ranks[starts[k]]` to `ranks[starts[k + 1]]`. */
export interface Sequences {
  readonly starts: Uint32Array;
  readonly ranks: Uint32Array;
}

/** A sequence that is the beginning of another comes before it; zero: they are equal. */
export function compareSequences({starts, ranks}: Sequences, one: number, other: number): number {
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

/** Sequences between two pauses. */
export const AT_ONCE = 1000;

/** A merge sort that pauses. */
export function* sortInSteps(
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
