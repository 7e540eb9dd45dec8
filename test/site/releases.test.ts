// The card of a release on the site, its picture and the feed of releases, over releases that revise and withdraw.
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {dropDataset} from "../../src/load/withdrawal.ts";
import {createApi} from "../api/client.ts";
import {loadTidy, MOSCOW} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en", host: "ryad.example"};
const RU = {"accept-language": "ru", host: "ryad.example"};

const row = (geo: string, period: string, value: string) => `x,${geo},PCT,${period},${value}`;
const RELEASES = [
  {
    published_at: "2026-03-10",
    rows: [row("643", "2025-01", "90.5"), row("643", "2026-01", "98.5"), row(MOSCOW, "2026-01", "7")],
  },
  {
    published_at: "2026-04-10",
    loaded_at: "2026-04-11T08:00:00.000Z",
    rows: [
      row("643", "2025-01", "90.5"),
      row("643", "2026-01", "98.8"),
      row("643", "2026-02", "101.25"),
      row(MOSCOW, "2026-01", ""),
    ],
  },
];
const MORE = {
  name: "Цены <b>",
  name_en: "Prices <b>",
  indicators: [{code: "x", label: "Индекс", label_en: "Index"}],
  units: [{code: "PCT", name: "процент"}],
};

async function open(t: TestContext) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const tidy of RELEASES)
    await loadTidy(store, folder, {...tidy, header: "indicator,geo,unit,period,value", dataset: "prices", more: MORE});
  const [api, site] = [await createApi(t, store), await openSite(t, {store})];
  return {store, folder, api, site};
}

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("the page of a release has counts, file and fingerprint, and of each series the value, what the past became and the change on a year, in both languages without a script [releases.page]", async (t) => {
  const {site, api} = await open(t);
  const {json: card} = await api.get("/api/v1/releases/2");
  const key = card.headlines[0].series_key;
  const {status, text} = await site.get("/releases/2", EN);
  const page = plain(text);
  assert.equal(status, 200);
  // the suggestions of the search field alone
  assert.doesNotMatch(page.replace(/<script type="module" src="[^"]*\/suggest\.js">/, ""), /<script/);
  assert.match(page, /Prices &lt;b&gt;/);
  assert.match(page, /<h1>Release of 10 April 2026<\/h1>/);
  assert.ok(page.includes(card.fingerprint.slice("sha256:".length)));
  assert.match(page, /New values<\/dt><dd><strong>1</);
  assert.match(page, /Revised<\/dt><dd><strong>1</);
  assert.match(page, /Withdrawn by its publisher<\/dt><dd><strong>1</);
  assert.match(page, /<strong>101\.25<\/strong><br><span class="quiet unbroken">first print/);
  assert.match(page, /January 2026:<\/span> <span class="unbroken">98\.5 → <strong>98\.8/);
  assert.ok(page.includes(`href="/series/${key}"`));
  assert.ok(page.includes(`href="/series/${key}?period=2026-02-01#evidence"`));
  assert.ok(page.includes(`href="/c/${key}/2026-02-01/2026-04-10"`));
  assert.equal((await site.get(`/c/${key}/2026-02-01/2026-04-10`, EN)).status, 200);
  assert.equal(page.match(/<tbody>.*?<\/tbody>/s)![0].match(/<tr>/g)!.length, card.headlines.length);
  const russian = plain((await site.get("/releases/2", RU)).text);
  assert.match(russian, /<h1>Выпуск 10 апреля 2026 г\.<\/h1>/);
  assert.match(russian, /98,5 → <strong>98,8/);
  const first = plain((await site.get("/releases/1", EN)).text);
  assert.match(first, /\+8\.0 percentage points<br><span class="quiet unbroken">a year before 90\.5/);
  assert.doesNotMatch(first, /Withdrawn by its publisher/);
  // two territories of one indicator
  assert.match(first, /<p class="common">In all rows: Index[^<]* · [^<]*monthly<\/p>/);
  assert.match(first, />Moscow<\/a><\/th>/);
});

test("headlines of a page go on by offset, each series once, and a release that is gone is 404 in words [releases.page releases.refusals]", async (t) => {
  const {store, folder, site} = await open(t);
  const rows = Array.from({length: 120}, (_, at) => `i${String(at).padStart(3, "0")},643,2020,${at}`);
  await loadTidy(store, folder, {dataset: "many", rows});
  const seen: string[] = [];
  let path: string | undefined = "/releases/3";
  for (let pages = 0; path !== undefined; pages++) {
    const {text} = await site.get(path, EN);
    seen.push(...[...text.matchAll(/<th[^>]*><a href="\/series\/(\w+)"/g)].map(([, key]) => key!));
    path = /<a href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    assert.ok(pages < 4);
  }
  assert.equal(seen.length, 120);
  assert.equal(new Set(seen).size, 120);
  assert.match((await site.get("/releases/3?offset=50", EN)).text, />50</);
  assert.equal((await site.get("/releases/3?offset=-1&from_series=x", EN)).status, 200);
  await dropDataset(store, "many", new Date("2026-06-12T11:00:00Z"));
  for (const id of ["3", "0", "999999999", "x", "1e3"]) {
    const {status, text} = await site.get(`/releases/${id}`, EN);
    assert.equal(status, 404, id);
    assert.match(text, /There is no such release/);
  }
  for (const type of ["svg", "png"]) assert.equal((await site.get(`/releases/3.${type}`, EN)).status, 404);
});

test("the picture of a card has the dataset, its first values, source and claim, and is the preview of the page [releases.picture]", async (t) => {
  const {site, api} = await open(t);
  const key = (await api.get("/api/v1/releases/2")).json.headlines[0].series_key;
  const claim = `http://ryad.example/c/${key}/2026-02-01/2026-04-10`;
  const svg = plain((await site.get("/releases/2.svg", EN)).text);
  for (const part of [/>Prices &lt;b&gt;</, /Published 10 April 2026 · New values: 1 · Revised: 1</, />101\.25</])
    assert.match(svg, part);
  assert.match(svg, />January 2026: was 98\.5, is 98\.8</);
  assert.ok(svg.includes(`>${claim}<`));
  assert.doesNotMatch(svg, /<script|<style|style=/);
  const png = await site.get("/releases/2.png", EN);
  assert.equal(png.headers["content-type"], "image/png");
  assert.deepEqual([png.rawPayload.readUInt32BE(16), png.rawPayload.readUInt32BE(20)], [1200, 630]);
  assert.ok(png.rawPayload.includes(claim), "the picture alone leads to its first value");
  const page = (await site.get("/releases/2", EN)).text;
  assert.match(page, /<meta property="og:image" content="http:\/\/ryad\.example\/releases\/2\.png\?lang=en">/);
});

test("the feed of releases has the one that was loaded last first, of a dataset by its full or its short code or of a provider [releases.feed]", async (t) => {
  const {store, folder, site} = await open(t);
  await loadTidy(store, folder, {dataset: "old", provider: "else", published_at: "2001-01-01", rows: ["x,643,2000,1"]});
  const entries = async (query: string) => {
    const {text, headers} = await site.get(`/releases.atom?lang=en&${query}`, EN);
    assert.equal(headers["content-type"], "application/atom+xml; charset=utf-8");
    return [...text.matchAll(/<entry>\n<id>http:\/\/ryad\.example\/releases\/(\d+)<\/id>/g)].map(([, id]) =>
      Number(id),
    );
  };
  assert.equal((await entries(""))[0], 3, "an old release is new in the feed");
  assert.equal((await entries("")).length, 3);
  for (const query of ["dataset=prices", "dataset=showdata/prices", "provider=showdata"])
    assert.deepEqual((await entries(query)).toSorted(), [1, 2], query);
  assert.deepEqual(await entries("dataset=old&provider=else"), [3]);
  const {text} = await site.get("/releases.atom?dataset=prices&lang=en", EN);
  assert.match(text, /<title>Ryad: releases: Prices &lt;b&gt;<\/title>/);
  assert.match(plain(text), /<summary>1 new value; revised 1; withdrawn 1; package-\d+<\/summary>/);
  for (const query of ["dataset=none", "provider=none", "dataset=none/prices"])
    assert.equal((await site.get(`/releases.atom?${query}`, EN)).status, 404, query);
});

test("updates, the page of a dataset and the evidence of a series lead to the card [releases.feed]", async (t) => {
  const {site, api} = await open(t);
  const key = (await api.get("/api/v1/releases/2")).json.headlines[0].series_key;
  const updates = (await site.get("/updates", EN)).text;
  assert.match(updates, /href="\/releases\/2">card of the release/);
  assert.match(updates, /href="\/releases\.atom\?lang=en"/);
  for (const path of ["/datasets/showdata/prices", `/series/${key}`])
    assert.match((await site.get(path, EN)).text, /href="\/releases\/2"/, path);
});
