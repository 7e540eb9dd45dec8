// A small store with everything that a page of a series must handle: twelve vintages, a series that stopped and continues under another
// code, gaps, a single value, a name of three hundred letters that is also markup, and a dataset with only one odd day.
import type {TestContext} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import type {Store} from "../../src/store/open.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";

export const LONG_NAME = `${"Очень длинное наименование показателя, ".repeat(7)}<script>alert("&'")</script>`.slice(
  0,
  300,
);

const dimensions = {measure: null, transformation: null, unit: "PCT", frequency: "M", territory: "643"} as const;
const key = (classification: string | null): string =>
  seriesKey("showdata", "odd", {...dimensions, indicator: "price", classification});

export const ODD = {
  /** Twelve vintages; each revises the last three months. */
  revised: key("a"),
  /** Last period 2025-01; continued by `goesOn` since 2025-02. */
  stopped: key("b"),
  goesOn: key("c"),
  /** Months without a value. */
  gaps: key("d"),
  oneValue: key("e"),
  longName: key("long"),
} as const;

/** Days of publication of the dataset. */
export const ODD_VINTAGES = Array.from({length: 12}, (_, index) => `2025-${String(index + 1).padStart(2, "0")}-15`);

export async function openOddStore(t: TestContext): Promise<Store> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [index, published_at] of ODD_VINTAGES.entries()) {
    await loadTidy(store, folder, {
      dataset: "odd",
      published_at,
      header: "indicator,class,unit,geo,period,value",
      rows: rowsOf(index),
      more: {
        name: "Набор <b>странностей</b>",
        source_file: `odd_${index + 1}.xlsx`,
        source_url: index % 2 === 0 ? "https://example.org/odd" : "ftp://example.org/odd",
        indicators: [{code: "price", label: "Индекс цен"}],
        classes: [
          {code: "a", name: "Хлеб"},
          {code: "b", name: "Сыры сычужные"},
          {code: "c", name: "Сыры твёрдые"},
          {code: "d", name: "Рыба"},
          {code: "e", name: "Новый товар"},
          {code: "long", name: LONG_NAME, note: "Примечание <i>класса</i>"},
        ],
        units: [{code: "PCT", name: "процент", okei: "744", mult: 1}],
        continuity: [{from: "b", to: "c", period: "2025-02", note: "товар назван иначе"}],
        related: [{provider: "showdata", dataset: "none", relation: "era", splice: false, note: "другая методика"}],
      },
    });
  }
  return store;
}

/** The values known at a vintage: months from 2024-01 on; the last three of class a differ from vintage to vintage. */
function rowsOf(vintage: number): string[] {
  const row = (code: string, month: number, value: number): string =>
    `price,${code},PCT,643,${2024 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")},${value}`;
  const last = 12 + vintage;
  const months = Array.from({length: last}, (_, month) => month);
  return [
    ...months.map((month) => row("a", month, 100 + month / 10 + (month >= last - 3 ? (vintage % 2) + 0.25 : 0))),
    ...months.filter((month) => month <= 12).map((month) => row("b", month, 101 - month / 100)),
    ...months.filter((month) => month > 12).map((month) => row("c", month, 99 + month / 100)),
    ...months.filter((month) => month % 5 !== 3).map((month) => row("d", month, month - 6)),
    row("e", 11, 100),
    ...months.map((month) => row("long", month, 1e9 + month * 1234567.125)),
  ];
}
