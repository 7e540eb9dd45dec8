// Texts as sequences of numbers of parts, each part with its rank among all: sequences are compared by ranks, and no text is made.
//
// A sequence that is the beginning of another comes before it, as with texts. Sorting pauses about every millisecond. Sequences are sorted by
// counting, last place first: tens of thousands of names have a handful of levels each, and no two of them are compared.

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

/** The sequences in their order, equal ones in that of their numbers. @param most all ranks are below it */
export function* sortSequences(sequences: Sequences, most: number): Generator<undefined, Uint32Array> {
  const {starts, ranks} = sequences;
  const size = starts.length - 1;
  let longest = 0;
  for (let one = 0; one < size; one++) longest = Math.max(longest, starts[one + 1]! - starts[one]!);
  let order = Uint32Array.from({length: size}, (_, one) => one);
  if (longest > MOST_COUNTED) {
    const compare = (one: number, other: number): number => compareSequences(sequences, one, other) || one - other;
    return Uint32Array.from(yield* sortInSteps(Array.from(order), compare));
  }
  let next = new Uint32Array(size);
  const places = new Uint32Array(most + 2);
  for (let at = longest - 1; at >= 0; at--) {
    yield;
    places.fill(0);
    const keyOf = (one: number): number => (starts[one]! + at < starts[one + 1]! ? ranks[starts[one]! + at]! + 1 : 0);
    for (let one = 0; one < size; one++) places[keyOf(one) + 1]! += 1;
    for (let key = 0; key <= most; key++) places[key + 1]! += places[key]!;
    for (let place = 0; place < size; place++) next[places[keyOf(order[place]!)]!++] = order[place]!;
    [order, next] = [next, order];
  }
  return order;
}

/** Longer sequences are compared: each place of one is a walk through all of them. */
const MOST_COUNTED = 32;

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
