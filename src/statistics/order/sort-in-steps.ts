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
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    const run = items.slice(start, start + RUN).sort(compare);
    runs.push(run);
    yield* rest(run.length === RUN ? COMPARISONS_OF_RUN : run.length);
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one, other = []] = [runs[index]!, runs[index + 1]];
      const all: T[] = [];
      let [left, right] = [0, 0];
      while (left < one.length && right < other.length) {
        all.push(compare(one[left]!, other[right]!) <= 0 ? one[left++]! : other[right++]!);
        if (all.length % RUN === 0) yield* rest(RUN);
      }
      while (left < one.length) all.push(one[left++]!);
      while (right < other.length) all.push(other[right++]!);
      merged.push(all);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* pause(): Generator<undefined, void> {
  yield;
}
