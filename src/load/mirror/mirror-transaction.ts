// One step of a mirror: all items of the feed of one dataset up to an exact state, in one transaction with the cursor behind them (CONTRACT 6.5).
//
// Whoever reads the dataset sees the state before the step or the one after it, never one between. A follower that dies begins with the cursor
// that is stored, so nothing is applied twice or missed.
import {countryOfRelease} from "../../country/countries.ts";
import {Refusal} from "../../service/refusal.ts";
import {createSeriesKeys} from "../../statistics/catalogue/catalogue.ts";
import {createTouchedWriter} from "../../statistics/changes/touched-code.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {encodeHistory} from "../../statistics/history/encode.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {findNaming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, type PeriodOrdinal, type PeriodTable, type StatedDay} from "../../statistics/time/day.ts";
import {readMirrorCursor, writeMirrorCursor} from "../../store/changes/mirror.ts";
import {
  type DatasetAddress,
  type DatasetRecord,
  findDatasets,
  readDatasetMetadata,
  writeDataset,
} from "../../store/datasets/dataset.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readListed} from "../../store/releases/listing.ts";
import {recordChange} from "../../store/releases/load-run.ts";
import {listBareReleases, readAllReleaseMetadata} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import {readHistories, writeHistories} from "../../store/series/history.ts";
import {addSeries, readSeries, writeSeries} from "../../store/series/series.ts";
import {blobsOfChange} from "../change/change-record.ts";
import {initialDataset, writeDatasetState} from "../change/dataset-state.ts";
import {type Redescribed, readDescription} from "../change/redescribed.ts";
import {changedRecords} from "../change/series-change.ts";
import {dateWeeklySeries} from "../change/weekly-series.ts";
import {dropRecord} from "../withdrawal.ts";
import {refuseOtherCodes} from "./mirror-codes.ts";
import type {MirrorItem} from "./mirror-item.ts";
import {type ListedDataset, type MirroredNames, mirrorMetadata, namesBefore, takeNames} from "./mirror-metadata.ts";
import {writeMirrorReleases} from "./mirror-releases.ts";
import {type MirrorSeries, openMirrorSeries} from "./mirror-series.ts";
import {daysOfWeeks, numberWeeks, type WeekNumbers} from "./mirror-weeks.ts";

export interface MirrorStep {
  readonly address: DatasetAddress;
  readonly origin: string;
  /** The cursor from which the items follow, as it has to be stored; null: the dataset is not followed yet. */
  readonly from: string | null;
  /** The cursor behind the items. */
  readonly to: string;
  /** The items are everything: what is stored is forgotten first. */
  readonly isWhole: boolean;
  /** All items in their order; may be read more than once. */
  readonly items: () => Iterable<MirrorItem>;
  readonly listed: ListedDataset;
  readonly now: Date;
}

/** The step can't be carried out on this state: the dataset is to be taken whole. */
export class StepNotPossible extends Error {}

export interface DoneStep {
  readonly series: number;
  /** The dataset has no series any more, or never had. */
  readonly isGone: boolean;
}

/** Throws StepNotPossible; a Refusal if the dataset was loaded here, or its items do not fit together. */
export function* carryOutStep(q: Queries, step: MirrorStep): Script<DoneStep> {
  const {address, from, to, now} = step;
  refuseOtherCodes(step.origin, address);
  yield* lockDataset(q, address);
  if ((yield* readMirrorCursor(q, address)) !== from)
    throw new Refusal(
      `${address.provider}/${address.dataset} was pulled by another process meanwhile`,
      "one ryad pull over a store is enough: end the other one",
    );
  let dataset: DatasetRecord | null = (yield* findDatasets(q, address))[0] ?? null;
  if (dataset !== null && from === null)
    throw new Refusal(
      `${address.provider}/${address.dataset} has releases that were loaded here, and is not replaced by those of ${step.origin}`,
      "pull into another store, or drop the dataset here first",
    );
  // it was dropped here, so that the items would be of series that are not here
  if (dataset === null && from !== null && !step.isWhole) throw new StepNotPossible();
  const survey = surveyItems(step, (yield* weeklySeries(q, dataset)).keys);
  if (dataset !== null && (step.isWhole || survey.start > 0)) {
    yield* dropRecord(q, dataset, now);
    dataset = null;
  }
  yield* writeMirrorCursor(q, address, to);
  if (dataset === null && !survey.hasSeries) return {series: 0, isGone: true};
  const series = yield* applyItems(q, step, dataset, survey);
  return {series, isGone: series === 0};
}

interface Survey {
  /** Items before this one tell of the dataset before it was dropped. */
  readonly start: number;
  readonly hasSeries: boolean;
  /** Days of weeks. */
  readonly weeks: ReadonlySet<Day>;
  /** All weekly series come whole, so no week of the stored ones is left: a corrected day replaces the old one. */
  readonly areWeeksNew: boolean;
}

/** Reads all items once: each key is compared with its series, and the days of weeks are found. */
function surveyItems({items, address}: MirrorStep, weekly: ReadonlySet<string>): Survey {
  const keyOf = createSeriesKeys(address.provider, address.dataset);
  let [start, at, hasSeries] = [0, 0, false];
  let [own, weeks] = [new Set(weekly), new Set<Day>()];
  const kept = new Set(weekly);
  for (const item of items()) {
    at++;
    if (item.kind === "dropped") {
      [start, hasSeries, own, weeks] = [at, false, new Set(), new Set()];
    } else if (item.kind === "described") {
      hasSeries = true;
      if (keyOf(item.series) !== item.key)
        throw new Refusal(
          `the service gave series ${item.key} of ${address.provider}/${address.dataset} with codes that have another key`,
          "bring this program to the version of the service",
        );
      if (item.series.frequency === "W") own.add(item.key);
      if (item.isWhole) kept.delete(item.key);
    } else if (item.kind === "gone") {
      kept.delete(item.key);
    } else if (item.kind === "event" && own.has(item.key)) weeks.add(item.first);
  }
  return {start, hasSeries, weeks, areWeeksNew: kept.size === 0};
}

function* weeklySeries(q: Queries, dataset: DatasetRecord | null) {
  const isWeekly = dataset?.spans.some(({frequency}) => frequency === "W") === true;
  const series = isWeekly ? (yield* readSeries(q, dataset.id)).filter(({frequency}) => frequency === "W") : [];
  return {keys: new Set(series.map(({key}) => key)), numbers: series.map(({number}) => number)};
}

function* applyItems(q: Queries, step: MirrorStep, stored: DatasetRecord | null, survey: Survey): Script<number> {
  const {address, now, listed} = step;
  const run = {id: globalThis.crypto.randomUUID(), now: now.toISOString()};
  const before = stored && (yield* readDatasetMetadata(q, stored.id));
  const names = namesBefore(before);
  const draft = mirrorMetadata(address, names, listed, new Set(), null, 0 as StatedDay);
  const datasetId = stored?.id ?? (yield* writeDataset(q, initialDataset(draft, run.id, run.now)));
  const numbers = yield* numberAllWeeks(q, stored, survey);
  const series = yield* openMirrorSeries(q, datasetId, (day) => numbers.ordinalOf.get(day)!);
  let at = 0;
  for (const item of step.items()) {
    if (at++ < survey.start) continue;
    if (item.kind === "described") takeNames(names, item.series);
    yield* series.take(item);
  }
  yield* series.flush();
  if (series.records.size === 0) {
    const [empty] = yield* findDatasets(q, address);
    yield* dropRecord(q, empty!, now);
    return 0;
  }
  yield* writeState(q, step, {datasetId, run, series, names, numbers});
  return series.records.size;
}

interface AppliedItems {
  readonly datasetId: number;
  readonly run: {readonly id: string; readonly now: string};
  readonly series: MirrorSeries;
  readonly names: MirroredNames;
  readonly numbers: WeekNumbers;
}

function* writeState(q: Queries, step: MirrorStep, applied: AppliedItems): Script<void> {
  const {address, origin, listed} = step;
  const {datasetId, run, series, names, numbers} = applied;
  const units = new Set([...series.records.values()].flatMap(({unit}) => unit ?? []));
  const metadataOn = (day: StatedDay): ReleaseMetadata =>
    mirrorMetadata(address, names, listed, units, numbers.weeks, day);
  const own = {id: datasetId, address, origin, loadRun: run.id, now: run.now};
  const newest = yield* writeMirrorReleases(q, own, series, metadataOn);
  const weeks = yield* dateWeeklySeries(q, datasetId, metadataOn(newest!.day as StatedDay), series.records);
  const {added, changed} = changedRecords(series.stored, series.records);
  yield* addSeries(q, datasetId, added);
  const rows = changed.map(({after}) => after);
  yield* writeSeries(q, datasetId, rows);
  const {redescribed, name, latestPeriod} = yield* deriveState(q, address, applied, weeks);
  const [newValues, revisedValues] = sumsOf(series);
  yield* recordChange(
    q,
    {
      ...{id: run.id, datasetId, provider: address.provider, dataset: address.dataset, name, kind: "load"},
      ...{day: run.now.slice(0, 10), loadedAt: run.now, publishedAt: dayText(newest!.day), releaseId: newest!.id},
      ...{newValues, revisedValues, latestPeriod},
    },
    {datasetId, blobs: blobsOf(series, redescribed, new Set(added.map(({number}) => number)))},
  );
}

/** The state of the dataset from its releases and series, as a load derives it. */
function* deriveState(q: Queries, address: DatasetAddress, applied: AppliedItems, weeks: PeriodTable | null) {
  const {datasetId, run, series} = applied;
  const stored = yield* readAllReleaseMetadata(q, datasetId);
  const releases = (yield* listBareReleases(q, datasetId)).map(({id, loadedAt}) => ({
    metadata: stored.get(id)!,
    loadedAt,
  }));
  const metadata = releases.reduce<ReleaseMetadata | null>(
    (older, newer) => foldMetadata(older, newer.metadata),
    null,
  )!;
  const describedMetadata = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, address));
  const naming = findNaming(releases);
  const records = [...series.records.values()].sort((a, b) => a.number - b.number);
  const parts = {metadata, describedMetadata, naming, series: records, weeks, loadRun: run.id, now: run.now};
  return {...(yield* writeDatasetState(q, datasetId, parts)), name: describedMetadata.name};
}

function sumsOf({tallies}: MirrorSeries): [newValues: number, revisedValues: number] {
  let [newValues, revisedValues] = [0, 0];
  for (const change of tallies.values()) {
    newValues += Math.max(0, change.newValues);
    revisedValues += Math.max(0, change.revisedValues);
  }
  return [newValues, revisedValues];
}

/** What the feed of this store tells of the step. */
function blobsOf({touched, gone}: MirrorSeries, redescribed: Redescribed, added: ReadonlySet<number>): Uint8Array[] {
  const writer = createTouchedWriter();
  for (const [number, one] of [...touched].sort(([a], [b]) => a - b)) writer.add(number, one);
  return blobsOfChange({gone: gone(), touched: writer.end()}, redescribed, added);
}

/**
 * Numbers the weeks of the dataset, those of the items too, and gives stored histories these numbers.
 * @throws StepNotPossible if two days are in one week: some of them may be of weeks that have moved
 */
function* numberAllWeeks(q: Queries, dataset: DatasetRecord | null, {weeks, areWeeksNew}: Survey): Script<WeekNumbers> {
  const description = dataset === null || areWeeksNew ? null : yield* readDescription(q, dataset.id);
  const calendar = description === null || description === "damaged" ? null : description.weeks;
  const numbers = numberWeeks([...daysOfWeeks(calendar), ...weeks]);
  if (numbers === null) throw new StepNotPossible();
  if (dataset === null || calendar === null) return numbers;
  const moved = new Map<PeriodOrdinal, PeriodOrdinal>();
  for (const [day, ordinal] of numbers.ordinalOf) {
    const index = calendar.days.indexOf(day);
    if (index >= 0 && calendar.base + index !== ordinal) moved.set(calendar.base + index, ordinal);
  }
  if (moved.size > 0) yield* moveWeeks(q, dataset, moved);
  return numbers;
}

const HISTORIES_TOGETHER = 500;

/** The order of the weeks stays, so do the rows of a history. */
function* moveWeeks(
  q: Queries,
  dataset: DatasetRecord,
  moved: ReadonlyMap<PeriodOrdinal, PeriodOrdinal>,
): Script<void> {
  const {numbers} = yield* weeklySeries(q, dataset);
  const movedTo = (period: PeriodOrdinal): PeriodOrdinal => moved.get(period) ?? period;
  for (let start = 0; start < numbers.length; start += HISTORIES_TOGETHER) {
    const some = numbers.slice(start, start + HISTORIES_TOGETHER);
    const histories = yield* readHistories(q, dataset.id, some);
    const rows = some.map((number, index) => {
      const history = decodeHistory(histories[index]!);
      const withdrawn = withdrawnSpans(history).map((span) => ({...span, period: movedTo(span.period)}));
      const period = history.period.map(movedTo);
      const estimates = encodeHistory({...history, period, ...(withdrawn.length > 0 ? {withdrawn} : {})});
      return {number, estimates};
    });
    yield* writeHistories(q, dataset.id, rows);
  }
}
