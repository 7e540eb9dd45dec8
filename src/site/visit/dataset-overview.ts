// All datasets in memory with the rhythm of their releases, for pages that sum them up or choose some by a computed property.
//
// After a load only the changed datasets are read again, in small steps, so that other requests are answered between them.

import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {type DatasetStatus, datasetStatus} from "../../statistics/status.ts";
import type {Day} from "../../statistics/time/day.ts";
import {type ReleaseRhythm, RHYTHM_DAYS, releaseRhythm} from "../../statistics/time/release-rhythm.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {readDatasetOutlook} from "../../store/datasets/dataset-pages.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {Engine} from "../../store/script.ts";
import {listDatasetVersions} from "../../store/search/stored-dataset.ts";
import {createPace} from "../../work/pace.ts";

export interface DatasetInOverview {
  readonly dataset: DatasetRecord;
  /** null: the releases have none. */
  readonly rhythm: ReleaseRhythm | null;
}

export interface DatasetOverview {
  /** Ordered by provider and code; at least as new as the call. */
  read(): Promise<readonly DatasetInOverview[]>;
}

/** The datasets of a status, the longest overdue first. */
export function datasetsOfStatus(overview: readonly DatasetInOverview[], wanted: DatasetStatus["status"], today: Day) {
  return overview
    .map(({dataset}) => ({dataset, status: datasetStatus(dataset.spans, dataset.archival, today)}))
    .filter(({status}) => status.status === wanted)
    .sort((one, other) => other.status.overdueBy - one.status.overdueBy);
}

/** Datasets read at a time. */
const STEP = 40;

/** No versions if nothing has changed. */
function* readVersions(q: Queries, asOf: string | null | undefined) {
  const change = yield* readLastChange(q);
  return {change, versions: change === asOf ? [] : yield* listDatasetVersions(q)};
}

function* readOutlooks(q: Queries, ids: readonly number[]) {
  const read = [];
  for (const id of ids) read.push(yield* readDatasetOutlook(q, id, RHYTHM_DAYS));
  return read;
}

export function createDatasetOverview(statistics: Engine): DatasetOverview {
  let cache = new Map<number, DatasetInOverview>();
  let sorted: readonly DatasetInOverview[] = [];
  /** The last change of the store that `sorted` contains; undefined: nothing is read yet. */
  let asOf: string | null | undefined;
  let reading: Promise<void> = Promise.resolve();

  async function bringUpToDate(): Promise<void> {
    const {change, versions} = await statistics.read((q) => readVersions(q, asOf));
    if (change === asOf) return;
    const pace = createPace("visitor");
    const next = new Map<number, DatasetInOverview>();
    const stale: number[] = [];
    for (const {id, changedBy} of versions) {
      const known = cache.get(id);
      if (known?.dataset.changedBy === changedBy) next.set(id, known);
      else stale.push(id);
    }
    for (let at = 0; at < stale.length; at += STEP) {
      const found = await statistics.read((q) => readOutlooks(q, stale.slice(at, at + STEP)));
      for (const one of found)
        if (one !== null) next.set(one.dataset.id, {dataset: one.dataset, rhythm: releaseRhythm(one.published)});
      if (pace.isOver()) await pace.letOthersIn();
    }
    cache = next;
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
      // of simultaneous callers the first one reads, and the others wait for it
      reading = reading.catch(() => {}).then(bringUpToDate);
      await reading;
      return sorted;
    },
  };
}
