// The histories of the touched series: read, replayed, and written if they changed.
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {createEncodeScratch, encodeHistory} from "../../statistics/history/encode.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import {estimatesBefore} from "../../statistics/history/merge.ts";
import {createDifferenceCount, type DifferenceCount} from "../../statistics/value-difference.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {addHistories, type NumberedHistory, readHistories, writeHistories} from "../../store/series/history.ts";
import type {RereadSeries} from "../../text/finding.ts";
import {type ChangeWatch, type CountWithFirst, createChangeWatch, watchSeries} from "../checks/change-findings.ts";
import type {ChangePlan} from "./change-plan.ts";
import {type ChangeRecord, createChangeRecord} from "./change-record.ts";
import {estimateDifference} from "./history-difference.ts";
import {addCounts, type CountsByRelease} from "./release-rows.ts";
import {replayWithAndWithout} from "./replay.ts";
import type {SeriesTarget} from "./series-targets.ts";

const SERIES_A_BATCH = 500;

/** What a replay found, for the checks behind it. */
export interface ReplayNotes {
  /** Changes of the counts of releases. */
  readonly counts: CountsByRelease;
  readonly watch: ChangeWatch | null;
  /** null for a withdrawal, which nobody is asked about. */
  readonly difference: DifferenceCount | null;
  /** The series whose releases, read again, give other estimates than the served ones. */
  readonly reread: CountWithFirst<RereadSeries>;
  /** What followers are told. */
  readonly record: ChangeRecord;
}

function createReplayNotes({incoming}: ChangePlan, isRevised: boolean): ReplayNotes {
  return {
    counts: new Map(),
    watch: incoming && createChangeWatch(incoming.stamp, isRevised),
    difference: incoming && createDifferenceCount(),
    reread: {count: 0, first: null},
    record: createChangeRecord(),
  };
}

/**
 * Replays the plan over the targets, which ascend by number, and writes the histories that changed.
 * @param isRevised the publisher revises values of the dataset
 * @param onSeries called for every target with its estimates after the change; null: no estimate is left
 */
export function* changeHistories(
  q: Queries,
  plan: ChangePlan,
  {
    datasetId,
    targets,
    isRevised,
  }: {readonly datasetId: number; readonly targets: readonly SeriesTarget[]; readonly isRevised: boolean},
  onSeries: (target: SeriesTarget, estimates: Estimates | null) => void,
): Script<ReplayNotes> {
  const notes = createReplayNotes(plan, isRevised);
  const {counts, watch, difference, reread, record} = notes;
  const replay = replayWithAndWithout(plan.applied, plan.withoutChange, targets);
  const decoding = createDecodeScratch();
  const encoding = createEncodeScratch(1024);
  for (let start = 0; start < targets.length; start += SERIES_A_BATCH) {
    const batch = targets.slice(start, start + SERIES_A_BATCH);
    const numbers = batch.map((target) => target.number);
    const stored = batch.every(({isNew}) => isNew) ? NO_HISTORIES : yield* readHistories(q, datasetId, numbers);
    const added: NumberedHistory[] = [];
    const changed: NumberedHistory[] = [];
    for (let index = 0; index < batch.length; index++) {
      const target = batch[index]!;
      const bytes = stored[index];
      const before = bytes ? decodeHistory(bytes, decoding) : null;
      const kept = before && plan.from ? estimatesBefore(before, plan.from) : before;
      const {after: estimates, withoutChange} = replay(start + index, kept);
      if (plan.from) watchRereading(reread, target, before, withoutChange);
      addCounts(counts, before, -1);
      addCounts(counts, estimates, +1);
      if (watch) watchSeries(watch, target, before, estimates);
      difference?.add(target, before, estimates);
      const packed = estimates && encodeHistory(estimates, encoding);
      const differs = packed === null || !bytes || Buffer.compare(bytes, packed) !== 0;
      if (differs) record.note(target, before, estimates);
      if (packed && !bytes) added.push({number: target.number, estimates: packed});
      else if (packed && differs) changed.push({number: target.number, estimates: packed});
      onSeries(target, estimates);
    }
    yield* addHistories(q, datasetId, added);
    yield* writeHistories(q, datasetId, changed);
  }
  return notes;
}

const NO_HISTORIES: readonly Uint8Array[] = [];

/** Compares the served estimates of a series with its releases as they are read now: a newer parser may read them differently. */
function watchRereading(
  reread: CountWithFirst<RereadSeries>,
  {key, frequency}: SeriesTarget,
  served: Estimates | null,
  withoutChange: Estimates | null,
): void {
  // Not of withdrawals: a newer parser may read another reason, which revises no value.
  const difference = estimateDifference(served, withoutChange, frequency);
  if (difference === null) return;
  reread.count++;
  reread.first ??= {key, difference};
}
