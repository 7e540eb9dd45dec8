// Evidence down to the cell: asked of the api, over packages and over publishers' own files.
import assert from "node:assert/strict";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {test} from "../../src/load/input/publisher-test.fixture.ts";
import {needs} from "../../src/load/input/shared-file.fixture.ts";
import {loadPath} from "../../src/load/run.ts";
import {SHARED_DATA, temporaryStore} from "../warehouse.ts";
import {type Api, createApi, spend} from "./client.ts";
import {ALTAI, MOSCOW, openWith} from "./packages.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

async function keyOf(api: Api, slice: string): Promise<string> {
  const {json} = await api.get(`/api/v1/data?${slice}`);
  return json.series[0].series_key;
}

/** An api over a store that holds publishers' files. */
async function openFiles(t: TestContext, ...paths: readonly string[]): Promise<Api> {
  const {store} = await temporaryStore(t);
  for (const path of paths) await loadPath(store, join(SHARED_DATA, path), NO_HINTS);
  return await createApi(t, store);
}

const REVISED = [
  {published_at: "2026-02-10", rows: [`x,${MOSCOW},2026-01,1`, `x,${ALTAI},2026-01,1`]},
  {published_at: "2026-03-10", rows: [`x,${ALTAI},2026-01,5`, `x,${MOSCOW},2026-01,"1,5"`, `x,${MOSCOW},2026-02,2`]},
  {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,1.50`, `x,${MOSCOW},2026-02,2.25`]},
];

test("with period, only the releases that set its value are listed, newest first, each with its cell, text, steps and value; with as_of, those known by then [evidence.period evidence.locator]", async (t) => {
  const api = await openWith(t, REVISED);
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  const plain = (await api.get(`/api/v1/series/${key}/evidence`)).json.releases;
  const ask = async (query: string) => (await api.get(`/api/v1/series/${key}/evidence?${query}`)).json.releases;
  const {value, locator, raw, steps, parser_now, reproduced, problem, ...own} = (await ask("period=2026-01-01"))[0];
  assert.deepEqual(own, plain[1]);
  assert.deepEqual(
    {value, locator, raw, steps, parser_now, reproduced, problem},
    {
      value: 1.5,
      locator: {file: "observations.csv", line: 3, column: 4},
      raw: "1,5",
      steps: [],
      parser_now: "tidy@4",
      reproduced: true,
      problem: null,
    },
  );
  const shown = async (query: string) =>
    (await ask(query)).map((one: {published_at: string; value: number; locator: {line: number}}) => [
      one.published_at,
      one.value,
      one.locator.line,
    ]);
  assert.deepEqual(await shown("period=2026-01-01"), [
    ["2026-03-10", 1.5, 3],
    ["2026-02-10", 1, 2],
  ]);
  assert.deepEqual(await shown("period=2026-02-01&as_of=latest"), [
    ["2026-04-10", 2.25, 3],
    ["2026-03-10", 2, 4],
  ]);
  assert.deepEqual(await shown("period=2026-01-01&as_of=2026-03-09"), [["2026-02-10", 1, 2]]);
  assert.deepEqual(await shown("period=2026-01-01&as_of=2026-02-09"), []);
});

test("period must be the first day of a period with a value, and as_of requires period [evidence.period]", async (t) => {
  const api = await openWith(t, REVISED);
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  const ask = async (query: string) => await api.get(`/api/v1/series/${key}/evidence?${query}`);
  for (const [query, name, type] of [
    ["period=2026-01", "period", "date_parsing"],
    ["period=2026-02-30", "period", "date_parsing"],
    ["period=latest", "period", "date_parsing"],
    ["period=2026-01-01&period=2026-02-01", "period", "value_error"],
    ["period=2026-01-01&as_of=all", "as_of", "date_parsing"],
    ["as_of=2026-02-10", "as_of", "value_error"],
  ] as const) {
    const {status, json} = await ask(query);
    assert.equal(status, 422, query);
    assert.deepEqual([json.detail[0].loc, json.detail[0].type], [["query", name], type], query);
  }
  for (const day of ["2026-03-01", "2026-01-02", "1700-01-01", "2199-12-31"]) {
    const {status, json} = await ask(`period=${day}`);
    assert.equal(status, 404, day);
    assert.equal(json.error.code, "NOT_FOUND");
    assert.match(json.error.hint, /they reach from 2026-01-01 to 2026-02-01/);
  }
  assert.equal((await api.get("/api/v1/series/0000000000000000/evidence?period=2026-01-01")).status, 404);
  assert.deepEqual((await ask("period=")).json, (await ask("")).json);
});

test("the cell of a value charges one value, and none for HEAD, for a 304, before anything was known, or beyond the quota [evidence.free]", async (t) => {
  const api = await openWith(t, REVISED);
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  const path = `/api/v1/series/${key}/evidence`;
  const authorization = `Bearer ${await api.createToken("free")}`;
  await spend(api, authorization.slice(7), 999_998);
  const cell = `${path}?period=2026-01-01`;
  const left = async (method: string, address: string, headers: Record<string, string> = {}) => {
    const answer = await api.ask(method, address, {authorization, ...headers});
    return [answer.status, answer.headers["x-quota-values-remaining"]];
  };
  assert.deepEqual(await left("HEAD", cell), [200, "2"]);
  assert.deepEqual(await left("GET", path), [200, "2"]);
  assert.deepEqual(await left("GET", `${cell}&as_of=2026-02-09`), [200, "2"], "it shows no value");
  assert.deepEqual(await left("GET", `${path}?period=1700-01-01`), [404, "2"]);
  assert.deepEqual(await left("GET", cell), [200, "1"]);
  const etag = (await api.get(cell)).headers["etag"]!;
  assert.deepEqual(await left("GET", cell, {"if-none-match": etag}), [304, "1"]);
  assert.deepEqual(await left("GET", cell, {"if-none-match": "*"}), [304, "1"]);
  assert.deepEqual(await left("GET", `${path}?period=2026-02-01`), [200, "0"], "one value, however many estimates");
  assert.deepEqual(await left("GET", cell), [429, "0"]);
  assert.deepEqual(await left("HEAD", cell), [429, "0"]);
  assert.deepEqual(await left("GET", path), [200, "0"]);
  assert.deepEqual(await left("GET", cell, {"if-none-match": etag}), [304, "0"]);
});

test("the cell of a value answers HEAD and 304, and another period is another answer [evidence.period]", async (t) => {
  const api = await openWith(t, REVISED);
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  const path = `/api/v1/series/${key}/evidence`;
  const one = await api.get(`${path}?period=2026-01-01`);
  assert.equal(one.status, 200);
  assert.equal(one.headers["cache-control"], "no-cache");
  assert.equal((await api.ask("HEAD", `${path}?period=2026-01-01`)).headers["etag"], one.headers["etag"]);
  const again = await api.get(`${path}?as_of=&period=2026-01-01&as_of=latest`, {"if-none-match": one.headers["etag"]!});
  assert.equal(again.status, 304);
  const others = ["", "?period=2026-02-01", "?period=2026-01-01&as_of=2026-03-10"];
  const tags = await Promise.all(others.map(async (query) => (await api.get(path + query)).headers["etag"]));
  assert.equal(new Set([one.headers["etag"], ...tags]).size, 4);
});

async function change(api: Api, part: "statistics" | "sources", sql: string): Promise<void> {
  await api.store[part].write(function* () {
    yield {sql, parameters: []};
  });
}

/** Requests a value that cannot be reproduced, and returns the members that say why. */
async function teller(api: Api): Promise<() => Promise<unknown[]>> {
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  return async () => {
    const {json, headers} = await api.get(`/api/v1/series/${key}/evidence?period=2026-01-01`);
    assert.deepEqual([headers["etag"], headers["cache-control"]], [undefined, "no-store"]);
    const {value, locator, raw, steps, parser_now, reproduced, problem} = json.releases[0];
    return [value, locator, raw, steps, parser_now, reproduced, problem];
  };
}

test("changed bytes in the archive reproduce nothing, and the answer is not cached [evidence.reproduced]", async (t) => {
  const api = await openWith(t, REVISED);
  const told = await teller(api);
  await change(api, "sources", "update source_chunk set bytes = x'00'");
  assert.match(String((await told())[6]), /is damaged: chunk 0 can't be unpacked/);
  await change(api, "sources", "delete from source_chunk");
  assert.match(String((await told())[6]), /lacks chunk 0 in the archive/);
});

test("another version of the parser with the same value is named; a parser that is gone, or finds other files, reproduces nothing [evidence.reproduced]", async (t) => {
  const api = await openWith(t, REVISED);
  const told = await teller(api);
  await change(api, "statistics", "update release set parser = 'tidy@0'");
  const {json} = await api.get(
    `/api/v1/series/${await keyOf(api, `dataset=demo&geo=${MOSCOW}`)}/evidence?period=2026-01-01`,
  );
  assert.deepEqual(
    json.releases.map((one: Record<string, unknown>) => [one["parser"], one["parser_now"], one["reproduced"]]),
    [
      ["tidy@0", "tidy@4", true],
      ["tidy@0", "tidy@4", true],
    ],
  );
  await change(api, "statistics", "update release set parser = 'gone@3'");
  const gone = "the release was read by gone@3, which this program does not have";
  assert.deepEqual(await told(), [1.5, null, null, [], null, false, gone]);
  await change(api, "statistics", "update release set parser = 'tidy@4'");
  const seen = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  await change(api, "statistics", "update dataset set code = 'other'");
  const {json: other} = await api.get(`/api/v1/series/${seen}/evidence?period=2026-01-01`);
  assert.deepEqual([other.releases[0].value, other.releases[0].reproduced], [1.5, false]);
  assert.match(other.releases[0].problem, /another dataset or day/);
});

test("too many waiting clients get Retry-After, and a client that disconnects frees its place [evidence.bounded]", async (t) => {
  const api = await openWith(t, REVISED, {failing: true, desk: {waiting: 2}});
  const key = await keyOf(api, `dataset=demo&geo=${MOSCOW}`);
  const path = `/api/v1/series/${key}/evidence?period=2026-01-01`;
  const answers = await Promise.all(Array.from({length: 12}, () => api.get(path)));
  const counts = Map.groupBy(answers, ({status}) => status);
  assert.deepEqual([counts.get(200)?.length, counts.get(500)?.length], [3, 9]);
  const {headers, json} = counts.get(500)![0]!;
  assert.deepEqual([json.error.code, headers["retry-after"], headers["etag"]], ["INTERNAL", "10", undefined]);
  assert.equal((await api.get(path)).status, 200);
});

const CPI = "rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx";
test("FIX-rosstat-01: the cell with the text 102,972) is shown with its text, its steps and 102.97 [evidence.locator evidence.steps]", {
  skip: needs(CPI),
}, async (t) => {
  const api = await openFiles(t, CPI);
  const {json} = await api.get("/api/v1/data?dataset=cpi_monthly&geo=country&start=2026-03&end=2026-03");
  const found: object[] = [];
  for (const {series_key} of json.series) {
    const {releases} = (await api.get(`/api/v1/series/${series_key}/evidence?period=2026-03-01`)).json;
    if (releases[0]?.raw === "102,972)") found.push(releases[0]);
  }
  assert.equal(found.length, 1);
  const {value, raw, steps, reproduced, locator} = found[0] as Record<string, unknown>;
  assert.deepEqual([value, raw, reproduced], [102.97, "102,972)", true]);
  assert.deepEqual(locator, {file: "ipc_mes_2026-03.xlsx", sheet: "01", cell: "AK19"});
  assert.deepEqual(steps, ["a superscript dropped", "read from text", "of март 2026, as footnote 2) says"]);
});
