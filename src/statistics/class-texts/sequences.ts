// Texts as sequences of numbers of parts, each part with its rank among all: sequences are compared by ranks, and no text is made.
//
// Sorting pauses about every millisecond.

/** Sequences of parts of text, each part as its rank among all: sequence k is `ranks[starts[k]]` to `ranks[starts[k + 1]]`. */
export interface Sequences {
  readonly starts: Uint32Array;
  readonly ranks: Uint32Array;
}

/** A sequence that is the beginning of another comes before it, as with texts; zero: they are equal. */
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
export const SEQUENCES_AT_ONCE = 1000;
