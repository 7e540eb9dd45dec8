// A small store: monthly wages of twelve regions and three districts with footnotes, and consumer prices of the country and of two of the regions.
import type {TestContext} from "node:test";
import {readTerritories} from "../../src/reference/reference.ts";
import type {Store} from "../../src/store/open.ts";
import {COUNTRY, loadTidy, MOSCOW} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";

export const TATARSTAN = "92000000000";

const MONTHS = Array.from(
  {length: 18},
  (_, at) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
);

/** The first region earns most, the last one least; the last but one has no value of the newest month. */
export const REGIONS: readonly string[] = [
  ...[MOSCOW, TATARSTAN],
  ...readTerritories()
    .filter(({code, level}) => level === "region" && code !== MOSCOW && code !== TATARSTAN)
    .map(({code}) => code)
    .slice(0, 10),
];

export const DISTRICTS: readonly string[] = ["030", "031", "033"];

export async function openRegionalWages(t: TestContext): Promise<Store> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const paid = [COUNTRY, ...DISTRICTS, ...REGIONS];
  await loadTidy(store, folder, {
    provider: "rosstat_files",
    dataset: "pay",
    published_at: "2026-07-20",
    header: "indicator,geo,freq,period,value",
    rows: paid.flatMap((geo, at) =>
      MONTHS.filter((month) => at !== paid.length - 2 || month !== MONTHS.at(-1)).map(
        (month, nth) => `pay,${geo},M,${month},${90_000 - at * 3000 + nth * 100}`,
      ),
    ),
    more: {
      name: "Заработная плата по субъектам",
      next_release: "2026-08-20",
      indicators: [{code: "pay", label: "Среднемесячная заработная плата", quantity: "price", synonyms: ["wages"]}],
      units: [{code: "rub", name: "рубль", okei: "383", mult: 1}],
      notes: [
        {text: "1) Предварительные данные.", from: MONTHS.at(-1)},
        {text: "Без субъектов малого предпринимательства."},
        {text: "Published in English too."},
      ],
    },
  });
  await loadTidy(store, folder, {
    provider: "fedstat",
    dataset: "31074",
    published_at: "2026-07-10",
    header: "indicator,class,measure,transformation,geo,freq,period,value",
    rows: [COUNTRY, MOSCOW, TATARSTAN].flatMap((geo, at) =>
      MONTHS.map(
        (month) => `31074,vse_tovary_i_uslugi,k_predyduschemu_mesyacu,level,${geo},M,${month},${100.5 + at / 10}`,
      ),
    ),
    more: {
      name: "Индексы потребительских цен",
      indicators: [{code: "31074", label: "Индексы потребительских цен"}],
      classes: [{code: "vse_tovary_i_uslugi", name: "Все товары и услуги"}],
      units: [{code: "percent", name: "процент", okei: "744", mult: 1}],
    },
  });
  return store;
}
