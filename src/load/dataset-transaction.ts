// The one transaction of a change: release rows, histories, series, counts, and all that is derived from them.
//
// A script: it yields statements and never waits, so on the embedded store the whole change is one synchronous stretch.
import {dayText} from "../statistics/day.ts";
import type {Estimates} from "../statistics/history/estimates.ts";
import {foldMetadata} from "../statistics/metadata-fold.ts";
import {firstDay, type PeriodTable} from "../statistics/period.ts";
import type {ReleaseMetadata} from "../statistics/release.ts";
import {deleteDataset, writeDataset} from "../store/dataset.ts";
import type {Queries} from "../store/engines.ts";
import {deleteHistories} from "../store/history.ts";
import {insertLoadRun} from "../store/load-run.ts";
import {deleteRelease, insertRelease, updateReleaseCounts} from "../store/release.ts";
import type {Script} from "../store/script.ts";
import {deleteSeries, readSeries, type SeriesRecord, writeSeries} from "../store/series.ts";
import type {ChangePlan} from "./change-plan.ts";
import {placeholderDataset, writeDatasetState} from "./dataset-state.ts";
import {changeHistories} from "./history-change.ts";
import {calendarOf, readWeeks} from "./price-weeks.ts";
import {keysOf, numberSeries, type SeriesTarget, storedTargets} from "./series-targets.ts";
import {stampName, type TallyBook} from "./tally-book.ts";

export interface CarriedOut {
  readonly datasetId: number;
  readonly releaseId: number | null;
  readonly newValues: number;
  readonly revisedValues: number;
  readonly seriesCount: number;
  /** the dataset went with its last release */
  readonly dropped: boolean;
}

export function* carryOut(q: Queries, plan: ChangePlan): Script<CarriedOut> {
  const loadRun = globalThis.crypto.randomUUID();
  const now = plan.now.toISOString();
  const metadata = foldReleases(plan);
  if (!metadata) {
    yield* deleteDataset(q, plan.dataset!.id);
    yield* insertLoadRun(q, loadRunOf(plan, loadRun, now, null, {newValues: 0, revisedValues: 0}, null));
    return {
      datasetId: plan.dataset!.id,
      releaseId: null,
      newValues: 0,
      revisedValues: 0,
      seriesCount: 0,
      dropped: true,
    };
  }
  const datasetId = plan.dataset?.id ?? (yield* writeDataset(q, placeholderDataset(metadata, loadRun, now)));
  const releaseId = yield* writeReleases(q, plan, datasetId, loadRun, now);

  const stored = plan.dataset ? yield* readSeries(q, datasetId) : [];
  const keys = keysOf(plan.code, plan.touched.series);
  const targets = plan.incoming
    ? numberSeries(plan.code, plan.touched.series, keys, stored)
    : storedTargets(keys, stored);
  const series = new Map(stored.map((record) => [record.number, record]));
  const book: TallyBook = new Map();
  yield* carryHistories(q, plan, datasetId, targets, series, book);
  const weeks = yield* dateWeeklySeries(q, datasetId, metadata, series);
  yield* writeSeries(q, datasetId, changedSeries(stored, series));
  const counts = yield* moveCounts(q, plan, datasetId, releaseId, book);

  const standing = [...series.values()];
  const latest = yield* writeDatasetState(q, datasetId, {metadata, series: standing, weeks, loadRun, now});
  yield* insertLoadRun(q, loadRunOf(plan, loadRun, now, releaseId, counts, latest));
  return {datasetId, releaseId, ...counts, seriesCount: standing.length, dropped: false};
}

/** Metadata of the dataset as it will be: the fold over its releases in order; null when no release is left. */
function foldReleases(plan: ChangePlan): ReleaseMetadata | null {
  const standing = plan.releases.filter((release) => release.id !== plan.withdrawn?.id).map(({metadata}) => metadata);
  if (plan.incoming) {
    const day = plan.incoming.metadata.publishedAt;
    const later = plan.releases.findIndex((release) => release.publishedAt > day);
    standing.splice(later < 0 ? standing.length : later, 0, plan.incoming.metadata);
  }
  return standing.reduce<ReleaseMetadata | null>((older, newer) => foldMetadata(older, newer), null);
}

function* writeReleases(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  loadRun: string,
  now: string,
): Script<number | null> {
  if (plan.withdrawn) yield* deleteRelease(q, datasetId, plan.withdrawn.id);
  const {incoming} = plan;
  if (!incoming) return null;
  const own = plan.replayed.find((release) => release.gathered === incoming.gathered)!;
  return yield* insertRelease(q, {
    datasetId,
    publishedAt: own.stamp.day,
    sequence: own.stamp.sequence,
    fingerprint: incoming.fingerprint,
    sourceFile: incoming.sourceFile,
    sourceUrl: incoming.metadata.sourceUrl,
    parser: incoming.parser,
    hints: incoming.hints,
    loadRun,
    loadedAt: now,
    metadata: incoming.metadata,
    valueCount: incoming.gathered.count,
    newValues: 0,
    revisedValues: 0,
    files: incoming.files,
  });
}

/** Replays the releases over the touched series; `series` is brought to what then stands, emptied series are deleted. */
function* carryHistories(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  targets: readonly SeriesTarget[],
  series: Map<number, SeriesRecord>,
  book: TallyBook,
): Script<void> {
  const emptied: number[] = [];
  yield* changeHistories(q, plan, datasetId, targets, book, (target, estimates) => {
    if (estimates) series.set(target.number, seriesRecord(target, estimates));
    else if (series.delete(target.number)) emptied.push(target.number);
  });
  yield* deleteHistories(q, datasetId, emptied);
  yield* deleteSeries(q, datasetId, emptied);
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

function changedSeries(stored: readonly SeriesRecord[], standing: ReadonlyMap<number, SeriesRecord>): SeriesRecord[] {
  const before = new Map(stored.map((record) => [record.number, record]));
  return [...standing.values()].filter((record) => {
    const old = before.get(record.number);
    return (
      !old ||
      old.firstPeriod !== record.firstPeriod ||
      old.lastPeriod !== record.lastPeriod ||
      old.observationCount !== record.observationCount
    );
  });
}

/** Moves the counts of every release whose standing estimates changed; gives those of the incoming release. */
function* moveCounts(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  releaseId: number | null,
  book: TallyBook,
): Script<{newValues: number; revisedValues: number}> {
  const own = plan.replayed.find((release) => release.gathered === plan.incoming?.gathered);
  const incoming = (own && book.get(stampName(own.stamp))) ?? {newValues: 0, revisedValues: 0};
  const rows = plan.releases.flatMap((release) => {
    const change = book.get(stampName({day: release.publishedAt, sequence: release.sequence}));
    if (release.id === plan.withdrawn?.id || !change || (change.newValues === 0 && change.revisedValues === 0))
      return [];
    return [
      {
        id: release.id,
        newValues: release.newValues + change.newValues,
        revisedValues: release.revisedValues + change.revisedValues,
      },
    ];
  });
  if (releaseId !== null) rows.push({id: releaseId, ...incoming});
  yield* updateReleaseCounts(q, datasetId, rows);
  return {newValues: incoming.newValues, revisedValues: incoming.revisedValues};
}

function loadRunOf(
  plan: ChangePlan,
  id: string,
  now: string,
  releaseId: number | null,
  counts: {newValues: number; revisedValues: number},
  latestPeriod: string | null,
) {
  return {
    id,
    datasetId: plan.dataset?.id ?? null,
    provider: plan.code.provider,
    dataset: plan.code.dataset,
    kind: plan.incoming ? ("load" as const) : ("withdraw" as const),
    day: now.slice(0, 10),
    loadedAt: now,
    publishedAt: dayText(plan.incoming?.metadata.publishedAt ?? plan.withdrawn!.publishedAt),
    releaseId,
    ...counts,
    latestPeriod,
  };
}
