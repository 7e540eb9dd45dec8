// The home page of a store with some datasets, and with none.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../../src/load/run.ts";
import {NO_HINTS} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {NEEDS_CHROMIUM, openBrowser} from "../chromium.ts";
import {temporaryStore, writePackage} from "../warehouse.ts";
import {judge, openEyes} from "./judge.ts";
import {openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the home page shows loads with their new and revised values, and overdue datasets [site.home]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-07-15T12:00:00Z")});
  const {text} = await site.get("/", EN);
  assert.match(text, /up to November 2025 · new values: 89 · revised: 33/);
  assert.match(text, /overdue by 5 months/);
  assert.doesNotMatch(text, /<b>/);
  const empty = await (await openSite(t)).get("/", EN);
  assert.match(empty.text, /Nothing is loaded yet/);
  assert.match(empty.text, /Everything is on time/);
});

test("an empty server leads to recipes, the desk and commands; after the first load its page shows the first figures [site.first-run]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const site = await openSite(t, {store});
  const empty = await site.get("/", EN);
  for (const words of ["ryad source add cbr-daily-rates", 'href="/desk/load"', "ryad load FILE", 'href="/adding-data"'])
    assert.ok(empty.text.includes(words), words);
  const about = {provider: "own", dataset: "bread", name: "Bread", published_at: "2026-04-01"};
  const rows = ["price;643;A;2024;61.5", "price;643;A;2025;62.75"];
  const folder = await writePackage(join(dataFolder, "bread"), about, "indicator;geo;freq;period;value", rows);
  await loadPath(store, folder, NO_HINTS);
  const first = await site.get("/", EN);
  assert.match(first.text, /First figures: <a href="\/datasets\/own\/bread">Bread<\/a>/);
  assert.match(first.text, />62\.75</);
  assert.doesNotMatch(first.text, /ryad source add/);
});

test("axe finds no fault on the page of an empty server, and it is not wider than a phone [site.accessible site.narrow]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const origin = await (await openSite(t)).server.listen({port: 0, host: "127.0.0.1"});
  const context = await openEyes(await openBrowser(t), {locale: "ru-RU"});
  const page = await context.newPage();
  await page.goto(origin);
  assert.deepEqual(await judge(page, "/", ["light", "dark"], new Set()), []);
  const shots = process.env["DESK_SHOTS"];
  if (shots !== undefined) await page.screenshot({path: join(shots, "first-run.png"), fullPage: true});
});
