// Concepts over HTTP: the search, in which any of a concept's names counts, and the card.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Api} from "./client.ts";
import {CENTRAL_DISTRICT, COUNTRY, COUNTRY_OTHER_METHOD, MOSCOW, openWith, type TidyPackage} from "./packages.ts";

const HEADER = "indicator,class,measure,unit,freq,geo,period,value";
const WAGES: TidyPackage = {
  dataset: "t1",
  published_at: "2026-03-01",
  header: HEADER,
  rows: [
    `w,a,m1,RUB,M,${COUNTRY},2026-01,1`,
    `w,a,m1,RUB,M,${COUNTRY_OTHER_METHOD},2026-01,1`,
    `w,a,m1,RUB,M,${MOSCOW},2020-05,1`,
    `w,b,m2,PCT,A,${MOSCOW},2025,1`,
    `n,b,m2,PCT,A,${MOSCOW},2019,1`,
  ],
  more: {
    units: [
      {code: "RUB", name: "рубль"},
      {code: "PCT", name: "процент"},
    ],
    indicators: [
      {code: "w", label: "Средняя зарплата", concept: "wages", description: "Сколько платят", synonyms: ["оклад"]},
    ],
  },
};
const OLDER: TidyPackage = {
  provider: "cbr",
  dataset: "pay",
  published_at: "2026-02-01",
  header: HEADER,
  rows: [`p,a,m3,RUB,Q,${CENTRAL_DISTRICT},2026-Q1,1`],
  more: {
    units: [{code: "RUB", name: "рубль"}],
    indicators: [{code: "p", label: "Жалованье", concept: "wages", description: null, synonyms: []}],
  },
};

const idsOf = async (api: Api, q: string): Promise<string[]> =>
  (await api.get(`/api/v1/concepts/search?q=${encodeURIComponent(q)}`)).json.items.map(
    ({concept_id}: {concept_id: string}) => concept_id,
  );

test("a concept is found by label, id, description and synonyms, by the name from any package, and shown with the newest name [concept.search]", async (t) => {
  const api = await openWith(t, [WAGES, OLDER]);
  for (const q of ["зарплаты", "wages", "платят", "окладами", "жалованье", "pfhgkfnf", "средния"])
    assert.equal((await idsOf(api, q))[0], "wages", q);
  assert.deepEqual(
    (await api.get("/api/v1/concepts/search?q=%D0%B6%D0%B0%D0%BB%D0%BE%D0%B2%D0%B0%D0%BD%D1%8C%D0%B5")).json,
    {
      items: [{concept_id: "wages", label: "Средняя зарплата", description: "Сколько платят", series_count: 5}],
      total: 1,
    },
  );
  assert.deepEqual(await idsOf(api, "нет такого"), []);
});

test("without q every concept with a series is listed; limit is 1 to 200, 20 when omitted [concept.search]", async (t) => {
  const api = await openWith(t, [WAGES, OLDER]);
  const {json} = await api.get("/api/v1/concepts/search");
  assert.deepEqual(json, {
    items: [
      {concept_id: "showdata-t1-n", label: "n", description: null, series_count: 1},
      {concept_id: "wages", label: "Средняя зарплата", description: "Сколько платят", series_count: 5},
    ],
    total: 2,
  });
  const one = (await api.get("/api/v1/concepts/search?limit=1&q=")).json;
  assert.deepEqual([one.items.length, one.total], [1, 2]);
  for (const limit of [0, 201]) assert.equal((await api.get(`/api/v1/concepts/search?limit=${limit}`)).status, 422);
  assert.equal((await api.get("/api/v1/concepts/search?limit=200")).status, 200);
});

test("the description of a concept has its datasets, and the dimensions and periods of its series; an unknown concept is 404 [concept.card]", async (t) => {
  const api = await openWith(t, [WAGES, OLDER]);
  assert.deepEqual((await api.get("/api/v1/concepts/wages")).json, {
    concept_id: "wages",
    label: "Средняя зарплата",
    description: "Сколько платят",
    series_count: 5,
    geo_count: 4,
    datasets: ["cbr/pay", "showdata/t1"],
    transformations: [],
    measures: ["m1", "m2", "m3"],
    freqs: ["M", "Q", "A"],
    units: ["PCT", "RUB"],
    geo_levels: {country: 2, district: 1, region: 1},
    first_period: "2020-05-01",
    last_period: "2026-01-01",
  });
  assert.equal((await api.get("/api/v1/concepts/showdata-t1-n")).json.geo_count, 1);
  for (const id of ["none", "%D1%8F", "search%2F", "__proto__"]) {
    const {status, json} = await api.get(`/api/v1/concepts/${id}`);
    assert.deepEqual([status, json.error.code], [404, "NOT_FOUND"], id);
  }
});
