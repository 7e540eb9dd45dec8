// Series of a large dataset by their keys, as a small catalogue of them alone: the index of keys is that of the engine, so neither the whole
// catalogue nor an order of all keys is needed.
//
// What series share (territories, labels, frontiers, weeks) is that of the whole dataset. It has no continuations: a dataset with them is
// always read as a whole.
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import type {CatalogueHead} from "../../statistics/catalogue/catalogue-code.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readSeriesFromKey, readSeriesOfKeys, type SeriesRecord} from "./series.ts";

/** At most `most` series, those with the smallest keys from one on. */
export function* readSeriesFrom(
  q: Queries,
  datasetId: number,
  head: CatalogueHead,
  from: string,
  most: number,
): Script<Catalogue> {
  return catalogueOf(head, yield* readSeriesFromKey(q, datasetId, from, most));
}

/** The series with these keys; a key that the dataset lacks is left out. */
export function* readSeriesWithKeys(
  q: Queries,
  datasetId: number,
  head: CatalogueHead,
  keys: readonly string[],
): Script<Catalogue> {
  return catalogueOf(head, yield* readSeriesOfKeys(q, datasetId, keys));
}

function catalogueOf(head: CatalogueHead, series: readonly SeriesRecord[]): Catalogue {
  const labels = head.codes.indicator.map((code, place) => [code as string, head.indicatorLabels[place]!] as const);
  const built = buildCatalogue(series, {
    territories: new Map(head.territories.map((one) => [one.code, one])),
    classNames: new Map(),
    indicatorLabels: new Map(labels),
    continuity: [],
    weeks: weeksOf(head),
  });
  return {...built, frontiers: new Map(head.frontiers)};
}
