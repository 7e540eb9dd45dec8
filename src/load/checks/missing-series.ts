// Which series that the release before it carried a release no longer has.
//
// The release before is that by day of publication, whatever was loaded last. What it carried is kept nowhere: its bytes are read
// again, and only where the new one lacks a series of the dataset at all. So who accepts a cut once is not asked again.
import {Refusal} from "../../refusal.ts";
import type {Stamp} from "../../statistics/history/estimates.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import {listSeriesKeys} from "../../store/series/series-keys.ts";
import {parseArchived} from "../archive/archive.ts";
import {DamagedFile} from "../archive/archived-file.ts";
import type {RunTerms} from "../change/change-plan.ts";
import {type DatasetCode, keysOf} from "../change/series-targets.ts";
import {sourceNamed} from "../sources/sources.ts";
import type {SeriesComparison} from "./release-check.ts";

/** A release that is about to be published. */
interface Incoming {
  readonly stamp: Stamp;
  readonly keys: readonly string[];
  readonly run: Pick<RunTerms, "isPackage" | "isPartial">;
}

/** @param releases of the dataset, in order of (day, sequence) */
export async function compareSeries(
  store: Store,
  code: DatasetCode,
  {dataset, releases}: {readonly dataset: DatasetRecord | null; readonly releases: readonly ReleaseRecord[]},
  {stamp, keys, run}: Incoming,
): Promise<SeriesComparison> {
  if (run.isPackage) return "a package may bring some series alone";
  if (run.isPartial) return "a file of this kind brings some series alone";
  const earlier = releases.filter(({publishedAt}) => publishedAt <= stamp.day);
  const before = earlier.findLast(isWhole);
  if (!dataset || earlier.length === 0) return "no release before it to be compared with";
  if (!before && earlier.length < releases.length) return "no release before it to be compared with";
  const [stored, own] = [await storedKeys(store, dataset.id), new Set(keys)];
  if (stored.every((key) => own.has(key))) return "every series of the dataset is in it";
  // The first whole release over parts: what it lacks of them may be the same series under other codes.
  if (!before) return {before: null, carried: stored.length, gone: stored.filter((key) => !own.has(key)).length};
  const carried = await readCarried(store, code, before, new Set(stored));
  if (!Array.isArray(carried)) return carried;
  const gone = carried.filter((key) => !own.has(key)).length;
  return {before: before.publishedAt, carried: carried.length, gone};
}

/** What a package or a partial release lacks says nothing about what its publisher has. */
function isWhole({parser, metadata}: ReleaseRecord): boolean {
  const source = sourceNamed(parser);
  return !source?.isPackage && !source?.isPartial && !metadata.partial;
}

/** Keys of a release's series as this program reads them; or why that is not what the release brought. */
async function readCarried(
  store: Store,
  code: DatasetCode,
  release: ReleaseRecord,
  stored: ReadonlySet<string>,
): Promise<string[] | {readonly doubt: string}> {
  const doubt = (why: string) => ({doubt: `the release of ${dayText(release.publishedAt)} before it ${why}`});
  let otherCount: string | null = null;
  const onOtherCount = (words: string): void => {
    otherCount = words;
  };
  try {
    const {gathered} = await parseArchived(store, release, MEMORY_LIMIT, {onOtherCount});
    gathered.discard();
    const carried = keysOf(code, gathered.series);
    const unknown = carried.filter((key) => !stored.has(key)).length;
    if (otherCount !== null) return doubt(`is read otherwise now: ${otherCount}`);
    if (unknown > 0)
      return doubt(`is read otherwise now: ${unknown} of its ${carried.length} series are not in the store`);
    return carried;
  } catch (error) {
    if (error instanceof Refusal || error instanceof DamagedFile) return doubt(`can't be read again: ${error.message}`);
    throw error;
  }
}

/** Bytes for values, of which none is looked at here. */
const MEMORY_LIMIT = 16 * 2 ** 20;
const KEYS_AT_ONCE = 100_000;

async function storedKeys(store: Store, datasetId: number): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const page = await store.statistics.read((q) => listSeriesKeys(q, datasetId, keys.length, KEYS_AT_ONCE));
    for (const key of page) keys.push(key);
    if (page.length < KEYS_AT_ONCE) return keys;
  }
}
