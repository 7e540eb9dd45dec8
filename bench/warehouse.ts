// The measured warehouse: written by the store's own batch calls, the same for the same size.
//
// Datasets have 1,000 series, so a random page of a random dataset is at a random place of the file.
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue/build-catalogue.ts";
import {seriesKey} from "../src/statistics/catalogue/catalogue.ts";
import {encodeCatalogue} from "../src/statistics/catalogue/catalogue-code.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import type {ReleaseMetadata} from "../src/statistics/release/release.ts";
import type {Territory} from "../src/statistics/territory.ts";
import {firstDay} from "../src/statistics/time/day.ts";
import {replaceMetadataTables, writeDataset} from "../src/store/datasets/dataset.ts";
import type {Store} from "../src/store/open.ts";
import {writeCatalogueColumns} from "../src/store/series/catalogue.ts";
import {addHistories} from "../src/store/series/history.ts";
import {addSeries} from "../src/store/series/series.ts";
import {FIRST_MONTH, PERIODS, randomHistory, randomNumbers} from "./random-history.ts";
import {createReleaseDays, writeReleaseDays} from "./warehouse-releases.ts";

export const SERIES_A_DATASET = 1000;
/** Today's date for the server. */
export const BENCH_DAY = "2026-01-20";
const TERRITORIES = 100;
const LAST_DAY = firstDay("M", FIRST_MONTH + PERIODS - 1);

export function datasetCode(place: number): string {
  return `bench_${String(place).padStart(5, "0")}`;
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
  for (let place = from; place < from + datasets; place++) {
    estimates += await writeOne(store, place);
    onDataset(place - from + 1);
  }
  return estimates;
}

async function writeOne(store: Store, place: number): Promise<number> {
  const random = randomNumbers(20260120 + place);
  const code = datasetCode(place);
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
    yield* writeCatalogueColumns(q, id, encodeCatalogue(buildCatalogue(series, labels())));
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
export function benchSeriesKey(dataset: number, place: number): string {
  const code = datasetCode(dataset);
  return seriesKey("showdata", code, dimensionsOf(place));
}

function datasetFields(code: string) {
  const metadata = {
    provider: "showdata",
    dataset: code,
    name: `Benchmark ${code}`,
    publishedAt: LAST_DAY,
    frequency: "M",
    revised: true,
    archival: false,
    nextRelease: null,
    sourceFile: null,
    sourceUrl: null,
  } as const;
  const lists = {
    indicators: null,
    classes: null,
    units: null,
    territories: null,
    methodology: null,
    notes: null,
    related: null,
    continuity: null,
    weeks: null,
  };
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
    metadata: {...metadata, ...lists},
  };
}

function datasetSeries(code: string): CatalogueSeries[] {
  return Array.from({length: SERIES_A_DATASET}, (_, place) => {
    const dimensions = dimensionsOf(place);
    return {...dimensions, number: place + 1, key: seriesKey("showdata", code, dimensions), lastPeriod: LAST_DAY};
  });
}

function dimensionsOf(place: number) {
  return {
    indicator: "price",
    classification: classCode(Math.floor(place / TERRITORIES)),
    measure: null,
    transformation: "level",
    unit: "рубль",
    frequency: "M" as const,
    territory: territory(place % TERRITORIES).code,
  };
}

function classCode(place: number): string {
  return `${String(place + 1).padStart(2, "0")}.1`;
}

function territory(place: number): Territory {
  const number = String(place + 1).padStart(2, "0");
  const name = `Область номер ${place + 1}`;
  return {code: `${number}000000000`, name, level: "region", canonical: `RU-${number}`, parent: null};
}

const TERRITORY_LIST = Array.from({length: TERRITORIES}, (_, place) => territory(place));
const CLASS_LIST = Array.from({length: SERIES_A_DATASET / TERRITORIES}, (_, place) => ({
  code: classCode(place),
  name: `Товар номер ${place + 1}`,
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
