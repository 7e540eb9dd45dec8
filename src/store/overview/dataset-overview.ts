// All datasets in memory with the rhythm of their releases and the announced ones, for lists over all datasets by a computed property.
//
// After a load only the changed datasets are read again, in small steps, so that other requests are answered between them.

import {topicsOf} from "../../reference/home-lists.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {type DatedState, type FreshnessState, type Silence, silenceOf, stateOf} from "../../statistics/silence.ts";
import type {Day} from "../../statistics/time/day.ts";
import {type ReleaseRhythm, RHYTHM_DAYS, releaseRhythm} from "../../statistics/time/release-rhythm.ts";
import {createPace} from "../../work/pace.ts";
import {type DatasetRecord, findDatasets} from "../datasets/dataset.ts";
import {readDatasetOutlook} from "../datasets/dataset-pages.ts";
import type {Queries} from "../engines/differences.ts";
import {readLastChange} from "../releases/load-run.ts";
import type {Engine, Script} from "../script.ts";
import {listDatasetVersions} from "../search/stored-dataset.ts";
import {type AnnouncedDay, listAnnounced, listAnnouncedOf} from "./announced.ts";

export interface DatasetInOverview {
  readonly dataset: DatasetRecord;
  /** Codes of the topics of its published name. */
  readonly topics: readonly string[];
  /** null: the releases have none. */
  readonly rhythm: ReleaseRhythm | null;
  /** Day of the newest release; null: there is none. */
  readonly published: Day | null;
  /** Past ones too, in the order of the days. */
  readonly announced: readonly AnnouncedDay[];
}

/** The state by which pages call the dataset. */
export function stateOfDataset(one: DatasetInOverview, today: Day): DatedState {
  return stateOf(paceOf(one), today);
}

/** How late the dataset is. */
export function silenceOfDataset(one: DatasetInOverview, today: Day): Silence | null {
  return silenceOf(paceOf(one), today);
}

function paceOf({dataset, rhythm, published, announced}: DatasetInOverview) {
  const {spans, archival} = dataset;
  return {spans, archival, rhythm, published, announced: announced.map(({day}) => day)};
}

export type ReleaseOutlook = Pick<DatasetInOverview, "rhythm" | "published" | "announced">;

/** What is known of the next release of one dataset, without the others; days may be announced of one that is not loaded yet. */
export function* readReleaseOutlook(
  q: Queries,
  name: {readonly provider: string; readonly dataset: string},
): Script<ReleaseOutlook> {
  const listed = yield* listAnnouncedOf(q, name);
  const [dataset] = yield* findDatasets(q, name);
  if (dataset === undefined) return {rhythm: null, published: null, announced: listed};
  const {published} = (yield* readDatasetOutlook(q, dataset.id, RHYTHM_DAYS))!;
  return {
    rhythm: releaseRhythm(published),
    published: published[0] ?? null,
    announced: announcedOf(dataset, listed),
  };
}

export interface DatasetOverview {
  /** Ordered by provider and code; at least as new as the call. */
  read(): Promise<readonly DatasetInOverview[]>;
}

/** The datasets in a state, the longest overdue first. */
export function datasetsInState(overview: readonly DatasetInOverview[], wanted: FreshnessState, today: Day) {
  return overview
    .map((one) => ({...one, ...stateOfDataset(one, today)}))
    .filter(({state}) => state === wanted)
    .sort((one, other) => other.overdueBy - one.overdueBy);
}

/** Datasets read at a time. */
const STEP = 40;

/** No versions if nothing has changed. */
function* readVersions(q: Queries, asOf: string | null | undefined) {
  const change = yield* readLastChange(q);
  if (change === asOf) return {change, versions: [], announced: new Map<string, readonly AnnouncedDay[]>()};
  return {change, versions: yield* listDatasetVersions(q), announced: yield* listAnnounced(q)};
}

/** The day that the package of the last release declares is one of them. */
function announcedOf(
  {nextRelease}: Pick<DatasetRecord, "nextRelease">,
  listed: readonly AnnouncedDay[] = [],
): readonly AnnouncedDay[] {
  if (nextRelease === null || listed.some(({day}) => day === nextRelease)) return listed;
  return [...listed, {day: nextRelease, source: null}].sort((one, other) => one.day - other.day);
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
    const {change, versions, announced} = await statistics.read((q) => readVersions(q, asOf));
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
      for (const one of found) {
        if (one === null) continue;
        const {dataset, published} = one;
        next.set(dataset.id, {
          dataset,
          topics: topicsOf(dataset),
          rhythm: releaseRhythm(published),
          published: published[0] ?? null,
          announced: [],
        });
      }
      if (pace.isOver()) await pace.letOthersIn();
    }
    cache = next;
    sorted = [...next.values()]
      .map((one) => ({
        ...one,
        announced: announcedOf(one.dataset, announced.get(`${one.dataset.provider}/${one.dataset.code}`)),
      }))
      .sort(
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
