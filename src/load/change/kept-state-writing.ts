// Writes the state of a dataset after a release that keeps its series and their descriptions: only the rows and pieces that differ are made.
//
// The stored bytes are the same as those of writeDatasetState (kept-state.suite.ts compares them).
import {isDeepStrictEqual} from "node:util";
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {type Frontiers, keepsStatus, keepsStatuses} from "../../statistics/catalogue/kept-statuses.ts";
import {datasetStatus, type FrequencySpan} from "../../statistics/status.ts";
import {LAST_DAY} from "../../statistics/time/day.ts";
import {type DatasetRecord, writeDatasetRow} from "../../store/datasets/dataset.ts";
import {exchangeShortTables, metadataRows, readShortTables} from "../../store/datasets/metadata.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readCatalogue, readWholeCatalogue, writeLastPeriods} from "../../store/series/catalogue.ts";
import {readStoredDataset} from "../../store/series/indexed-dataset.ts";
import {digestOf} from "../../store/series/search-head.ts";
import {renewPartDigest, writeSearchPart} from "../../store/series/search-part.ts";
import type {KeptState} from "./kept-state.ts";
import type {SeriesChange} from "./series-change.ts";

/** Whether the change moved first and last periods only apart, so that the spans and frontiers follow from the changed series alone. */
export function movesApart(changed: readonly SeriesChange[]): boolean {
  return changed.every(
    ({before, after}) => after.firstPeriod <= before.firstPeriod && after.lastPeriod >= before.lastPeriod,
  );
}

/** What the record of a run says of the dataset. */
export interface WrittenState {
  readonly name: string;
  readonly seriesCount: number;
  /** The month of its latest data (YYYY-MM); null: it has none. */
  readonly latestPeriod: string | null;
}

/** Writes the state after a change by which no series came or went. null: its catalogue is damaged, and all state must be derived. */
export function* writeKeptState(
  q: Queries,
  kept: KeptState,
  changed: readonly SeriesChange[],
  run: {readonly id: string; readonly now: string},
): Script<WrittenState | null> {
  try {
    return yield* writeWhatChanged(q, kept, changed, run);
  } catch (error) {
    if (error instanceof DamagedCatalogue) return null;
    throw error;
  }
}

function* writeWhatChanged(
  q: Queries,
  {dataset, head, metadata, elsewhere, described, use}: KeptState,
  changed: readonly SeriesChange[],
  run: {readonly id: string; readonly now: string},
): Script<WrittenState> {
  const earlier = digestOf((yield* readStoredDataset(q, dataset.id))!);
  const redated = changed.filter(({before, after}) => before.lastPeriod !== after.lastPeriod);
  yield* writeLastPeriods(
    q,
    dataset.id,
    head,
    redated.map(({after}) => after),
  );
  const stored = yield* readShortTables(q, dataset.id);
  yield* exchangeShortTables(q, dataset.id, stored, metadataRows(dataset.id, described, use));
  const {name} = described;
  const {revised, archival, sourceUrl, nextRelease} = metadata;
  const spans = dataset.spans.map((span) => widened(span, changed));
  const told = {
    name,
    revised,
    archival,
    sourceUrl,
    nextRelease,
    spans,
    metadata,
    changedBy: run.id,
    changedAt: run.now,
  };
  yield* writeDatasetRow(q, {...dataset, ...told}, elsewhere);
  const isKept =
    (yield* keepsAllStatuses(q, dataset, spans, redated)) && (yield* renewPartDigest(q, dataset.id, earlier));
  if (!isKept) yield* writeSearchPart(q, dataset.id, (yield* readWholeCatalogue(q, dataset.id))!);
  const {latestPeriod} = datasetStatus(spans, false, LAST_DAY);
  return {name, seriesCount: dataset.seriesCount, latestPeriod};
}

/** Whether each series is active or stalled as before. The catalogue is read only if a frontier moves. */
function* keepsAllStatuses(
  q: Queries,
  {id, spans}: DatasetRecord,
  laterSpans: readonly FrequencySpan[],
  redated: readonly SeriesChange[],
): Script<boolean> {
  const [frontiers, later] = [frontiersOf(spans), frontiersOf(laterSpans)];
  if (!redated.every(({before, after}) => keepsStatus(before, frontiers, after, later))) return false;
  if (isDeepStrictEqual(frontiers, later)) return true;
  const numbers = new Set(redated.map(({after}) => after.number));
  return keepsStatuses((yield* readCatalogue(q, id))!, frontiers, later, numbers);
}

function frontiersOf(spans: readonly FrequencySpan[]): Frontiers {
  return new Map(spans.map(({frequency, last}) => [frequency, last]));
}

function widened(span: FrequencySpan, changed: readonly SeriesChange[]): FrequencySpan {
  let {first, last} = span;
  for (const {after} of changed) {
    if (after.frequency !== span.frequency) continue;
    first = Math.min(first, after.firstPeriod);
    last = Math.max(last, after.lastPeriod);
  }
  return {...span, first, last};
}
