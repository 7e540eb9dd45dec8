// The warehouse that is measured: made through the store's own batch calls, the same for the same size.
//
// Datasets are of 1,000 series, so that a random page of a random dataset is a random place of the file.
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue.ts";
import {encodeCatalogue} from "../src/statistics/catalogue-code.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import {firstDay} from "../src/statistics/period.ts";
import {seriesKey} from "../src/statistics/series-identity.ts";
import type {Territory} from "../src/statistics/territory.ts";
import {writeCatalogueColumns} from "../src/store/catalogue.ts";
import {writeDataset} from "../src/store/dataset.ts";
import {addHistories} from "../src/store/history.ts";
import type {Store} from "../src/store/open.ts";
import {addSeries} from "../src/store/series.ts";
import {FIRST_MONTH, PERIODS, randomHistory, randomNumbers} from "./random-history.ts";

export const SERIES_A_DATASET = 1000;
/** The day against which the server judges datasets. */
export const BENCH_DAY = "2026-01-20";
const TERRITORIES = 100;
const LAST_DAY = firstDay("M", FIRST_MONTH + PERIODS - 1);

export function datasetCode(place: number): string {
  return `bench_${String(place).padStart(5, "0")}`;
}

/**
 * Writes so many datasets, from place `from` on.
 * @returns how many estimates were written
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
  let estimates = 0;
  const histories = series.map(({number}) => {
    const history = randomHistory(random);
    estimates += history.count;
    return {number, estimates: encodeHistory(history)};
  });
  await store.statistics.write(function* (q) {
    const id = yield* writeDataset(q, datasetFields(code));
    yield* addHistories(q, id, histories);
    const firstPeriod = firstDay("M", FIRST_MONTH);
    yield* addSeries(
      q,
      id,
      series.map((one) => ({...one, firstPeriod, observationCount: PERIODS})),
    );
    yield* writeCatalogueColumns(q, id, encodeCatalogue(buildCatalogue(series, labels())));
  });
  return estimates;
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
    const dimensions = {
      indicator: "price",
      classification: `${String(Math.floor(place / TERRITORIES) + 1).padStart(2, "0")}.1`,
      measure: null,
      transformation: "level",
      unit: "рубль",
      frequency: "M" as const,
      territory: territory(place % TERRITORIES).code,
    };
    return {...dimensions, number: place + 1, key: seriesKey("showdata", code, dimensions), lastPeriod: LAST_DAY};
  });
}

function territory(place: number): Territory {
  const number = String(place + 1).padStart(2, "0");
  const name = `Область номер ${place + 1}`;
  return {code: `${number}000000000`, name, level: "region", canonical: `RU-${number}`, parent: null};
}

function labels() {
  const territories = Array.from({length: TERRITORIES}, (_, place) => territory(place));
  const classes = Array.from({length: SERIES_A_DATASET / TERRITORIES}, (_, place) => place + 1);
  return {
    territories: new Map(territories.map((one) => [one.code, one])),
    classNames: new Map(classes.map((number) => [`${String(number).padStart(2, "0")}.1`, `Товар номер ${number}`])),
    indicatorLabels: new Map([["price", "Средние потребительские цены"]]),
    continuity: [],
    weeks: null,
  };
}
