// What the filters of a request mean in a catalogue, remembered for as long as the catalogue is: most who ask for a dataset filter
// alike, from page to page and from day to day.
//
// A catalogue is one state of a dataset, so what is remembered with it is never out of date.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {
  normalForm,
  resolveSelection,
  type Selection,
  type SeriesFilters,
} from "../../statistics/catalogue/selection.ts";

export interface MeantSeries {
  readonly selection: Selection;
  /** The same for filters that mean the same in this catalogue. */
  readonly normalForm: string;
}

/** Of each catalogue, and none whose filters are a long list. */
const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 400;

const remembered = new WeakMap<Catalogue, Map<string, MeantSeries>>();

export function meantSeries(catalogue: Catalogue, filters: SeriesFilters): MeantSeries {
  const key = JSON.stringify(filters);
  if (key.length > LONGEST_REMEMBERED) return readFilters(catalogue, filters);
  let known = remembered.get(catalogue);
  if (known === undefined) {
    known = new Map();
    remembered.set(catalogue, known);
  }
  let meant = known.get(key);
  if (meant === undefined) {
    meant = readFilters(catalogue, filters);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(key, meant);
  }
  return meant;
}

function readFilters(catalogue: Catalogue, filters: SeriesFilters): MeantSeries {
  const selection = resolveSelection(catalogue, filters);
  return {selection, normalForm: normalForm(catalogue, selection)};
}
