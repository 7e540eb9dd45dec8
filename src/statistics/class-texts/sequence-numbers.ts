// Sequences of numbers, each different one with a number of its own: names by their levels, of which tens of thousands share a few hundred.
//
// A Map of the texts would keep each whole text once more. Numbering pauses about every millisecond.
import {unsignedNumbers} from "../growing-column.ts";

/** Sequences between two pauses. */
const SEQUENCES_AT_ONCE = 1000;

/** Different sequences of numbers, and which of them is where. */
export interface NumberedSequences {
  /** By index: the number of the sequence plus one; 0: an empty one. */
  readonly sequenceAt: Uint32Array;
  /** Sequence k is `numbers[starts[k]]` to `numbers[starts[k + 1]]`. Numbers follow their first use. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/**
 * Equal sequences get one number. They are found by a tree of their beginnings: a sequence mostly begins like the one before.
 * @param numberCount more than the greatest of the numbers
 */
export function* numberSequences(
  {starts, numbers}: Pick<NumberedSequences, "starts" | "numbers">,
  numberCount: number,
): Generator<undefined, NumberedSequences> {
  const childOf = createTree(numbers.length, numberCount);
  const sequenceOf = new Uint32Array(numbers.length + 1);
  const sequenceAt = new Uint32Array(starts.length - 1);
  const [ownStarts, own] = [unsignedNumbers(), unsignedNumbers()];
  ownStarts.push(0);
  /** Of the sequence before: the beginnings of each length, and where it is. */
  const nodes = [0];
  let [before, length] = [0, 0];
  for (let index = 0; index < sequenceAt.length; index++) {
    if (index % SEQUENCES_AT_ONCE === SEQUENCES_AT_ONCE - 1) yield;
    const start = starts[index]!;
    const count = starts[index + 1]! - start;
    let shared = 0;
    while (shared < count && shared < length && numbers[start + shared] === numbers[before + shared]) shared++;
    for (let at = shared; at < count; at++) nodes[at + 1] = childOf(nodes[at]!, numbers[start + at]!);
    [before, length] = [start, count];
    if (count === 0) continue;
    const node = nodes[count]!;
    if (sequenceOf[node] === 0) {
      for (let at = start; at < start + count; at++) own.push(numbers[at]!);
      sequenceOf[node] = ownStarts.push(own.length) - 1;
    }
    sequenceAt[index] = sequenceOf[node]!;
  }
  return {sequenceAt, starts: ownStarts.finish(), numbers: own.finish()};
}

/** @param most nodes beside the root, which is 0. @returns the node that follows a node by a number: each has its own */
function createTree(most: number, numberCount: number): (node: number, number: number) => number {
  /** Most names of a form have one level. */
  const ofRoot = new Uint32Array(numberCount);
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 2)) - 1;
  /** Nodes. At least half are 0. */
  const slots = new Uint32Array(mask + 1);
  const [parents, numbers] = [new Uint32Array(most + 1), new Uint32Array(most + 1)];
  let count = 0;
  return (node, number) => {
    if (node === 0) {
      if (ofRoot[number] === 0) ofRoot[number] = ++count;
      return ofRoot[number]!;
    }
    const hash = Math.imul(Math.imul(node, 0x9e3779b1) ^ number, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const found = slots[slot]!;
      if (parents[found] === node && numbers[found] === number) return found;
    }
    slots[slot] = ++count;
    parents[count] = node;
    numbers[count] = number;
    return count;
  };
}
