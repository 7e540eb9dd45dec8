// Finds the row of a cursor again among rows that were gathered again.
//
// In the order of keys the row may be gone. In another order its series must still exist, because its place depends on its dimensions.

import {codeAt, DATASET_KEY_LENGTH, keyAt, positionOfKey} from "../../../statistics/catalogue/catalogue.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {readSeriesWithKeys} from "../../../store/series/block-selection.ts";
import {createClassNames} from "../../../store/series/class-names.ts";
import type {DatasetGroup} from "../dataset-finder.ts";
import {type EntitySeries, keepNames, type ODataCatalogues, readNamesOf, withNames} from "../row-properties.ts";
import {type Entry, ordinalOf, periodsOfRow} from "./observation-entries.ts";
import type {RowBuffer} from "./row-buffer.ts";

/** The number of rows of a buffer, in the order of keys, up to and including the cursor's row. */
export function countRowsUpTo({entries, entry, columns}: RowBuffer, key: string, ordinal: number | null): number {
  let rows = 0;
  while (rows < columns.count) {
    const {source, position} = entries.seriesAt(entry[rows]!);
    const own = keyAt(source.catalogue, position);
    const isBehind = (last: number): boolean => ordinalOf(entries.at(entry[rows]!), columns.period[rows]!) > last;
    if (own > key || (own === key && ordinal !== null && isBehind(ordinal))) break;
    rows++;
  }
  return rows;
}

/** The series with a key in these datasets, ignoring filters, with the name of its class; null if it is gone. */
export function* findSelected(
  q: Queries,
  catalogues: ODataCatalogues,
  groups: readonly DatasetGroup[],
  key: string,
): Script<EntitySeries | null> {
  const group = groups.find(({prefix}) => prefix === key.slice(0, DATASET_KEY_LENGTH));
  for (const dataset of group?.datasets ?? []) {
    const manifest = yield* catalogues.readLargeManifest(q, dataset);
    const catalogue =
      manifest === null
        ? yield* catalogues.read(q, dataset)
        : yield* readSeriesWithKeys(q, dataset.id, manifest, [key]);
    const position = positionOfKey(catalogue, key);
    if (position === -1) continue;
    const names =
      manifest === null
        ? yield* catalogues.openNames(q, dataset, catalogue, "some")
        : createClassNames(dataset.id, catalogue.classification.codes);
    const words = yield* readNamesOf(q, catalogues, dataset);
    const found = {source: withNames(catalogues, dataset, catalogue, names, words), position};
    yield* keepNames(q, [found]);
    return found;
  }
  return null;
}

/** Adds the cursor's row after the last one of the buffer, without value and publication day; returns its number. */
export function addCursorRow(buffer: RowBuffer, {source, position}: EntitySeries, ordinal: number): void {
  const frequency = codeAt(source.catalogue.frequency, position) as Frequency;
  const periods = periodsOfRow(source, frequency);
  const entry: Entry = {
    source,
    position,
    frequency,
    periods,
    history: NO_HISTORY,
    window: {from: 1, to: 0, asOf: null},
    count: 0,
  };
  const at = buffer.columns.count;
  buffer.columns.period[at] = periods.days[ordinal - periods.base]!;
  buffer.entry[at] = buffer.entries.length;
  buffer.entries.add(entry);
}

/** The first day, as known now, of the cursor's period. */
export function dayOfCursor({source, position}: EntitySeries, ordinal: number): number {
  const periods = periodsOfRow(source, codeAt(source.catalogue.frequency, position) as Frequency);
  return periods.days[ordinal - periods.base]!;
}

const NO_HISTORY = new Uint8Array(0);
