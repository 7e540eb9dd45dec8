// A search that names several territories, and their comparison in real terms.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder} from "../warehouse.ts";
import {openRegionalWages, REGIONS} from "./regional-wages.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("a search that names several territories shows the series of each, and leads to their comparison, as published and in real terms [site.several-territories]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const keyOf = async (words: string): Promise<string> =>
    /class="row-name" href="\/series\/(\w+)"/.exec(
      (await site.get(`/search?q=${encodeURIComponent(words)}`)).text,
    )![1]!;
  const keys = [await keyOf("заработная плата Москва"), await keyOf("заработная плата Татарстан")];
  for (const words of [
    "заработная плата Москва Татарстан",
    "сравнить заработную плату Москвы и Татарстана",
    "wages Moscow Tatarstan",
  ]) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    const shown = [...text.matchAll(/class="row-name" href="\/series\/(\w+)"/g)].map(([, key]) => key);
    assert.deepEqual(new Set(shown), new Set(keys), words);
    assert.doesNotMatch(text, /No exact matches/);
    assert.match(text, new RegExp(`<a href="/compare\\?series=${keys.join("%2C")}">Compare in a chart</a>`), words);
  }
  const {text} = await site.get(`/search?q=${encodeURIComponent("wages Tatarstan Moscow")}`, EN);
  const ways = [...text.matchAll(/<a href="(\/compare\?[^"]*)" rel="nofollow">In real terms: ([^<]*)</g)];
  assert.deepEqual(
    ways.map(([, , name]) => name),
    ["consumer prices of each territory", "Consumer prices, Russian Federation"],
  );
  for (const [, path] of ways) {
    const compared = (await site.get(path!.replaceAll("&amp;", "&"), EN)).text;
    assert.equal(compared.split("computed here: in real terms (in prices of June 2026)").length > 2, true);
    assert.match(
      compared,
      /aria-current="true">(?:consumer prices of each territory|Consumer prices, Russian Federation)</,
    );
  }
  const plain = (await site.get(`/compare?series=${keys.join(",")}`, EN)).text;
  assert.match(plain, /In real terms, by the index:<\/span> <a [^>]*>consumer prices of each territory</);
});

test("a search that names more territories than one chart has leads to a comparison of all of them [site.several-territories]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const names = [
    "Москва",
    "Санкт-Петербург",
    "Татарстан",
    "Башкортостан",
    "Томская область",
    "Омская область",
    "Пермский край",
  ];
  const {text} = await site.get(`/search?q=${encodeURIComponent(`fixed assets ${names.join(", ")}`)}`, EN);
  const keys = /href="\/compare\?series=([^"&]*)">Compare in a chart</.exec(text)![1]!.split("%2C");
  assert.equal(keys.length, names.length);
  const compared = await site.get(`/compare?series=${keys.join(",")}`, EN);
  assert.equal(compared.status, 200);
});

test("a search that names one territory, or territories alone, stays as it is [site.several-territories]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  for (const words of ["wages Moscow", "Moscow Tatarstan", "wages", "wages Moscow Atlantis"]) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(words)}`, EN);
    assert.doesNotMatch(text, /Together:/, words);
  }
});

test("the frame, the picture and the citation of a comparison name the operation that all of its values went through [site.compare-derived]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  const found = (await site.get("/search?q=wages+Moscow+Tatarstan", EN)).text;
  const real = /<a href="(\/compare\?[^"]*)" rel="nofollow">In real terms/.exec(found)![1]!.replaceAll("&amp;", "&");
  const page = (await site.get(real, EN)).text;
  const cited = /id="citation" class="citation">([\s\S]*?)<\/p>/.exec(page)![1]!.replace(/<[^>]*>/g, "");
  assert.match(
    cited,
    /^Rosstat; EMISS [^.]*\.ru\). .*: in real terms, computed by Ryad, as known on 20 July 2026\. Ryad\. http:\S+$/,
  );
  const frame = await site.get(real.replace("/compare", "/embed/compare"), EN);
  assert.match(frame.text, /<title>[^<]*: in real terms · Ryad<\/title>/);
  assert.match(frame.text, /<h1>[^<]*: in real terms<\/h1>/);
  assert.match((await site.get(real.replace("/compare", "/compare.svg"), EN)).text, /: in real terms/);
  const plain = /<a href="(\/compare\?[^"]*)">Compare in a chart/.exec(found)![1]!.replaceAll("&amp;", "&");
  assert.doesNotMatch((await site.get(plain.replace("/compare", "/embed/compare"), EN)).text, /in real terms/);
});

test("ten regions are compared in the prices of each, by any dataset with the concept of consumer prices on the month before [site.several-territories]", async (t) => {
  const store = await openRegionalWages(t);
  const regions = REGIONS.slice(0, 10);
  const months = Array.from({length: 12}, (_, at) => `2025-${String(at + 1).padStart(2, "0")}`);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "regional_prices",
    published_at: "2026-07-11",
    header: "indicator,class,measure,geo,freq,period,value,unit",
    rows: regions.flatMap((geo, at) =>
      months.map((month) => `c,all,prev_month,${geo},M,${month},${100 + at / 10},percent`),
    ),
    more: {
      name: "Индексы потребительских цен по регионам",
      indicators: [{code: "c", label: "Индекс потребительских цен", concept: "cpi"}],
      classes: [{code: "all", name: "Все товары и услуги"}],
      units: [{code: "percent", name: "процент", okei: "744", mult: 1}],
    },
  });
  const site = await openSite(t, {store});
  const keyOf = (territory: string): string =>
    seriesKey("rosstat_files", "pay", {
      ...{indicator: "pay", classification: null, measure: null, transformation: null, unit: "rub"},
      ...{frequency: "M", territory},
    });
  const {text} = await site.get(`/compare?series=${regions.map(keyOf).join(",")}`, EN);
  const own = /<a class="button quiet" href="([^"]*)"[^>]*>consumer prices of each territory</.exec(text)![1]!;
  const compared = (await site.get(own.replaceAll("&amp;", "&"), EN)).text;
  assert.match(compared, /aria-current="true">consumer prices of each territory</);
  assert.equal(new Set(own.match(/real%3A\w{16}/g)).size, 10, "each has the index of its own territory");
  assert.doesNotMatch(compared, /would give a wrong number/);
});

test("a search by region leads to all territories of the subject, and one for what is not here names the word that no series has [site.search-nearest]", async (t) => {
  const site = await openSite(t, {store: await openRegionalWages(t)});
  for (const [question, language] of [
    ["зарплата по регионам", "ru"],
    ["wages by region", "en"],
  ] as const) {
    const {text} = await site.get(`/search?q=${encodeURIComponent(question)}&lang=${language}`);
    assert.match(text, /class="notice">[^<]*<a href="\/series\/\w+\/territories/, question);
    const first = /class="row-name"[^>]*>([\s\S]*?)<\/a>/.exec(text)![1]!;
    assert.match(first, /заработная плата/i, question);
  }
  const plain = (await site.get("/search?q=зарплата", {"accept-language": "ru"})).text;
  assert.doesNotMatch(plain, /class="notice">[^<]*<a href="\/series\/\w+\/territories/);
  const lacking = (await site.get("/search?q=зарплата+космонавтов", {"accept-language": "ru"})).text;
  assert.match(lacking, /Нет рядов со словом <strong>космонавтов<\/strong>/);
});
