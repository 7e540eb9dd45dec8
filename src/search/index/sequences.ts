// Texts as sequences of numbers of pieces, each piece with its rank among all: sequences are compared by ranks, and no text is made.
//
// A sequence that is the beginning of another comes before it, as with texts. Sorting pauses about every millisecond.
import {createNumbers} from "./numbers.ts";

/** Sequences of pieces of text, each piece as its rank among all: sequence k is `ranks[starts[k]]` to `ranks[starts[k + 1]]`. */
export interface Sequences {
  readonly starts: Uint32Array;
  readonly ranks: Uint32Array;
}

/** @param commaOf the piece with a comma behind it */
export function draftSequences(commaOf: (piece: number) => number) {
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

function placesOf({starts}: Sequences): number[] {
  return Array.from({length: starts.length - 1}, (_, place) => place);
}

/**
 * The sequences in their order. Names of several levels share nearly all levels, and begin alike for many pieces: so levels are sorted, and
 * the sequences by the ranks of their levels. That is the same order: only the last level can be the beginning of another.
 * @param mark the piece at the end of a level
 */
export function* sortByLevels(all: Sequences, mark: number): Generator<undefined, number[]> {
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

export function isBeginning({starts, ranks}: Sequences, one: number, other: number): boolean {
  const [from, until, start] = [starts[one]!, starts[one + 1]!, starts[other]!];
  if (starts[other + 1]! - start < until - from) return false;
  for (let at = until - 1; at >= from; at--) if (ranks[at] !== ranks[start + at - from]) return false;
  return true;
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
