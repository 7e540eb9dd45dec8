// The series that a slice selects, their order, and the answer if there are none.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Answer, Api} from "./client.ts";
import {ALTAI, COUNTRY, COUNTRY_OTHER_METHOD, MOSCOW, openWith, PRICES} from "./packages.ts";

/** class/measure/geo of the series of an answer. */
function named({status, json, text}: Answer): string[] {
  assert.equal(status, 200, text);
  return json.series.map((s: {classification?: string; measure: string; geo: string}) =>
    [s.classification ?? "-", s.measure ?? "-", s.geo].join("/"),
  );
}

function slice(api: Api, query: string): Promise<Answer> {
  return api.get(`/api/v1/data?dataset=prices&${query}`);
}

const ALL = [
  "01/pop/45000000000",
  "01/yoy/45000000000",
  "02/pop/643",
  "02/pop/643004.АГ",
  "02/pop/030",
  "02/pop/01000000000",
  "02/pop/45000000000",
  "03/pop/45000000000",
  "a/pop/45000000000",
  "a,b/pop/45000000000",
  "b/pop/45000000000",
];

test("`dataset` is a full or a bare code; a bare code of two providers is 422 and names both; an unknown code is 404 [data.dataset-code data.dataset-ambiguous data.dataset-unknown]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const full = await api.get("/api/v1/data?dataset=showdata/prices");
  const bare = await api.get("/api/v1/data?dataset=prices");
  assert.equal(full.status, 200);
  assert.deepEqual(bare.json, full.json);
  assert.equal(bare.headers["etag"], full.headers["etag"]);
  for (const unknown of ["nothing", "other/prices", "showdata/", "/prices", "showdata/prices/x", "prices,prices"]) {
    const answer = await api.get(`/api/v1/data?dataset=${unknown}`);
    assert.equal(answer.status, 404, unknown);
    assert.equal(answer.json.error.code, "NOT_FOUND");
  }
  await api.load({...PRICES, provider: "another"});
  const ambiguous = await api.get("/api/v1/data?dataset=prices");
  assert.equal(ambiguous.status, 422);
  const [detail] = ambiguous.json.detail;
  assert.deepEqual(detail.loc, ["query", "dataset"]);
  assert.match(detail.msg, /another\/prices/);
  assert.match(detail.msg, /showdata\/prices/);
  assert.equal((await api.get("/api/v1/data?dataset=another/prices")).status, 200);
});

test("series are sorted by class, indicator, measure, transformation, unit, freq, territory level and code [data.order data.filter-omitted]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.deepEqual(named(await slice(api, "geo=all")), ALL);
});

test("without `geo` the slice has regions; a level selects the territories of that level, `all` every territory [data.geo-default data.geo-level]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const regions = ALL.filter((name) => /\/(01000000000|45000000000)$/.test(name));
  assert.deepEqual(named(await slice(api, "")), regions);
  assert.deepEqual(named(await slice(api, "geo=region")), regions);
  assert.deepEqual(named(await slice(api, "geo=district")), ["02/pop/030"]);
  assert.deepEqual(named(await slice(api, "geo=country")), ["02/pop/643", "02/pop/643004.АГ"]);
  for (const level of ["macroregion", "city"]) assert.equal((await slice(api, `geo=${level}`)).status, 404);
});

test("a `geo` list mixes OKATO and RU codes in any order, counts a territory once, and ignores codes it does not know [data.geo-list data.geo-repeated data.geo-unknown]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const list = await slice(api, `class=02&geo=${MOSCOW},RU-22`);
  assert.deepEqual(named(list), ["02/pop/01000000000", "02/pop/45000000000"]);
  for (const geo of [`RU-22,${MOSCOW}`, `${MOSCOW},RU-77,${ALTAI},RU-22,RU-22`, `RU-77,nowhere,${ALTAI}, ,RU-99`]) {
    const answer = await slice(api, `class=02&geo=${encodeURIComponent(geo)}`);
    assert.deepEqual(answer.json, list.json, geo);
    assert.equal(answer.headers["etag"], list.headers["etag"], geo);
  }
  assert.equal((await slice(api, "geo=nowhere")).status, 404);
});

test("`geo=RU-00` gives the country in both methodologies, which differ in `geo_label` [data.geo-country-both]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await slice(api, "geo=RU-00");
  assert.deepEqual(
    json.series.map((s: {geo: string; geo_canonical: string}) => [s.geo, s.geo_canonical]),
    [
      [COUNTRY, "RU-00"],
      [COUNTRY_OTHER_METHOD, "RU-00"],
    ],
  );
  assert.notEqual(json.series[0].geo_label, json.series[1].geo_label);
});

test("a literal `all` is the same as leaving the filter out [data.filter-all]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const plain = await slice(api, "geo=all");
  for (const name of ["class", "measure", "transformation", "freq", "unit"]) {
    const answer = await slice(api, `geo=all&${name}=all`);
    assert.deepEqual(answer.json, plain.json, name);
    assert.equal(answer.headers["etag"], plain.headers["etag"], name);
  }
});

test("a list in a filter means any of its values, in any order; different filters must all hold [data.filter-lists]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.deepEqual(named(await slice(api, "geo=all&class=03,01")), [ALL[0], ALL[1], ALL[7]]);
  assert.deepEqual(named(await slice(api, "geo=all&class=01&measure=yoy")), [ALL[1]]);
  assert.deepEqual(named(await slice(api, "geo=all&measure=yoy,pop")), ALL);
  assert.deepEqual(named(await slice(api, "geo=all&freq=Q")), [ALL[9]]);
  assert.deepEqual(named(await slice(api, "geo=all&freq=Q,M")), ALL);
  assert.deepEqual(named(await slice(api, "geo=all&unit=PCT,RUB")), ALL);
});

test("a value that equals a whole code wins over splitting it at commas [data.filter-whole-code]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.deepEqual(named(await slice(api, "class=a,b")), ["a,b/pop/45000000000"]);
  assert.deepEqual(named(await slice(api, "class=b,a")), ["a/pop/45000000000", "b/pop/45000000000"]);
});

test("a filter on a dimension that the dataset lacks matches nothing [data.filter-lacking]", async (t) => {
  const api = await openWith(t, [PRICES, {rows: [`x,${MOSCOW},2026-01,1`]}]);
  assert.equal((await slice(api, "transformation=level")).status, 404);
  assert.equal((await api.get("/api/v1/data?dataset=demo")).status, 200);
  for (const name of ["class", "measure", "transformation", "unit"]) {
    const answer = await api.get(`/api/v1/data?dataset=demo&${name}=x`);
    assert.equal(answer.status, 404, name);
    assert.match(answer.json.error.hint, new RegExp(name));
  }
});

test("a slice without series is NOT_FOUND; its hint names the filter that left nothing, and the existing values [data.not-found data.not-found-hint]", async (t) => {
  const api = await openWith(t, [PRICES, {rows: ["x,643,2025,1", "x,643004.АГ,2025,1"]}]);
  const national = await api.get("/api/v1/data?dataset=demo");
  assert.equal(national.status, 404);
  assert.equal(national.json.error.code, "NOT_FOUND");
  assert.match(national.json.error.hint, /geo=country/);
  assert.match(national.json.error.hint, /\b2\b/);
  const wrong = await slice(api, "geo=all&class=99");
  assert.equal(wrong.status, 404);
  assert.match(wrong.json.error.hint, /class/);
});
