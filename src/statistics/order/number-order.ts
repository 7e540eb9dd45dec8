// The order of whole numbers, in steps: a comparison of 100,000 of them takes 30 ms at once.

/** Numbers that are passed in one step: a third of a millisecond. */
const AT_ONCE = 50_000;
const DIGIT = 1 << 16;

/** The indexes of the numbers in ascending order; equal ones as they came. @param numbers from 0 to 2 ** 32 - 1 */
export function* numberOrder(numbers: Uint32Array): Generator<undefined, Uint32Array<ArrayBuffer>> {
  let order = new Uint32Array(numbers.length);
  for (let at = 0; at < order.length; at++) order[at] = at;
  for (const shift of [0, 16]) {
    const next = new Uint32Array(DIGIT + 1);
    for (let at = 0; at < numbers.length; at++) next[((numbers[at]! >>> shift) & (DIGIT - 1)) + 1]! += 1;
    yield;
    for (let digit = 0; digit < DIGIT; digit++) next[digit + 1]! += next[digit]!;
    const sorted = new Uint32Array(numbers.length);
    for (let at = 0; at < order.length; at++) {
      const index = order[at]!;
      sorted[next[(numbers[index]! >>> shift) & (DIGIT - 1)]!++] = index;
      if (at % AT_ONCE === AT_ONCE - 1) yield;
    }
    order = sorted;
    yield;
  }
  return order;
}
