// The judged questions, asked in a separate store: the samples and the publishers' files for which the questions were judged,
// and again with every other file of ../shared/data that can be loaded.
import {existsSync, readdirSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {listSamples} from "../src/cli/samples/sample-warehouse.ts";
import {acceptRun, loadPath} from "../src/load/run.ts";
import {Refusal} from "../src/service/refusal.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {createSearch, type Search} from "../src/store/search/search.ts";
import {readSearchQueries, type SearchQuery} from "./search-queries.ts";
import type {Judged, Warehouse} from "./search-results.ts";
import type {WorkFolder} from "./work-folder.ts";

const SHARED = fileURLToPath(new URL("../../shared/data/", import.meta.url));
/** Files besides the samples, as the header of search-queries.tsv says. */
const JUDGED_FILES = [
  "fedstat/sdmx/37908_courier_revenue_monthly_2012.xml",
  "fedstat/sdmx/42619_coal_mines_annual_2012.xml",
  "fedstat/sdmx_excerpts/59345_mortgage_monthly_units.excerpt.xml",
];
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const LOOKED_AT = 50;

/** @param withAll also the store with every file that can be loaded; this takes minutes */
export async function judgeSearch(
  work: WorkFolder,
  withAll: boolean,
  note: (line: string) => void,
): Promise<Warehouse[]> {
  const store = await openStore({dataFolder: join(work.path, "judged")});
  try {
    for (const {releases} of listSamples()) for (const path of releases) await loadPath(store, path, NO_HINTS);
    const missing: string[] = [];
    for (const file of JUDGED_FILES) {
      if (existsSync(join(SHARED, file))) await loadPath(store, join(SHARED, file), NO_HINTS);
      else missing.push(file);
    }
    const search = createSearch(store.statistics);
    const judged = [await judge(store, search, "the samples and the files that were judged", missing)];
    if (!withAll || !existsSync(SHARED)) return judged;
    const [loaded, refused] = await loadEverything(store, note);
    return [
      ...judged,
      await judge(store, search, `the same and ${loaded} files more (${refused} cannot be loaded)`, missing),
    ];
  } finally {
    await store.close();
  }
}

/** Files that are not releases are refused and counted. */
async function loadEverything(store: Store, note: (line: string) => void): Promise<[loaded: number, refused: number]> {
  let [loaded, refused] = [0, 0];
  const files = readdirSync(SHARED, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  for (const [at, {parentPath, name}] of files.entries()) {
    note(`loading file ${at + 1} of ${files.length}`);
    try {
      const {changed} = await loadPath(store, join(parentPath, name), NO_HINTS);
      if (changed) loaded++;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused++;
    }
  }
  return [loaded, refused];
}

/** Asks a store the questions. */
export async function judge(
  store: Store,
  search: Search,
  name: string,
  missing: readonly string[],
  questions: readonly SearchQuery[] = readSearchQueries(),
): Promise<Warehouse> {
  const {datasets, series} = await store.statistics.read(function* (q) {
    const rows = yield q.db
      .selectFrom("dataset")
      .select((make) => [make.fn.countAll<number>().as("datasets"), make.fn.sum<number>("series_count").as("series")])
      .compile();
    return rows[0] as unknown as {datasets: number; series: number};
  });
  const indexes = new Map<SearchQuery["part"], number[]>([
    ["tune", []],
    ["aside", []],
  ]);
  for (const query of questions) indexes.get(query.part)!.push(await indexOf(search, query));
  return {name, datasets, series, missing, judged: [...indexes].map(([part, found]) => figuresOf(part, found))};
}

/** Place of the first series that agrees with the judgement, from 1 on; 0: not among the series looked at. */
async function indexOf(search: Search, query: SearchQuery): Promise<number> {
  const {series} = await search.findSeries({text: query.query, limit: LOOKED_AT, filters: {}});
  return (
    series.findIndex(
      ({provider, dataset, classification, fullTerritory: territory}) =>
        (query.dataset === null || query.dataset === `${provider}/${dataset}`) &&
        (query.classification === null || query.classification === classification) &&
        (query.territory === null || query.territory === territory.canonical),
    ) + 1
  );
}

function figuresOf(part: SearchQuery["part"], indexes: readonly number[]): Judged {
  const inverse = indexes.reduce((sum, index) => sum + (index === 0 ? 0 : 1 / index), 0);
  return {
    part,
    questions: indexes.length,
    recallAt5: indexes.filter((index) => index >= 1 && index <= 5).length / indexes.length,
    meanReciprocalRank: inverse / indexes.length,
  };
}

const QUERIES = new URL("search-queries-sources.tsv", import.meta.url);

/** Asks the questions about publishers' own files in a store with only these files. Takes minutes: it loads eighty thousand series and accepts held runs. null: the files are not available. */
export async function judgeSources(work: WorkFolder, note: (line: string) => void): Promise<Warehouse | null> {
  if (!existsSync(SHARED)) return null;
  const store = await openStore({dataFolder: join(work.path, "sources")});
  try {
    const missing: string[] = [];
    for (const [at, [named, publishedAt]] of SEARCHED_FILES.entries()) {
      note(`loading file ${at + 1} of ${SEARCHED_FILES.length}`);
      const path = pathOf(named);
      if (path === null) {
        missing.push(named);
        continue;
      }
      const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt});
      if (held) await acceptRun(store, held.run);
    }
    const search = createSearch(store.statistics);
    return await judge(
      store,
      search,
      "publishers' files, by questions that nothing was tuned on",
      missing,
      readSearchQueries(QUERIES),
    );
  } finally {
    await store.close();
  }
}

/** For names with blanks and words, the beginning of the name. */
function pathOf(named: string): string | null {
  const folder = join(SHARED, dirname(named));
  const start = named.slice(named.lastIndexOf("/") + 1);
  const name = existsSync(folder) ? readdirSync(folder).find((one) => one.startsWith(start)) : undefined;
  return name === undefined ? null : join(folder, name);
}

// The publishers' files under ../shared/data for the questions of search-queries-sources.tsv, with the day of publication if a file does not give it.
export const SEARCHED_FILES: readonly (readonly [path: string, publishedAt: string | null])[] = [
  ["cbr/XML_dynamic_R01235_1992-2017.xml", null],
  ["cbr/XML_daily_2023-11-02_VunitRate.xml", null],
  ["cbr/samples/KeyRate_soap.excerpt.xml", null],
  ["cbr/site_xlsx/ruonia.xlsx", null],
  ["cbr/site_xlsx/monetary_agg.xlsx", null],
  ["cbr/site_xlsx/IPI.xlsx", null],
  ["cbr/site_xlsx/cpi.xlsx", null],
  ["cbr/keyrate_inflation_2013-2026.csv", null],
  ["cbr/inflation_expectations_vintages/Infl_exp_26-02.xlsx", null],
  ["roskazna/regional_0503317/2021_74_01.01.2022_0503317.XLS", null],
  ["rosstat_files/cpi_weekly/nedel_ipc_2023.xlsx", null],
  ["rosstat_files/gdp_annual_2015/2016-02_tab1.xls", null],
  ["rosstat_files/industry/indeks_proizvodstva.xlsx", null],
  ["rosstat_files/regions_of_russia/razdel05_zdravoohranenie.xlsx", "2019-12-20"],
  ["rosstat_files/regions_of_russia/razdel09_vrp.xlsx", "2019-12-20"],
  ["rosstat_files/regions_of_russia/razdel21_ceny_i_tarify.xlsx", "2019-12-20"],
  ["rosstat_files/regional_806_2016-01/095-106", "2016-03-01"],
  ["rosstat_files/regional_806_2016-01/131-139", "2016-03-01"],
  ["rosstat_files/regional_806_2016-01/257-265", "2016-03-01"],
  ["rosstat_files/regional_806_2016-01/281-319", "2016-03-01"],
  ["rosstat_files/regional_806_2016-01/350-352", "2016-03-01"],
  ["rosstat_files/misc/socpod_2021.xlsx", null],
  ["rosstat_files/misc/kadry_VO.xls", null],
  ["rosstat_files/isep_vintages/isep_2017-10.csv", "2017-11-20"],
  ["rosstat_files/kep_vintages/kep_tab_2018-07.csv", "2018-08-31"],
  ["ref/showdata_like/reg_normalizers_2000-2026.csv", "2026-05-18"],
  ["fedstat/derived/devproglab_quarterly_housing_prices.csv", "2022-03-20"],
  ["fedstat/sdmx/33459_population_women_annual.xml", null],
  ["fedstat/sdmx_excerpts/43062_unemployment_quarterly_and_annual.excerpt.xml", "2026-01-20"],
];
