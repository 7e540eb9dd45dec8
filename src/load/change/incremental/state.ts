// The state of a dataset that a release keeps: its series and the descriptions of them. It may add series and classes.
//
// Most releases of a large dataset give values of series that it has already, and of few new ones. Deriving all state from all series and names would cost as
// much as the dataset is large. Where a few rows can't tell that the state is kept, all state is derived; so it must be if another version
// of the program derived the stored one.
import {isDeepStrictEqual} from "node:util";
import {countryOfRelease} from "../../../country/countries.ts";
import {readVersion} from "../../../reference/reference.ts";
import {manifestTakesNewSeries} from "../../../statistics/catalogue/added-series.ts";
import type {SeriesDimensions} from "../../../statistics/catalogue/catalogue.ts";
import {type CatalogueManifest, DamagedCatalogue} from "../../../statistics/catalogue/catalogue-code.ts";
import {withFormerLabels} from "../../../statistics/release/former-labels.ts";
import {continueNaming, type Naming} from "../../../statistics/release/naming.ts";
import type {ClassLabel, ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type MetadataUse, readShortTables, usedByRows} from "../../../store/datasets/metadata.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {readListed} from "../../../store/releases/listing.ts";
import type {Script} from "../../../store/script.ts";
import {readCatalogueManifest} from "../../../store/series/catalogue.ts";
import type {ChangePlan} from "../change-plan.ts";
import {usedTerritories} from "../dataset-state.ts";
import {foldKeptClasses} from "./classes.ts";

/** What a release leaves as it is, and what it makes of the metadata. */
export interface IncrementalState {
  readonly dataset: DatasetRecord;
  readonly manifest: CatalogueManifest;
  /** The fold over the releases. */
  readonly metadata: ReleaseMetadata;
  /** The length of a long list of classes before the release, which `metadata` lack; null: they lack none. */
  readonly storedClassCount: number | null;
  /** The classes that the release adds to the list. */
  readonly addedClasses: readonly ClassLabel[];
  /** The same with the words of catalogues, without classes. */
  readonly describedMetadata: ReleaseMetadata;
  readonly use: MetadataUse;
}

/** null: the release may change the descriptions of series, so all state is derived again. */
export function* readIncrementalState(q: Queries, plan: ChangePlan): Script<IncrementalState | null> {
  const {dataset, incoming} = plan;
  // Replayed releases may take series away, and a week may have another date for all series.
  if (!dataset || !incoming || plan.from !== null || plan.derivesAll) return null;
  if (dataset.spans.some(({frequency}) => frequency === "W")) return null;
  const manifest = yield* readSoundManifest(q, dataset.id);
  if (manifest === null || manifest.derivedBy !== readVersion()) return null;
  const newer = incoming.metadata;
  const folded = yield* foldKeptClasses(q, dataset.id, manifest, newer);
  if (folded === null) return null;
  const {older, metadata, storedClassCount, addedClasses} = folded;
  // Continuations are found over all series.
  if (!isDeepStrictEqual(older.continuity ?? [], metadata.continuity ?? [])) return null;
  const listed = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, plan.address));
  const describedMetadata = {...withFormerLabels(listed, codesIn(manifest)), classes: null};
  const territories = usedTerritories(manifest.codes.territory as readonly string[], metadata);
  if (!keepsLabels(manifest, describedMetadata, territories)) return null;
  const {unitSeries, naming} = usedByRows(yield* readShortTables(q, dataset.id));
  if (isNamingUnknown(naming, newer)) return null;
  const release = {metadata: newer, loadedAt: plan.now.toISOString()};
  const use = {
    territories: [...(metadata.territories ?? []), ...territories],
    unitSeries,
    naming: continueNaming(naming, older.territories ?? [], [release]),
  };
  return {dataset, manifest, metadata, storedClassCount, addedClasses, describedMetadata, use};
}

/** Whether the state is kept if these series are new: they can be put into the catalogue, and change nothing of other series. */
export function takesNewSeries({manifest, metadata}: IncrementalState, series: readonly SeriesDimensions[]): boolean {
  if (series.length === 0) return true;
  const {unit} = manifest.codes;
  // A series may be there with a unit and without one, which is refused by a look at all of them.
  if (!manifestTakesNewSeries(manifest, series) || (unit.length > 1 && unit.includes(null))) return false;
  const classes = new Set(series.map(({classification}) => classification));
  return (
    !(metadata.continuity ?? []).some(({from, to}) => classes.has(from) || classes.has(to)) &&
    withFormerLabels(metadata, series).classes === metadata.classes
  );
}

/** null: there is none, or it is damaged; a load that derives all state writes it again. */
function* readSoundManifest(q: Queries, id: number): Script<CatalogueManifest | null> {
  try {
    return yield* readCatalogueManifest(q, id);
  } catch (error) {
    if (error instanceof DamagedCatalogue) return null;
    throw error;
  }
}

/** As many combinations as have every indicator and every unit of the series. */
function codesIn({codes}: CatalogueManifest) {
  const [indicators, units] = [codes.indicator as readonly string[], codes.unit];
  return [
    ...indicators.map((indicator) => ({indicator, classification: null, unit: null})),
    ...units.map((unit) => ({indicator: indicators[0]!, classification: null, unit})),
  ];
}

/** Whether the catalogue has these territories and labels of indicators. */
function keepsLabels(
  {codes, indicatorLabels, territories}: CatalogueManifest,
  {indicators}: ReleaseMetadata,
  used: ReturnType<typeof usedTerritories>,
): boolean {
  const labels = new Map(indicators?.map(({code, label}) => [code, label]));
  const named = used.map(({code, name, level, canonical, parent}) => ({code, name, level, canonical, parent}));
  return (
    isDeepStrictEqual(
      codes.indicator.map((code) => labels.get(code as string) ?? code),
      indicatorLabels,
    ) && isDeepStrictEqual(named, territories)
  );
}

/** A part keeps the release that named a list before it, which no row tells if the list was empty. */
function isNamingUnknown({indicators, units}: Naming, {partial, ...newer}: ReleaseMetadata): boolean {
  if (partial !== true) return false;
  return (newer.indicators !== null && indicators === null) || (newer.units !== null && units === null);
}
