// The price before the charge: X-Values, HEAD, the resets of minute and month, and the address in the hint of SLICE_TOO_BIG.
import assert from "node:assert/strict";
import {test} from "node:test";
import {spend} from "./client.ts";
import {daily, openWith, PRICES} from "./packages.ts";

test("X-Values is the number of values that GET gives and charges; HEAD has the same and charges nothing [price.values]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const [{series_key: key}] = (await api.get("/api/v1/data?dataset=prices")).json.series;
  const paths = [
    "/api/v1/data?dataset=prices&geo=all",
    "/api/v1/data?dataset=prices&limit=1&format=csv",
    "/api/v1/data?dataset=prices&offset=1000",
    `/api/v1/series/${key}/observations?limit=2`,
    `/api/v1/series/${key}/evidence`,
    `/api/v1/series/${key}/evidence?period=2025-01-01`,
    `/api/v1/odata/observations?$filter=series_key eq '${key}'`,
    `/api/v1/odata/series?$top=1`,
  ];
  let left = 1_000_000;
  for (const path of paths) {
    const head = await api.ask("HEAD", path, headers);
    assert.equal(head.headers["x-quota-values-remaining"], String(left), path);
    const get = await api.get(path, headers);
    const values = Number(get.headers["x-values"] ?? 0);
    assert.equal(head.headers["x-values"], get.headers["x-values"], path);
    assert.equal(Number(get.headers["x-quota-values-remaining"]), left - values, path);
    left -= values;
  }
  assert.ok(left < 1_000_000);
});

test("HEAD of a slice has X-Series-Total, X-Has-More and X-Next-Offset [price.values]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const path = "/api/v1/data?dataset=prices&limit=1";
  const {json} = await api.get(path);
  const {headers} = await api.ask("HEAD", path);
  assert.equal(headers["x-series-total"], String(json.series_total));
  assert.equal(headers["x-has-more"], String(json.has_more));
  assert.equal(headers["x-next-offset"], String(json.next_offset));
});

test("a refusal by SLICE_TOO_BIG or by the quota names the number of values, for HEAD too [price.values]", async (t) => {
  const api = await openWith(t, [PRICES, daily([40_000, 20_001])]);
  const token = await api.createToken("free");
  await spend(api, token, 1_000_000);
  const headers = {authorization: `Bearer ${token}`};
  for (const method of ["HEAD", "GET"]) {
    const big = await api.ask(method, "/api/v1/data?dataset=daily");
    assert.deepEqual([big.status, big.headers["x-values"]], [400, "60001"]);
    const spent = await api.ask(method, "/api/v1/data?dataset=prices&limit=1", headers);
    const {headers: free} = await api.ask("HEAD", "/api/v1/data?dataset=prices&limit=1");
    assert.deepEqual([spent.status, spent.headers["x-values"]], [429, free["x-values"]]);
  }
});

test("the hint of SLICE_TOO_BIG ends with an address that works [price.hint]", async (t) => {
  const api = await openWith(t, [daily([40_000, 20_001, 60_005])]);
  for (const query of [
    "dataset=daily&labels=1",
    "dataset=daily&offset=2&format=csv",
    "dataset=daily&offset=2&limit=1",
  ]) {
    const {json} = await api.get(`/api/v1/data?${query}`);
    const [address] = /\/api\/v1\/data\?\S+$/.exec(json.error.hint)!;
    const served = await api.get(address);
    assert.equal(served.status, 200, address);
    assert.ok(Number(served.headers["x-values"]) > 30_000, address);
  }
});

test("/api/limits lists the limits of the parameters and the refusals, and /plans shows the same [price.limits]", async (t) => {
  const api = await openWith(t, [daily([40_000, 20_001])]);
  const {limits} = (await api.get("/api/limits", {authorization: ""})).json;
  assert.deepEqual(limits.slice_values, {default: null, maximum: 60_000});
  assert.match((await api.get("/api/v1/data?dataset=daily")).json.error.message, /at most 60000$/);
  const key = (await api.get("/api/v1/data?dataset=daily&end=1900-01")).json.series[0].series_key;
  for (const [name, path] of [
    ["slice_series", "/api/v1/data?dataset=daily&"],
    ["found_series", "/api/v1/series/search?q=x&"],
    ["found_concepts", "/api/v1/concepts/search?q=x&"],
    ["observations", `/api/v1/series/${key}/observations?`],
    ["update_rows", "/api/v1/updates?"],
    ["change_items", "/api/v1/changes?"],
    ["calendar_rows", "/api/v1/calendar?"],
  ] as const) {
    const {maximum} = limits[name];
    const most = await api.get(`${path}limit=${maximum + 1}`);
    assert.deepEqual([most.status, most.json.detail[0].type], [422, "less_than_equal"], name);
    assert.match(most.json.detail[0].msg, new RegExp(`\\b${maximum}$`));
    assert.notEqual((await api.get(`${path}limit=${maximum}`)).status, 422, name);
  }
  const preview = limits.odata_preview_rows.maximum;
  assert.equal((await api.get(`/api/v1/odata/observations?$top=${preview}`)).json.value.length, preview);
  assert.equal((await api.get(`/api/v1/odata/observations?$top=${preview + 1}`)).status, 400);
});

test("X-RateLimit-Reset-Minute gives the seconds to the end of the window, X-Quota-Reset the first of next month [price.resets]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  api.clock.now = new Date("2026-12-31T23:59:00Z");
  const first = await api.get("/api/v1/reference/units", headers);
  assert.equal(first.headers["x-ratelimit-reset-minute"], "60");
  assert.equal(first.headers["x-quota-reset"], "2027-01-01");
  api.clock.now = new Date("2026-12-31T23:59:59.500Z");
  const second = await api.get("/api/v1/data?dataset=prices", headers);
  assert.equal(second.headers["x-ratelimit-reset-minute"], "1");
  api.clock.now = new Date("2027-01-01T00:00:00Z");
  assert.equal((await api.get("/api/v1/reference/units", headers)).headers["x-quota-reset"], "2027-02-01");
  const academic = await api.get("/api/v1/reference/units", {
    authorization: `Bearer ${await api.createToken("academic")}`,
  });
  assert.equal(academic.headers["x-quota-reset"], undefined);
});
