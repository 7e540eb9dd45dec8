// Tidy packages for tests of the api, written small and loaded by the real loader.
import {join} from "node:path";
import type {TestContext} from "node:test";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import type {Store} from "../../src/store/open.ts";
import {temporaryFolder, temporaryStore, writePackage} from "../warehouse.ts";
import {type Api, type ApiOptions, createApi} from "./client.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

export interface TidyPackage {
  readonly provider?: string;
  readonly dataset?: string;
  readonly published_at?: string;
  readonly header?: string;
  readonly rows: readonly string[];
  /** further members of dataset.json */
  readonly more?: object;
  /** When it is loaded, ISO 8601; now when absent. */
  readonly loaded_at?: string;
}

let written = 0;

/** Writes a package into `folder` and loads it. A held run is accepted: tests of answers are not about the checks. */
export async function loadTidy(store: Store, folder: string, tidy: TidyPackage): Promise<void> {
  const {provider = "showdata", dataset = "demo", published_at = "2026-06-10"} = tidy;
  const metadata = {provider, dataset, name: `${dataset} (not official)`, published_at, ...tidy.more};
  const path = join(folder, `package-${written++}`);
  await writePackage(path, metadata, tidy.header ?? "indicator,geo,period,value", tidy.rows);
  const {loaded_at} = tidy;
  const effects = loaded_at === undefined ? PLAIN_EFFECTS : {...PLAIN_EFFECTS, now: () => new Date(loaded_at)};
  const {held} = await loadPath(store, path, NO_HINTS, effects);
  if (held !== null) await acceptRun(store, held.run, effects);
}

/** An api over a store of its own that holds these packages, and a way to load more. */
export async function openWith(
  t: TestContext,
  packages: readonly TidyPackage[],
  options: ApiOptions = {},
): Promise<Api & {load(tidy: TidyPackage): Promise<void>; readonly dataFolder: string}> {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const tidy of packages) await loadTidy(store, folder, tidy);
  const api = await createApi(t, store, options);
  return {...api, dataFolder, load: (tidy) => loadTidy(store, folder, tidy)};
}

const days: string[] = [];

/** The day with this number from 1900-01-01 on. */
function dayText(nth: number): string {
  while (days.length <= nth) days.push(new Date(Date.UTC(1900, 0, 1 + days.length)).toISOString().slice(0, 10));
  return days[nth]!;
}

/** Packages of one series each whose values are 1, 2, 3 …, by the number of values: daily from 1900-01-01, in Moscow. */
export function daily(counts: readonly number[], value: (i: number) => number | string = (i) => i + 1): TidyPackage {
  const rows = counts.flatMap((count, series) =>
    Array.from({length: count}, (_, i) => `x,c${String(series).padStart(4, "0")},${MOSCOW},${dayText(i)},${value(i)}`),
  );
  return {dataset: "daily", header: "indicator,class,geo,period,value", rows};
}

export const MOSCOW = "45000000000";
export const SAINT_PETERSBURG = "40000000000";
export const ALTAI = "01000000000";
export const COUNTRY = "643";
export const COUNTRY_OTHER_METHOD = "643004.АГ";
export const CENTRAL_DISTRICT = "030";

/** Prices: classes, measures, months and quarters, several levels of territories. */
export const PRICES: TidyPackage = {
  dataset: "prices",
  header: "indicator;class;measure;unit;freq;geo;period;value",
  more: {
    revised: false,
    indicators: [{code: "cpi", label: "Индекс потребительских цен"}],
    classes: [
      {code: "01", name: "Хлеб; «Бородинский»"},
      {code: "02", name: "=Молоко"},
      {code: "a,b", name: "Запятая в коде"},
    ],
    units: [{code: "PCT", name: "процент", okei: "744", mult: 1}],
    continuity: [{from: "01", to: "02", period: "2026-01", note: null}],
  },
  rows: [
    ...["2026-01", "2026-02", "2026-03", "2026-04"].flatMap((period, i) => [
      `cpi;01;pop;PCT;M;${MOSCOW};${period};10${i}.5`,
      `cpi;01;yoy;PCT;M;${MOSCOW};${period};11${i}`,
      `cpi;02;pop;PCT;M;${MOSCOW};${period};0.1`,
      `cpi;02;pop;PCT;M;${ALTAI};${period};-3.25`,
      `cpi;02;pop;PCT;M;${COUNTRY};${period};123456789012.5`,
      `cpi;02;pop;PCT;M;${COUNTRY_OTHER_METHOD};${period};7`,
      `cpi;02;pop;PCT;M;${CENTRAL_DISTRICT};${period};8`,
    ]),
    `cpi;03;pop;PCT;M;${MOSCOW};2025-12;5`,
    `cpi;a,b;pop;PCT;Q;${MOSCOW};2026-Q1;6`,
    `cpi;a;pop;PCT;M;${MOSCOW};2026-04;60`,
    `cpi;b;pop;PCT;M;${MOSCOW};2026-04;61`,
  ],
};

/** The same prices from a source that revises them. */
export const REVISED_PRICES: TidyPackage = {...PRICES, more: {...PRICES.more, revised: true}};
