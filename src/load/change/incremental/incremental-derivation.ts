// Writes the state of a dataset after a release that keeps its series and their descriptions, and may add others: only the rows and blobs
// that differ are made.
//
// The stored bytes are the same as those of writeDatasetState (incremental.suite.ts compares them).
import {isDeepStrictEqual} from "node:util";
import {catalogueOfSome} from "../../../statistics/catalogue/block-series.ts";
import {type Frontiers, keepsStatus, keepsStatuses} from "../../../statistics/catalogue/cached-statuses.ts";
import {type CatalogueManifest, DamagedCatalogue} from "../../../statistics/catalogue/catalogue-code.ts";
import {datasetStatus, type FrequencySpan} from "../../../statistics/status.ts";
import {LAST_DAY} from "../../../statistics/time/day.ts";
import {
  type DatasetFields,
  type DatasetRecord,
  writeDataset,
  writeDatasetRow,
} from "../../../store/datasets/dataset.ts";
import {addClasses, exchangeShortTables, metadataRows, readShortTables} from "../../../store/datasets/metadata.ts";
import {appendClasses} from "../../../store/datasets/metadata-classes.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {addDelta} from "../../../store/search/deltas.ts";
import {segmentDigest} from "../../../store/search/manifest.ts";
import {renewSegmentDigest, restateSearchSegment, writeSearchSegment} from "../../../store/search/segment.ts";
import {readStoredDataset} from "../../../store/search/stored-dataset.ts";
import {addToCatalogue, readCatalogue, readWholeCatalogue, writeLastPeriods} from "../../../store/series/catalogue.ts";
import type {SeriesRecord} from "../../../store/series/series.ts";
import type {ChangePlan, ChangeRun} from "../change-plan.ts";
import {countUnits} from "../dataset-state.ts";
import type {Derivation, WrittenState} from "../derivation.ts";
import {NOT_REDESCRIBED} from "../redescribed.ts";
import type {ChangedSeries, SeriesChange} from "../series-change.ts";
import {nameClasses} from "./classes.ts";
import {type IncrementalState, readIncrementalState, takesNewSeries} from "./state.ts";

/** null: the release may change the descriptions of series, so all state is derived again. */
export function* beginIncrementalDerivation(q: Queries, plan: ChangePlan): Script<Derivation | null> {
  const state = yield* readIncrementalState(q, plan);
  if (state === null) return null;
  return {
    metadata: state.metadata,
    takesNewSeries: (series) => takesNewSeries(state, series),
    *write(q, _datasetId, change, run) {
      if (!spansOnlyGrow(change) || !takesNewSeries(state, change.added)) return null;
      try {
        return yield* writeWhatChanged(q, state, change, run);
      } catch (error) {
        if (error instanceof DamagedCatalogue) return null;
        throw error;
      }
    },
  };
}

/** Whether no series is gone, and first and last periods moved only apart, so that the spans and frontiers follow from the changed series alone. */
function spansOnlyGrow({changed, emptied}: Pick<ChangedSeries, "changed" | "emptied">): boolean {
  return (
    emptied === 0 &&
    changed.every(({before, after}) => after.firstPeriod <= before.firstPeriod && after.lastPeriod >= before.lastPeriod)
  );
}

/** null: a series can't be put into the catalogue. */
function* writeWhatChanged(
  q: Queries,
  state: IncrementalState,
  {changed, added}: Pick<ChangedSeries, "changed" | "added">,
  run: ChangeRun,
): Script<WrittenState | null> {
  const {dataset, metadata, describedMetadata, use} = state;
  const earlier = (yield* readStoredDataset(q, dataset.id))!;
  const redated = changed.filter(({before, after}) => before.lastPeriod !== after.lastPeriod);
  const manifest = yield* writeLastPeriods(
    q,
    dataset.id,
    state.manifest,
    redated.map(({after}) => after),
  );
  const {nameOf, rows} = yield* nameClasses(
    q,
    dataset.id,
    state.addedClasses,
    added.map(({classification}) => classification),
  );
  yield* addClasses(q, dataset.id, rows);
  const series = added.map((one) => ({...one, className: nameOf.get(one.classification ?? "") ?? null}));
  const grown = series.length === 0 ? manifest : yield* addToCatalogue(q, dataset.id, manifest, series);
  if (grown === null) return null;
  const stored = yield* readShortTables(q, dataset.id);
  const unitSeries = countUnits(added, use.unitSeries);
  yield* exchangeShortTables(q, dataset.id, stored, metadataRows(dataset.id, describedMetadata, {...use, unitSeries}));
  const {name} = describedMetadata;
  const {revised, archival, sourceUrl, nextRelease} = metadata;
  const spans = dataset.spans.map((span) => widened(span, changed, added));
  const seriesCount = dataset.seriesCount + added.length;
  const fields = {
    ...{name, revised, archival, sourceUrl, nextRelease, spans, seriesCount, metadata},
    ...{dimensions: dimensionsWith(dataset, grown), changedBy: run.id, changedAt: run.now},
  };
  yield* writeFields(q, state, {...dataset, ...fields});
  const isRestated = !(yield* keepsAllStatuses(q, dataset, spans, redated, added));
  const catalogue = isRestated ? (yield* readCatalogue(q, dataset.id))! : null;
  const isKept = yield* added.length > 0
    ? addDelta(q, dataset.id, earlier, catalogueOfSome(grown, series, nameOf), catalogue)
    : catalogue === null
      ? renewSegmentDigest(q, dataset.id, segmentDigest(earlier))
      : restateSearchSegment(q, dataset.id, segmentDigest(earlier), catalogue);
  if (!isKept) yield* writeSearchSegment(q, dataset.id, (yield* readWholeCatalogue(q, dataset.id))!);
  const {latestPeriod} = datasetStatus(spans, false, LAST_DAY);
  return {name, seriesCount, latestPeriod, redescribed: NOT_REDESCRIBED};
}

/** The short lists of the catalogue are those of before, so only classes can be new to the dataset. */
function dimensionsWith({dimensions}: DatasetRecord, {classes, hasNoClass}: CatalogueManifest): readonly string[] {
  const isNew = classes > Number(hasNoClass) && !dimensions.includes("classification");
  return isNew ? ["classification", ...dimensions] : dimensions;
}

/** Writes the row of the dataset, and new classes behind the list. */
function* writeFields(
  q: Queries,
  {dataset, storedClassCount, addedClasses}: IncrementalState,
  fields: DatasetFields,
): Script<void> {
  if (storedClassCount === null && addedClasses.length > 0) yield* writeDataset(q, fields);
  else yield* writeDatasetRow(q, fields, storedClassCount === null ? null : storedClassCount + addedClasses.length);
  if (storedClassCount !== null && addedClasses.length > 0)
    yield* appendClasses(q, dataset.id, storedClassCount, addedClasses);
}

/** Whether each series is active or stalled as before. The catalogue is read only if a frontier moves. */
function* keepsAllStatuses(
  q: Queries,
  {id, spans}: DatasetRecord,
  laterSpans: readonly FrequencySpan[],
  redated: readonly SeriesChange[],
  added: readonly SeriesRecord[],
): Script<boolean> {
  const [frontiers, later] = [frontiersOf(spans), frontiersOf(laterSpans)];
  if (!redated.every(({before, after}) => keepsStatus(before, frontiers, after, later))) return false;
  if (isDeepStrictEqual(frontiers, later)) return true;
  const numbers = new Set([...redated.map(({after}) => after), ...added].map(({number}) => number));
  return keepsStatuses((yield* readCatalogue(q, id))!, frontiers, later, numbers);
}

function frontiersOf(spans: readonly FrequencySpan[]): Frontiers {
  return new Map(spans.map(({frequency, last}) => [frequency, last]));
}

function widened(span: FrequencySpan, changed: readonly SeriesChange[], added: readonly SeriesRecord[]): FrequencySpan {
  let {series, first, last} = span;
  for (const {frequency} of added) if (frequency === span.frequency) series++;
  for (const one of [...changed.map(({after}) => after), ...added]) {
    if (one.frequency !== span.frequency) continue;
    first = Math.min(first, one.firstPeriod);
    last = Math.max(last, one.lastPeriod);
  }
  return {...span, series, first, last};
}
