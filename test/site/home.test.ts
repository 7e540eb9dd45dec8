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
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

const DAY = {now: new Date("2026-04-15T12:00:00Z")};

/** The text of one tile, without marks. */
function tileOf(text: string, name: string): string {
  const tile = text.split('<li class="figure').find((part) => part.includes(`>${name}</a>`));
  assert.ok(tile !== undefined, name);
  return tile
    .slice(tile.indexOf(">") + 1, tile.indexOf("</li>"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("tiles show the last value of a listed series, its period, unit and changes, the first and last period of its line, and the next release; those of datasets that have ended come last [site.tiles site.home]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), ...DAY});
  const {text} = await site.get("/", EN);
  assert.equal(
    tileOf(text, "Inflation"),
    "Inflation 5.9 % March 2026, growth on the year, computed here March 2021 – March 2026 vs growth a month before −0.05 p.p. vs growth a year before −4.47 p.p. next release 15 May 2026",
  );
  assert.equal(
    tileOf(text, "Key rate"),
    "Key rate 15.5 % 13 Mar 2026 9 Jan 2024 – 13 Mar 2026 on the year −5.5 p.p. archival",
  );
  assert.equal(
    tileOf(text, "GDP"),
    "GDP +1.8 % Q2 2018, against the same period a year earlier, index 101.8 Q2 2013 – Q2 2018 vs growth a quarter before +0.5 p.p. vs growth a year before −0.7 p.p. archival",
  );
  assert.match(tileOf(text, "Retail sales"), /^Retail sales \+2 % March 2018, .*, index 102 .*revised/);
  const [, computed] = /<h3><a href="([^"]*)">Inflation/.exec(text)!;
  const own = (await site.get(computed!.replaceAll("&amp;", "&"), EN)).text;
  assert.match(own, /<h1 [^\n]*change on the year, %, computed here<\/span><\/h1>/);
  assert.doesNotMatch(text, /Wages|Industrial production/, "no series fills these");
  const names = [...text.matchAll(/<h3><a[^>]*>([^<]*)<\/a><\/h3>/g)].map(([, name]) => name);
  assert.deepEqual(names, ["Inflation", "Key rate", "GDP", "Unemployment", "Retail sales", "Housing price per sq m"]);
  assert.ok(Buffer.byteLength(text) < 80_000);
});

test("a computed number has the same digits on its tile, on its own page and in a comparison, in headline, box and table [site.few-digits]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), ...DAY});
  const {text} = await site.get("/", EN);
  assert.match(tileOf(text, "Inflation"), /^Inflation 5\.9 % March 2026/);
  const [, path, derive] = /<h3><a href="\/series\/(\w+)\/derived\?derive=([^"&]*)">Inflation/.exec(text)!;
  const own = (await site.get(`/series/${path}/derived?derive=${derive}`, EN)).text;
  const shown = /<data value="5\.8708[^"]*" title="[^"]*">([^<]*)<\/data>/g;
  assert.deepEqual(
    [...own.matchAll(shown)].map(([, digits]) => digits),
    ["5.9", "5.9"],
  );
  const together = (await site.get(`/compare?series=${path}~${derive}`, EN)).text;
  assert.match(together, /: <b>5\.9 \(March 2026\)<\/b>/);
  assert.deepEqual(
    [...together.matchAll(shown)].map(([, digits]) => digits),
    ["5.9"],
  );
});

test("where all tiles are of data that have ended, one line says until when, and no tile repeats it [site.tiles site.ended]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), now: new Date("2026-11-30T12:00:00Z")});
  const {text} = await site.get("/", EN);
  assert.match(
    text.replaceAll("\u00a0", " "),
    /<p class="quiet past-until">The latest release here is dated 19 September 2026; no newer releases are expected\.<\/p>/,
  );
  assert.doesNotMatch(tileOf(text, "Key rate") + tileOf(text, "Inflation"), /archival|no newer/);
  site.clock.now = DAY.now;
  assert.doesNotMatch((await site.get("/", EN)).text, /past-until/);
});

test("the sample says on its pages where its token and the links of its letters are, and no other service does [site.quick-start]", async (t) => {
  const store = await openSampleStore(t);
  for (const isShown of [true, false]) {
    const site = await openSite(t, {store, mail: {way: "outbox", isShown, send: async () => {}, close: () => {}}});
    for (const path of ["/quick-start", "/account/sign-in"])
      assert.equal((await site.get(path, EN)).text.includes("data/sample/token.txt"), isShown, path);
  }
});

test("a tile names the next release on its day, and from the day after on the day on which it was expected [site.tiles site.expected]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), ...DAY});
  for (const [day, end] of [
    ["2026-05-15", "next release 15 May 2026"],
    ["2026-05-16", "release was expected 15 May 2026"],
  ] as const) {
    site.clock.now = new Date(`${day}T12:00:00Z`);
    assert.ok(tileOf((await site.get("/", EN)).text, "Inflation").endsWith(end), day);
  }
});

test("new releases are those published last, one of a dataset, whatever was loaded last [site.home]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const site = await openSite(t, {store, ...DAY});
  const load = async (dataset: string, published_at: string) => {
    const about = {provider: "own", dataset, name: `The ${dataset}`, published_at};
    const rows = [`price;643;M;${published_at.slice(0, 7)};1`];
    const folder = await writePackage(
      join(dataFolder, `${dataset}${published_at}`),
      about,
      "indicator;geo;freq;period;value",
      rows,
    );
    await loadPath(store, folder, NO_HINTS);
  };
  for (const [dataset, day] of [
    ["bread", "2026-03-01"],
    ["bread", "2026-04-01"],
    ["milk", "2026-04-03"],
    ["salt", "2020-01-01"],
  ] as const)
    await load(dataset, day);
  const read = async () => {
    const {text} = await site.get("/", EN);
    const [, list = ""] = /<h2 id="new">[\s\S]*?<ul class="rows">([\s\S]*?)<\/ul>/.exec(text) ?? [];
    return [...list.matchAll(/row-name"[^>]*>([^<]*)</g)].map(([, name]) => name);
  };
  assert.deepEqual(await read(), ["The milk", "The bread", "The salt"]);
  await load("salt", "2026-04-05");
  assert.deepEqual(await read(), ["The salt", "The milk", "The bread"]);
});

test("one line tells how many datasets are up to date, late, ended and archival [site.home site.ended]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-07-15T12:00:00Z")});
  const health = async () => {
    const {text} = await site.get("/", EN);
    assert.doesNotMatch(text, /<b>/);
    return /<p class="health">([\s\S]*?)<\/p>/.exec(text)![1]!.replace(/<[^>]*>/g, "");
  };
  assert.equal(await health(), "Datasets up to date: 0 · no newer values here: 1");
  site.clock.now = new Date("2026-03-20T12:00:00Z");
  assert.equal(await health(), "Datasets up to date: 0 · overdue: 1");
  site.clock.now = new Date("2025-12-20T12:00:00Z");
  assert.equal(await health(), "Datasets up to date: 1");
});

test("site.yaml's tiles replace those of the country, in their order; a series has its own title or the given name [site.tiles-chosen]", async (t) => {
  const store = await openSampleStore(t);
  const tiles = [
    {series: "pfavkf8enjk1cnp3", names: {ru: "Торговля", en: "Shops"}},
    {tile: "key-rate"},
    {series: "ycowe7zbqp9rhk93", names: null},
  ];
  const site = await openSite(t, {store, ...DAY, settings: {tiles} as object});
  const {text} = await site.get("/", EN);
  const names = [...text.matchAll(/<h3><a[^>]*>([^<]*)<\/a><\/h3>/g)].map(([, name]) => name);
  assert.deepEqual(names, ["Shops", "Key rate", "Gross domestic product, Russian Federation"]);
});

test("a dataset that has ended is grey without months and folded; one that is late is orange with its months [site.ended]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-07-15T12:00:00Z")});
  const ended = await site.get("/datasets", EN);
  assert.match(
    ended.text,
    /<details class="stopped" open>\s*<summary>No newer values here, or archival: 1 dataset<\/summary>/,
  );
  assert.match(ended.text, /<span class="badge ended">no newer values here<\/span>/);
  site.clock.now = new Date("2026-05-15T12:00:00Z");
  const late = await site.get("/datasets", EN);
  assert.doesNotMatch(late.text, /<details/);
  assert.match(late.text, /<span class="badge overdue">overdue by 3 months<\/span>/);
});

test("topics are listed with their numbers of datasets, and lead to these [site.topics]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), ...DAY});
  const plain = (text: string) => text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
  assert.match(plain((await site.get("/", EN)).text), /Prices and inflation 4 Money, rates and exchange 2/);
  const tree = await site.get("/topics", EN);
  assert.match(plain(tree.text), /Labour and incomes 1 Unemployment 1 Unemployment rate \(ILO methodology\)/);
  const prices = await site.get("/datasets?topic=prices", EN);
  assert.match(plain(prices.text), /Prices and inflation 4 datasets/);
  assert.equal((await site.get("/datasets?topic=none", EN)).status, 404);
  const empty = await (await openSite(t)).get("/topics", EN);
  assert.match(empty.text, /Nothing is loaded yet/);
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

test("a press anywhere on a tile opens its figure, and its words keep their own hints [site.tiles]", {
  skip: NEEDS_CHROMIUM,
}, async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t), ...DAY});
  const address = await site.server.listen({port: 0, host: "127.0.0.1"});
  const page = await (await openBrowser(t)).newPage({locale: "en-GB"});
  await page.goto(address);
  const tile = page.locator(".figure").filter({hasText: "Key rate"}).first();
  const path = await tile.locator("h3 a").getAttribute("href");
  const box = (await tile.boundingBox())!;
  await page.mouse.click(box.x + box.width - 8, box.y + box.height - 8);
  await page.waitForURL(`**${path}`);
});
