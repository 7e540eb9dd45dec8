// A store in which a legal request costs the most: 200,000 series, one dataset wide, one of many territories, one long, and many small ones.
//
// The figures are made up. All is loaded by the loader itself, so nothing in it is a shape that a publisher's package can't have.
import {mkdir, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import type {Store} from "../../src/store/open.ts";

/** How large each part is. */
export interface Sizes {
  /** Classes of `wide`, each with one series. */
  readonly classes: number;
  readonly territories: number;
  /** Values of a territory in the long indicator of `tall`. */
  readonly months: number;
  /** Indicators of `tall`, each with a series for every territory. */
  readonly indicators: number;
  /** Days of each of the two series of `long`. */
  readonly days: number;
  /** Datasets of 25 series each. */
  readonly smallDatasets: number;
}

/** 202,500 series. */
export const FULL_SIZES: Sizes = {
  classes: 100_000,
  territories: 2500,
  months: 792,
  indicators: 37,
  days: 60_000,
  smallDatasets: 400,
};

/** For a look whether the suite itself runs. */
export const SMALL_SIZES: Sizes = {
  classes: 1000,
  territories: 50,
  months: 24,
  indicators: 3,
  days: 500,
  smallDatasets: 2,
};

interface Package {
  readonly dataset: string;
  readonly published: string;
  readonly header: string;
  readonly rows: Iterable<string>;
  readonly more: object;
}

const COUNTRY = "643";

/** Loads everything into an empty store. */
export async function fillStore(store: Store, folder: string, sizes: Sizes): Promise<void> {
  for (const one of packagesOf(sizes)) await loadPackage(store, folder, one);
}

/** Loads another value of each large dataset, and a class that `wide` did not have. @param nth from 1 on */
export async function loadNews(store: Store, folder: string, {classes}: Sizes, nth: number): Promise<void> {
  const added = {code: `c${classes + nth}`, name: `Хлеб ржаной сорта номер ${nth}`};
  const header = "indicator,class,geo,period,value";
  const price = {code: "price", label: "Средние потребительские цены на товары и услуги"};
  const place = {country: "none", geo: [{code: "t0000", name: "Муниципальный район 0", level: "region"}]};
  const rate = {freq: "D", indicators: [{code: "rate", label: "Курс"}], classes: [{code: "a", name: "Доллар"}]};
  for (const {dataset, row, more} of [
    {dataset: "wide", row: `price,${added.code},${COUNTRY},2025,${nth}`, more: {indicators: [price], classes: [added]}},
    {dataset: "tall", row: `i0,,t0000,1960-01,${nth}`, more: place},
    {dataset: "long", row: `rate,a,${COUNTRY},1850-01-01,${nth}.5`, more: rate},
  ])
    await loadPackage(store, folder, {
      ...{dataset, header, rows: [row]},
      published: "2026-06-12",
      more: {...more, partial: true},
    });
}

async function loadPackage(store: Store, folder: string, one: Package): Promise<void> {
  const path = join(folder, one.dataset);
  await mkdir(path, {recursive: true});
  const {dataset, published, header, rows, more} = one;
  const head = {provider: "showdata", dataset, name: `Набор ${dataset}`, published_at: published, ...more};
  await writeFile(join(path, "dataset.json"), JSON.stringify(head));
  await writeFile(join(path, "observations.csv"), [header, ...rows, ""].join("\n"));
  const {changed} = await loadPath(store, path, {provider: null, dataset: null, publishedAt: null}, PLAIN_EFFECTS);
  if (!changed) throw new Error(`nothing of ${dataset} was published`);
  await rm(path, {recursive: true});
}

function* packagesOf(sizes: Sizes): Generator<Package> {
  yield wide(sizes);
  yield tall(sizes);
  yield long(sizes, "2026-06-10", 0);
  yield long(sizes, "2026-06-11", 1);
  for (let index = 0; index < sizes.smallDatasets; index++) yield small(index);
}

function wide({classes}: Sizes): Package {
  return {
    dataset: "wide",
    published: "2026-06-10",
    header: "indicator,class,geo,period,value",
    rows: Array.from({length: classes}, (_, i) => `price,c${i},${COUNTRY},2025,${i}`),
    more: {
      indicators: [{code: "price", label: "Средние потребительские цены на товары и услуги"}],
      classes: Array.from({length: classes}, (_, i) => ({code: `c${i}`, name: `Хлеб пшеничный сорта номер ${i}`})),
    },
  };
}

function tall({territories, months, indicators}: Sizes): Package {
  const codes = Array.from({length: territories}, (_, i) => `t${String(i).padStart(4, "0")}`);
  const monthOf = (i: number): string => `${1960 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`;
  function* rows(): Generator<string> {
    for (const [index, code] of codes.entries()) {
      for (let i = 0; i < months; i++) yield `i0,${code},${monthOf(i)},${100 + ((index * 7 + i * 13) % 1000) / 10}`;
      for (let i = 1; i < indicators; i++) yield `i${i},${code},${monthOf(months - 1)},${index + i}`;
    }
  }
  return {
    dataset: "tall",
    published: "2026-06-10",
    header: "indicator,geo,period,value",
    rows: rows(),
    more: {
      country: "none",
      indicators: Array.from({length: indicators}, (_, i) => ({
        code: `i${i}`,
        label: `Индекс цен номер ${i}`,
        concept: `index-${i}`,
        description: "Показатель, который описан длинно ".repeat(8),
      })),
      geo: codes.map((code, i) => ({code, name: `Муниципальный район ${i}`, level: "region"})),
    },
  };
}

function long({days}: Sizes, published: string, added: number): Package {
  const first = Date.UTC(1850, 0, 1);
  function* rows(): Generator<string> {
    for (const code of ["a", "b"]) {
      for (let i = 0; i < days; i++) {
        const day = new Date(first + i * 86_400_000).toISOString().slice(0, 10);
        yield `rate,${code},${COUNTRY},${day},${(i % 997) + added}.25`;
      }
    }
  }
  return {
    dataset: "long",
    published,
    header: "indicator,class,geo,period,value",
    rows: rows(),
    more: {freq: "D", indicators: [{code: "rate", label: "Курс"}], classes: [{code: "a", name: "Доллар"}]},
  };
}

function small(index: number): Package {
  return {
    dataset: `small${String(index).padStart(4, "0")}`,
    published: "2026-06-10",
    header: "indicator,class,geo,period,value",
    rows: Array.from({length: 25}, (_, i) => `x,k${i},${COUNTRY},2026-0${1 + (i % 5)},${i}`),
    more: {classes: Array.from({length: 25}, (_, i) => ({code: `k${i}`, name: `Товар ${index} ${i}`}))},
  };
}
