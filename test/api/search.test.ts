// Search of series over HTTP: its parameters and refusals, the members of an item, and that a load is found at once.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dropDataset} from "../../src/load/withdrawal.ts";
import {openStore} from "../../src/store/open.ts";
import {temporaryFolder} from "../warehouse.ts";
import type {Api} from "./client.ts";
import {loadTidy, MOSCOW, openWith, PRICES, type TidyPackage} from "./packages.ts";

const SEARCH = "/api/v1/series/search";

const ask = (api: Api, parameters: Record<string, string>): ReturnType<Api["get"]> =>
  api.get(`${SEARCH}?${new URLSearchParams(parameters)}`);

const titlesOf = async (api: Api, parameters: Record<string, string>): Promise<string[]> =>
  (await ask(api, parameters)).json.items.map(({title}: {title: string}) => title);

const problemsOf = async (api: Api, query: string): Promise<string[]> => {
  const {status, json} = await api.get(`${SEARCH}?${query}`);
  assert.equal(status, 422, query);
  return json.detail.map(({loc, type}: {loc: string[]; type: string}) => `${loc.join(".")} ${type}`);
};

test("an item has the declared members, and the answer a total [search.item]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await ask(api, {q: "Бородинского хлеба", limit: "1"});
  const [{series_key, ...item}] = json.items;
  assert.match(series_key, /^[0-9a-z]{16}$/);
  assert.deepEqual(item, {
    series_ref: `showdata/prices/cpi.01.${item.measure}.-.PCT.M.45000000000`,
    title: "Хлеб; «Бородинский», Индекс потребительских цен, г. Москва",
    provider_code: "showdata",
    dataset_code: "prices",
    indicator: "cpi",
    classification: "01",
    measure: item.measure === "yoy" ? "yoy" : "pop",
    transformation: null,
    unit: "PCT",
    freq: "M",
    geo: MOSCOW,
    geo_canonical: "RU-77",
    geo_level: "region",
    geo_label: "г. Москва",
    first_period: "2026-01-01",
    last_period: "2026-04-01",
    status: "active",
  });
  assert.equal(json.total, 2);
  const {items} = (await ask(api, {dataset: "prices", geo: "RU-77", class: "01"})).json;
  const {series} = (await api.get("/api/v1/data?dataset=prices&geo=RU-77&class=01")).json;
  assert.deepEqual(
    items.map((one: {series_key: string}) => one.series_key).sort(),
    series.map((one: {series_key: string}) => one.series_key).sort(),
  );
});

test("items of a dataset without classes, measures and units have none [search.item]", async (t) => {
  const api = await openWith(t, [{dataset: "plain", rows: [`x,${MOSCOW},2026-01,1`]}]);
  const [item] = (await ask(api, {dataset: "plain"})).json.items;
  assert.ok(!("classification" in item));
  assert.deepEqual([item.measure, item.unit], [null, ""]);
});

test("without q and without any filter the search is refused: 422 at q; an empty q counts as absent [search.nothing-asked]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const query of ["", "q=", "q=%20", "limit=5", "q=&class=", "class=all&freq=all", "geo=,"])
    assert.deepEqual(await problemsOf(api, query), ["query.q missing"], query);
  for (const query of ["q=x", "geo=RU-77", "freq=M", "q=&dataset=prices"])
    assert.equal((await api.get(`${SEARCH}?${query}`)).status, 200, query);
  assert.deepEqual(await problemsOf(api, "q=a&q=b"), ["query.q value_error"]);
});

test("limit is 1 to 200, 20 when omitted [search.limit]", async (t) => {
  const rows = Array.from({length: 201}, (_, i) => `x,c${i},${MOSCOW},2026-01,1`);
  const api = await openWith(t, [{dataset: "many", header: "indicator,class,geo,period,value", rows}]);
  assert.deepEqual(await problemsOf(api, "q=x&limit=0"), ["query.limit greater_than_equal"]);
  assert.deepEqual(await problemsOf(api, "q=x&limit=201"), ["query.limit less_than_equal"]);
  assert.deepEqual(await problemsOf(api, "q=x&limit=ten"), ["query.limit int_parsing"]);
  for (const [query, length] of [
    ["", 20],
    ["&limit=1", 1],
    ["&limit=200", 200],
  ] as const) {
    const {json} = await api.get(`${SEARCH}?dataset=many${query}`);
    assert.deepEqual([json.items.length, json.total], [length, 201]);
  }
});

test("provider is one of the five or any that is loaded, else 422 [search.provider]", async (t) => {
  const api = await openWith(t, [{provider: "own", dataset: "d", rows: [`x,${MOSCOW},2026-01,1`]}]);
  for (const provider of ["fedstat", "rosstat_files", "cbr", "roskazna", "showdata", "own", "cbr,own"])
    assert.equal((await ask(api, {provider})).json.total, provider.includes("own") ? 1 : 0, provider);
  assert.deepEqual(await problemsOf(api, "provider=nobody"), ["query.provider enum"]);
  assert.deepEqual(await problemsOf(api, "provider=own,nobody"), ["query.provider enum"]);
});

test("a bare dataset code means every dataset with it, an unknown one no dataset, and `all` is refused [search.ambiguous search.filters]", async (t) => {
  const rows = [`x,${MOSCOW},2026-01,1`];
  const api = await openWith(t, [
    {dataset: "d", rows},
    {provider: "cbr", dataset: "d", rows},
  ]);
  assert.equal((await ask(api, {dataset: "d"})).json.total, 2);
  assert.equal((await ask(api, {dataset: "cbr/d"})).json.total, 1);
  assert.deepEqual((await ask(api, {dataset: "gone"})).json, {
    items: [],
    total: 0,
    hint: "no series has dataset=gone; the nearest code is d",
  });
  assert.deepEqual((await ask(api, {dataset: "gone", q: "x"})).json, {
    items: [],
    total: 0,
    hint: "no series has dataset=gone; the nearest code is d",
  });
  assert.deepEqual(await problemsOf(api, "dataset=all"), ["query.dataset value_error"]);
});

test("freq accepts the frequencies and `all` and refuses all else; an unknown parameter is ignored and named [search.filters]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.equal((await ask(api, {freq: "Q"})).json.total, 1);
  assert.equal((await ask(api, {freq: "Q,M", class: "01"})).json.total, 2);
  assert.deepEqual(await problemsOf(api, "freq=X"), ["query.freq enum"]);
  const {headers} = await ask(api, {q: "хлеб", sort: "20"});
  assert.equal(headers["x-ignored-parameters"], "sort");
});

test("search has the filters of the slice: levels of territories, measures and units, with words or alone [search.slice-filters]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const keysOf = (items: {series_key: string}[]): string[] => items.map(({series_key}) => series_key).sort();
  const slice = async (query: string) => keysOf((await api.get(`/api/v1/data?dataset=prices&${query}`)).json.series);
  for (const query of [
    "geo=country",
    "geo=region",
    "geo=all&measure=yoy",
    "geo=all&unit=PCT",
    "geo=all&measure=pop,yoy",
  ]) {
    const {json} = await api.get(`${SEARCH}?dataset=prices&limit=200&${query}`);
    assert.ok(json.total > 0, query);
    assert.deepEqual(keysOf(json.items), await slice(query), query);
  }
  const yearly = (await ask(api, {q: "хлеб", measure: "yoy"})).json;
  assert.ok(yearly.total > 0 && yearly.items.every(({measure}: {measure: string}) => measure === "yoy"));
  assert.ok((await ask(api, {measure: "yoy"})).json.total > 0, "a filter is a question");
  assert.ok(
    (await ask(api, {geo: "region"})).json.items.every((one: {geo_level: string}) => one.geo_level === "region"),
  );
  assert.deepEqual(await problemsOf(api, "geo=region,RU-77"), ["query.geo value_error"]);
  assert.deepEqual(await problemsOf(api, "geo=all"), ["query.q missing"]);
});

test("a value that matches nothing gives an empty list and a hint with the nearest code [search.nearest-code]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const [parameters, hint] of [
    [{geo: "RU-7"}, "no series has geo=RU-7; the nearest code is RU-77"],
    [{dataset: "pricez"}, "no series has dataset=pricez; the nearest code is prices"],
    [{dataset: "prices", measure: "yox"}, "no series has measure=yox; the nearest code is yoy"],
    [{dataset: "prices", unit: "PCTT"}, "no series has unit=PCTT; the nearest code is PCT"],
    [{q: "хлеб", class: "001"}, "no series has class=001; the nearest code is 01"],
    [{q: "хлеб", freq: "D"}, "no series has freq=D; the nearest code is M"],
  ] as const) {
    const {status, json} = await ask(api, parameters);
    assert.deepEqual([status, json], [200, {items: [], total: 0, hint}]);
  }
  // If every value is known, there is no nearest code.
  assert.deepEqual((await ask(api, {geo: "city"})).json, {items: [], total: 0});
  assert.ok(!("hint" in (await ask(api, {dataset: "prices"})).json));
});

test("a key alone finds its series [search.codes]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {items} = (await ask(api, {dataset: "prices"})).json;
  for (const item of items.slice(0, 3))
    assert.deepEqual((await ask(api, {q: item.series_key})).json, {items: [item], total: 1});
  assert.deepEqual((await ask(api, {q: "0000000000000000"})).json, {items: [], total: 0});
});

test("searching charges no values [search.item]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free");
  const {headers} = await api.get(`${SEARCH}?q=%D1%85%D0%BB%D0%B5%D0%B1`, {"x-api-key": token});
  assert.equal(headers["x-quota-values-remaining"], "1000000");
});

test("the next search finds the load of another process, a new name and the loss of a dropped dataset [search.fresh]", async (t) => {
  const named = (label: string, published_at: string): TidyPackage => ({
    dataset: "d",
    published_at,
    rows: [`x,${MOSCOW},2026-01,1`],
    more: {indicators: [{code: "x", label}]},
  });
  const api = await openWith(t, [named("Хлеб", "2026-02-01")]);
  assert.equal((await ask(api, {q: "хлеб"})).json.total, 1);
  assert.equal((await ask(api, {q: "молоко"})).json.total, 0);
  const other = await openStore({dataFolder: api.dataFolder});
  t.after(() => other.close());
  await loadTidy(other, await temporaryFolder(t), named("Молоко", "2026-03-01"));
  assert.deepEqual(await titlesOf(api, {q: "молоко"}), ["Молоко, г. Москва"]);
  assert.equal((await ask(api, {q: "хлеб"})).json.total, 0);
  await dropDataset(other, "d", new Date());
  assert.deepEqual((await ask(api, {q: "молоко"})).json, {items: [], total: 0});
});

test("many searches during loads and drops: each answer has one state [search.fresh]", async (t) => {
  const one = (i: number): TidyPackage => ({
    dataset: `d${i}`,
    rows: Array.from({length: 20}, (_, c) => `x,c${c},${MOSCOW},2026-01,1`),
    header: "indicator,class,geo,period,value",
    more: {indicators: [{code: "x", label: "Молоко"}]},
  });
  const api = await openWith(t, [one(0)]);
  const totals: number[] = [];
  for (let i = 1; i <= 5; i++) {
    const asking = Array.from({length: 10}, () => ask(api, {q: "молоко", limit: "200"}));
    const [answers] = await Promise.all([Promise.all(asking), api.load(one(i))]);
    for (const {json} of answers) {
      assert.equal(json.items.length, json.total);
      assert.equal(json.total % 20, 0);
    }
    totals.push((await ask(api, {q: "молоко"})).json.total);
  }
  assert.deepEqual(totals, [40, 60, 80, 100, 120]);
});
