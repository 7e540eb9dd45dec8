// A store of the Treasury's kind: nearly every series has a class, a name and a title of its own, and few values.
//
// Written by the store's own batch calls in the form that a load leaves, with the catalogue, the names and what search needs, so a later load
// goes on from it. One dataset is in memory at a time: the largest one decides how much memory this takes.
import {hash} from "node:crypto";
import {initialDataset, writeDatasetState} from "../../src/load/change/dataset-state.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {encodeHistory} from "../../src/statistics/history/encode.ts";
import {findNaming} from "../../src/statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../src/statistics/release/release.ts";
import {dayOf, dayText, firstDay} from "../../src/statistics/time/day.ts";
import {NOTHING_TOUCHED} from "../../src/store/conformance/samples.fixture.ts";
import {writeDataset} from "../../src/store/datasets/dataset.ts";
import type {Queries} from "../../src/store/engines/differences.ts";
import type {Store} from "../../src/store/open.ts";
import {recordChange} from "../../src/store/releases/load-run.ts";
import {insertRelease} from "../../src/store/releases/release.ts";
import type {Script} from "../../src/store/script.ts";
import {addHistories, type NumberedHistory} from "../../src/store/series/history.ts";
import {addSeries, type SeriesRecord} from "../../src/store/series/series.ts";
import {randomNumbers} from "../source-files.ts";
import {classCode, className} from "./names.ts";

export const PROVIDER = "showdata";
export const TERRITORY = "643";
/** Quarters with a value. */
export const VALUES_A_SERIES = 5;
/** Quarters since year 0. */
const FIRST_QUARTER = 2024 * 4 + 2;
const LAST_QUARTER = FIRST_QUARTER + VALUES_A_SERIES - 1;
const PUBLISHED = dayOf(2025, 12, 15);
/** As a package writes them. */
export const PERIODS: readonly string[] = Array.from({length: VALUES_A_SERIES}, (_, nth) =>
  quarterText(FIRST_QUARTER + nth),
);
export const LAST_PERIOD = PERIODS.at(-1)!;
const LOADED_AT = "2025-12-15T06:00:00.000Z";

export function treasuryCode(dataset: number): string {
  return `budget_${String(dataset).padStart(3, "0")}`;
}

/** Writes one dataset. @param dataset its number among the generated ones */
export async function writeTreasuryDataset(store: Store, dataset: number, size: number): Promise<void> {
  const metadata = metadataOf(dataset, size);
  const run = hash("sha256", metadata.dataset, "hex").slice(0, 36);
  await store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, initialDataset(metadata, run, LOADED_AT));
    const series = Array.from({length: size}, (_, index) => seriesAt(metadata.dataset, index));
    yield* addHistories(q, id, historiesOf(dataset, size));
    yield* addSeries(q, id, series);
    const releaseId = yield* writeRelease(q, id, metadata, run, size * VALUES_A_SERIES);
    const naming = findNaming([{metadata, loadedAt: LOADED_AT}]);
    const parts = {metadata, describedMetadata: metadata, naming, series, weeks: null, loadRun: run, now: LOADED_AT};
    const {latestPeriod} = yield* writeDatasetState(q, id, parts);
    yield* recordChange(
      q,
      {
        ...{id: run, datasetId: id, provider: PROVIDER, dataset: metadata.dataset, name: metadata.name, kind: "load"},
        ...{day: LOADED_AT.slice(0, 10), loadedAt: LOADED_AT, publishedAt: dayText(PUBLISHED), releaseId},
        ...{newValues: size * VALUES_A_SERIES, revisedValues: 0, latestPeriod},
      },
      NOTHING_TOUCHED,
    );
  });
}

function metadataOf(dataset: number, size: number): ReleaseMetadata {
  const classes = Array.from({length: size}, (_, index) => ({
    code: classCode(index),
    name: className(dataset, index),
    note: null,
  }));
  return {
    ...{provider: PROVIDER, dataset: treasuryCode(dataset), name: `Исполнение сметы, лист ${dataset + 1}`},
    ...{publishedAt: PUBLISHED, frequency: "Q", revised: true, archival: false, nextRelease: null},
    ...{sourceFile: null, sourceUrl: null},
    indicators: [{code: "spent", label: "Исполнено с начала года", concept: null, description: null, synonyms: []}],
    classes,
    units: [{code: "рубль", name: "рубль", okei: "383", mult: 1}],
    ...{territories: null, methodology: null, notes: null, related: null, continuity: null, weeks: null},
  };
}

function seriesAt(dataset: string, index: number): SeriesRecord {
  const dimensions = {
    indicator: "spent",
    classification: classCode(index),
    measure: null,
    transformation: null,
    unit: "рубль",
    frequency: "Q" as const,
    territory: TERRITORY,
  };
  return {
    ...dimensions,
    number: index + 1,
    key: seriesKey(PROVIDER, dataset, dimensions),
    firstPeriod: firstDay("Q", FIRST_QUARTER),
    lastPeriod: firstDay("Q", LAST_QUARTER),
    observationCount: VALUES_A_SERIES,
  };
}

function quarterText(quarter: number): string {
  return `${Math.floor(quarter / 4)}-Q${1 + (quarter % 4)}`;
}

function* historiesOf(dataset: number, size: number): Iterable<NumberedHistory> {
  const random = randomNumbers(dataset);
  const period = Int32Array.from({length: VALUES_A_SERIES}, (_, nth) => FIRST_QUARTER + nth);
  const day = new Int32Array(VALUES_A_SERIES).fill(PUBLISHED);
  const sequence = new Int32Array(VALUES_A_SERIES);
  const value = new Float64Array(VALUES_A_SERIES);
  for (let number = 1; number <= size; number++) {
    const largest = 10 ** (3 + Math.floor(random() * 8));
    for (let nth = 0; nth < VALUES_A_SERIES; nth++) value[nth] = Math.round(random() * largest) / 100;
    yield {number, estimates: encodeHistory({count: VALUES_A_SERIES, period, day, sequence, value})};
  }
}

function* writeRelease(
  q: Queries,
  datasetId: number,
  metadata: ReleaseMetadata,
  run: string,
  values: number,
): Script<number> {
  const sourceFile = `${metadata.dataset}.csv`;
  return yield* insertRelease(q, {
    ...{datasetId, publishedAt: PUBLISHED, sequence: 0, fingerprint: hash("sha256", sourceFile, "hex")},
    ...{content: hash("sha256", sourceFile, "hex"), sourceFile, sourceUrl: null, parser: "bench@1"},
    hints: {provider: null, dataset: null, publishedAt: null},
    ...{
      loadRun: run,
      loadedAt: LOADED_AT,
      metadata,
      valueCount: values,
      newValues: values,
      revisedValues: 0,
      withdrawnValues: 0,
    },
    files: [],
  });
}

/** Many small datasets, one of 100,000 series, and a large one that has most of the series; their numbers are their places in the list. */
export interface TreasurySizes {
  /** Series of each dataset, by its number. */
  readonly all: readonly number[];
  /** The numbers of a small dataset, of the one of 100,000 series, and of the largest. */
  readonly small: number;
  readonly middle: number;
  readonly large: number;
}

export interface TreasuryStore {
  readonly folder: string;
  /** A folder with a store without series. */
  readonly emptyFolder: string;
  readonly sizes: TreasurySizes;
}

/** A small store has the same kinds of datasets, only smaller. Of a million series, a quarter is in ten small datasets. */
const SMALL_SHARE = 1 / 40;
const MOST_SMALL = 25_000;
const MIDDLE_SHARE = 1 / 4;
const MOST_MIDDLE = 100_000;
const LARGE_SHARE = 0.65;
/** A load has all series of a dataset in memory, and so has the making of one. */
const MOST_LARGE = 2_000_000;

/** @param series together; not exactly, because all small datasets have the same size */
export function treasurySizes(series: number): TreasurySizes {
  const each = Math.min(MOST_SMALL, Math.floor(series * SMALL_SHARE));
  const middle = Math.min(MOST_MIDDLE, Math.floor(series * MIDDLE_SHARE));
  const large = Math.min(MOST_LARGE, Math.floor(series * LARGE_SHARE));
  const small = Array.from({length: Math.max(1, Math.round((series - middle - large) / each))}, () => each);
  return {all: [...small, middle, large], small: 0, middle: small.length, large: small.length + 1};
}
