// The rows of releases: the incoming one is written, the withdrawn one deleted, and the counts of all are updated.
//
// The counts of an earlier release can change too: a later release of the same day replaces its estimates, and a late release turns a
// "new" value of a later one into a revision. So counts are updated by differences.

import type {Estimates, Stamp} from "../../statistics/history/estimates.ts";
import {countByRelease, isOfOneRelease} from "../../statistics/history/release-counts.ts";
import {deleteMissingOfRelease, insertMissing} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {deleteRelease, insertRelease, updateReleaseCounts} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {contentOfFiles} from "../identity/file-content.ts";
import type {ChangePlan, ChangeRun} from "./change-plan.ts";
import {createKeyTable} from "./key-table.ts";
import {keysOf} from "./series-targets.ts";

/**
 * Written once, when the counts are known: the row of a release has all names of its classes, and may be megabytes.
 * @returns the id of the incoming release; null: there is none
 */
export function* writeReleases(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  run: ChangeRun,
  {newValues, revisedValues, withdrawnValues}: Readonly<CountChange>,
): Script<number | null> {
  if (plan.withdrawn) {
    yield* deleteRelease(q, datasetId, plan.withdrawn.id);
    yield* deleteMissingOfRelease(q, datasetId, plan.withdrawn.id);
  }
  const {incoming} = plan;
  if (!incoming) return null;
  return yield* insertRelease(q, {
    datasetId,
    publishedAt: incoming.stamp.day,
    sequence: incoming.stamp.sequence,
    fingerprint: incoming.fingerprint,
    content: contentOfFiles(incoming.files),
    sourceFile: incoming.sourceFile,
    sourceUrl: incoming.metadata.sourceUrl,
    parser: incoming.parser,
    hints: incoming.hints,
    loadRun: run.id,
    loadedAt: run.now,
    metadata: incoming.metadata,
    valueCount: incoming.buffered.count,
    newValues,
    revisedValues,
    withdrawnValues,
    files: incoming.files,
  });
}

/** Stores the incoming release's reasons for missing values of existing series. A series without any value does not exist. */
export function* writeMissing(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  releaseId: number | null,
  series: readonly SeriesRecord[],
): Script<void> {
  const missing = (plan.incoming?.buffered.missing ?? []).filter(({cells}) => cells !== "");
  if (releaseId === null || missing.length === 0) return;
  const keys = keysOf(
    plan.address,
    missing.map((one) => one.series),
  );
  const keyIndexes = createKeyTable(keys.length);
  for (const [index, key] of keys.entries()) keyIndexes.set(key, index);
  const numbers: number[] = [];
  for (const {key, number} of series) {
    const index = keyIndexes.indexOf(key);
    if (index >= 0) numbers[index] = number;
  }
  const rows = missing.flatMap(({cells}, index) => {
    const number = numbers[keyIndexes.indexOf(keys[index]!)];
    return number === undefined ? [] : [{releaseId, number, cells}];
  });
  yield* insertMissing(q, datasetId, rows);
}

/** The counts of the incoming release. */
export function incomingCounts({incoming}: ChangePlan, counts: CountsByRelease): Readonly<CountChange> {
  return (incoming && counts.get(stampNumber(incoming.stamp))) ?? NO_CHANGE;
}

/** Updates the counts of every earlier release whose estimates changed. */
export function* moveCounts(q: Queries, plan: ChangePlan, datasetId: number, counts: CountsByRelease): Script<void> {
  const rows = plan.releases.flatMap((release) => {
    const change = counts.get(stampNumber({day: release.publishedAt, sequence: release.sequence}));
    if (release.id === plan.withdrawn?.id || !change || isNothing(change)) return [];
    return [
      {
        id: release.id,
        newValues: release.newValues + change.newValues,
        revisedValues: release.revisedValues + change.revisedValues,
        withdrawnValues: release.withdrawnValues + change.withdrawnValues,
      },
    ];
  });
  yield* updateReleaseCounts(q, datasetId, rows);
}

export interface CountChange {
  newValues: number;
  revisedValues: number;
  withdrawnValues: number;
}

function isNothing({newValues, revisedValues, withdrawnValues}: Readonly<CountChange>): boolean {
  return newValues === 0 && revisedValues === 0 && withdrawnValues === 0;
}

const NO_CHANGE: Readonly<CountChange> = {newValues: 0, revisedValues: 0, withdrawnValues: 0};

/** Changes by stamp, as a number. */
export type CountsByRelease = Map<number, CountChange>;

/** A day has fewer loads. */
const STAMPS_A_DAY = 2 ** 24;

/** A number of its own for each stamp. */
export function stampNumber({day, sequence}: Stamp): number {
  return day * STAMPS_A_DAY + sequence;
}

/** Adds (sign +1) or subtracts (-1) the estimates of a history in the counts of its releases. */
export function addCounts(counts: CountsByRelease, estimates: Estimates | null, sign: 1 | -1): void {
  if (!estimates) return;
  // most histories of a first load, of which no list is needed
  if (isOfOneRelease(estimates)) {
    changeOf(counts, estimates.day[0]!, estimates.sequence[0]!).newValues += sign * estimates.count;
    return;
  }
  for (const release of countByRelease(estimates)) {
    const change = changeOf(counts, release.day, release.sequence);
    change.newValues += sign * release.newValues;
    change.revisedValues += sign * release.revisedValues;
    change.withdrawnValues += sign * release.withdrawnValues;
  }
}

function changeOf(counts: CountsByRelease, day: number, sequence: number): CountChange {
  const stamp = stampNumber({day, sequence});
  let change = counts.get(stamp);
  if (!change) {
    change = {...NO_CHANGE};
    counts.set(stamp, change);
  }
  return change;
}
