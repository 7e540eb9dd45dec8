// All datasets in memory, each with the days of its newest releases: for pages that sum them up or pick a few by what no index knows.
//
// Kept by the run that changed a dataset last: after a load only what it touched is read again, in small steps, so that a thousand
// datasets hold nobody up.
import {compareCodes} from "../../../statistics/catalogue/code-order.ts";
import {type ReleaseRhythm, RHYTHM_DAYS, releaseRhythm} from "../../../statistics/time/release-rhythm.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readDatasetOutlook} from "../../../store/datasets/dataset-pages.ts";
import {readLastChange} from "../../../store/releases/load-run.ts";
import type {Engine} from "../../../store/script.ts";
import {listDatasetVersions} from "../../../store/series/indexed-dataset.ts";

export interface DatasetInOverview {
  readonly dataset: DatasetRecord;
  /** null: its releases show none. */
  readonly rhythm: ReleaseRhythm | null;
}

export interface DatasetOverview {
  /** Ordered by provider and code; at least as new as the moment of the call. */
  read(): Promise<readonly DatasetInOverview[]>;
}

/** Datasets read in one turn. */
const STEP = 40;

export function createDatasetOverview(statistics: Engine): DatasetOverview {
  let kept = new Map<number, DatasetInOverview>();
  let sorted: readonly DatasetInOverview[] = [];
  /** The last change that `sorted` is of; undefined: nothing was read yet. */
  let asOf: string | null | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function bringUpToDate(): Promise<void> {
    const {change, versions} = await statistics.read(function* (q) {
      const change = yield* readLastChange(q);
      return {change, versions: change === asOf ? [] : yield* listDatasetVersions(q)};
    });
    if (change === asOf) return;
    const next = new Map<number, DatasetInOverview>();
    const stale: number[] = [];
    for (const {id, changedBy} of versions) {
      const known = kept.get(id);
      if (known?.dataset.changedBy === changedBy) next.set(id, known);
      else stale.push(id);
    }
    for (let at = 0; at < stale.length; at += STEP) {
      const found = await statistics.read(function* (q) {
        const read = [];
        for (const id of stale.slice(at, at + STEP)) read.push(yield* readDatasetOutlook(q, id, RHYTHM_DAYS));
        return read;
      });
      for (const one of found)
        if (one !== null) next.set(one.dataset.id, {dataset: one.dataset, rhythm: releaseRhythm(one.published)});
      await new Promise((resolve) => setImmediate(resolve));
    }
    kept = next;
    sorted = [...next.values()].sort(
      ({dataset: one}, {dataset: other}) =>
        compareCodes(one.provider, other.provider) || compareCodes(one.code, other.code),
    );
    asOf = change;
  }

  return {
    async read() {
      const change = await statistics.readOne((q) => readLastChange(q));
      if (change === asOf) return sorted;
      // one after the other: of readers that come at once the first reads, the others find it done
      reading = reading.catch(() => {}).then(bringUpToDate);
      await reading;
      return sorted;
    },
  };
}
