// The measured warehouse: written by the store's own batch calls, the same for the same size.
//
// Datasets have 1,000 series, so a random page of a random dataset is at a random place of the file.

import {hash} from "node:crypto";
import {PLAIN_METADATA} from "../src/load/metadata.ts";
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue/build-catalogue.ts";
import {seriesKey} from "../src/statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../src/statistics/catalogue/catalogue-encoding.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import type {Estimates} from "../src/statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../src/statistics/release/release.ts";
import type {Territory} from "../src/statistics/territory.ts";
import {type Day, dayText, firstDay} from "../src/statistics/time/day.ts";
import {NOTHING_TOUCHED} from "../src/store/conformance/samples.fixture.ts";
import {replaceMetadataTables, writeDataset} from "../src/store/datasets/dataset.ts";
import type {Queries} from "../src/store/engines/differences.ts";
import type {Store} from "../src/store/open.ts";
import {recordChange} from "../src/store/releases/load-run.ts";
import {insertRelease} from "../src/store/releases/release.ts";
import type {Script} from "../src/store/script.ts";
import {writeCatalogue} from "../src/store/series/catalogue.ts";
import {addHistories} from "../src/store/series/history.ts";
import {addSeries} from "../src/store/series/series.ts";
import {FIRST_MONTH, PERIODS, randomHistory, randomNumbers} from "./source-files.ts";

export const SERIES_A_DATASET = 1000;
/** Today's date for the server. */
export const BENCH_DAY = "2026-01-20";
const TERRITORIES = 100;
const LAST_DAY = firstDay("M", FIRST_MONTH + PERIODS - 1);

export function datasetCode(index: number): string {
  return `bench_${String(index).padStart(5, "0")}`;
}

/**
 * Writes this number of datasets, from place `from` on.
 * @returns the number of estimates written
 */
export async function writeWarehouse(
  store: Store,
  from: number,
  datasets: number,
  onDataset: (done: number) => void,
): Promise<number> {
  let estimates = 0;
  for (let index = from; index < from + datasets; index++) {
    estimates += await writeOne(store, index);
    onDataset(index - from + 1);
  }
  return estimates;
}

async function writeOne(store: Store, index: number): Promise<number> {
  const random = randomNumbers(20260120 + index);
  const code = datasetCode(index);
  const series = datasetSeries(code);
  const releases = createReleaseDays();
  let estimates = 0;
  const histories = series.map(({number}) => {
    const history = randomHistory(random);
    estimates += history.count;
    releases.add(history);
    return {number, estimates: encodeHistory(history)};
  });
  await store.statistics.write(function* (q) {
    const fields = datasetFields(code);
    const id = yield* writeDataset(q, fields);
    yield* addHistories(q, id, histories);
    const firstPeriod = firstDay("M", FIRST_MONTH);
    yield* addSeries(
      q,
      id,
      series.map((one) => ({...one, firstPeriod, observationCount: PERIODS})),
    );
    yield* writeCatalogue(q, id, encodeCatalogue(buildCatalogue(series, labels())));
    yield* replaceMetadataTables(
      q,
      id,
      {...fields.metadata, ...names()},
      {
        territories: TERRITORY_LIST,
        unitSeries: new Map([["рубль", SERIES_A_DATASET]]),
        naming: {indicators: null, units: null, territories: new Map()},
      },
    );
    yield* writeReleaseDays(q, id, releases, fields.metadata, {id: fields.changedBy, at: fields.changedAt});
  });
  return estimates;
}

/** The key of a series, by places counted from 0. */
export function benchSeriesKey(dataset: number, index: number): string {
  const code = datasetCode(dataset);
  return seriesKey("showdata", code, dimensionsOf(index));
}

function datasetFields(code: string) {
  const metadata = {
    ...{provider: "showdata", dataset: code, name: `Benchmark ${code}`, publishedAt: LAST_DAY},
    ...PLAIN_METADATA,
    frequency: "M",
  } as const;
  return {
    provider: "showdata",
    code,
    name: metadata.name,
    revised: true,
    archival: false,
    changedBy: `bench-${code}`,
    changedAt: `${BENCH_DAY}T00:00:00.000Z`,
    spans: [{frequency: "M", series: SERIES_A_DATASET, first: firstDay("M", FIRST_MONTH), last: LAST_DAY}] as const,
    dimensions: ["classification", "transformation", "unit", "frequency"],
    seriesCount: SERIES_A_DATASET,
    territoryCount: TERRITORIES,
    sourceUrl: null,
    nextRelease: null,
    metadata,
  };
}

function datasetSeries(code: string): CatalogueSeries[] {
  return Array.from({length: SERIES_A_DATASET}, (_, index) => {
    const dimensions = dimensionsOf(index);
    return {...dimensions, number: index + 1, key: seriesKey("showdata", code, dimensions), lastPeriod: LAST_DAY};
  });
}

function dimensionsOf(index: number) {
  return {
    indicator: "price",
    classification: classCode(Math.floor(index / TERRITORIES)),
    measure: null,
    transformation: "level",
    unit: "рубль",
    frequency: "M" as const,
    territory: territory(index % TERRITORIES).code,
  };
}

function classCode(index: number): string {
  return `${String(index + 1).padStart(2, "0")}.1`;
}

function territory(index: number): Territory {
  const number = String(index + 1).padStart(2, "0");
  const name = `Область номер ${index + 1}`;
  return {code: `${number}000000000`, name, level: "region", canonical: `RU-${number}`, parent: null};
}

const TERRITORY_LIST = Array.from({length: TERRITORIES}, (_, index) => territory(index));
const CLASS_LIST = Array.from({length: SERIES_A_DATASET / TERRITORIES}, (_, index) => ({
  code: classCode(index),
  name: `Товар номер ${index + 1}`,
  note: null,
}));
const INDICATOR = "Средние потребительские цены";

/** In the form of a package; they go into the tables of names, not into the metadata of every release. */
function names(): Pick<ReleaseMetadata, "indicators" | "classes" | "units"> {
  return {
    indicators: [{code: "price", label: INDICATOR, concept: null, description: null, synonyms: []}],
    classes: CLASS_LIST,
    units: [{code: "рубль", name: "рубль", okei: "383", mult: 1}],
  };
}

function labels() {
  return {
    territories: new Map(TERRITORY_LIST.map((one) => [one.code, one])),
    classNames: new Map(CLASS_LIST.map(({code, name}) => [code, name])),
    indicatorLabels: new Map([["price", INDICATOR]]),
    continuity: [],
    weeks: null,
  };
}

// The releases of the estimates of a generated dataset: one for each day on which any of its series was published or revised.
//
// Pages and evidence join every estimate to its release, so a realistic warehouse needs them.

/** The counts of the estimates of one day, over all series of the dataset. */
interface DayCounts {
  newValues: number;
  revisedValues: number;
}

export interface ReleaseDays {
  /** Counts the estimates of one more series. */
  add(history: Estimates): void;
  readonly counts: ReadonlyMap<Day, DayCounts>;
}

export function createReleaseDays(): ReleaseDays {
  const counts = new Map<Day, DayCounts>();
  return {
    counts,
    add({count, period, day}) {
      for (let row = 0; row < count; row++) {
        let found = counts.get(day[row]!);
        if (found === undefined) {
          found = {newValues: 0, revisedValues: 0};
          counts.set(day[row]!, found);
        }
        if (row > 0 && period[row - 1] === period[row]) found.revisedValues++;
        else found.newValues++;
      }
    },
  };
}

/** Writes a release for each day, in order, and the load run of the last one. */
export function* writeReleaseDays(
  q: Queries,
  datasetId: number,
  {counts}: ReleaseDays,
  metadata: ReleaseMetadata,
  run: {readonly id: string; readonly at: string},
): Script<void> {
  const {provider, dataset, name} = metadata;
  const days = [...counts].sort(([one], [other]) => one - other);
  let releaseId: number | null = null;
  for (const [publishedAt, {newValues, revisedValues}] of days) {
    const file = `${dataset}_${dayText(publishedAt)}.csv`;
    const fingerprint = hash("sha256", file, "hex");
    releaseId = yield* insertRelease(q, {
      datasetId,
      publishedAt,
      sequence: 0,
      fingerprint,
      content: fingerprint,
      sourceFile: file,
      sourceUrl: null,
      parser: "bench@1",
      hints: {provider: null, dataset: null, publishedAt: null},
      loadRun: run.id,
      loadedAt: run.at,
      metadata,
      valueCount: newValues + revisedValues,
      newValues,
      revisedValues,
      withdrawnValues: 0,
      files: [],
    });
  }
  const [lastDay, last] = days.at(-1)!;
  yield* recordChange(
    q,
    {
      id: run.id,
      datasetId,
      provider,
      dataset,
      name,
      kind: "load",
      day: run.at.slice(0, 10),
      loadedAt: run.at,
      publishedAt: dayText(lastDay),
      releaseId,
      ...last,
      latestPeriod: dayText(metadata.publishedAt).slice(0, 7),
    },
    NOTHING_TOUCHED,
  );
}
