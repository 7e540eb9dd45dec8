// Reads the names of the classes of some series: of those of a page, which are written, or of those that are looked at next.

import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {NAMES_AT_ONCE} from "../../../store/series/class-names.ts";
import type {DatasetWithCatalogue} from "../row-properties.ts";

interface SeriesAt {
  readonly source: DatasetWithCatalogue;
  readonly position: number;
}

/** Series whose names are read before they are looked at. */
export const NAMES_PASSED = NAMES_AT_ONCE;

/** The names stay readable. */
export function* keepNames(q: Queries, series: Iterable<SeriesAt>): Script<void> {
  for (const [{names}, places] of placesOf(series)) yield* names.keep(q, places);
}

/** The names are readable until the next series of the same datasets are passed. @returns how many were read */
export function* passNames(q: Queries, series: Iterable<SeriesAt>): Script<number> {
  let read = 0;
  for (const [{names}, places] of placesOf(series)) read += yield* names.pass(q, places);
  return read;
}

function placesOf(series: Iterable<SeriesAt>): Map<DatasetWithCatalogue, Set<number>> {
  const places = new Map<DatasetWithCatalogue, Set<number>>();
  for (const {source, position} of series) {
    const own = places.get(source) ?? new Set();
    places.set(source, own.add(source.catalogue.classification.index[position]!));
  }
  return places;
}
