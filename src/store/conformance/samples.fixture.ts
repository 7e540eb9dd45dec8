// Common parts of the suite's tests: a store in a new place, and rows with all columns filled.

import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {type DatasetFields, replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {MetadataUse} from "../datasets/metadata.ts";
import {openStore, type Store, type StoreLocation} from "../open.ts";
import type {LoadRunFields, TouchedByRun} from "../releases/load-run.ts";
import type {ReleaseRecord} from "../releases/release.ts";
import type {SeriesRecord} from "../series/series.ts";

/**
 * Gives a new place; `end` removes it. "empty": an empty one. "made": it may already have the store that openStore would create there,
 * because a copy is faster than the same migrations for every test.
 */
export type NewLocation = (wish: "empty" | "made") => Promise<{readonly location: StoreLocation; end(): Promise<void>}>;

/** Runs a test on a store in a new place; further connections to the same place are opened with `again` and closed after it. */
export async function withStore(
  newLocation: NewLocation,
  test: (store: Store, again: () => Promise<Store>, location: StoreLocation) => Promise<void>,
): Promise<void> {
  const {location, end} = await newLocation("made");
  const opened: Store[] = [];
  const again = async (): Promise<Store> => {
    const store = await openStore(location);
    opened.push(store);
    return store;
  };
  try {
    await test(await again(), again, location);
  } finally {
    for (const store of opened) await store.close();
    await end();
  }
}

export const NOW = "2026-11-20T16:30:00.000Z";

/** Difficult characters of texts: letters outside the basic plane, a combining accent, quotes, line ends, a backslash. */
export const ODD_TEXT = "Ряд «ё» е\u0308 'it''s' \"x\"\n\t\\ 𐐷 😀 \u{10FFFF} %_";

export function sampleMetadata(changes: Partial<ReleaseMetadata> = {}): ReleaseMetadata {
  return {
    provider: "showdata",
    dataset: "demo",
    name: ODD_TEXT,
    publishedAt: dayOf(2026, 10, 14),
    frequency: "M",
    revised: true,
    archival: false,
    nextRelease: dayOf(2026, 11, 14),
    sourceFile: "cpi.xlsx",
    sourceUrl: "https://example.org/cpi",
    indicators: [
      {
        code: "cpi",
        label: "Индекс",
        concept: null,
        description: "about",
        synonyms: ["инфляция", ODD_TEXT],
        quantity: "index_prev",
      },
    ],
    classes: [
      {code: "01.1.1", name: "Хлеб", note: "white"},
      {code: "01.1.2", name: ODD_TEXT, note: null},
    ],
    units: [{code: "PCT", name: "процент", okei: "744", mult: 0.001}],
    territories: [{code: "643-2", name: "Россия", level: "country", canonical: "RU-00", parent: "643"}],
    methodology: {coverage: "c", exclusions: "e", classifier: "k", text: ODD_TEXT},
    notes: [
      {text: "whole", classification: null},
      {text: "one", classification: "01.1.1"},
    ],
    related: [{provider: "showdata", dataset: "old", relation: "era", splice: true, note: "n"}],
    continuity: [{from: "01.1.1", to: "01.1.2", period: "2022-01", note: "moved"}],
    weeks: [{year: 2026, week: 41, day: dayOf(2026, 10, 12)}],
    english: [["Индекс", ODD_TEXT]],
    ...changes,
  };
}

/** A dataset whose series use everything in its metadata, and its units three times. */
/** More than are in the text of a dataset's metadata. */
export function manyClasses(count: number): NonNullable<ReleaseMetadata["classes"]> {
  return Array.from({length: count}, (_, index) => ({code: String(index), name: `class ${index}`, note: null}));
}

export function sampleUse(metadata: ReleaseMetadata, changes: Partial<MetadataUse> = {}): MetadataUse {
  const territories = metadata.territories ?? [];
  const release = {day: metadata.publishedAt, loadedAt: NOW};
  return {
    territories,
    unitSeries: new Map(metadata.units?.map(({code}) => [code, 3])),
    naming: {
      indicators: release,
      units: release,
      territories: new Map(territories.map(({code}) => [code, release])),
    },
    ...changes,
  };
}

export function sampleDataset(changes: Partial<DatasetFields> = {}): DatasetFields {
  return {
    provider: "showdata",
    code: "demo",
    name: ODD_TEXT,
    revised: true,
    archival: false,
    changedBy: "run-1",
    changedAt: NOW,
    spans: [{frequency: "M", series: 3, first: dayOf(1700, 1, 1), last: dayOf(2199, 12, 1)}],
    dimensions: ["classification", "unit"],
    seriesCount: 3,
    territoryCount: 2,
    sourceUrl: "https://example.org",
    nextRelease: dayOf(2026, 11, 14),
    metadata: sampleMetadata(),
    ...changes,
  };
}

export function sampleSeries(number: number, changes: Partial<SeriesRecord> = {}): SeriesRecord {
  return {
    number,
    key: `abcde${String(number).padStart(11, "0")}`,
    indicator: "cpi",
    classification: "01.1.1",
    measure: "index",
    transformation: "level",
    unit: "PCT",
    frequency: "M",
    territory: "643",
    firstPeriod: dayOf(1991, 1, 1),
    lastPeriod: dayOf(2026, 9, 1),
    observationCount: 429,
    ...changes,
  };
}

type NewRelease = Omit<ReleaseRecord, "id"> & {readonly content: string};

export function sampleRelease(datasetId: number, changes: Partial<NewRelease> = {}): NewRelease {
  return {
    datasetId,
    publishedAt: dayOf(2026, 10, 14),
    sequence: 0,
    fingerprint: "sha256-1",
    content: "content-1",
    sourceFile: "cpi.xlsx",
    sourceUrl: "https://example.org/cpi",
    parser: "tidy@1",
    hints: {provider: null, dataset: "demo", publishedAt: "2026-10-14"},
    loadRun: "run-1",
    loadedAt: NOW,
    metadata: sampleMetadata(),
    valueCount: 2 ** 40,
    newValues: 5,
    revisedValues: 2,
    withdrawnValues: 1,
    files: [
      {name: "b.csv", sha256: "bb", size: 2 ** 33},
      {name: "a.csv", sha256: "aa", size: 0},
    ],
    ...changes,
  };
}

/** Of a run that a store without series records. */
export const NOTHING_TOUCHED: TouchedByRun = {datasetId: 0, blobs: []};

export function sampleLoadRun(datasetId: number, changes: Partial<LoadRunFields> = {}): LoadRunFields {
  return {
    id: "run-1",
    datasetId,
    provider: "showdata",
    dataset: "demo",
    name: ODD_TEXT,
    kind: "load",
    day: "2026-11-20",
    loadedAt: NOW,
    publishedAt: "2026-10-14",
    releaseId: 1,
    newValues: 5,
    revisedValues: 2,
    latestPeriod: "2026-09",
    ...changes,
  };
}

/** A dataset whose tables contain the description of the metadata. */
export async function describedDataset(
  store: Store,
  code: string,
  metadata: ReleaseMetadata,
  fields: Parameters<typeof sampleDataset>[0] = {},
  use: Partial<MetadataUse> = {},
): Promise<number> {
  return store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, sampleDataset({...fields, code}));
    yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata, use));
    return id;
  });
}
