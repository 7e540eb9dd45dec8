// Names of series that only an older release has, after a newer release with other lists.
import assert from "node:assert/strict";
import {test} from "node:test";
import {verifyStore} from "../src/load/verify/verification.ts";
import {openWith} from "./api/packages.ts";

const HEADER = "indicator,class,unit,geo,period,value";
const OLDER = {
  dataset: "prices",
  published_at: "2026-01-10",
  header: HEADER,
  rows: ["price,bread,TRUB,643,2025-12,5", "price,bread~retail,TRUB,643,2025-12,6"],
  more: {
    indicators: [{code: "price", label: "Средние цены", concept: "average-price", synonyms: ["стоимость"]}],
    classes: [
      {code: "bread", name: "Хлеб пшеничный"},
      {code: "retail", name: "в розницу"},
      {code: "salt", name: "Соль"},
    ],
    units: [{code: "TRUB", name: "тысяча рублей", mult: 1000}],
  },
};
const NEWER = {
  dataset: "prices",
  published_at: "2026-02-10",
  header: HEADER,
  rows: ["index,milk,PCT,643,2026-01,101"],
  more: {
    indicators: [{code: "index", label: "Индекс цен"}],
    classes: [{code: "milk", name: "Молоко"}],
    units: [{code: "PCT", name: "процент"}],
  },
};

test("series that only an older release has keep their names, words, unit and concept when a newer release has other lists [tidy.former-labels]", async (t) => {
  const api = await openWith(t, [OLDER, NEWER]);
  const {json: slice} = await api.get("/api/v1/data?dataset=prices&geo=country&labels=1");
  const titles = slice.series.map((one: {title: string}) => one.title).sort();
  assert.deepEqual(titles, [
    "Молоко, Индекс цен, Российская Федерация",
    "Хлеб пшеничный / в розницу, Средние цены, Российская Федерация",
    "Хлеб пшеничный, Средние цены, Российская Федерация",
  ]);
  const found = (await api.get(`/api/v1/series/search?q=${encodeURIComponent("стоимость хлеба")}`)).json;
  assert.equal(found.items[0].title, "Хлеб пшеничный, Средние цены, Российская Федерация");
  const {json} = await api.get(`/api/v1/series/${found.items[0].series_key}/observations`);
  assert.deepEqual([json.series.unit_name, json.series.mult], ["тысяча рублей", 1000]);
  assert.equal((await api.get("/api/v1/concepts/average-price")).status, 200);
  // a code that no series has is gone with its list
  const {json: codes} = await api.get("/api/v1/reference/codes?dataset=prices");
  assert.deepEqual(
    codes.items.map((row: {class: string}) => row.class),
    ["bread", "bread~retail", "milk"],
  );
  const findings: string[] = [];
  await verifyStore(api.store, {memoryLimit: 2 ** 24, onFinding: (finding) => void findings.push(finding)});
  assert.deepEqual(findings, []);
});

test("a code that comes back without a name gets its former name, and a newer name replaces the former one [tidy.former-labels]", async (t) => {
  const api = await openWith(t, [OLDER, NEWER]);
  const bread = async (): Promise<string> =>
    (await api.get("/api/v1/data?dataset=prices&geo=country&class=bread&labels=1")).json.series[0].class_label;
  await api.load({...OLDER, published_at: "2026-03-10", more: {classes: [{code: "bread", name: "bread"}]}});
  assert.equal(await bread(), "Хлеб пшеничный");
  await api.load({...OLDER, published_at: "2026-04-10", more: {classes: [{code: "bread", name: "Хлеб"}]}});
  assert.equal(await bread(), "Хлеб");
});
