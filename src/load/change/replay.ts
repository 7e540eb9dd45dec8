// The replay: histories carried forward through releases, in order of publication.
//
// A plain load, a late release, a withdrawal and a check use the same replay with different steps. An older release can't be merged in
// place: an estimate equal to its predecessor was never stored, so only the archived release has it [history.late-release]. A dataset may have
// weekly releases over decades. So descriptions of series are dropped once their keys exist, and all releases share the text of a key.

import {
  compareStamps,
  createColumns,
  createReusedColumns,
  type Estimates,
  type Stamp,
} from "../../statistics/history/estimates.ts";
import {mergeRelease} from "../../statistics/history/merge.ts";
import type {Gap} from "../../statistics/history/withdrawal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import type {OtherCount} from "../../text/finding.ts";
import {type ParsedRelease, parseArchived} from "../archive/parse-archived.ts";
import {type BufferedRelease, SKIP} from "../buffer/observation-buffer.ts";
import type {Mismatch} from "../evidence/explained-value.ts";
import {type Coverage, type CoveredSeries, gapsOf, periodsCovered} from "./coverage.ts";
import {createKeyTable} from "./key-table.ts";
import {keysOf} from "./series-targets.ts";

/** A release with its observations, for a replay. The caller ends it with `discard`. */
export interface ReplayRelease extends Pick<BufferedRelease, "read" | "discard"> {
  readonly stamp: Stamp;
  /** The keys of its series, by their place in `read`. */
  readonly keys: readonly string[];
  /** null: it withdraws nothing. */
  readonly coverage: Coverage | null;
}

/** @param known texts of earlier keys; new ones are added. null: the release is the only one */
export function replayRelease(
  address: DatasetAddress,
  stamp: Stamp,
  buffered: BufferedRelease,
  metadata: ReleaseMetadata,
  known: Map<string, string> | null,
): ReplayRelease {
  const {series, read, discard} = buffered;
  const own = keysOf(address, series);
  const keys = known === null ? own : own.map((key) => sharedText(known, key));
  return {stamp, keys, coverage: periodsCovered(address, buffered, metadata), read, discard};
}

function sharedText(known: Map<string, string>, text: string): string {
  const shared = known.get(text);
  if (shared === undefined) known.set(text, text);
  return shared ?? text;
}

/** The receiver of a cell-by-cell verification. */
export interface CellListener<R extends BareRelease = BareRelease> {
  onMismatch(release: R, mismatch: Mismatch): void;
  /** Called with the number of looked-up values of a release. */
  onLooked(cells: number): void;
}

export interface ReplayEffects<R extends BareRelease = BareRelease> {
  /** Bytes for the values of all releases, before they are spilled to temporary files. */
  readonly memoryLimit: number;
  /** Called for a release that can't be read; unless it throws, the other releases are read too. */
  readonly onFault: (release: R, error: Error) => void;
  readonly look?: CellListener<R> | null;
  readonly onOtherCount?: ((count: OtherCount) => void) | null;
  /** Called with each release that was read. */
  readonly onParsed?: (release: R, parsed: ParsedRelease) => void;
}

/**
 * Reads archived releases of a dataset again.
 * @returns null if one of them can't be read
 */
export async function parseForReplay<R extends BareRelease>(
  store: Store,
  address: DatasetAddress,
  releases: readonly R[],
  {memoryLimit, onFault, look = null, onOtherCount = null, onParsed = () => {}}: ReplayEffects<R>,
): Promise<ReplayRelease[] | null> {
  const share = Math.max(LEAST_SHARE, Math.floor(memoryLimit / Math.max(1, releases.length)));
  const known = new Map<string, string>();
  const parsed: ReplayRelease[] = [];
  let whole = false;
  try {
    for (const release of releases) {
      const stamp = {day: release.publishedAt, sequence: release.sequence};
      try {
        const onMismatch = look && ((mismatch: Mismatch) => look.onMismatch(release, mismatch));
        const read = await parseArchived(store, release, share, {onMismatch, onOtherCount});
        look?.onLooked(read.cells);
        onParsed(release, read);
        parsed.push(replayRelease(address, stamp, read.buffered, read.metadata, known));
      } catch (error) {
        onFault(release, error as Error);
      }
    }
    whole = parsed.length === releases.length;
    return whole ? parsed : null;
  } finally {
    if (!whole) for (const release of parsed) release.discard();
  }
}

/** Bytes for the values of one release, before they are spilled to a temporary file. */
const LEAST_SHARE = 1_000_000;

/** One series carried through two sequences of releases at once. */
export interface Twin {
  readonly after: Estimates | null;
  /** The estimates of the releases without the change, as they are read now; null: there are none, as in a plain load. */
  readonly withoutChange: Estimates | null;
}

/**
 * Carries series through the releases after a change and through those before it. Releases are read once for both, because the
 * observations of a rank are valid only until the next rank is requested.
 * The estimates of a series are valid until the next rank is asked for: those of a short first history are in memory that is used again.
 * A rank is the index of a series in `targets`. Ranks must ascend, each at most once, because releases are read in one pass.
 * @param after and withoutChange share their releases by identity; both are in order of stamps
 * @param targets other series of the releases are skipped
 */
export function replayWithAndWithout(
  after: readonly ReplayRelease[],
  withoutChange: readonly ReplayRelease[],
  targets: readonly CoveredSeries[],
): (rank: number, before: Estimates | null) => Twin {
  const all = [...new Set([...after, ...withoutChange])].sort((a, b) =>
    compareStamps(a.stamp.day, a.stamp.sequence, b.stamp.day, b.stamp.sequence),
  );
  const steps = stepsOf(all, targets).map((step, index) => ({
    ...step,
    isAfter: after.includes(all[index]!),
    inWithoutChange: withoutChange.includes(all[index]!),
  }));
  return (rank, before) => {
    let own = before;
    let old = before;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index]!;
      step.seek(rank);
      if (step.isAfter) own = step.apply(own);
      if (step.inWithoutChange) old = step.apply(old);
    }
    return {after: own?.count ? own : null, withoutChange: old?.count ? old : null};
  };
}

interface Step {
  readonly seek: (rank: number) => void;
  /** The effect of the release on a history of the series that was sought. */
  readonly apply: (history: Estimates | null) => Estimates | null;
}

function stepsOf(releases: readonly ReplayRelease[], targets: readonly CoveredSeries[]): readonly Step[] {
  const rankOfKey = createKeyTable(targets.length);
  for (let rank = 0; rank < targets.length; rank++) rankOfKey.set(targets[rank]!.key, rank);
  return releases.map((release) => {
    const ranks = new Uint32Array(release.keys.length);
    for (let index = 0; index < ranks.length; index++) {
      const rank = rankOfKey.indexOf(release.keys[index]!);
      ranks[index] = rank < 0 ? SKIP : rank;
    }
    const observations = rankCursor(release, ranks);
    const {stamp, coverage} = release;
    const room = createReusedColumns();
    let given: ReturnType<typeof observations> = null;
    let target: CoveredSeries | undefined;
    return {
      seek(rank) {
        given = observations(rank);
        target = targets[rank];
      },
      apply(history) {
        const gaps = coverage && history ? gapsOf(coverage, target!, given?.period ?? null, history) : NO_GAPS;
        if (given) {
          const {period, value} = given;
          return mergeRelease(history, stamp, {period, value, gaps}, history === null ? room : createColumns);
        }
        return gaps.length === 0 ? history : mergeRelease(history, stamp, {period: NO_PERIODS, value: NO_VALUES, gaps});
      },
    };
  });
}

const NO_GAPS: readonly Gap[] = [];
const [NO_PERIODS, NO_VALUES] = [new Int32Array(0), new Float64Array(0)];

/** The observations of a rank; null: the release has none. The arrays are valid until the next call. */
function rankCursor(
  {read}: Pick<BufferedRelease, "read">,
  ranks: Uint32Array,
): (rank: number) => {readonly period: Int32Array; readonly value: Float64Array} | null {
  const series = read(ranks)[Symbol.iterator]();
  let head = series.next();
  let taken = false;
  return (rank) => {
    if (taken) head = series.next();
    taken = !head.done && ranks[head.value.series] === rank;
    return taken && !head.done ? head.value : null;
  };
}
