// A stable sort that may rest: a `yield` without a value is a place where others may be let in.

/** Items sorted at once before runs are merged. */
const RUN = 256;
const COMPARISONS_OF_RUN = RUN * Math.log2(RUN);

/**
 * Stable, like Array.sort.
 * @param rest a rest after some comparisons
 */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  rest: (comparisons: number) => Generator<undefined, void> = pause,
): Generator<undefined, T[]> {
  let sorted: T[] = [];
  for (let start = 0; start < items.length; start += RUN) {
    const run = items.slice(start, start + RUN).sort(compare);
    for (const item of run) sorted.push(item);
    yield* rest(run.length === RUN ? COMPARISONS_OF_RUN : run.length);
  }
  // two lists for all merges: a new one for each was most of the garbage of an ordered answer
  let merged = sorted.slice();
  for (let size = RUN; size < sorted.length; size *= 2) {
    for (let start = 0; start < sorted.length; start += 2 * size) {
      const middle = Math.min(sorted.length, start + size);
      const end = Math.min(sorted.length, middle + size);
      let [left, right, at] = [start, middle, start];
      while (left < middle && right < end) {
        merged[at++] = compare(sorted[left]!, sorted[right]!) <= 0 ? sorted[left++]! : sorted[right++]!;
        if ((at - start) % RUN === 0) yield* rest(RUN);
      }
      while (left < middle) merged[at++] = sorted[left++]!;
      while (right < end) merged[at++] = sorted[right++]!;
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

function* pause(): Generator<undefined, void> {
  yield;
}
