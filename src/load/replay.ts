// Histories carried forward through releases, in order of publication.
//
// A plain load, a late release, a withdrawal and a check are the same act with other steps. Merging an older release in place
// would be wrong: an estimate equal to its predecessor was never kept, so only the archived releases know it (CONTRACT 2).
import type {Estimates, Stamp} from "../statistics/history/estimates.ts";
import {mergeRelease} from "../statistics/history/merge.ts";
import {type Gathered, SKIP} from "./gather.ts";
import type {ReplayRelease} from "./replay-release.ts";

/**
 * Carries one series forward; `rank` is the place of its key in the list given to createReplay. Ranks must be asked in ascending
 * order, each at most once, because releases are read in one pass.
 */
export type Replay = (rank: number, before: Estimates | null) => Estimates | null;

interface Step {
  readonly stamp: Stamp;
  readonly observations: (rank: number) => {readonly period: Int32Array; readonly value: Float64Array} | null;
}

/** @param keys series keys in the order in which they will be asked for; series of the releases that are not among them are passed over */
export function createReplay(releases: readonly ReplayRelease[], keys: readonly string[]): Replay {
  const rankOfKey = new Map(keys.map((key, rank) => [key, rank]));
  const steps: Step[] = releases.map((release) => {
    const ranks = Uint32Array.from(release.keys, (key) => rankOfKey.get(key) ?? SKIP);
    return {stamp: release.stamp, observations: rankCursor(release, ranks)};
  });
  return (rank, before) => {
    let estimates = before;
    for (const {stamp, observations} of steps) {
      const own = observations(rank);
      if (own) estimates = mergeRelease(estimates, stamp, own.period, own.value);
    }
    return estimates?.count ? estimates : null;
  };
}

/** The observations of the asked rank, or null when the release has none of it. The arrays hold until the next call. */
function rankCursor({read}: Pick<Gathered, "read">, ranks: Uint32Array): Step["observations"] {
  const series = read(ranks)[Symbol.iterator]();
  let head = series.next();
  let taken = false;
  return (rank) => {
    if (taken) head = series.next();
    taken = !head.done && ranks[head.value.series] === rank;
    return taken && !head.done ? head.value : null;
  };
}
