// What a reader may mean while typing: subjects in memory, found by the beginnings of their words, beside the index of series.
//
// A question never waits for a load: it is answered from the subjects at hand, which are collected again behind it when the index of series has
// changed. Only the first question of a process waits for them.
import {createPrefixIndex, type Named, type PrefixIndex} from "../../search/suggest/prefix-index.ts";
import {createPace, withRests} from "../../work/pace.ts";
import type {Search} from "./search.ts";

export type {Named};

export interface Suggestions<T> {
  /** Begins to collect the subjects, if there are none yet: a page with a field does so, so that the first letters need not wait. */
  prepare(): void;
  /** The best matches of each group, best first. @param most of each group */
  find(text: string, most: readonly number[]): Promise<readonly (readonly T[])[]>;
}

interface Collected<T> {
  readonly run: string | null | undefined;
  readonly subjects: readonly T[];
  readonly index: PrefixIndex;
}

/**
 * Loads may come every second: subjects are not collected more often than this, nor before twenty times as long as the last time took, so that
 * it is a twentieth of the work of a process at most.
 */
const LEAST_MS = 5000;
const TIMES_AS_LONG = 20;

/**
 * @param collect gives all subjects, and may take long
 * @param onFault is told why they could not be collected again
 * @param now in milliseconds
 */
export function createSuggestions<T extends Named>(
  {indexedRun}: Pick<Search, "indexedRun">,
  collect: () => Promise<readonly T[]>,
  onFault: (error: unknown) => void,
  now: () => number = () => performance.now(),
): Suggestions<T> {
  let latest: Collected<T> | null = null;
  let collecting: Promise<Collected<T>> | null = null;
  let began = Number.NEGATIVE_INFINITY;
  let pause = LEAST_MS;

  async function work(): Promise<Collected<T>> {
    const run = indexedRun();
    const subjects = await collect();
    const index = await withRests(createPrefixIndex(subjects), createPace("visitor"));
    latest = {run, subjects, index};
    return latest;
  }

  function renew(): Promise<Collected<T>> {
    if (collecting !== null) return collecting;
    began = now();
    collecting = work().finally(() => {
      collecting = null;
      pause = Math.max(LEAST_MS, TIMES_AS_LONG * (now() - began));
    });
    return collecting;
  }

  return {
    prepare() {
      if (latest === null && collecting === null) renew().catch(onFault);
    },
    async find(text, most) {
      const isOld = latest !== null && latest.run !== indexedRun();
      if (isOld && collecting === null && now() - began >= pause) renew().catch(onFault);
      const {subjects, index} = latest ?? (await renew());
      const found = await withRests(index.find(text, most), createPace("visitor"));
      return found.map((own) => own.map((at) => subjects[at]!));
    },
  };
}
