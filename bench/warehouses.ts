// The warehouses of a run, by their number of series. Each is made at the first request and then reused.
import {mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {openStore} from "../src/store/open.ts";
import type {Progress} from "./progress.ts";
import {PERIODS} from "./random-history.ts";
import {SERIES_A_DATASET, writeWarehouse} from "./warehouse.ts";
import type {WorkFolder} from "./work-folder.ts";

export interface Warehouse {
  readonly folder: string;
  readonly series: number;
  readonly datasets: number;
  /** Periods with a value; `estimates` counts superseded ones too. */
  readonly values: number;
  readonly estimates: number;
  /** Complete size of statistics.db after it was written. */
  readonly bytes: number;
  readonly writtenInSeconds: number;
}

export interface Warehouses {
  /** @param series a multiple of 1,000 */
  at(series: number): Promise<Warehouse>;
}

export function createWarehouses(work: WorkFolder, progress: Progress): Warehouses {
  const made = new Map<number, Promise<Warehouse>>();
  return {
    at(series) {
      const known = made.get(series) ?? make(work, progress, series);
      made.set(series, known);
      return known;
    },
  };
}

async function make(work: WorkFolder, progress: Progress, series: number): Promise<Warehouse> {
  const folder = join(work.path, `warehouse-${series}`);
  mkdirSync(folder);
  const datasets = series / SERIES_A_DATASET;
  const began = performance.now();
  const store = await openStore({dataFolder: folder});
  let estimates = 0;
  try {
    estimates = await writeWarehouse(store, 0, datasets, (done) =>
      progress.show(`writing ${series} series: ${Math.round((100 * done) / datasets)} %`),
    );
  } finally {
    await store.close();
  }
  const writtenInSeconds = (performance.now() - began) / 1000;
  const {size} = statSync(join(folder, "statistics.db"));
  return {folder, series, datasets, values: series * PERIODS, estimates, bytes: size, writtenInSeconds};
}
