// A second country: a tidy package and a flat file of the United States are loaded, found in English, ranked and mapped.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {Refusal} from "../src/service/refusal.ts";
import {readSettings} from "../src/settings/settings.ts";
import {LABOR_FORCE_DESCRIPTOR, LABOR_FORCE_FILE, NATION_AND_STATES, STATES, UNEMPLOYMENT} from "./american-states.ts";
import {createApi} from "./api/client.ts";
import {loadTidy, openWith} from "./api/packages.ts";
import {openSite} from "./site/site.ts";
import {temporaryFolder, temporaryStore} from "./warehouse.ts";

const RUSSIA = {dataset: "russia", rows: ["x,643,2026,1", "x,45000000000,2026,2"]};

async function openStore(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, RUSSIA);
  await loadTidy(store, folder, UNEMPLOYMENT);
  const [file, descriptor] = [join(folder, "states.csv"), join(folder, "states.json")];
  writeFileSync(file, LABOR_FORCE_FILE);
  writeFileSync(descriptor, LABOR_FORCE_DESCRIPTOR);
  const hints = {provider: null, dataset: null, publishedAt: "2026-05-01"};
  const outcome = await loadPath(store, file, hints, {...PLAIN_EFFECTS, descriptor});
  return {store, outcome};
}

test("a package of the United States needs no list of territories, whether it names states by ISO 3166, FIPS or postal codes [country.us]", async (t) => {
  const rows = ["x,US,2026,1", "x,US-CA,2026,2", "x,36,2026,3", "x,TX,2026,4", "x,11,2026,5", "x,06037,2026,6"];
  const api = await openWith(t, [
    {rows, more: {country: "US", geo: [{code: "06037", name: "Los Angeles", level: "city"}]}},
  ]);
  const {series} = (await api.get("/api/v1/data?dataset=demo&geo=all")).json;
  assert.deepEqual(
    series.map((one: Record<string, string>) => [one["geo"], one["geo_canonical"], one["geo_level"], one["geo_label"]]),
    [
      ["US", "US", "country", "United States"],
      ["11", "US-DC", "region", "District of Columbia"],
      ["36", "US-NY", "region", "New York"],
      ["TX", "US-TX", "region", "Texas"],
      ["US-CA", "US-CA", "region", "California"],
      ["06037", "06037", "city", "Los Angeles"],
    ],
  );
  const listed = (await api.get("/api/v1/reference/geo?level=region")).json.items as Record<string, string>[];
  assert.deepEqual(
    listed
      .filter(({geo_canonical}) => geo_canonical!.startsWith("US-"))
      .map(({code, geo_canonical}) => [code, geo_canonical]),
    [
      ["11", "US-DC"],
      ["36", "US-NY"],
      ["TX", "US-TX"],
      ["US-CA", "US-CA"],
    ],
  );
});

test("a server of the United States lists the territories of its datasets, and the built-in list only beside figures of its country [country.server]", async (t) => {
  const rows = ["x,US,2026,1", "x,US-CA,2026,2", "x,36,2026,3"];
  const american = {rows, dataset: "states", more: {country: "US"}};
  const options = {settings: {country: "us"}};
  const api = await openWith(t, [american], options);
  const listed = async (of: {get: typeof api.get}, level: string) => {
    const {items} = (await of.get(`/api/v1/reference/geo?level=${level}`)).json;
    return (items as {geo_canonical: string}[]).map((one) => one.geo_canonical);
  };
  assert.deepEqual(await listed(api, "country"), ["US"]);
  assert.deepEqual(await listed(api, "region"), ["US-NY", "US-CA"]);
  assert.deepEqual(await listed(api, "district"), []);

  await api.load(RUSSIA);
  const russian = await openWith(t, [american, RUSSIA]);
  for (const level of ["country", "region", "district"])
    assert.deepEqual(await listed(api, level), await listed(russian, level), level);
  assert.ok((await listed(api, "region")).includes("RU-77"));
});

test("a label that contradicts the state of its code is refused, and a full name with a remark is not [country.us]", async (t) => {
  const api = await openWith(t, []);
  const load = (rows: readonly string[]) =>
    api.load({header: "indicator,geo,geo_label,period,value", rows, more: {country: "US"}});
  for (const label of ["Ohio", "West Virginia", "Arkansas"])
    await assert.rejects(load([`x,51,${label},2026,1`]), (error: Error) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, /contradicts the built-in name of 51, which is "Virginia"/);
      return true;
    });
  await load(["x,51,Virginia (statewide),2026,1", "x,VA,VA,2026,1", "x,US,USA,2026,1"]);
});

test("every answer about the United States has its codes and no code of Russia, and geo=RU-00 gives Russia alone [country.us]", async (t) => {
  const {store} = await openStore(t);
  const api = await createApi(t, store);
  const expected = new Set(NATION_AND_STATES.map(({iso}) => iso));
  for (const path of [
    "data?dataset=labor_tests/state_unemployment&geo=all&limit=300",
    "data?dataset=labor_files/labor_force&geo=all&limit=300",
    "data?dataset=labor_tests/state_unemployment&geo=US,US-CA,TX,48&labels=1",
    "data?dataset=labor_tests/state_unemployment&geo=country&format=csv",
    "series/search?q=unemployment%20rate%20Texas",
    "reference/codes?dataset=state_unemployment",
    "reference/methodology?dataset=state_unemployment",
    "concepts/labor_tests-state_unemployment-rate",
    "odata/series?$filter=provider_code%20eq%20'labor_tests'",
  ]) {
    const {status, text} = await api.get(`/api/v1/${path}`);
    assert.equal(status, 200, text);
    assert.doesNotMatch(text, /RU-/, path);
  }
  const openApi = (await api.get("/api/openapi.json")).json;
  const patterns = JSON.stringify(openApi.components).match(/"geo_canonical":\{[^{}]*"pattern"[^{}]*\}/g);
  assert.equal(patterns, null, "a schema says which shape a normalised code has");
  const {series} = (await api.get("/api/v1/data?dataset=labor_tests/state_unemployment&geo=all&limit=300")).json;
  assert.deepEqual(new Set(series.map((one: {geo_canonical: string}) => one.geo_canonical)), expected);
  const found = (await api.get("/api/v1/series/search?geo=RU-00")).json.items as {geo: string; title: string}[];
  assert.deepEqual(
    found.map(({geo}) => geo),
    ["643"],
  );
  assert.equal((await api.get("/api/v1/data?dataset=labor_tests/state_unemployment&geo=RU-00")).status, 404);
});

test("a flat file of states loads with a descriptor of at most 25 lines, by English names of states and months [country.us-descriptor]", async (t) => {
  assert.ok(LABOR_FORCE_DESCRIPTOR.split("\n").length <= 25);
  const {store, outcome} = await openStore(t);
  assert.equal(outcome.newValues, STATES.length * 3 * 2);
  const api = await createApi(t, store);
  const {json} = await api.get("/api/v1/data?dataset=labor_force&geo=US-WY&labels=1");
  assert.deepEqual(
    json.series.map((one: Record<string, string>) => [one["geo"], one["geo_label"], one["unit"], one["freq"]]),
    [
      ["US-WY", "Wyoming", "thousand_persons", "M"],
      ["US-WY", "Wyoming", "percent", "M"],
    ],
  );
  const values = json.observations
    .map(({period, value}: {period: string; value: number}) => `${period} ${value}`)
    .sort();
  assert.deepEqual(values, [
    "2026-01-01 51000",
    "2026-01-01 6.8",
    "2026-02-01 51111",
    "2026-02-01 7.1",
    "2026-03-01 51222",
    "2026-03-01 7.4",
  ]);
});

test("series of states are found in English by the name of the state, its postal code and other words for the indicator [country.us-search]", async (t) => {
  const {store} = await openStore(t);
  const api = await createApi(t, store);
  for (const [question, canonical] of [
    ["unemployment rate Texas", "US-TX"],
    ["jobless rate in New York", "US-NY"],
    ["unemployment CA", "US-CA"],
    ["unemployment rate USA", "US"],
    ["unemployment West Virginia", "US-WV"],
  ] as const) {
    const {items} = (await api.get(`/api/v1/series/search?q=${encodeURIComponent(question)}`)).json;
    assert.equal(items[0]?.geo_canonical, canonical, question);
  }
});

test("states are ranked and drawn on the map of the United States, each as its own tile [country.us-map]", async (t) => {
  const {store} = await openStore(t);
  const api = await createApi(t, store);
  const {items} = (await api.get("/api/v1/series/search?q=unemployment%20Texas&dataset=state_unemployment")).json;
  const site = await openSite(t, {store});
  const {status, text} = await site.get(`/series/${items[0].series_key}/territories`, {"accept-language": "en"});
  assert.equal(status, 200);
  assert.match(text, /class="tile-map"/);
  assert.equal([...text.matchAll(/<g class="tile tile-\d">/g)].length, 51);
  assert.match(text, /<title>CA California: 6\.5<\/title>/);
  assert.match(text, /states/);
  assert.doesNotMatch(text, /RU-|federation|tiles-east/);
  const tiles = new Set(STATES.map(({column, row}) => `${column}/${row}`));
  assert.equal(tiles.size, 51);
  const state = (await site.get("/territories/US-CA", {"accept-language": "en"})).text;
  assert.match(state, /<h1 lang="en"[^>]*>California</);
  assert.match(state, /part of <a href="\/territories\/US">United States<\/a>/);
});

test("RYAD_COUNTRY chooses the examples of searches and the names of levels, and an unknown country is refused [country.server]", async (t) => {
  const {store} = await openStore(t);
  const texts = async (country: string, path: string): Promise<string> => {
    const site = await openSite(t, {store, settings: readSettings({RYAD_COUNTRY: country})});
    return (await site.get(path, {"accept-language": "en"})).text;
  };
  assert.match(await texts("", "/"), /placeholder="inflation, GDP…"/);
  for (const path of ["/", "/search"]) {
    assert.match(await texts("us", path), /placeholder="payrolls, GDP…"/);
    assert.match(await texts("us", path), /q=payroll\+employment|q=payroll%20employment/);
  }
  assert.match(await texts("ru", "/search?q=unemployment"), /<h2>Level<\/h2>\s*<ul>[\s\S]*?>regions</);
  assert.match(await texts("us", "/search?q=unemployment"), /<h2>Level<\/h2>\s*<ul>[\s\S]*?>nation<[\s\S]*?>states</);
  await assert.rejects(texts("xx", "/"), /RYAD_COUNTRY has to be ru or us, not "xx"/);
});
