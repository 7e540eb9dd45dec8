// The catalogue and the row of a dataset compared with its series and releases: slices are selected and described by them.

import {countryOfRelease} from "../../country/countries.ts";
import {type Catalogue, DIMENSIONS, dimensionsAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {decodeCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import type {DatedListing, ReleaseMetadata} from "../../statistics/release/release.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {frequencySpans} from "../change/dataset-state.ts";

/** @returns the catalogue; null: it can't be read */
export function verifyCatalogue(
  dataset: DatasetRecord,
  columns: Uint8Array | null,
  series: readonly SeriesRecord[],
  releases: readonly ReleaseRecord[],
  listings: readonly DatedListing[],
  say: (finding: string) => void,
): Catalogue | null {
  verifyRow(dataset, series, releases, listings, say);
  if (!columns) {
    say("its catalogue is missing");
    return null;
  }
  let catalogue: Catalogue;
  try {
    catalogue = decodeCatalogue(columns);
  } catch (error) {
    say(`its catalogue is damaged: ${(error as Error).message}`);
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

function countDiffering(catalogue: Catalogue, series: readonly SeriesRecord[]): number {
  const positions = new Map(Array.from(catalogue.numbers, (number, position) => [number, position]));
  return series.filter((record) => {
    const position = positions.get(record.number);
    if (position === undefined || catalogue.lastPeriod[position] !== record.lastPeriod) return true;
    const listed = dimensionsAt(catalogue, position);
    return keyAt(catalogue, position) !== record.key || DIMENSIONS.some((name) => listed[name] !== record[name]);
  }).length;
}

function verifyRow(
  dataset: DatasetRecord,
  series: readonly SeriesRecord[],
  releases: readonly ReleaseRecord[],
  listings: readonly DatedListing[],
  say: (finding: string) => void,
): void {
  const spans = frequencySpans(series);
  if (dataset.seriesCount !== series.length || JSON.stringify(dataset.spans) !== JSON.stringify(spans))
    say(`its row has ${dataset.seriesCount} series with other periods than its ${series.length} series have`);
  const folded = releases.reduce<ReleaseMetadata | null>((older, {metadata}) => foldMetadata(older, metadata), null);
  if (folded === null) return;
  const described = countryOfRelease(folded).describeListed(folded, listings);
  // In earlier versions a partial release could rename its dataset, which keeps that name until its next load.
  const earlierNames = releases.flatMap(({metadata}) => (metadata.partial ? [metadata.name] : []));
  for (const name of ["name", "revised", "archival", "sourceUrl", "nextRelease"] as const) {
    if (name === "name" && earlierNames.includes(dataset.name)) continue;
    if (dataset[name] !== described[name])
      say(
        `its ${name} is ${dataset[name]}, but its releases give ${described[name]}${listings.length > 0 ? ", with the catalogues" : ""}`,
      );
  }
}
