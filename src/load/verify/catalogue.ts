// The catalogue of a dataset compared with its series: slices are selected by it.

import {DIMENSIONS, dimensionsAt, keyAt, type WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {frequencySpans} from "../change/dataset-state.ts";

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
