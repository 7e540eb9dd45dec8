// The releases of the estimates of a generated dataset: one for each day on which any of its series was published or revised.
//
// Pages and evidence join every estimate to its release, so a realistic warehouse needs them.
import {hash} from "node:crypto";
import type {Estimates} from "../src/statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../src/statistics/release/release.ts";
import type {Day} from "../src/statistics/time/day.ts";
import {dayText} from "../src/statistics/time/day.ts";
import type {Queries} from "../src/store/engines/differences.ts";
import {insertLoadRun} from "../src/store/releases/load-run.ts";
import {insertRelease} from "../src/store/releases/release.ts";
import type {Script} from "../src/store/script.ts";

/** The counts of the estimates of one day, over all series of the dataset. */
interface DayCounts {
  newValues: number;
  revisedValues: number;
}

export interface ReleaseDays {
  /** Counts the estimates of one more series. */
  add(history: Estimates): void;
  readonly counts: ReadonlyMap<Day, DayCounts>;
}

export function createReleaseDays(): ReleaseDays {
  const counts = new Map<Day, DayCounts>();
  return {
    counts,
    add({count, period, day}) {
      for (let row = 0; row < count; row++) {
        let found = counts.get(day[row]!);
        if (found === undefined) {
          found = {newValues: 0, revisedValues: 0};
          counts.set(day[row]!, found);
        }
        if (row > 0 && period[row - 1] === period[row]) found.revisedValues++;
        else found.newValues++;
      }
    },
  };
}

/** Writes a release for each day, in order, and the load run of the last one. */
export function* writeReleaseDays(
  q: Queries,
  datasetId: number,
  {counts}: ReleaseDays,
  metadata: ReleaseMetadata,
  run: {readonly id: string; readonly at: string},
): Script<void> {
  const {provider, dataset, name} = metadata;
  const days = [...counts].sort(([one], [other]) => one - other);
  let releaseId: number | null = null;
  for (const [publishedAt, {newValues, revisedValues}] of days) {
    const file = `${dataset}_${dayText(publishedAt)}.csv`;
    const fingerprint = hash("sha256", file, "hex");
    releaseId = yield* insertRelease(q, {
      datasetId,
      publishedAt,
      sequence: 0,
      fingerprint,
      sourceFile: file,
      sourceUrl: null,
      parser: "bench@1",
      hints: {provider: null, dataset: null, publishedAt: null},
      loadRun: run.id,
      loadedAt: run.at,
      metadata,
      valueCount: newValues + revisedValues,
      newValues,
      revisedValues,
      files: [],
    });
  }
  const [lastDay, last] = days.at(-1)!;
  yield* insertLoadRun(q, {
    id: run.id,
    datasetId,
    provider,
    dataset,
    name,
    kind: "load",
    day: run.at.slice(0, 10),
    loadedAt: run.at,
    publishedAt: dayText(lastDay),
    releaseId,
    ...last,
    latestPeriod: dayText(metadata.publishedAt).slice(0, 7),
  });
}
