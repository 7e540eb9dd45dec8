// The warehouses of a run, by their number of series. Each is made at the first request and then reused.
import {mkdirSync, statSync} from "node:fs";
import {join} from "node:path";
import {openStore} from "../src/store/open.ts";
import {FIRST_MONTH, PERIODS} from "./source-files.ts";
import {datasetCode, SERIES_A_DATASET, writeWarehouse} from "./warehouse.ts";
import type {Progress, WorkFolder} from "./work-folder.ts";

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

// The requested slices: random pages of random datasets, in three sizes.
//
// The windows of periods differ too. So even a small warehouse has more slices than a run requests, and an answer that should be uncached
// is never in a cache.
export interface SliceShape {
  readonly values: number;
  /** Series on the page. */
  readonly series: number;
  /** Months of each. */
  readonly months: number;
  /** Number of months in which the window may end, counted back from the last. */
  readonly lastMonths: number;
}

export const SLICES = {
  large: {values: 60_000, series: 200, months: 300, lastMonths: 1},
  middle: {values: 6_000, series: 100, months: 60, lastMonths: 12},
  small: {values: 50, series: 1, months: 50, lastMonths: 251},
} as const satisfies Record<string, SliceShape>;

/** The path of one slice: dataset, offset of the page and month of the end, each counted from 0. */
export function slicePath(shape: SliceShape, dataset: number, offset: number, monthsBack: number): string {
  const {start, end} = monthWindow(shape, monthsBack);
  return `/api/v1/data?dataset=${datasetCode(dataset)}&limit=${shape.series}&offset=${offset}&start=${start}&end=${end}`;
}

export function randomSlicePath(shape: SliceShape, datasets: number, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  return slicePath(shape, below(datasets), below(SERIES_A_DATASET - shape.series + 1), below(shape.lastMonths));
}

/** A Lua function that gives random paths as `randomSlicePath` does, and the header lines with them. */
export function luaSlices(shape: SliceShape, datasets: number, headerLines: readonly string[] = [""]): string {
  const windows = Array.from({length: shape.lastMonths}, (_, monthsBack) => monthWindow(shape, monthsBack));
  const tails = windows.map(({start, end}) => `&start=${start}&end=${end}`);
  return `(function()
  local windows = ${luaList(tails)}
  local headers = ${luaList(headerLines)}
  return function()
    return string.format("/api/v1/data?dataset=bench_%05d&limit=${shape.series}&offset=%d", random(0, ${datasets - 1}),
      random(0, ${SERIES_A_DATASET - shape.series})) .. windows[random(#windows)], headers[random(#headers)]
  end
end)()`;
}

/** A Lua function that calls one of the functions, each equally often. */
export function luaAnyOf(functions: readonly string[]): string {
  return `(function()
  local functions = {${functions.join(",\n")}}
  return function() return functions[random(#functions)]() end
end)()`;
}

/** A Lua function that always gives this path and these header lines. */
export function luaSame(path: string, headerLines: string): string {
  return `function() return ${luaText(path)}, ${luaText(headerLines)} end`;
}

function luaList(texts: readonly string[]): string {
  return `{${texts.map(luaText).join(", ")}}`;
}

/** JSON escapes for the characters of a path or header are valid in Lua too. */
function luaText(text: string): string {
  return JSON.stringify(text);
}

/** The first and the last month of the window that ends this number of months before the last. */
export function monthWindow({months}: SliceShape, monthsBack: number): {start: string; end: string} {
  const end = FIRST_MONTH + PERIODS - 1 - monthsBack;
  return {start: monthText(end - months + 1), end: monthText(end)};
}

function monthText(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}
