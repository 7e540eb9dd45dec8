// The warehouse that the benchmark reads: made through the store's own batch calls, the same for the same seed and size.
//
// Every series has 300 monthly values with 0 to 6 decimals; 3 % of the periods carry one to five earlier estimates. Datasets
// are of 1,000 series, so that a random page of a random dataset is a random place of the file.
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue.ts";
import {encodeCatalogue} from "../src/statistics/catalogue-code.ts";
import {dayOf} from "../src/statistics/day.ts";
import {encodeHistory} from "../src/statistics/history/encode.ts";
import type {Estimates} from "../src/statistics/history/estimates.ts";
import {firstDay} from "../src/statistics/period.ts";
import {seriesKey} from "../src/statistics/series-identity.ts";
import type {Territory} from "../src/statistics/territory.ts";
import {writeCatalogueColumns} from "../src/store/catalogue.ts";
import {writeDataset} from "../src/store/dataset.ts";
import {writeHistories} from "../src/store/history.ts";
import type {Store} from "../src/store/open.ts";
import {writeSeries} from "../src/store/series.ts";

export const SERIES_A_DATASET = 1000;
export const PERIODS = 300;
export const BENCH_DAY = "2026-01-20";
const FIRST_MONTH = 2001 * 12;
const TERRITORIES = 100;

export function datasetCode(place: number): string {
  return `bench_${String(place).padStart(5, "0")}`;
}

/** @returns how many estimates were written */
export async function writeWarehouse(
  store: Store,
  seriesCount: number,
  onDataset: (done: number, of: number) => void = () => {},
): Promise<number> {
  const random = randomNumbers(20260120);
  const datasets = Math.ceil(seriesCount / SERIES_A_DATASET);
  let estimates = 0;
  for (let place = 0; place < datasets; place++) {
    const code = datasetCode(place);
    const series = datasetSeries(code, Math.min(SERIES_A_DATASET, seriesCount - place * SERIES_A_DATASET));
    const histories = series.map(({number}) => {
      const history = randomHistory(random);
      estimates += history.count;
      return {number, estimates: encodeHistory(history)};
    });
    await store.statistics.write(function* (q) {
      const id = yield* writeDataset(q, datasetFields(code, series.length));
      yield* writeHistories(q, id, histories);
      yield* writeSeries(
        q,
        id,
        series.map((one) => ({...one, firstPeriod: firstDay("M", FIRST_MONTH), observationCount: PERIODS})),
      );
      yield* writeCatalogueColumns(q, id, encodeCatalogue(buildCatalogue(series, labels())));
    });
    onDataset(place + 1, datasets);
  }
  return estimates;
}

function datasetFields(code: string, seriesCount: number) {
  const last = firstDay("M", FIRST_MONTH + PERIODS - 1);
  const metadata = {
    provider: "showdata",
    dataset: code,
    name: `Benchmark ${code}`,
    publishedAt: last,
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
    spans: [{frequency: "M", series: seriesCount, first: firstDay("M", FIRST_MONTH), last}] as const,
    dimensions: ["classification", "transformation", "unit", "frequency"],
    seriesCount,
    territoryCount: TERRITORIES,
    sourceUrl: null,
    nextRelease: null,
    metadata: {...metadata, ...lists},
  };
}

function datasetSeries(code: string, count: number): CatalogueSeries[] {
  const lastPeriod = firstDay("M", FIRST_MONTH + PERIODS - 1);
  return Array.from({length: count}, (_, place) => {
    const dimensions = {
      indicator: "price",
      classification: `${String(Math.floor(place / TERRITORIES) + 1).padStart(2, "0")}.1`,
      measure: null,
      transformation: "level",
      unit: "рубль",
      frequency: "M" as const,
      territory: territory(place % TERRITORIES).code,
    };
    return {...dimensions, number: place + 1, key: seriesKey("showdata", code, dimensions), lastPeriod};
  });
}

function territory(place: number): Territory {
  const code = `${String(place + 1).padStart(2, "0")}000000000`;
  return {
    code,
    name: `Область номер ${place + 1}`,
    level: "region",
    canonical: `RU-${String(place + 1).padStart(2, "0")}`,
    parent: null,
  };
}

function labels() {
  const territories = Array.from({length: TERRITORIES}, (_, place) => territory(place));
  return {
    territories: new Map(territories.map((one) => [one.code, one])),
    classNames: new Map(
      Array.from({length: 10}, (_, place) => [`${String(place + 1).padStart(2, "0")}.1`, `Товар номер ${place + 1}`]),
    ),
    indicatorLabels: new Map([["price", "Средние потребительские цены"]]),
    continuity: [],
    weeks: null,
  };
}

/** A random walk; published each month about the 15th of the next, first values all on one day. */
function randomHistory(random: () => number): Estimates {
  const decimals = Math.floor(random() * 7);
  const scale = 10 ** decimals;
  const rows: [period: number, day: number, value: number][] = [];
  let level = 50 + random() * 500;
  for (let month = 0; month < PERIODS; month++) {
    const period = FIRST_MONTH + month;
    level *= 0.99 + random() * 0.0205;
    const published = Math.max(dayOf(2020, 1, 15), firstDay("M", period + 1) + 14);
    const estimates = random() < 0.03 ? 2 + Math.floor(random() * 5) : 1;
    for (let nth = 0; nth < estimates; nth++)
      rows.push([period, published + 31 * nth, Math.round((level + nth / 7) * scale) / scale]);
  }
  return {
    count: rows.length,
    period: Int32Array.from(rows, (row) => row[0]),
    day: Int32Array.from(rows, (row) => row[1]),
    sequence: new Int32Array(rows.length),
    value: Float64Array.from(rows, (row) => row[2]),
  };
}

/** Mulberry32: the same numbers from the same seed on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
