// Series chosen by their keys or by the latest values, the pages of a search, and the list of all series of a dataset.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ALTAI, daily, MOSCOW, openWith, PRICES} from "./packages.ts";

interface Row {
  readonly series_key: string;
  readonly period: string;
  readonly value: number;
}

test("`last` gives of each series the latest values between the bounds, and charges those [data.last]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const slice = `/api/v1/data?dataset=prices&class=02&geo=${MOSCOW},${ALTAI}`;
  const {json, headers} = await api.get(`${slice}&last=2&end=2026-03`);
  assert.deepEqual(
    json.observations.map((row: Row) => row.period.slice(0, 7)),
    ["2026-02", "2026-03", "2026-02", "2026-03"],
  );
  assert.equal(headers["x-values"], "4");
  const whole = await api.get(slice);
  assert.deepEqual((await api.get(`${slice}&last=1000`)).json, whole.json);
  assert.notEqual(headers["etag"], whole.headers["etag"]);
  assert.deepEqual(
    [(await api.get(`${slice}&last=0`)).status, (await api.get(`${slice}&last=1001`)).status],
    [422, 422],
  );
});

test("`last` counts what was known on a past day, and withdrawn values only where they are given [data.last]", async (t) => {
  const rows = ["2026-01", "2026-02", "2026-03"].map((period, at) => `x,${MOSCOW},${period},${at + 1}`);
  const api = await openWith(t, [
    {published_at: "2026-03-10", rows: rows.slice(0, 2)},
    {published_at: "2026-04-10", rows},
    {published_at: "2026-05-10", rows: [`x,${MOSCOW},2026-01,`, ...rows.slice(1)]},
  ]);
  const get = async (query: string) => {
    const {json, headers} = await api.get(`/api/v1/data?dataset=demo${query}`);
    return [json.observations.map((row: Row) => row.value), headers["x-withdrawn-values"]];
  };
  assert.deepEqual(await get("&last=1&as_of=2026-03-20"), [[2], undefined]);
  assert.deepEqual(await get("&last=2"), [[2, 3], undefined]);
  assert.deepEqual(await get("&last=3"), [[1, 2, 3], "1"]);
});

test("`last` of observations gives the latest values, and is refused beside `limit` [observations.last]", async (t) => {
  const api = await openWith(t, [daily([1000])]);
  const {json: slice} = await api.get("/api/v1/data?dataset=daily&geo=all&last=1");
  const path = `/api/v1/series/${slice.series[0].series_key}/observations`;
  const {json} = await api.get(`${path}?last=2`);
  assert.deepEqual([json.items.map((item: Row) => item.value), json.has_more], [[999, 1000], true]);
  const refused = await api.get(`${path}?last=2&limit=2`);
  assert.deepEqual([refused.status, refused.json.detail[0].loc], [422, ["query", "last"]]);
});

test("series of several datasets come by their keys, in that order, each once [observations.named]", async (t) => {
  const api = await openWith(t, [PRICES, {rows: [`x,${MOSCOW},2026-01,1`]}]);
  const {json: prices} = await api.get(`/api/v1/data?dataset=prices&class=02&geo=${ALTAI}`);
  const {json: demo} = await api.get("/api/v1/data?dataset=demo");
  const keys = [...demo.series, ...prices.series].map(({series_key}: Row) => series_key);
  const {json, headers} = await api.get(`/api/v1/observations?series=${[...keys, keys[0]].join()}&last=1`);
  assert.deepEqual(json.series, [...demo.series, ...prices.series]);
  assert.deepEqual(
    json.observations.map(({series_key, value}: Row) => [series_key, value]),
    [
      [keys[0], 1],
      [keys[1], -3.25],
    ],
  );
  assert.deepEqual([json.dataset, json.series_total, headers["x-values"]], [null, 2, "2"]);
  const one = await api.get(`/api/v1/observations?series=${keys[1]}`);
  assert.deepEqual(one.json, prices);
  const {text} = await api.get(`/api/v1/observations?series=${keys.join()}&format=csv&last=1`);
  assert.deepEqual(text.split("\n").slice(0, 2), [
    "series_key;class;measure;freq;unit;geo;geo_label;geo_level;period;value;as_of;last_period;status",
    `${keys[0]};;;M;;${MOSCOW};г. Москва;region;2026-01-01;1;2026-06-10;2026-01-01;active`,
  ]);
});

test("an unknown key, more than 100 keys, and more than 60,000 values are refused with what fits [observations.named]", async (t) => {
  const api = await openWith(t, [daily([30_000, 30_000, 1])]);
  const {json} = await api.get("/api/v1/reference/series?dataset=daily");
  const keys = json.items.map(({series_key}: Row) => series_key);
  const unknown = await api.get(`/api/v1/observations?series=${keys[0]},zzzzzzzzzzzzzzzz`);
  assert.deepEqual([unknown.status, unknown.json.error.code], [404, "NOT_FOUND"]);
  assert.match(unknown.json.error.message, /zzzzzzzzzzzzzzzz/);
  const names = (count: number) => Array.from({length: count}, (_, at) => `k${at}`).join();
  assert.equal((await api.get(`/api/v1/observations?series=${names(101)}`)).status, 422);
  assert.equal((await api.get(`/api/v1/observations?series=${names(100)}`)).status, 404);
  assert.equal((await api.get("/api/v1/observations")).status, 422);
  assert.equal((await api.get(`/api/v1/observations?series=${keys.slice(0, 2).join()}`)).status, 200);
  const big = await api.get(`/api/v1/observations?series=${keys.join()}`);
  assert.deepEqual([big.status, big.json.error.code, big.headers["x-values"]], [400, "SLICE_TOO_BIG", "60001"]);
  assert.equal((await api.get(`/api/v1/observations?series=${keys.join()}&last=1000`)).status, 200);
});

test("the pages of a search joined are its first page [search.offset]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const found = async (page: string) =>
    (await api.get(`/api/v1/series/search?dataset=prices&${page}`)).json.items.map(({series_key}: Row) => series_key);
  const all = await found("limit=200");
  const pages = await Promise.all([0, 4, 8, 12].map((offset) => found(`limit=4&offset=${offset}`)));
  assert.deepEqual(pages.flat(), all);
  assert.equal(all.length, 11);
  const {json} = await api.get("/api/v1/series/search?dataset=prices&offset=10000");
  assert.deepEqual(json, {items: [], total: 11});
  assert.equal((await api.get("/api/v1/series/search?dataset=prices&offset=10001")).status, 422);
  assert.equal((await api.get("/api/v1/series/search?offset=1")).status, 422);
});

test("the list of series has each series of a slice of all once, in its order, and charges nothing [reference.series]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json: slice} = await api.get("/api/v1/data?dataset=prices&geo=all&labels=1&limit=300");
  const {json, headers} = await api.get("/api/v1/reference/series?dataset=prices");
  assert.equal(headers["x-values"], undefined);
  assert.deepEqual(
    json.items,
    slice.series.map(
      ({
        series_ref: _ref,
        title_raw: _raw,
        classification,
        class_label,
        continues_as: _as,
        continues_from: _from,
        provider_code: _p,
        dataset_code: _d,
        ...series
      }: Record<string, string>) => ({
        ...series,
        class: classification,
        class_label: class_label === "" ? null : class_label,
      }),
    ),
  );
  const {text} = await api.get("/api/v1/reference/series?dataset=prices&format=csv");
  assert.equal(text.trimEnd().split("\n").length, 12);
  assert.match(text, /^series_key;title;indicator;class;class_label;measure;/);
});
