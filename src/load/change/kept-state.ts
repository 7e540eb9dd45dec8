// The state of a dataset after a release that keeps its series and the descriptions of them: only the rows and pieces that differ are made.
//
// Most releases of a large dataset give values of series that it has already. Deriving all state from all series and names would cost as
// much as the dataset is large. What is written here is byte for byte what writeDatasetState would write (kept-state.suite.ts): where that
// can't be known from a few rows, the whole state is derived. So it must be for a state that another version of the program derived.
import {isDeepStrictEqual} from "node:util";
import {countryOfRelease} from "../../country/countries.ts";
import {readVersion} from "../../reference.ts";
import {type CatalogueHead, DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {type Frontiers, keepsStatus, keepsStatuses} from "../../statistics/catalogue/kept-statuses.ts";
import {withFormerLabels} from "../../statistics/release/former-labels.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {continueNaming, type Naming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {datasetStatus, type FrequencySpan} from "../../statistics/status.ts";
import {LAST_DAY} from "../../statistics/time/day.ts";
import {
  type DatasetRecord,
  readDatasetMetadata,
  readShortMetadata,
  writeDatasetRow,
} from "../../store/datasets/dataset.ts";
import {readListed} from "../../store/datasets/listing.ts";
import {
  exchangeShortTables,
  type MetadataUse,
  metadataRows,
  readShortTables,
  usedByRows,
} from "../../store/datasets/metadata.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readCatalogue, readCatalogueHead, readWholeCatalogue, writeLastPeriods} from "../../store/series/catalogue.ts";
import {readStoredDataset} from "../../store/series/indexed-dataset.ts";
import {digestOf, renewPartDigest, writeSearchPart} from "../../store/series/search-part.ts";
import type {ChangePlan} from "./change-plan.ts";
import {usedTerritories} from "./dataset-state.ts";
import type {SeriesChange} from "./series-change.ts";

/** What a release leaves as it is, and what it makes of the metadata. */
export interface KeptState {
  readonly dataset: DatasetRecord;
  readonly head: CatalogueHead;
  /** The fold over the releases; a long list of classes, which the release keeps, may be empty. */
  readonly metadata: ReleaseMetadata;
  /** The same with the words of catalogues, without classes. */
  readonly described: ReleaseMetadata;
  readonly use: MetadataUse;
}

/** null: the release may change the descriptions of series, so all state is derived again. */
export function* readKeptState(q: Queries, plan: ChangePlan): Script<KeptState | null> {
  const {dataset, incoming} = plan;
  // Replayed releases may take series away, and a week may have another date for all series.
  if (!dataset || !incoming || plan.from !== null || plan.derivesAll) return null;
  if (dataset.spans.some(({frequency}) => frequency === "W")) return null;
  const head = yield* readSoundHead(q, dataset.id);
  if (head === null || head.derivedBy !== readVersion()) return null;
  const newer = incoming.metadata;
  const older =
    newer.classes === null ? yield* readShortMetadata(q, dataset.id) : yield* readDatasetMetadata(q, dataset.id);
  const metadata = foldMetadata(older, newer);
  if (older === null || !keepsClasses(older, metadata)) return null;
  const listed = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, plan.code));
  const described = {...withFormerLabels(listed, codesIn(head)), classes: null};
  const territories = usedTerritories(head.codes.territory as readonly string[], metadata);
  if (!keepsLabels(head, described, territories)) return null;
  const {unitSeries, naming} = usedByRows(yield* readShortTables(q, dataset.id));
  if (isNamingUnknown(naming, newer)) return null;
  const release = {metadata: newer, loadedAt: plan.now.toISOString()};
  const use = {
    territories: [...(metadata.territories ?? []), ...territories],
    unitSeries,
    naming: continueNaming(naming, older.territories ?? [], [release]),
  };
  return {dataset, head, metadata, described, use};
}

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
  {dataset, head, metadata, described, use}: KeptState,
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
  yield* writeDatasetRow(q, {
    ...dataset,
    ...{name, revised, archival, sourceUrl, nextRelease, spans, metadata},
    changedBy: run.id,
    changedAt: run.now,
  });
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

/** null: there is none, or it is damaged; a load that derives all state writes it again. */
function* readSoundHead(q: Queries, id: number): Script<CatalogueHead | null> {
  try {
    return yield* readCatalogueHead(q, id);
  } catch (error) {
    if (error instanceof DamagedCatalogue) return null;
    throw error;
  }
}

/** The names of classes are many, and continuations are found over all series. */
function keepsClasses(older: ReleaseMetadata, newer: ReleaseMetadata): boolean {
  return (
    isDeepStrictEqual(older.classes, newer.classes) &&
    isDeepStrictEqual(older.former?.classes ?? [], newer.former?.classes ?? []) &&
    isDeepStrictEqual(older.continuity ?? [], newer.continuity ?? [])
  );
}

/** As many combinations as have every indicator and every unit of the series. */
function codesIn({codes}: CatalogueHead) {
  const [indicators, units] = [codes.indicator as readonly string[], codes.unit];
  return [
    ...indicators.map((indicator) => ({indicator, classification: null, unit: null})),
    ...units.map((unit) => ({indicator: indicators[0]!, classification: null, unit})),
  ];
}

/** Whether the catalogue has these territories and labels of indicators. */
function keepsLabels(
  {codes, indicatorLabels, territories}: CatalogueHead,
  {indicators}: ReleaseMetadata,
  used: ReturnType<typeof usedTerritories>,
): boolean {
  const labels = new Map(indicators?.map(({code, label}) => [code, label]));
  const places = used.map(({code, name, level, canonical, parent}) => ({code, name, level, canonical, parent}));
  return (
    isDeepStrictEqual(
      codes.indicator.map((code) => labels.get(code as string) ?? code),
      indicatorLabels,
    ) && isDeepStrictEqual(places, territories)
  );
}

/** A part keeps the release that named a list before it, which no row tells if the list was empty. */
function isNamingUnknown({indicators, units}: Naming, {partial, ...newer}: ReleaseMetadata): boolean {
  if (partial !== true) return false;
  return (newer.indicators !== null && indicators === null) || (newer.units !== null && units === null);
}
