// The order of numbers, in steps: to sort 60,000 of them at once takes 4 ms, and 30 ms with a comparison.

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

/** Numbers that are sorted at once, and merged in one step. */
const RUN = 4096;

/** The numbers in ascending order, in a list of their own. @param numbers none is NaN */
export function* sortNumbers(numbers: Float64Array): Generator<undefined, Float64Array<ArrayBuffer>> {
  let sorted = new Float64Array(numbers);
  for (let from = 0; from < sorted.length; from += RUN) {
    sorted.subarray(from, from + RUN).sort();
    yield;
  }
  for (let width = RUN; width < sorted.length; width *= 2) {
    const merged = new Float64Array(sorted.length);
    for (let from = 0; from < sorted.length; from += 2 * width) {
      let [left, right] = [from, from + width];
      const end = Math.min(from + 2 * width, sorted.length);
      const middle = Math.min(right, end);
      for (let at = from; at < end; at++) {
        const isLeft = right >= end || (left < middle && sorted[left]! <= sorted[right]!);
        merged[at] = sorted[isLeft ? left++ : right++]!;
        if (at % RUN === 0) yield;
      }
    }
    sorted = merged;
  }
  return sorted;
}
