// Territories of other countries: no map of Russia, no name of a Russian territory, and their own pages.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const HEADER = "indicator;geo;period;value";
/** States of Mexico by codes of two digits, as subjects of Russia and states of the United States have. */
const STATES = ["01", "02", "04", "05", "06", "08", "09", "10", "11", "12", "13", "15", "16"];

const keyOf = (provider: string, dataset: string, territory: string): string =>
  seriesKey(provider, dataset, {
    indicator: "x",
    classification: null,
    measure: null,
    transformation: null,
    unit: null,
    frequency: "A",
    territory,
  });

async function openWorld(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  await loadTidy(store, folder, {dataset: "russia", header: HEADER, rows: ["x;643;2025;1", "x;040;2025;3"]});
  await loadTidy(store, folder, {
    provider: "inegi",
    dataset: "cpi",
    header: HEADER,
    rows: [...STATES.map((code, index) => `x;${code};2025;${index}`), "x;MX;2025;5"],
    more: {
      country: "MX",
      geo: [
        {code: "MX", name: "Mexico", level: "country"},
        ...STATES.map((code) => ({code, name: `State ${code}`, level: "region", parent: "MX"})),
      ],
    },
  });
  await loadTidy(store, folder, {
    provider: "un",
    dataset: "world",
    header: HEADER,
    rows: ["x;040;2025;10", "x;036;2025;20", "x;9;2025;30"],
    more: {
      country: "none",
      geo: [
        {code: "040", name: "Austria", level: "country"},
        {code: "036", name: "Australia", level: "country"},
        {code: "9", name: "Vienna", level: "region", parent: "040"},
      ],
    },
  });
  return await openSite(t, {store});
}

test("regions and countries of another list are ranked, and no map of Russia is drawn of them [site.countries]", async (t) => {
  const site = await openWorld(t);
  const states = await site.get(`/series/${keyOf("inegi", "cpi", "01")}/territories`, EN);
  assert.equal(states.status, 200);
  for (const code of STATES) assert.match(states.text, new RegExp(`>State ${code}</a>`));
  assert.doesNotMatch(states.text, /tile-map|lang="ru">State/);
  const countries = await site.get(`/series/${keyOf("un", "world", "040")}/territories?level=country`, EN);
  assert.match(countries.text, />Austria<\/a>/);
  assert.match(countries.text, />Australia<\/a>/);
  assert.doesNotMatch(countries.text, /Southern Federal District|Южный/);
});

test("a code of two lists has the page of the built-in territory, and series of the other one do not count there [site.countries]", async (t) => {
  const site = await openWorld(t);
  for (const code of ["040", "RU-140"]) {
    const {text} = await site.get(`/territories/${code}`, EN);
    assert.match(text, /Southern Federal District/);
    assert.match(text, /<p class="lead">1 series<\/p>/);
    assert.doesNotMatch(text, /Austria/);
  }
  const series = await site.get(`/series/${keyOf("un", "world", "040")}`, EN);
  assert.match(series.text, /Austria/);
  assert.doesNotMatch(series.text, /href="\/territories\/040"|Southern/);
  assert.match(
    (await site.get(`/series/${keyOf("showdata", "russia", "040")}`, EN)).text,
    /href="\/territories\/040">Southern Federal District</,
  );
});

test("the page of another country's territory names it, its codes and what it is a part of [site.countries]", async (t) => {
  const site = await openWorld(t);
  const mexico = (await site.get("/territories/MX", EN)).text;
  assert.match(mexico, /<h1 lang="en"[^>]*>Mexico</);
  const first = (await site.get("/territories/01", EN)).text;
  assert.match(first, /State 01/);
  assert.match(first, /<a href="\/territories\/MX">Mexico<\/a>/);
  const vienna = (await site.get("/territories/9", EN)).text;
  assert.match(vienna, /part of Austria</);
  assert.doesNotMatch(vienna, /Southern/);
  const australia = (await site.get("/territories/036", EN)).text;
  assert.match(australia, /Australia/);
  assert.equal((await site.get("/territories/RU-136", EN)).status, 404);
});
