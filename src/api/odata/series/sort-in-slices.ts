// Sorting in pieces between which others are let in. Each comparison counts as one evaluation.
//
// Stable, as Array.sort is: of two equal items the one that came first stays first.
import type {Script} from "../../../store/script.ts";
import type {WorkBudget} from "../../http/work-budget.ts";

/** Items that are sorted in one go before runs are merged. */
const RUN = 256;
const COMPARISONS_OF_RUN = RUN * Math.log2(RUN);

/** @param onSpent throws: what is not compared with everything else can't be given in order */
export function* sortInSlices<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  budget: WorkBudget,
  onSpent: () => never,
): Script<T[]> {
  function* step(comparisons: number): Script<void> {
    budget.spend(comparisons);
    if (budget.isSpent()) onSpent();
    if (budget.isRestDue()) yield* budget.rest();
  }

  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    const run = items.slice(start, start + RUN).sort(compare);
    runs.push(run);
    yield* step(run.length === RUN ? COMPARISONS_OF_RUN : run.length);
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let place = 0; place < runs.length; place += 2) {
      const [one, other = []] = [runs[place]!, runs[place + 1]];
      const all: T[] = [];
      let [left, right] = [0, 0];
      while (left < one.length && right < other.length) {
        all.push(compare(one[left]!, other[right]!) <= 0 ? one[left++]! : other[right++]!);
        if (all.length % RUN === 0) yield* step(RUN);
      }
      merged.push([...all, ...one.slice(left), ...other.slice(right)]);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}
