// Series of a dataset through a change: histories replayed, emptied series deleted, first and last periods brought up to date.
//
// Weekly series are dated last: a release may move the date of a week and touch no history at all (CONTRACT 4).
import type {Estimates} from "../../statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {firstDay, type PeriodTable} from "../../statistics/time/period.ts";
import {deleteMissingOfSeries} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {deleteHistories} from "../../store/series/history.ts";
import {addSeries, deleteSeries, readSeries, type SeriesRecord, writeSeries} from "../../store/series/series.ts";
import type {ChangePlan} from "./change-plan.ts";
import {type ChangeSeenByHistories, changeHistories} from "./history-change.ts";
import {calendarOf, readWeeks} from "./price-weeks.ts";
import {keysOf, numberSeries, type SeriesTarget, storedTargets} from "./series-targets.ts";

export interface StandingSeries {
  /** all of the dataset, as they now stand */
  readonly series: readonly SeriesRecord[];
  readonly weeks: PeriodTable | null;
}

/** Carries the plan through the dataset's series; what is to be seen on the way goes into `seen`. */
export function* changeSeries(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  metadata: ReleaseMetadata,
  seen: ChangeSeenByHistories,
): Script<StandingSeries> {
  const stored = plan.dataset ? yield* readSeries(q, datasetId) : [];
  const keys = keysOf(plan.code, plan.touched.series);
  const targets = plan.incoming
    ? numberSeries(plan.code, plan.touched.series, keys, stored)
    : storedTargets(keys, stored);
  const series = new Map(stored.map((record) => [record.number, record]));
  yield* carryHistories(q, plan, datasetId, targets, series, seen);
  const weeks = yield* dateWeeklySeries(q, datasetId, metadata, series);
  const {added, changed} = compareSeries(stored, series);
  yield* addSeries(q, datasetId, added);
  yield* writeSeries(q, datasetId, changed);
  return {series: [...series.values()], weeks};
}

/** Replays the releases over the touched series; `series` is brought to what then stands, emptied series are deleted. */
function* carryHistories(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  targets: readonly SeriesTarget[],
  series: Map<number, SeriesRecord>,
  seen: ChangeSeenByHistories,
): Script<void> {
  const emptied: number[] = [];
  yield* changeHistories(q, plan, datasetId, targets, seen, (target, estimates) => {
    if (estimates) series.set(target.number, seriesRecord(target, estimates));
    else if (series.delete(target.number)) emptied.push(target.number);
  });
  yield* deleteHistories(q, datasetId, emptied);
  yield* deleteSeries(q, datasetId, emptied);
  yield* deleteMissingOfSeries(q, datasetId, emptied);
}

/** Weekly series get their days from the calendar (dateWeeklySeries); here they carry none yet. */
function seriesRecord({isNew: _, ...target}: SeriesTarget, estimates: Estimates): SeriesRecord {
  const {frequency} = target;
  const [first, last] = [estimates.period[0]!, estimates.period[estimates.count - 1]!];
  const days =
    frequency === "W"
      ? {firstPeriod: 0, lastPeriod: 0}
      : {firstPeriod: firstDay(frequency, first), lastPeriod: firstDay(frequency, last)};
  return {...target, ...days, observationCount: distinctPeriods(estimates)};
}

function distinctPeriods({period, count}: Estimates): number {
  let distinct = 0;
  for (let row = 0; row < count; row++) if (row === 0 || period[row] !== period[row - 1]) distinct++;
  return distinct;
}

function* dateWeeklySeries(
  q: Queries,
  datasetId: number,
  metadata: ReleaseMetadata,
  series: Map<number, SeriesRecord>,
): Script<PeriodTable | null> {
  const weekly = new Set(
    [...series.values()].filter((record) => record.frequency === "W").map((record) => record.number),
  );
  if (weekly.size === 0) return null;
  const {occurring, spans} = yield* readWeeks(q, datasetId, weekly);
  const calendar = calendarOf(metadata, occurring);
  for (const [number, {first, last}] of spans) {
    const days = {firstPeriod: calendar.days[first - calendar.base]!, lastPeriod: calendar.days[last - calendar.base]!};
    series.set(number, {...series.get(number)!, ...days});
  }
  return calendar;
}

/** The series that are not stored yet, and those of which something else is stored. */
function compareSeries(stored: readonly SeriesRecord[], standing: ReadonlyMap<number, SeriesRecord>) {
  const before = new Map(stored.map((record) => [record.number, record]));
  const [added, changed]: [SeriesRecord[], SeriesRecord[]] = [[], []];
  for (const record of standing.values()) {
    const old = before.get(record.number);
    if (!old) added.push(record);
    else if (
      old.firstPeriod !== record.firstPeriod ||
      old.lastPeriod !== record.lastPeriod ||
      old.observationCount !== record.observationCount
    )
      changed.push(record);
  }
  return {added, changed};
}
