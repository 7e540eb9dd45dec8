// Where a sorted list reaches a bound.
//
// `firstAtLeast` is in the inner loops of slices and histories and takes their three kinds of arrays only: with more kinds V8 reads each
// number several times slower. All other lists take `firstWhere`.

/** The first index, of those from `from` to before `to`, whose number is `bound` or more; `to`: none. @param numbers ascending */
export function firstAtLeast(
  numbers: Uint16Array | Uint32Array | Int32Array,
  bound: number,
  from = 0,
  to = numbers.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first of `count` indexes for which it holds; `count`: none. @param holds for each index behind the first one too */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
