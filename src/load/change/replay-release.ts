// Releases made ready for a replay: of each its stamp, the keys of its series and its values, and nothing else.
//
// A dataset may have a release a week for decades, each with all of its series. So the descriptions of series go as soon as their
// keys are made, and all releases share the text of a key: what is held of each is a few bytes a series.
import type {Stamp} from "../../statistics/history/estimates.ts";
import type {Store} from "../../store/open.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import {parseArchived} from "../archive/archive.ts";
import type {Doubt} from "../evidence/claim.ts";
import type {Gathered} from "../gather/observation-buffer.ts";
import {type DatasetCode, keysOf} from "./series-targets.ts";

/** A release with its observations, on the way through a replay. Whoever asked for it ends it with `discard`. */
export interface ReplayRelease extends Pick<Gathered, "read" | "discard"> {
  readonly stamp: Stamp;
  /** of its series, by their place in `read` */
  readonly keys: readonly string[];
}

/** @param known texts of keys met before; those that are new are added */
export function replayRelease(
  code: DatasetCode,
  stamp: Stamp,
  {series, read, discard}: Pick<Gathered, "series" | "read" | "discard">,
  known: Map<string, string>,
): ReplayRelease {
  const keys = keysOf(code, series).map((key) => {
    const shared = known.get(key);
    if (shared === undefined) known.set(key, key);
    return shared ?? key;
  });
  return {stamp, keys, read, discard};
}

/** Who wants the cell of each value looked up as well. */
export interface CellLook {
  onDoubt(release: ReleaseRecord, doubt: Doubt): void;
  /** How many values of a release were looked up. */
  onLooked(cells: number): void;
}

/**
 * Reads archived releases of a dataset again.
 * @param onFault hears of a release that can't be had, and may throw; when it does not, the others are tried all the same
 * @returns null when one of them could not be had
 */
export async function parseForReplay(
  store: Store,
  code: DatasetCode,
  releases: readonly ReleaseRecord[],
  memoryLimit: number,
  onFault: (release: ReleaseRecord, error: Error) => void,
  {
    look = null,
    onOtherCount = null,
  }: {readonly look?: CellLook | null; readonly onOtherCount?: ((words: string) => void) | null} = {},
): Promise<ReplayRelease[] | null> {
  const share = Math.max(LEAST_SHARE, Math.floor(memoryLimit / Math.max(1, releases.length)));
  const known = new Map<string, string>();
  const parsed: ReplayRelease[] = [];
  let whole = false;
  try {
    for (const release of releases) {
      const stamp = {day: release.publishedAt, sequence: release.sequence};
      try {
        const onDoubt = look && ((doubt: Doubt) => look.onDoubt(release, doubt));
        const {gathered, cells} = await parseArchived(store, release, share, {onDoubt, onOtherCount});
        look?.onLooked(cells);
        parsed.push(replayRelease(code, stamp, gathered, known));
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

/** Bytes for the values of one release while it is read, before they go to a temporary file. */
const LEAST_SHARE = 1_000_000;
