// The series of a dataset during a change: histories are replayed, series without values deleted, first and last periods updated.
//
// Weekly series get their dates last, from the calendar of price weeks.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {firstDay, type PeriodTable} from "../../statistics/time/day.ts";
import {deleteMissingOfSeries} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {deleteHistories} from "../../store/series/history.ts";
import {
  addSeries,
  deleteSeries,
  readHighestNumber,
  readSeries,
  readSeriesOfKeys,
  type SeriesRecord,
  SOUGHT_SHARE,
  writeSeries,
} from "../../store/series/series.ts";
import type {ChangePlan} from "./change-plan.ts";
import {withCovered} from "./coverage.ts";
import {changeHistories, type ReplayNotes} from "./history-change.ts";
import {keysOf, numberSeries, type SeriesTarget, storedTargets} from "./series-targets.ts";
import {dateWeeklySeries} from "./weekly-series.ts";

export interface ChangedSeries {
  /** Of the dataset after the change: all series, or (`isAll` is false) at least those that the release names. */
  readonly series: readonly SeriesRecord[];
  readonly isAll: boolean;
  /** Those that are in the dataset before and after it, and whose row differs. */
  readonly changed: readonly SeriesChange[];
  /** Those that are new. */
  readonly added: readonly SeriesRecord[];
  /** The number of series that are gone. */
  readonly emptied: number;
  readonly weeks: PeriodTable | null;
  /** Periods with a value, of all series, before the change. */
  readonly valuesBefore: number;
  readonly notes: ReplayNotes;
}

/** A series whose row differs after the change. */
export interface SeriesChange {
  readonly before: SeriesRecord;
  readonly after: SeriesRecord;
}

/**
 * Carries the plan through the dataset's series and their histories.
 * @param takesNewSeries whether the state of the dataset can be kept if these series are new; null: it will be derived from all series
 */
export function* changeSeries(
  q: Queries,
  plan: ChangePlan,
  {datasetId, metadata}: {readonly datasetId: number; readonly metadata: ReleaseMetadata},
  takesNewSeries: ((series: readonly SeriesDimensions[]) => boolean) | null,
): Script<ChangedSeries> {
  const named = takesNewSeries === null ? null : yield* readNamedSeries(q, plan, datasetId, takesNewSeries);
  const stored = named ?? (plan.dataset ? yield* readSeries(q, datasetId) : []);
  const given = plan.incoming
    ? numberSeries(plan.address, plan.touched.series, plan.touchedKeys, stored, yield* readHighestNumber(q, datasetId))
    : storedTargets(plan.touchedKeys, stored);
  const targets = withCovered(given, plan.touchedCoverage, stored);
  const series = new Map(stored.map((record) => [record.number, record]));
  const {emptied, notes} = yield* carryHistories(q, plan, {datasetId, targets, series}, metadata.revised);
  const weeks = yield* dateWeeklySeries(q, datasetId, metadata, series);
  const {added, changed} = changedRecords(stored, series);
  yield* addSeries(q, datasetId, added);
  yield* writeSeries(
    q,
    datasetId,
    changed.map(({after}) => after),
  );
  return {
    series: [...series.values()],
    isAll: named === null,
    changed,
    added,
    emptied,
    notes,
    weeks,
    // Every period of a series has one first estimate.
    valuesBefore:
      named === null
        ? stored.reduce((sum, {observationCount}) => sum + observationCount, 0)
        : plan.releases.reduce((sum, {newValues}) => sum + newValues, 0),
  };
}

/** The stored series that the release names; null: all are needed, because of some that are new, or because it names nearly all of the dataset. */
function* readNamedSeries(
  q: Queries,
  {touchedKeys, touchedCoverage, touched, address, dataset}: ChangePlan,
  datasetId: number,
  takesNewSeries: (series: readonly SeriesDimensions[]) => boolean,
): Script<SeriesRecord[] | null> {
  const missing = keysOf(
    address,
    touched.missing.map((one) => one.series),
  );
  const keys = new Set([...touchedKeys, ...missing]);
  if (touchedCoverage?.isWhole || keys.size * SOUGHT_SHARE > dataset!.seriesCount) return null;
  const found = yield* readSeriesOfKeys(q, datasetId, keys);
  const known = new Set(found.map(({key}) => key));
  const added = touched.series.filter((_, handle) => !known.has(touchedKeys[handle]!));
  return added.length === 0 || takesNewSeries(added) ? found : null;
}

/** Replays the releases over the touched series; updates `series`, and deletes series without values: `emptied` is their number. */
function* carryHistories(
  q: Queries,
  plan: ChangePlan,
  {
    datasetId,
    targets,
    series,
  }: {
    readonly datasetId: number;
    readonly targets: readonly SeriesTarget[];
    readonly series: Map<number, SeriesRecord>;
  },
  isRevised: boolean,
): Script<{readonly emptied: number; readonly notes: ReplayNotes}> {
  const emptied: number[] = [];
  const notes = yield* changeHistories(q, plan, {datasetId, targets, isRevised}, (target, estimates) => {
    if (estimates) series.set(target.number, seriesRecord(target, estimates));
    else if (series.delete(target.number)) emptied.push(target.number);
  });
  yield* deleteHistories(q, datasetId, emptied);
  yield* deleteSeries(q, datasetId, emptied);
  yield* deleteMissingOfSeries(q, datasetId, emptied);
  return {emptied: emptied.length, notes};
}

/** Weekly series have no days yet; dateWeeklySeries sets them. */
export function seriesRecord(target: SeriesTarget, estimates: Estimates): SeriesRecord {
  const {frequency} = target;
  const isWeekly = frequency === "W";
  // Each member by its name: there are as many records as series, and copies of parts are slow.
  return {
    number: target.number,
    key: target.key,
    indicator: target.indicator,
    classification: target.classification,
    measure: target.measure,
    transformation: target.transformation,
    unit: target.unit,
    frequency,
    territory: target.territory,
    firstPeriod: isWeekly ? 0 : firstDay(frequency, estimates.period[0]!),
    lastPeriod: isWeekly ? 0 : firstDay(frequency, estimates.period[estimates.count - 1]!),
    observationCount: distinctPeriods(estimates),
  };
}

function distinctPeriods({period, count}: Estimates): number {
  let distinct = 0;
  for (let row = 0; row < count; row++) if (row === 0 || period[row] !== period[row - 1]) distinct++;
  return distinct;
}

/** The series that are not stored yet, and those that differ from their stored record. */
export function changedRecords(stored: readonly SeriesRecord[], current: ReadonlyMap<number, SeriesRecord>) {
  const [added, changed]: [SeriesRecord[], SeriesChange[]] = [[], []];
  if (stored.length === 0) return {added: [...current.values()], changed};
  const before = new Map(stored.map((record) => [record.number, record]));
  for (const record of current.values()) {
    const old = before.get(record.number);
    if (!old) added.push(record);
    else if (
      old.firstPeriod !== record.firstPeriod ||
      old.lastPeriod !== record.lastPeriod ||
      old.observationCount !== record.observationCount
    )
      changed.push({before: old, after: record});
  }
  return {added, changed};
}
