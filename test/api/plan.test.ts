// The plan of a slice: its requests together give the selection; its price equals their charges.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {openStore} from "../../src/store/open.ts";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {makeSampleFolder} from "../sample-folder.ts";
import {type Api, createApi} from "./client.ts";
import {daily, openWith, PRICES} from "./packages.ts";

const SLICES = tries({few: 150, all: 1000});

interface Plan {
  readonly series_total: number;
  readonly values: number;
  readonly pages: number;
  readonly quota: {
    readonly limit: number;
    readonly used: number;
    readonly remaining: number;
    readonly fits: boolean;
  } | null;
  readonly requests: readonly {readonly url: string; readonly series: number; readonly values: number}[];
  readonly has_more: boolean;
  readonly next_offset: number | null;
  readonly version: string;
}

async function planOf(api: Api, query: string, headers = {}): Promise<Plan> {
  const {status, json, text} = await api.get(`/api/v1/data/plan?${query}`, headers);
  assert.equal(status, 200, text);
  return json;
}

const pathOf = (url: string): string => url.slice(url.indexOf("/api/"));
const rowOf = ({series_key, period, value}: {series_key: string; period: string; value: number}): string =>
  `${series_key} ${period} ${value}`;

test("a plan reads 25 pages of series, and its next_offset goes on behind them [price.plan-pages]", async (t) => {
  const rows = (count: number) => Array.from({length: count}, (_, i) => `x,c${i},643,2025,${i}`);
  const header = "indicator,class,geo,period,value";
  const api = await openWith(t, [
    {dataset: "most", header, rows: rows(7500)},
    {dataset: "more", header, rows: rows(7501)},
  ]);
  const most = await planOf(api, "dataset=most&geo=all");
  assert.deepEqual([most.values, most.pages, most.has_more, most.next_offset], [7500, 25, false, null]);
  const more = await planOf(api, "dataset=more&geo=all");
  assert.deepEqual([more.series_total, more.values, more.has_more, more.next_offset], [7501, 7500, true, 7500]);
  const last = await planOf(api, `dataset=more&geo=all&offset=${more.next_offset}`);
  assert.deepEqual([last.values, last.pages, last.has_more], [1, 1, false]);
});

test("the requests of a plan give each selected value exactly once, none is SLICE_TOO_BIG, and they charge the planned price [price.plan]", async (t) => {
  const api = await openWith(t, [PRICES, daily([30_000, 30_001, 10, 61_000, 59_999, 1])]);
  for (const query of [
    "dataset=daily",
    "dataset=daily&start=1950&end=2010-03",
    "dataset=daily&limit=2&labels=1",
    "dataset=daily&format=csv&offset=1",
    "dataset=prices&geo=all",
  ]) {
    const plan = await planOf(api, query);
    assert.equal(plan.pages, plan.requests.length);
    const rows: string[] = [];
    for (const {url, series, values} of plan.requests) {
      const answer = await api.get(pathOf(url));
      assert.equal(answer.status, 200, `${url}: ${answer.text.slice(0, 200)}`);
      assert.equal(answer.headers["x-values"], String(values), url);
      if (query.includes("csv")) rows.push(...answer.text.trimEnd().split("\n").slice(1));
      else {
        assert.equal(answer.json.series_count, series);
        rows.push(...answer.json.observations.map(rowOf));
      }
    }
    assert.equal(rows.length, plan.values, query);
    assert.equal(new Set(rows).size, rows.length, query);
    assert.equal(plan.has_more, false);
    if (query === "dataset=daily") assert.equal(plan.values, 30_000 + 30_001 + 10 + 61_000 + 59_999 + 1);
    if (query.includes("limit=2")) assert.ok(plan.requests.every(({series}) => series <= 2));
  }
});

test("for random slices of the sample HEAD's X-Values equals what GET gives and charges [price.values]", {
  timeout: HANG_MS,
}, async (t) => {
  const store = await openStore({dataFolder: await makeSampleFolder(t)});
  t.after(() => store.close());
  const api = await createApi(t, store);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const codes = (await api.get("/api/v1/reference/datasets")).json.items.map(
    (one: {provider_code: string; code: string}) => `${one.provider_code}/${one.code}`,
  );
  const parameters = fc.record(
    {
      dataset: fc.constantFrom(...(codes as string[])),
      geo: fc.constantFrom("all", "country", "region", "RU-77", "RU-77,RU-00"),
      freq: fc.constantFrom("M", "Q", "A", "W"),
      start: fc.constantFrom("2014", "2016-02", "2025-01-01"),
      end: fc.constantFrom("2017-06", "2025-12-15", "2026"),
      as_of: fc.constantFrom("2015-06-01", "2017-04-30", "2026-06-30"),
      format: fc.constantFrom("json", "csv"),
      limit: fc.integer({min: 1, max: 300}).map(String),
      offset: fc.integer({min: 0, max: 30}).map(String),
    },
    {requiredKeys: ["dataset"]},
  );
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      // A day later neither a minute nor, for long, a month is used up.
      api.clock.now = new Date(api.clock.now.getTime() + 86_400_000);
      const path = `/api/v1/data?${new URLSearchParams(given as Record<string, string>)}`;
      const head = await api.ask("HEAD", path, headers);
      const get = await api.get(path, headers);
      assert.deepEqual([head.status, head.headers["x-values"]], [get.status, get.headers["x-values"]], path);
      if (get.status !== 200) return;
      answered++;
      const values = Number(get.headers["x-values"]);
      const rows = given.format === "csv" ? get.text.split("\n").length - 2 : get.json.observation_count;
      const left = (one: typeof head) => Number(one.headers["x-quota-values-remaining"]);
      assert.deepEqual([rows, left(head) - left(get)], [values, values], path);
    }),
    {numRuns: SLICES},
  );
  assert.ok(answered > SLICES / 5, `${answered} slices were not empty`);
});

test("for random slices the plan is their selection [price.plan price.values]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const headers = {authorization: `Bearer ${await api.createToken("business")}`};
  const whole = (await api.get("/api/v1/data?dataset=prices&geo=all&limit=300", headers)).json;
  const some = <T>(values: readonly T[]) =>
    fc.subarray([...new Set(values)], {minLength: 1}).map((list) => list.join(","));
  const parameters = fc.record(
    {
      geo: fc.oneof(
        fc.constantFrom("all", "country", "region"),
        some<string>(whole.series.map(({geo}: {geo: string}) => geo)),
      ),
      class: some<string>(whole.series.map(({classification}: {classification: string}) => classification)),
      start: fc.constantFrom("2024", "2025-01", "2025-02-01"),
      end: fc.constantFrom("2025-01", "2025-12", "2026"),
      as_of: fc.constantFrom("2025-06-01", "2026-06-30"),
      limit: fc.integer({min: 1, max: 4}).map(String),
      offset: fc.integer({min: 0, max: 3}).map(String),
    },
    {requiredKeys: []},
  );
  await fc.assert(
    fc.asyncProperty(parameters, async (given) => {
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
      const query = new URLSearchParams({dataset: "prices", ...(given as Record<string, string>)}).toString();
      const head = await api.ask("HEAD", `/api/v1/data?${query}`, headers);
      const get = await api.get(`/api/v1/data?${query}`, headers);
      assert.equal(head.headers["x-values"], get.headers["x-values"]);
      if (get.status !== 200) return;
      assert.equal(get.headers["x-values"], String(get.json.observation_count));
      const plan = await planOf(api, query, headers);
      const all = await api.get(`/api/v1/data?${query.replace(/limit=\d/, "")}&limit=300`.replace("&&", "&"), headers);
      const joined: string[] = [];
      for (const {url} of plan.requests)
        joined.push(...(await api.get(pathOf(url), headers)).json.observations.map(rowOf));
      assert.deepEqual(joined, all.json.observations.map(rowOf));
    }),
    {numRuns: SLICES},
  );
});

test("a plan is free, says whether the month's quota is enough, and has the same errors as the slice [price.plan]", async (t) => {
  const api = await openWith(t, [PRICES, daily([61_000])]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const {headers: free, json} = await api.get("/api/v1/data/plan?dataset=daily", headers);
  assert.equal(free["x-quota-values-remaining"], "1000000");
  assert.deepEqual(json.quota, {limit: 1_000_000, used: 0, remaining: 1_000_000, fits: true});
  assert.equal((await planOf(api, "dataset=daily")).quota, null);
  assert.equal((await api.get("/api/v1/data/plan?dataset=none")).status, 404);
  assert.equal((await api.get("/api/v1/data/plan?dataset=daily&limit=0")).status, 422);
  const before = await planOf(api, "dataset=daily");
  await api.load({...daily([1]), published_at: "2026-06-12"});
  assert.notEqual((await planOf(api, "dataset=daily")).version, before.version);
});
