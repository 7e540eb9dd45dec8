// A lane of a dataset with very many classes, judged ahead in chunks: codes and names of neighbouring classes lie together, and the order of
// keys jumps between all of them.
//
// Chunks grow with what was judged in vain, so a page that is soon full judges little ahead.
import type {Budget} from "../../../budget.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {DatasetWithCatalogue} from "../row-properties.ts";
import {NAMES_PASSED, passNames} from "../row-properties.ts";
import type {SeriesSieve} from "./series-sieve.ts";

export interface Judging {
  readonly source: DatasetWithCatalogue;
  readonly sieve: SeriesSieve;
  /** In the order of keys. */
  readonly positions: Uint32Array;
  readonly budget: Budget;
  /** The most evaluations that one series may need. */
  readonly weight: number;
  readonly readsNames: boolean;
}

/** Series that pass. */
export interface JudgedLane {
  readonly source: DatasetWithCatalogue | null;
  readonly sieve: SeriesSieve | null;
  readonly positions: ArrayLike<number>;
  /** The key of the last series that was judged. */
  readonly judgedTo?: string;
  readonly more?: (q: Queries, wanted: number) => Script<JudgedLane>;
}

const FIRST_CHUNK = 2 * NAMES_PASSED;
const GROWTH = 3;
const ALL_PASS: SeriesSieve = {isClosed: false, passes: () => true};

/** @param wanted series that the caller takes next @param from place among the positions */
export function* openJudged(q: Queries, judging: Judging, wanted: number, from = 0): Script<JudgedLane> {
  const {source, sieve, positions, budget, weight, readsNames} = judging;
  // a page ends where the budget does, and each makes progress
  const most = Math.max(FIRST_CHUNK, Math.floor(budget.left() / weight));
  if (positions.length === 0) return {source: null, sieve: null, positions};
  const chunk = positions.subarray(from, from + Math.min(Math.max(FIRST_CHUNK, GROWTH * Math.max(from, wanted)), most));
  const inOrder = chunk.toSorted();
  const passing = new Set<number>();
  for (let at = 0; at < inOrder.length; at += NAMES_PASSED) {
    const some = inOrder.subarray(at, at + NAMES_PASSED);
    const series = readsNames ? Array.from(some, (position) => ({source, position})) : [];
    if (readsNames) budget.spend(yield* passNames(q, series));
    for (const position of some) {
      budget.spend(1);
      if (sieve.passes(position)) passing.add(position);
    }
    yield* budget.rest();
  }
  const next = from + chunk.length;
  return {
    ...{source, sieve: ALL_PASS, positions: chunk.filter((position) => passing.has(position))},
    judgedTo: keyAt(source.catalogue, chunk.at(-1)!),
    ...(next === positions.length
      ? {}
      : {more: (own: Queries, count: number) => openJudged(own, judging, count, next)}),
  };
}
