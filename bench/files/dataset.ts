// The dataset whose files are measured: a tidy package, releases that revise one value of it, and random slices of it.
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {nameTidyPackage, REGIONS, writeTidyPackage} from "../source-files.ts";
import {monthWindow, type SliceShape} from "../warehouses.ts";

export const FILES_DATASET = {provider: "showdata", dataset: "bench_files"} as const;
const DAY_MS = 86_400_000;
const FIRST_REVISION = Date.UTC(2026, 0, 20);

/** @returns the number of values, `wanted` rounded up to a whole kind of goods */
export function writeFilesPackage(folder: string, wanted: number): number {
  const values = writeTidyPackage(folder, wanted);
  nameTidyPackage(folder, FILES_DATASET.dataset);
  return values;
}

/** A release that revises one value, so that all files are written anew. @param nth releases of this kind before it */
export function writeFilesRevision(folder: string, nth: number): void {
  mkdirSync(folder);
  const description = {
    ...FILES_DATASET,
    ...{name: `Benchmark ${FILES_DATASET.dataset}`, freq: "M", partial: true},
    published_at: new Date(FIRST_REVISION + DAY_MS * nth).toISOString().slice(0, 10),
    units: [{code: "RUB", name: "рубль"}],
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
  const row = `price;1;${REGIONS[nth % REGIONS.length]};2025-12;${1000.5 + nth}\n`;
  writeFileSync(join(folder, "observations.csv"), `indicator;class;geo;period;value\n${row}`);
}

/** @param series of the dataset */
export function filesSlice(shape: SliceShape, series: number, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const {start, end} = monthWindow(shape, below(shape.lastMonths));
  const page = `limit=${shape.series}&offset=${below(series - shape.series + 1)}&start=${start}&end=${end}`;
  return `/api/v1/data?dataset=${FILES_DATASET.dataset}&geo=all&${page}`;
}
