// Compares the row of a dataset, its names, notes and relations, and its catalogue with those that a load would derive from its releases
// and series.
import {countryOfRelease} from "../../country/countries.ts";
import {DIMENSIONS, dimensionsAt, keyAt, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {encodeCatalogue} from "../../statistics/catalogue/catalogue-encoding.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {findNaming} from "../../statistics/release/naming.ts";
import type {DatedListing, ReleaseMetadata} from "../../statistics/release/release.ts";
import {datasetRow, readDatasetRow} from "../../store/datasets/dataset.ts";
import {METADATA_TABLES, metadataRows, readMetadataRows} from "../../store/datasets/metadata.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import {DATASET_TABLES} from "../../store/schema/statistics-tables.ts";
import type {Row, Script} from "../../store/script.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {type DatasetState, deriveDatasetState, frequencySpans} from "../change/dataset-state.ts";
import {calendarOf, readWeeks} from "../change/weekly-series.ts";

export interface DescribedBy {
  readonly releases: readonly ReleaseRecord[];
  readonly series: readonly SeriesRecord[];
  readonly listings: readonly DatedListing[];
  readonly catalogue: WholeCatalogue | null;
}

/** Findings of one table that are listed one by one. */
const MOST_SAID = 20;

/** One sentence for each cell that differs. */
export function* findOtherDescription(q: Queries, id: number, by: DescribedBy): Script<string[]> {
  const row = yield* readDatasetRow(q, id);
  const metadata = by.releases.reduce<ReleaseMetadata | null>((older, one) => foldMetadata(older, one.metadata), null);
  if (row === null || metadata === null) return [];
  const weekly = new Set(by.series.filter(({frequency}) => frequency === "W").map(({number}) => number));
  const weeks = weekly.size === 0 ? null : calendarOf(metadata, (yield* readWeeks(q, id, weekly)).occurring);
  const described = countryOfRelease(metadata).describeListed(metadata, by.listings);
  const derived = deriveDatasetState({
    ...{metadata, describedMetadata: described, naming: findNaming(by.releases), series: by.series, weeks},
    loadRun: row["changed_by"] as string,
    now: row["changed_at"] as string,
  });
  const stored = yield* readMetadataRows(q, id);
  const made = metadataRows(id, derived.describedMetadata, derived.use);
  return [
    ...differingCells(row, datasetRow(derived.fields)).map((cell) => `its ${cell}`),
    ...METADATA_TABLES.flatMap((table) => differingRows(table, stored[table], made[table])),
    ...otherCatalogue(by.catalogue, derived),
  ];
}

function differingRows(
  table: (typeof METADATA_TABLES)[number],
  stored: readonly Row[],
  made: readonly Row[],
): string[] {
  const key = DATASET_TABLES[table].key.filter((column) => column !== "dataset_id");
  const nameOf = (row: Row): string => key.map((column) => `${column} ${row[column]}`).join(", ");
  const left = new Map(stored.map((row) => [nameOf(row), row]));
  const findings: string[] = [];
  for (const row of made) {
    const own = left.get(nameOf(row));
    left.delete(nameOf(row));
    const where = `table ${table}${key.length === 0 ? "" : `, ${nameOf(row)}`}`;
    if (own === undefined) findings.push(`${where}: the row is missing`);
    else findings.push(...differingCells(own, row).map((cell) => `${where}: its ${cell}`));
  }
  for (const name of left.keys()) findings.push(`table ${table}, ${name}: its releases give no such row`);
  const more = findings.length - MOST_SAID;
  return more <= 0 ? findings : [...findings.slice(0, MOST_SAID), `table ${table}: ${more} more differences`];
}

function differingCells(stored: Row, made: object): string[] {
  return Object.entries(made).flatMap(([column, value]) =>
    stored[column] === value ? [] : [`${column} is ${shown(stored[column])}, but its releases give ${shown(value)}`],
  );
}

function shown(value: unknown): string {
  const text = String(value);
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}

function otherCatalogue(stored: WholeCatalogue | null, {catalogue}: DatasetState): string[] {
  if (stored === null) return [];
  // The manifest has the hashes of all blobs.
  const isSame = Buffer.compare(encodeCatalogue(stored).manifest, catalogue.manifest) === 0;
  return isSame ? [] : ["its catalogue differs from the catalogue of its releases and series"];
}

/** @param catalogue as it was read; null: the dataset has none */
export function verifyCatalogue(
  catalogue: WholeCatalogue | DamagedCatalogue | null,
  series: readonly SeriesRecord[],
  say: (finding: string) => void,
): WholeCatalogue | null {
  if (catalogue === null || catalogue instanceof DamagedCatalogue) {
    say(catalogue === null ? "its catalogue is missing" : `its catalogue is damaged: ${catalogue.message}`);
    return null;
  }
  const differing = countDiffering(catalogue, series);
  if (catalogue.size !== series.length || differing > 0)
    say(`its catalogue lists ${catalogue.size} series, the table ${series.length}; ${differing} differ`);
  for (const {frequency, last} of frequencySpans(series)) {
    if (catalogue.frontiers.get(frequency) !== last)
      say(`its catalogue has another frontier of ${frequency} than its series`);
  }
  return catalogue;
}

function countDiffering(catalogue: WholeCatalogue, series: readonly SeriesRecord[]): number {
  const positions = new Map(Array.from(catalogue.numbers, (number, position) => [number, position]));
  return series.filter((record) => {
    const position = positions.get(record.number);
    if (position === undefined || catalogue.lastPeriod[position] !== record.lastPeriod) return true;
    const listed = dimensionsAt(catalogue, position);
    return keyAt(catalogue, position) !== record.key || DIMENSIONS.some((name) => listed[name] !== record[name]);
  }).length;
}
