// Histories carried forward through releases, in order of publication.
//
// A plain load, a late release, a withdrawal and a check are the same act with other steps. Merging an older release in place
// would be wrong: an estimate equal to its predecessor was never kept, so only the archived releases know it (CONTRACT 2).
import {compareStamps, type Estimates, type Stamp} from "../../statistics/history/estimates.ts";
import {mergeRelease} from "../../statistics/history/merge.ts";
import {type Gathered, SKIP} from "../gather/observation-buffer.ts";
import type {ReplayRelease} from "./replay-release.ts";

/**
 * Carries one series forward; `rank` is the place of its key in the list given to createReplay. Ranks must be asked in ascending
 * order, each at most once, because releases are read in one pass.
 */
export type Replay = (rank: number, before: Estimates | null) => Estimates | null;

/** One series carried through two rows of releases at once. */
export interface Twin {
  readonly after: Estimates | null;
  /** What the releases that stood give as they are read now. */
  readonly standing: Estimates | null;
}

/**
 * Carries series through releases as they will stand, and beside it through those that stood before a change. Releases are read once
 * for both: what one of them gives is good only until the next is asked.
 * @param after and standing share their releases by identity; both in order of stamps
 */
export function createTwinReplay(
  after: readonly ReplayRelease[],
  standing: readonly ReplayRelease[],
  keys: readonly string[],
): (rank: number, before: Estimates | null) => Twin {
  const all = [...new Set([...after, ...standing])].sort((a, b) =>
    compareStamps(a.stamp.day, a.stamp.sequence, b.stamp.day, b.stamp.sequence),
  );
  const steps = stepsOf(all, keys).map((step, place) => ({
    ...step,
    isAfter: after.includes(all[place]!),
    isStanding: standing.includes(all[place]!),
  }));
  return (rank, before) => {
    let [own, old] = [before, before];
    for (const {stamp, observations, isAfter, isStanding} of steps) {
      const given = observations(rank);
      if (!given) continue;
      if (isAfter) own = mergeRelease(own, stamp, given.period, given.value);
      if (isStanding) old = mergeRelease(old, stamp, given.period, given.value);
    }
    return {after: own?.count ? own : null, standing: old?.count ? old : null};
  };
}

interface Step {
  readonly stamp: Stamp;
  readonly observations: (rank: number) => {readonly period: Int32Array; readonly value: Float64Array} | null;
}

/** @param keys series keys in the order in which they will be asked for; series of the releases that are not among them are passed over */
export function createReplay(releases: readonly ReplayRelease[], keys: readonly string[]): Replay {
  const steps = stepsOf(releases, keys);
  return (rank, before) => {
    let estimates = before;
    for (const {stamp, observations} of steps) {
      const own = observations(rank);
      if (own) estimates = mergeRelease(estimates, stamp, own.period, own.value);
    }
    return estimates?.count ? estimates : null;
  };
}

function stepsOf(releases: readonly ReplayRelease[], keys: readonly string[]): Step[] {
  const rankOfKey = new Map(keys.map((key, rank) => [key, rank]));
  return releases.map((release) => {
    const ranks = Uint32Array.from(release.keys, (key) => rankOfKey.get(key) ?? SKIP);
    return {stamp: release.stamp, observations: rankCursor(release, ranks)};
  });
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
