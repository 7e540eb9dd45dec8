// One step of a mirror: all items of the feed of one dataset up to an exact state, and what the source says of that state, in one transaction with the
// cursor behind them [pull.*].
//
// Whoever reads the dataset sees the state before the step or the one after it, never one between. A follower that dies begins with the cursor
// that is stored, so nothing is applied twice or missed.
import {countryOfRelease} from "../../country/countries.ts";
import {Refusal} from "../../service/refusal.ts";
import {createSeriesKeys} from "../../statistics/catalogue/catalogue.ts";
import {createTouchedWriter} from "../../statistics/changes/touched-code.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {findNaming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayText} from "../../statistics/time/day.ts";
import {readMirrorCursor, writeMirrorCursor} from "../../store/changes/mirror.ts";
import type {ReleaseCopy} from "../../store/copies/release-copy.ts";
import {readStateProof} from "../../store/copies/state-proof.ts";
import {takeOverState} from "../../store/copies/take-over.ts";
import {type DatasetAddress, type DatasetRecord, findDatasets, writeDataset} from "../../store/datasets/dataset.ts";
import {parseMetadata} from "../../store/datasets/metadata-json.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readListed} from "../../store/releases/listing.ts";
import {recordChange} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";
import {addSeries, writeSeries} from "../../store/series/series.ts";
import {blobsOfChange} from "../change/change-record.ts";
import {initialDataset, writeDatasetState} from "../change/dataset-state.ts";
import type {Redescribed} from "../change/redescribed.ts";
import {changedRecords} from "../change/series-change.ts";
import {dateWeeklySeries} from "../change/weekly-series.ts";
import {dropRecord} from "../withdrawal.ts";
import {refuseOtherCodes} from "./mirror-codes.ts";
import {type MirrorItem, UnknownItem} from "./mirror-item.ts";
import {readFolded, writeMirrorMissing, writeMirrorReleases} from "./mirror-releases.ts";
import {type MirrorSeries, openMirrorSeries} from "./mirror-series.ts";
import type {MirrorState} from "./mirror-state.ts";

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
  /** Behind the items; null: the dataset is gone at the source. */
  readonly state: MirrorState | null;
  /** Of the releases that are not here yet. */
  readonly copies: readonly ReleaseCopy[];
  /** false: what is here under the entity tags of the source was wrong, so they can't be given again. */
  readonly mayTakeTags: boolean;
  readonly now: Date;
}

/** The step can't be carried out on this state: the dataset is to be taken whole. */
export class StepNotPossible extends Error {}

export interface DoneStep {
  readonly series: number;
  /** The dataset has no series any more, or never had. */
  readonly isGone: boolean;
  /** Its answers have the entity tags of the source. */
  readonly hasTags: boolean;
  /** Numbers that new releases have at the source, and others have here. */
  readonly takenNumbers: readonly number[];
}

const GONE: DoneStep = {series: 0, isGone: true, hasTags: false, takenNumbers: []};

/** Throws StepNotPossible; a Refusal if the dataset was loaded here, or its items do not fit together. */
export function* carryOutStep(q: Queries, step: MirrorStep): Script<DoneStep> {
  const {address, from, to, state, now} = step;
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
  const start = surveyItems(step);
  if (dataset !== null && (step.isWhole || start > 0)) {
    yield* dropRecord(q, dataset, now);
    dataset = null;
  }
  yield* writeMirrorCursor(q, address, to, state?.run.id ?? null, state?.listed ?? []);
  if (state !== null) return yield* applyItems(q, {...step, state}, dataset, start);
  if (dataset !== null) yield* dropRecord(q, dataset, now);
  return GONE;
}

/** Reads all items once: each key is compared with its series. @returns the number of items that tell of the dataset before it was dropped */
function surveyItems({items, address}: MirrorStep): number {
  const keyOf = createSeriesKeys(address.provider, address.dataset);
  let [start, at] = [0, 0];
  for (const item of items()) {
    at++;
    if (item.kind === "dropped") start = at;
    else if (item.kind === "described" && keyOf(item.series) !== item.key)
      throw new UnknownItem(
        `the service gave series ${item.key} of ${address.provider}/${address.dataset} with codes that have another key`,
        "bring this program to the version of the service",
      );
  }
  return start;
}

type StatedStep = MirrorStep & {readonly state: MirrorState};

function* applyItems(q: Queries, step: StatedStep, stored: DatasetRecord | null, start: number): Script<DoneStep> {
  const {now, state, copies} = step;
  const run = {id: globalThis.crypto.randomUUID(), now: now.toISOString()};
  const [copy] = copies;
  if (stored === null && copy === undefined) throw new StepNotPossible();
  const datasetId =
    stored?.id ?? (yield* writeDataset(q, initialDataset(parseMetadata(copy!.metadata), run.id, run.now)));
  const added = yield* writeMirrorReleases(q, datasetId, state, copies);
  const series = yield* openMirrorSeries(q, datasetId, state.weeks);
  let at = 0;
  for (const item of step.items()) if (at++ >= start) yield* series.take(item);
  yield* series.flush();
  // a week of another calendar, which the items of the present one did not replace
  if (series.areWeeksUnknown()) throw new StepNotPossible();
  if (series.records.size === 0) throw new StepNotPossible();
  yield* writeMirrorMissing(q, datasetId, added, series.records.values());
  yield* writeState(q, step, {datasetId, run, series});
  const hasTags = step.mayTakeTags && (yield* readStateProof(q, datasetId)) === state.proof;
  if (hasTags) yield* takeOverState(q, datasetId, state);
  const takenNumbers = added.filter(({id, wantedId}) => id !== wantedId).map(({wantedId}) => wantedId);
  return {series: series.records.size, isGone: false, hasTags, takenNumbers};
}

interface AppliedItems {
  readonly datasetId: number;
  readonly run: {readonly id: string; readonly now: string};
  readonly series: MirrorSeries;
}

/** The state of the dataset from its releases and series, as a load derives it, and the run of the step. */
function* writeState(q: Queries, {address, state}: StatedStep, {datasetId, run, series}: AppliedItems): Script<void> {
  const releases = yield* readFolded(q, datasetId);
  const metadata = releases.reduce<ReleaseMetadata | null>(
    (older, newer) => foldMetadata(older, newer.metadata),
    null,
  )!;
  const weeks = yield* dateWeeklySeries(q, datasetId, metadata, series.records);
  const {added, changed} = changedRecords(series.stored, series.records);
  yield* addSeries(q, datasetId, added);
  const rows = changed.map(({after}) => after);
  yield* writeSeries(q, datasetId, rows);
  const describedMetadata = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, address));
  const records = [...series.records.values()].sort((a, b) => a.number - b.number);
  const naming = findNaming(releases);
  const parts = {metadata, describedMetadata, naming, series: records, weeks, loadRun: run.id, now: run.now};
  const {redescribed, latestPeriod} = yield* writeDatasetState(q, datasetId, parts);
  const [newValues, revisedValues] = sumsOf(series);
  const newest = releases.at(-1)!.metadata.publishedAt;
  yield* recordChange(
    q,
    {
      ...{id: run.id, datasetId, provider: address.provider, dataset: address.dataset, kind: "load"},
      ...{name: describedMetadata.name, day: run.now.slice(0, 10), loadedAt: run.now, publishedAt: dayText(newest)},
      ...{releaseId: state.releases.at(-1)!.id, newValues, revisedValues, latestPeriod},
    },
    {datasetId, blobs: blobsOf(series, redescribed, new Set(added.map(({number}) => number)))},
  );
}

function sumsOf({counts}: MirrorSeries): [newValues: number, revisedValues: number] {
  let [newValues, revisedValues] = [0, 0];
  for (const change of counts.values()) {
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
