// The releases of a mirrored dataset: one for each day of publication that its histories name.
//
// Their files are at the service that is mirrored, so they have none here. The newest one has the metadata of the dataset.
import {hash} from "node:crypto";
import {isDeepStrictEqual} from "node:util";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, NO_DAY, type StatedDay} from "../../statistics/time/day.ts";
import {MIRROR_PARSER} from "../../store/changes/mirror.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {
  type BareRelease,
  deleteRelease,
  haveSameCounts,
  insertRelease,
  listBareReleases,
  type ReleaseCounts,
  readReleaseMetadata,
  updateReleaseCounts,
} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import {scanHistories} from "../../store/series/history.ts";
import {dayOfStamp} from "../change/release-rows.ts";
import type {MirrorSeries} from "./mirror-series.ts";

interface MirroredDataset {
  readonly id: number;
  readonly address: DatasetAddress;
  readonly origin: string;
  readonly loadRun: string;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/**
 * Brings the releases up to date with the histories.
 * @param series of the step
 * @param metadataOn of the newest release, by its day
 * @returns the newest release; null: there is none
 */
export function* writeMirrorReleases(
  q: Queries,
  dataset: MirroredDataset,
  series: Pick<MirrorSeries, "tallies" | "areWithdrawalsChanged">,
  metadataOn: (day: StatedDay) => ReleaseMetadata,
): Script<{readonly id: number; readonly day: Day} | null> {
  const stored = yield* listBareReleases(q, dataset.id);
  const counts = new Map<Day, ReleaseCounts>(stored.map((release) => [release.publishedAt, release]));
  for (const [stamp, change] of series.tallies) {
    const day = dayOfStamp(stamp);
    const before = counts.get(day) ?? {newValues: 0, revisedValues: 0, withdrawnValues: 0};
    counts.set(day, {
      newValues: before.newValues + change.newValues,
      revisedValues: before.revisedValues + change.revisedValues,
      withdrawnValues: before.withdrawnValues + change.withdrawnValues,
    });
  }
  const used = mayLackReleases(counts, new Set(stored.map((release) => release.publishedAt)), series)
    ? yield* daysOfHistories(q, dataset.id)
    : null;
  const days = [...counts.keys()].filter((day) => used === null || used.has(day)).sort((a, b) => a - b);
  const newest = days.at(-1);
  let newestId: number | null = null;
  for (const release of stored)
    if (!days.includes(release.publishedAt)) yield* deleteRelease(q, dataset.id, release.id);
  const byDay = new Map(stored.map((release) => [release.publishedAt as Day, release]));
  const moved: (ReleaseCounts & {readonly id: number})[] = [];
  for (const day of days) {
    const own = counts.get(day)!;
    const metadata = day === newest ? metadataOn(day as StatedDay) : null;
    let release: BareRelease | undefined = byDay.get(day);
    if (release !== undefined && metadata !== null) {
      const known = yield* readReleaseMetadata(q, dataset.id, release.id);
      if (!isDeepStrictEqual(known, metadata)) {
        yield* deleteRelease(q, dataset.id, release.id);
        release = undefined;
      }
    }
    if (release === undefined) {
      const bare = bareMetadata(metadataOn(day as StatedDay));
      const id = yield* insertRelease(q, releaseOf(dataset, day as StatedDay, metadata ?? bare, own));
      if (day === newest) newestId = id;
    } else {
      if (day === newest) newestId = release.id;
      const {newValues, revisedValues, withdrawnValues} = own;
      if (!haveSameCounts(release, own)) moved.push({id: release.id, newValues, revisedValues, withdrawnValues});
    }
  }
  yield* updateReleaseCounts(q, dataset.id, moved);
  return newest === undefined ? null : {id: newestId!, day: newest};
}

/** A day without counts may be named by no history any more; only all histories can tell. */
function mayLackReleases(
  counts: ReadonlyMap<Day, ReleaseCounts>,
  stored: ReadonlySet<Day>,
  {tallies, areWithdrawalsChanged}: Pick<MirrorSeries, "tallies" | "areWithdrawalsChanged">,
): boolean {
  const isBare = (day: Day): boolean => {
    const {newValues, revisedValues, withdrawnValues} = counts.get(day)!;
    return newValues === 0 && revisedValues === 0 && withdrawnValues === 0;
  };
  if (areWithdrawalsChanged()) return [...counts.keys()].some(isBare);
  return [...tallies].some(([stamp, {newValues, revisedValues}]) => {
    const day = dayOfStamp(stamp);
    return isBare(day) && (newValues !== 0 || revisedValues !== 0 || !stored.has(day));
  });
}

/** Says nothing of names: the newest release does. */
function bareMetadata(metadata: ReleaseMetadata): ReleaseMetadata {
  const none = {indicators: null, classes: null, units: null, territories: null, methodology: null, weeks: null};
  return {...metadata, ...none, related: null, continuity: null};
}

function releaseOf(
  {id: datasetId, address, origin, loadRun, now}: MirroredDataset,
  day: StatedDay,
  metadata: ReleaseMetadata,
  {newValues, revisedValues, withdrawnValues}: ReleaseCounts,
) {
  const name = hash("sha256", `${origin} ${address.provider}/${address.dataset} ${dayText(day)}`);
  return {
    ...{datasetId, publishedAt: day, sequence: 0, fingerprint: name, content: name, sourceFile: null},
    ...{sourceUrl: metadata.sourceUrl, parser: MIRROR_PARSER, loadRun, loadedAt: now, metadata},
    hints: {provider: null, dataset: null, publishedAt: null},
    ...{valueCount: newValues + revisedValues, newValues, revisedValues, withdrawnValues, files: []},
  };
}

const HISTORIES_A_PAGE = 1000;

/** Every day that a history names: of estimates, and of beginnings and ends of withdrawals. */
function* daysOfHistories(q: Queries, datasetId: number): Script<ReadonlySet<Day>> {
  const days = new Set<Day>();
  let after = -1;
  for (;;) {
    const page = yield* scanHistories(q, datasetId, after, HISTORIES_A_PAGE);
    for (const {number, estimates} of page) {
      after = number;
      const history = decodeHistory(estimates);
      for (let row = 0; row < history.count; row++) days.add(history.day[row]!);
      for (const {day, untilDay} of withdrawnSpans(history)) {
        days.add(day);
        if (untilDay !== NO_DAY) days.add(untilDay);
      }
    }
    if (page.length < HISTORIES_A_PAGE) return days;
  }
}
