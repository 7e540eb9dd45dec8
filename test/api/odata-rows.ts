// Shared by tests of the OData channel: a store with every kind of gap, and functions that request all rows.
import assert from "node:assert/strict";
import {datasetKey} from "../../src/statistics/catalogue/catalogue.ts";
import type {Answer, Api, Headers} from "./client.ts";
import {ALTAI, CENTRAL_DISTRICT, COUNTRY, MOSCOW, PRICES, SAINT_PETERSBURG, type TidyPackage} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows are whatever the set has
export type Rows = any[];

export const ODATA = "/api/v1/odata";

/** Series without class, measure and unit; quarters and years; values that differ from release to release. */
export const PLAIN: TidyPackage = {
  dataset: "plain",
  published_at: "2026-05-01",
  rows: [
    ...["2023", "2024", "2025"].flatMap((year, i) => [
      `gdp,${COUNTRY},${year},${100 + i}`,
      `gdp,${MOSCOW},${year},0.5`,
    ]),
    ...["2024-Q1", "2024-Q2", "2025-Q4"].map((quarter, i) => `gdp,${ALTAI},${quarter},${-i}.25`),
  ],
};

/** The same dataset later: one value revised, one new. */
export const PLAIN_REVISED: TidyPackage = {
  ...PLAIN,
  published_at: "2026-06-01",
  rows: [`gdp,${COUNTRY},2024,7.5`, `gdp,${COUNTRY},2026,9`],
};

export const WEEKLY: TidyPackage = {
  dataset: "weekly",
  header: "indicator,class,geo,week,value",
  rows: [1, 2, 3, 5].map((week) => `price,bread,${SAINT_PETERSBURG},2026-W0${week},${60 + week}`),
  more: {
    weeks: [
      {year: 2026, week: 1, date: "2026-01-12"},
      {year: 2026, week: 5, date: "2026-02-09"},
    ],
    classes: [{code: "bread", name: "Хлеб"}],
  },
};

/** Two datasets whose series keys begin with the same prefix, so that their series alternate in the order of keys. */
export function twins(): readonly [TidyPackage, TidyPackage] {
  const seen = new Map<string, string>();
  for (let number = 0; ; number++) {
    const code = `twin${number}`;
    const key = datasetKey("showdata", code);
    const other = seen.get(key);
    seen.set(key, code);
    if (other === undefined) continue;
    const rows = [MOSCOW, ALTAI, COUNTRY, SAINT_PETERSBURG, CENTRAL_DISTRICT].flatMap((geo) =>
      ["2025-01", "2025-02"].map((month, i) => `x,${geo},${month},${i}`),
    );
    return [
      {dataset: other, rows},
      {dataset: code, rows},
    ];
  }
}

export const PACKAGES: readonly TidyPackage[] = [PRICES, PLAIN, PLAIN_REVISED, WEEKLY];
export const DATASETS = "dataset_code in ('prices','plain','weekly')";

/** An address with options; values are encoded, names stay. */
export function address(set: string, options: Readonly<Record<string, string | number>> = {}): string {
  const parts = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${ODATA}/${set}${parts.length === 0 ? "" : `?${parts.join("&")}`}`;
}

/** All rows over all pages; each page is held to `most`. */
export async function allRows(
  api: Api,
  first: string,
  {
    headers = {},
    most = 60_000,
    between,
  }: {headers?: Headers; most?: number; between?: (page: number) => Promise<void>} = {},
): Promise<Rows> {
  const rows: Rows = [];
  let next: string | undefined = first;
  for (let page = 0; next !== undefined; page++) {
    const answer: Answer = await api.get(next, headers);
    assert.equal(answer.status, 200, `${next}: ${answer.text.slice(0, 300)}`);
    assert.ok(answer.json.value.length <= most, `page ${page} has ${answer.json.value.length} rows`);
    rows.push(...answer.json.value);
    next = answer.json["@odata.nextLink"]?.replace(/^http:\/\/[^/]+/, "");
    await between?.(page);
    assert.ok(page < 10_000, "pages come to an end");
  }
  return rows;
}

/** Lets the clock run a second with every look at it, so that no minute is ever used up. */
export function neverBusy<T extends Api>(api: T): T {
  let time = api.clock.now.getTime();
  Object.defineProperty(api.clock, "now", {
    get: () => {
      time += 1000;
      return new Date(time);
    },
  });
  return api;
}
