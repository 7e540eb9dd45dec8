// JSON-stat: the values of a slice as a cube.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import {temporaryFolder} from "../warehouse.ts";
import {COUNTRY, daily, MOSCOW, openWith, PRICES} from "./packages.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

/** "code/code/…/period value" of each cell that has one. */
function cellsOf({id, size, dimension, value}: Json): string[] {
  return Object.entries<number | null>(value).flatMap(([cell, one]) => {
    if (one === null) return [];
    let rest = Number(cell);
    const codes = id.toReversed().map((name: string, at: number) => {
      const count = size.at(-1 - at);
      const code = dimension[name].category.index[rest % count];
      rest = Math.floor(rest / count);
      return code;
    });
    return [`${codes.reverse().join("/")} ${one}`];
  });
}

function cellsOfSlice({series, observations}: Json, periods: (text: string, freq: string) => string): string[] {
  const byKey = new Map<string, Json>(series.map((one: Json) => [one.series_key, one]));
  return observations.map(({series_key, period, value}: Json) => {
    const {classification, indicator, measure, unit, freq, geo} = byKey.get(series_key);
    return `${[classification, indicator, measure, unit, freq, geo, periods(period, freq)].join("/")} ${value}`;
  });
}

const written = (text: string, freq: string): string => (freq === "Q" ? "2026-Q1" : text.slice(0, 7));

test("the cube has exactly the values of the slice, by codes and periods [jsonstat.values]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const query of ["geo=all&limit=300", "class=02", "geo=all&limit=3&offset=2&start=2026-02", "geo=all&last=1"]) {
    const {json} = await api.get(`/api/v1/jsonstat?dataset=prices&${query}`);
    const {json: slice} = await api.get(`/api/v1/data?dataset=prices&${query}`);
    assert.deepEqual(cellsOf(json).sort(), cellsOfSlice(slice, written).sort(), query);
    assert.equal(json.extension.series_total, slice.series_total);
  }
});

test("a page has its labels, roles, headers and tag, and an unknown dataset or a page too large is refused as in the slice [jsonstat.shape]", async (t) => {
  const api = await openWith(t, [PRICES, daily([60_001])]);
  const path = `/api/v1/jsonstat?dataset=prices&geo=${MOSCOW},${COUNTRY}&class=02`;
  const {json, headers} = await api.get(path);
  assert.deepEqual(json.role, {metric: ["indicator"], geo: ["geo"], time: ["time"]});
  assert.deepEqual(json.dimension.geo.category, {
    index: [COUNTRY, MOSCOW],
    label: {[COUNTRY]: "Российская Федерация", [MOSCOW]: "г. Москва"},
  });
  assert.deepEqual(json.dimension.unit.category.label, {PCT: "процент"});
  assert.ok(Array.isArray(json.value));
  assert.equal(headers["x-values"], "8");
  assert.equal((await api.get(path, {"if-none-match": headers["etag"]!})).status, 304);
  assert.match((await api.get(`${path}&limit=1`)).headers["link"] ?? "", /jsonstat\?.*offset=1>; rel="next"/);
  assert.equal((await api.get("/api/v1/jsonstat?dataset=none")).status, 404);
  assert.equal((await api.get("/api/v1/jsonstat")).status, 422);
  const big = await api.get("/api/v1/jsonstat?dataset=daily&geo=all");
  assert.deepEqual([big.status, big.json.error.code], [400, "SLICE_TOO_BIG"]);
  assert.match(big.json.error.hint, /\/api\/v1\/jsonstat\?/);
});

test("the dimensions of a dataset have every code of its series once, with labels, and cost nothing [jsonstat.dimensions]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const path = "/api/v1/jsonstat/dimensions?dataset=prices";
  const {json, headers} = await api.get(path);
  const {json: cube} = await api.get("/api/v1/jsonstat?dataset=prices&geo=all&limit=300");
  assert.deepEqual([json.id, json.role, json.value], [cube.id, cube.role, {}]);
  for (const [at, name] of json.id.entries()) {
    const {index, label} = json.dimension[name].category;
    assert.equal(index.length, json.size[at]);
    assert.deepEqual(index.toSorted(), cube.dimension[name].category.index.toSorted(), name);
    for (const code of index) assert.equal(label[code], cube.dimension[name].category.label[code]);
  }
  assert.equal(headers["x-values"], undefined);
  assert.equal((await api.get(path, {"if-none-match": headers["etag"]!})).status, 304);
  const english = (await api.get(`${path}&lang=en`)).json;
  assert.equal(english.dimension.geo.category.label[MOSCOW], "Moscow");
  assert.equal((await api.get("/api/v1/jsonstat/dimensions")).json.error.code, "DATASET_REQUIRED");
  assert.equal((await api.get("/api/v1/jsonstat/dimensions?dataset=all")).status, 422);
  assert.equal((await api.get("/api/v1/jsonstat/dimensions?dataset=none")).status, 404);
});

test("what is written is read back by the reader of this program with the same values [jsonstat.read-back]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const query = "geo=all&limit=300&freq=M";
  const {text} = await api.get(`/api/v1/jsonstat?dataset=prices&${query}`);
  const folder = await temporaryFolder(t);
  const path = join(folder, "prices.json");
  await writeFile(path, text);
  const hints = {provider: "other", dataset: "back", publishedAt: null};
  await loadPath(api.store, path, hints, PLAIN_EFFECTS);
  const values = async (dataset: string) =>
    (await api.get(`/api/v1/data?dataset=${dataset}&${query}`)).json.observations
      .map(({period, value}: Json) => `${period} ${value}`)
      .sort();
  assert.deepEqual(await values("back"), await values("prices"));
});
