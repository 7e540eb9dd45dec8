// The derived state of a dataset after its histories changed: its catalogue, its price weeks, its metadata and its row.
//
// All of it is derived from the present releases and series, so the dataset does not depend on the order of loads and withdrawals.
import {countryOf, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {readVersion} from "../../reference/reference.ts";
import {Refusal} from "../../service/refusal.ts";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import {hasDimension, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {
  decodeCatalogueManifest,
  encodeCatalogueManifest,
  type StoredCatalogue,
} from "../../statistics/catalogue/catalogue-code.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import {type NamedClasses, nameComposites} from "../../statistics/catalogue/composite-class.ts";
import {withFormerLabels} from "../../statistics/release/former-labels.ts";
import type {Naming} from "../../statistics/release/naming.ts";
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import {datasetStatus, type FrequencySpan} from "../../statistics/status.ts";
import {type Territory, updatedTerritory} from "../../statistics/territory.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {LAST_DAY} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import {type DatasetFields, replaceMetadataTables, writeDataset} from "../../store/datasets/dataset.ts";
import type {MetadataUse} from "../../store/datasets/metadata.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {writeSearchSegment} from "../../store/search/segment.ts";
import {writeCatalogue} from "../../store/series/catalogue.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {findRedescribed, type Redescribed, readDescription} from "./redescribed.ts";

export interface DatasetContents {
  /** The fold over the releases, which is stored, … */
  readonly metadata: ReleaseMetadata;
  /** … and the same with the words of catalogues, for answers. */
  readonly describedMetadata: ReleaseMetadata;
  readonly naming: Naming;
  readonly series: readonly SeriesRecord[];
  readonly weeks: PeriodTable | null;
  readonly loadRun: string;
  readonly now: string;
}

/** All that is stored of a dataset beside its releases and series. */
export interface DatasetState {
  readonly catalogue: StoredCatalogue;
  /** The same, with all its texts. */
  readonly whole: WholeCatalogue;
  readonly describedMetadata: ReleaseMetadata;
  readonly use: MetadataUse;
  readonly fields: DatasetFields;
}

/** Writes all derived state of a dataset. @returns the month of its latest data (YYYY-MM; null: it has none), and the series with other names */
export function* writeDatasetState(
  q: Queries,
  id: number,
  parts: DatasetContents,
): Script<{readonly latestPeriod: string | null; readonly redescribed: Redescribed}> {
  const before = yield* readDescription(q, id);
  const {whole, spans, classes} = yield* writeDerived(q, id, deriveDatasetState(parts));
  yield* writeSearchSegment(q, id, whole);
  const {latestPeriod} = datasetStatus(spans, false, LAST_DAY);
  return {latestPeriod, redescribed: findRedescribed(before, whole, parts.series, classes)};
}

function* writeDerived(q: Queries, id: number, {catalogue, whole, describedMetadata, use, fields}: DatasetState) {
  const manifest = encodeCatalogueManifest({...decodeCatalogueManifest(catalogue.manifest), derivedBy: readVersion()});
  yield* writeCatalogue(q, id, {...catalogue, manifest});
  const classes = yield* replaceMetadataTables(q, id, describedMetadata, use);
  yield* writeDataset(q, fields);
  return {whole, spans: fields.spans, classes};
}

export function deriveDatasetState(parts: DatasetContents): DatasetState {
  const {metadata, series} = parts;
  const describedMetadata = withFormerLabels(parts.describedMetadata, series);
  const territories = usedTerritories(new Set(series.map((record) => record.territory)), metadata);
  const occurring = series.map(({classification}) => classification);
  const classes = nameComposites(describedMetadata.classes ?? [], occurring);
  const catalogue = buildCatalogue(series, {
    territories: new Map(territories.map((territory) => [territory.code, territory])),
    classNames: {get: (code) => classes.labels[classes.indexOf.get(code) ?? -1]?.name},
    indicatorLabels: new Map(describedMetadata.indicators?.map((label) => [label.code, label.label])),
    continuity: metadata.continuity ?? [],
    weeks: parts.weeks,
  });
  const {codes} = catalogue.classification;
  return {
    catalogue: encodeCatalogue(catalogue),
    whole: catalogue,
    describedMetadata: {...describedMetadata, classes: describedMetadata.classes && inOrder(classes, codes)},
    use: {
      territories: [...(metadata.territories ?? []), ...territories],
      unitSeries: countUnits(series),
      naming: parts.naming,
    },
    fields: {
      provider: metadata.provider,
      code: metadata.dataset,
      name: describedMetadata.name,
      revised: metadata.revised,
      archival: metadata.archival,
      changedBy: parts.loadRun,
      changedAt: parts.now,
      spans: frequencySpans(series),
      dimensions: presentDimensions(catalogue),
      seriesCount: series.length,
      territoryCount: territories.length,
      sourceUrl: metadata.sourceUrl,
      nextRelease: metadata.nextRelease,
      metadata,
    },
  };
}

/** The labels in the order of their codes, as far as series have them: rows that come in the order of their key are stored in a quarter of the time. */
function inOrder({labels, indexOf}: NamedClasses, codes: Iterable<string | null>): readonly ClassLabel[] {
  const left = new Set(indexOf.values());
  const ordered: ClassLabel[] = [];
  for (const code of codes) {
    const index = code === null ? undefined : indexOf.get(code);
    if (index === undefined) continue;
    ordered.push(labels[index]!);
    left.delete(index);
  }
  for (const index of left) ordered.push(labels[index]!);
  return ordered;
}

/** First and last day and number of series of each frequency, finest first. */
export function frequencySpans(series: readonly SeriesRecord[]): FrequencySpan[] {
  const spans = new Map<Frequency, {series: number; first: number; last: number}>();
  for (const {frequency, firstPeriod, lastPeriod} of series) {
    const span = spans.get(frequency);
    if (span === undefined) spans.set(frequency, {series: 1, first: firstPeriod, last: lastPeriod});
    else {
      span.series++;
      span.first = Math.min(span.first, firstPeriod);
      span.last = Math.max(span.last, lastPeriod);
    }
  }
  return FREQUENCIES.flatMap((frequency) => {
    const span = spans.get(frequency);
    return span === undefined ? [] : [{frequency, ...span}];
  });
}

/** Number of series by unit. @param before of other series */
export function countUnits(
  series: readonly SeriesRecord[],
  before: Iterable<readonly [string, number]> = [],
): Map<string, number> {
  const counts = new Map(before);
  for (const {unit} of series) if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return counts;
}

/** The built-in territories of the dataset's country, extended or renamed by `geo` of the dataset's packages [territory.package]. */
export function usedTerritories(codes: Iterable<string>, metadata: ReleaseMetadata): Territory[] {
  const {country = DEFAULT_COUNTRY.code} = metadata;
  const builtIn = countryOf(country)?.territories.builtIn() ?? [];
  const known = new Map(builtIn.map((territory) => [territory.code, territory]));
  for (const territory of metadata.territories ?? [])
    known.set(territory.code, updatedTerritory(known.get(territory.code), territory));
  return Array.from(codes, (code) => {
    const territory = known.get(code);
    if (!territory)
      throw new Refusal(
        `territory ${code} is ${builtIn.length > 0 ? "neither built in nor listed by the package" : `not listed by the package, whose country is ${country}`}`,
        'list it under "geo"',
      );
    return territory;
  });
}

const OPTIONAL_DIMENSIONS = ["classification", "measure", "transformation", "unit"] as const;

function presentDimensions(catalogue: WholeCatalogue): string[] {
  return [...OPTIONAL_DIMENSIONS.filter((name) => hasDimension(catalogue[name])), "frequency"];
}

/** The first row of a new dataset: its other rows need its identifier. writeDatasetState completes it. */
export function initialDataset(metadata: ReleaseMetadata, loadRun: string, now: string) {
  const {provider, dataset: code, name, revised, archival, sourceUrl, nextRelease} = metadata;
  const nothing = {spans: [], dimensions: [], seriesCount: 0, territoryCount: 0};
  return {
    provider,
    code,
    name,
    revised,
    archival,
    changedBy: loadRun,
    changedAt: now,
    ...nothing,
    sourceUrl,
    nextRelease,
    // classes may be megabytes; writeDatasetState writes them
    metadata: {...metadata, classes: null},
  };
}
