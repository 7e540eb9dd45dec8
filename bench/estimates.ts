// The processor time of a page of estimates, compared with a slice of as many values, and that of the first page of a deep history.
//
// A deep history has 5,000 periods with 60 estimates each. A client reads it by pages that are cut by period, and each page unpacks
// its own part only. The sides of a comparison take turns, and each round gives one ratio.
import {encodeHistory} from "../src/statistics/history/encode.ts";
import {appendEstimate, createColumns, finishColumns} from "../src/statistics/history/estimates.ts";
import {type Day, dayText, firstDay} from "../src/statistics/time/day.ts";
import {openStore} from "../src/store/open.ts";
import {writeHistories} from "../src/store/series/history.ts";
import {findSeriesOfKey} from "../src/store/series/series-of-key.ts";
import {makeReaders} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {type MeasuredServer, withServer} from "./server.ts";
import {randomNumbers} from "./source-files.ts";
import type {Figures, Subject} from "./subject.ts";
import {benchSeriesKey, datasetCode, SERIES_A_DATASET} from "./warehouse.ts";
import {randomSlicePath, SLICES, type Warehouse} from "./warehouses.ts";
import {processorSeconds} from "./work-folder.ts";

const PAGES = 40;
/** With about 2 estimates for one of 30 values, this many series have nearly 60,000 of them. */
const SERIES = 180;
const FIRST_PERIOD = 1750 * 12;
const [PERIODS, ESTIMATES] = [5000, 60];

export const estimates: Subject = {
  name: "estimates",
  needs: ["proc"],
  async run(bench) {
    const warehouse = await bench.warehouses.at(bench.scale.series);
    const deep = benchSeriesKey(0, 0);
    await deepen(warehouse, deep);
    const {tokens} = await makeReaders(warehouse.folder, {requests: 1, values: 1, plan: "business"});
    const random = randomNumbers(60_000);
    const end = dayText(firstDay("M", FIRST_PERIOD + 60_000 / ESTIMATES - 1)).slice(0, 7);
    const paths = {
      slice: () => randomSlicePath(SLICES.large, warehouse.datasets, random),
      page: () => {
        const offset = 1 + Math.floor(random() * (SERIES_A_DATASET - SERIES));
        return `/api/v1/estimates?dataset=${datasetCode(0)}&limit=${SERIES}&offset=${offset}`;
      },
      deep: () => `/api/v1/series/${deep}/estimates?end=${end}&start=${1600 + Math.floor(random() * 100)}`,
    };
    await withServer(bench, warehouse.folder, {}, async (server) => {
      const take = (path: () => string) => () => cpuOfPages(server, tokens, path);
      const sides = {slice: take(paths.slice), page: take(paths.page), deep: take(paths.deep)};
      for (const side of Object.values(sides)) await side();
      const rounds = await alternate(bench.scale.rounds, sides);
      const ratio = (one: readonly Figures[], other: readonly Figures[]): number =>
        median(one.map(({cpu}, round) => cpu! / other[round]!["cpu"]!));
      const cpu = (all: readonly Figures[]): number => 60 * median(all.map((one) => one["cpu"]!));
      bench.report("estimates-60000", ratio(rounds.page, rounds.slice), {
        cpuMs: cpu(rounds.page),
        sliceCpuMs: cpu(rounds.slice),
        estimates: rounds.page[0]!["values"]!,
      });
      bench.report("estimates-deep", ratio(rounds.deep, rounds.page), {
        cpuMs: cpu(rounds.deep),
        estimates: rounds.deep[0]!["values"]!,
        ofAll: PERIODS * ESTIMATES,
      });
    });
  },
};

/** Gives the series a deep history; its other data stay. */
async function deepen({folder}: Warehouse, key: string): Promise<void> {
  const columns = createColumns(PERIODS * ESTIMATES);
  for (let period = 0; period < PERIODS; period++) {
    const day = firstDay("M", FIRST_PERIOD + period);
    for (let nth = 0; nth < ESTIMATES; nth++)
      appendEstimate(columns, FIRST_PERIOD + period, (day + 32 + nth) as Day, 0, (1000 + period + nth) / 10);
  }
  const packed = encodeHistory(finishColumns(columns));
  const store = await openStore({dataFolder: folder});
  try {
    await store.statistics.write(function* (q) {
      const {dataset, series} = (yield* findSeriesOfKey(q, key))!;
      yield* writeHistories(q, dataset.id, [{number: series.number, estimates: packed}]);
    });
  } finally {
    await store.close();
  }
}

/** Milliseconds of the server's processor time for 1,000 values or estimates. */
async function cpuOfPages(server: MeasuredServer, tokens: readonly string[], path: () => string): Promise<Figures> {
  const before = processorSeconds(server.pid)!;
  let values = 0;
  for (let nth = 0; nth < PAGES; nth++) {
    const address = server.origin + path();
    const headers = {"X-API-Key": tokens[nth % tokens.length]!, "Accept-Encoding": "identity"};
    const answer = await fetch(address, {headers});
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}: ${body.slice(0, 300)}`);
    values += Number(answer.headers.get("x-values"));
  }
  return {cpu: ((processorSeconds(server.pid)! - before) * 1e6) / values, values: values / PAGES};
}
