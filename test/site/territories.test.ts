// Territories side by side: their ranks, their bars, their map.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {nestedNote, ru} from "../../src/country/ru/ru.ts";
import {barBase} from "../../src/site/pages/territories/ranking.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {createApi} from "../api/client.ts";
import {ALTAI, COUNTRY, loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {PROJECT, temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openTerritories, seriesKeyOf} from "./places.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const RU = {"accept-language": "ru"};

test("the ranking of territories has the values of the api's slice for the period, and marks missing ones [site.territories]", async (t) => {
  const store = await openTerritories(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  for (const period of ["2022-01-01", "2024-01-01"]) {
    const {json} = await api.get(`/api/v1/data?dataset=places&geo=region&start=${period}&end=${period}`);
    const expected = json.observations
      .filter((one: {series_key: string}) => one.series_key !== seriesKeyOf(MOSCOW, "y"))
      .map((one: {series_key: string; value: number}) => [one.series_key, one.value])
      .sort((one: [string, number], other: [string, number]) => other[1] - one[1]);
    const page = (await site.get(`/series/${seriesKeyOf(ALTAI)}/territories?period=${period}`, EN)).text;
    const table = page.slice(page.indexOf("<table>"), page.indexOf("</table>"));
    const rows = [
      ...table.matchAll(
        /href="\/series\/(\w+)"[^>]*>[^<]*<\/a>.*?<td class="number"[^>]*>(\d*)<\/td><td class="number"[^>]*>([^<]*)</gs,
      ),
    ];
    assert.deepEqual(
      rows.filter(([, , rank]) => rank !== "").map(([, one, , value]) => [one, Number(value)]),
      expected,
    );
    assert.equal(rows.length, 3);
  }
  const latest = (await site.get(`/series/${seriesKeyOf(COUNTRY)}/territories`, EN)).text;
  assert.match(latest, /<span class="quiet">no value<\/span>/);
  // addresses of assets have digits too
  assert.doesNotMatch(latest, /\b777\b/);
  assert.match(
    latest.replaceAll("<wbr>", ""),
    /api\/v1\/data\?dataset=showdata\/places&amp;unit=PCT&amp;freq=A&amp;geo=region&amp;start=2024-01-01/,
  );
  const low = (await site.get(`/series/${seriesKeyOf(ALTAI)}/territories?sort=low&period=2024-01-01`, EN)).text;
  assert.ok(low.indexOf(`/series/${seriesKeyOf(MOSCOW)}"`) < low.indexOf(`/series/${seriesKeyOf(SAINT_PETERSBURG)}"`));
  for (const path of ["/series/0000000000000000/territories", "/series/x/territories"])
    assert.equal((await site.get(path, EN)).status, 404);
});

test("with more territories than a page shows, each has its rank among all, and a bar in the scale of its page [site.territories site.bar-base]", async (t) => {
  const {store} = await temporaryStore(t);
  const cities = Array.from({length: 420}, (_, index) => ({
    code: `7${String(index + 1).padStart(10, "0")}`,
    name: `Город ${index}`,
    level: "city",
  }));
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "cities",
    header: "indicator,geo,period,value",
    rows: cities.map(({code}, index) => `x,${code},2024,${index + 1}`),
    more: {geo: cities},
  });
  const site = await openSite(t, {store});
  const some = seriesKey("showdata", "cities", {
    ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null, frequency: "A"},
    territory: cities[0]!.code,
  });
  const ranks: string[] = [];
  for (const offset of ["", "&offset=300"]) {
    const {status, text} = await site.get(`/series/${some}/territories?sort=low${offset}`, EN);
    assert.equal(status, 200);
    const table = text.slice(text.indexOf("<table>"), text.indexOf("</table>"));
    assert.match(text, /Bars are scaled to this page/);
    assert.equal(table.match(/class="bar-mark" x="0" width="160"/g)?.length, 1);
    ranks.push(
      ...[...table.matchAll(/Город \d+<\/span><\/a><\/span><\/span><\/th><td class="number">(\d+)</g)].map(
        ([, rank]) => rank!,
      ),
    );
  }
  assert.deepEqual(
    ranks,
    cities.map((_, index) => String(420 - index)),
  );
});

test("any territories of a ranking are marked and compared, and the first ten by a link; of a past day none are [site.territories]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const search = (await site.get("/search?q=население+Казань", RU)).text;
  const city = /href="\/series\/(\w+)"[^>]*>[^\n]*Казань/.exec(search)![1]!;
  const {text} = await site.get(`/series/${city}/territories`, RU);
  const boxes = [
    ...text.matchAll(/<input type="checkbox" name="series" value="(\w+)" aria-label="Сравнить: ([^"]+)">/g),
  ];
  assert.ok(boxes.length > 100);
  const first = boxes.slice(0, 10).map(([, key]) => key);
  assert.ok(text.includes(`<form action="/compare">`));
  assert.ok(text.includes(`href="/compare?series=${first.join("%2C")}" rel="nofollow">Первые 10<`));
  const query = boxes
    .slice(3, 11)
    .map(([, key]) => `series=${key}`)
    .join("&");
  const compared = (await site.get(`/compare?${query}`, RU)).text;
  assert.equal(compared.match(/class="small"/g)?.length, 8);
  const past = (await site.get(`/series/${city}/territories?as_of=2024-01-01`, RU)).text;
  assert.doesNotMatch(past, /type="checkbox"/);
});

test("territories are compared only if there are two or more; the page of a single one says so [site.family]", async (t) => {
  const site = await openSite(t, {store: await openTerritories(t)});
  const [alone, among] = [seriesKeyOf(MOSCOW, "y"), seriesKeyOf(MOSCOW)];
  assert.doesNotMatch((await site.get(`/series/${alone}`, EN)).text, /series\/\w+\/territories"/);
  assert.match((await site.get(`/series/${among}`, EN)).text, /series\/\w+\/territories"/);
  const one = (await site.get(`/series/${alone}/territories`, EN)).text;
  assert.match(one, /published for one territory only/);
  assert.match(one, /<h2>Value<\/h2>.*777/s);
  assert.doesNotMatch(one, /Rank|<select|class="bar-mark"/);
  const level = (await site.get(`/series/${among}/territories?level=country`, EN)).text;
  assert.match(level, /<p class="levels">[\s\S]*aria-current="true"/);
  assert.doesNotMatch(level, /territory only|Rank|id="sort"|class="bar-mark"/);
});

test("the territories of a series are those of its own level; the country, the only one of its level, has the regions; a list of cities names those that are regions [site.family]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const search = (await site.get("/search?q=население+Казань", RU)).text;
  const city = /href="\/series\/(\w+)"[^>]*>[^\n]*Казань/.exec(search)![1]!;
  const chosen = (text: string): string => /<input type="hidden" name="level" value="(\w+)">/.exec(text)![1]!;
  const cities = (await site.get(`/series/${city}/territories`, RU)).text;
  assert.equal(chosen(cities), "city");
  assert.match(
    cities,
    /субъекты федерации\): <a href="[^"]*level=region">г\.\sСанкт-Петербург, г\.\sМосква, г\.\sСевастополь</,
  );
  assert.equal(chosen((await site.get(`/series/${city}/territories?level=region`, RU)).text), "region");
  const locations = await openSite(t, {store: await openTerritories(t)});
  assert.equal(chosen((await locations.get(`/series/${seriesKeyOf(COUNTRY)}/territories`, RU)).text), "region");
});

test("a ranking says where the value of an oblast may include those of its autonomous areas, which have values of their own [site.nested]", () => {
  const note = (...valued: readonly string[]): string | null => nestedNote(new Set(valued), "en");
  assert.match(note("RU-72", "RU-89")!, /^The value of Tyumen Region/);
  assert.match(note("RU-29", "RU-83")!, /^The value of Arkhangelsk Region/);
  assert.match(note("RU-29", "RU-83", "RU-72", "RU-86")!, /^The values of Tyumen and Arkhangelsk/);
  assert.equal(note("RU-72", "RU-83"), null);
  assert.equal(note("RU-86", "RU-89"), null);
});

test("a region takes no rank where its parts and the rest of it are in the list: they would be counted twice [site.nested]", async (t) => {
  const {store} = await temporaryStore(t);
  const rows = ["71000000000,60", "71001000000,10", "71100000000,20", "71140000000,30", `${MOSCOW},50`];
  const open = async (dataset: string, own: readonly string[]): Promise<string> => {
    await loadTidy(store, await temporaryFolder(t), {
      dataset,
      header: "indicator,geo,period,value",
      rows: own.map((row) => `x,${row.replace(",", ",2024,")}`),
      more: {},
    });
    const key = seriesKey("showdata", dataset, {
      ...{indicator: "x", classification: null, measure: null, transformation: null, unit: null, frequency: "A"},
      territory: MOSCOW,
    });
    const site = await openSite(t, {store});
    return (await site.get(`/series/${key}/territories?level=region`, EN)).text;
  };
  const ranksOf = (text: string): string[] =>
    [
      ...text
        .slice(text.indexOf("<table>"), text.indexOf("</table>"))
        .matchAll(/<td class="number"[^>]*>(\d*)<\/td><td class="number"[^>]*>(\d+)</g),
    ].map(([, rank, value]) => `${rank}:${value}`);
  const whole = await open("whole", rows);
  assert.deepEqual(ranksOf(whole), [":60", "1:50", "2:30", "3:20", "4:10"]);
  assert.match(whole, /with the areas inside it\)/);
  assert.match(whole, /has no rank/);
  const unknown = await open("unknown", rows.toSpliced(1, 1));
  assert.deepEqual(ranksOf(unknown), ["1:60", "2:50", "3:30", "4:20"]);
  assert.match(unknown, /may include its autonomous areas/);
});

test("bars begin at zero; for per cent of an earlier time they begin at 100, and the page says so [site.bar-base]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,measure,unit,geo,period,value",
    rows: [`x,prev_month,PCT,${MOSCOW},2024,99`, `x,prev_month,PCT,${SAINT_PETERSBURG},2024,103`],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const own = seriesKey("showdata", "places", {
    ...{indicator: "x", classification: null, measure: "prev_month", transformation: null},
    ...{unit: "PCT", frequency: "A", territory: MOSCOW},
  });
  const {text} = await site.get(`/series/${own}/territories`, EN);
  assert.match(text, /Bars start at 100/);
  const bars = [...text.matchAll(/class="bar-mark" x="([\d.]+)" width="([\d.]+)"/g)].map(([, x, width]) => [x, width]);
  assert.deepEqual(bars, [
    ["40", "120"],
    ["0", "40"],
  ]);
  const of = (measure: string | null, transformation: string | null, ...values: (number | null)[]): number =>
    barBase(
      {measure, transformation},
      values.map((value) => ({value})),
    );
  assert.equal(of(null, "pct_yoy", 101, 98), 100);
  assert.equal(of(null, "pct_yoy", 1.2, 50), 0);
  assert.equal(of(null, "pct_yoy", 50, 51, 51, null), 100);
  assert.equal(of(null, "growth_yoy", 101, 98), 0);
  assert.equal(of(null, "level", 101, 98), 0);
  assert.equal(of(null, null, 101, 98), 0);
  assert.equal(of("prev_month", null), 0);
});

test("every subject of the federation in our list has its own tile on the map [site.tile-map]", () => {
  const {tiles, columns, breakAt} = ru.tiles;
  const rows = readFileSync(join(PROJECT, "reference/territories.csv"), "utf8").trim().split("\n").slice(1);
  const regions = rows.map((row) => row.split(";")).filter(([, , level]) => level === "region");
  assert.ok(regions.length > 80);
  const missing = regions.filter(([, , , canonical]) => !tiles.has(canonical!)).map(([, name]) => name);
  assert.deepEqual(missing, []);
  const tilesAt = [...tiles.values()].map(({column, row}) => `${column}/${row}`);
  assert.equal(new Set(tilesAt).size, tilesAt.length);
  assert.ok([...tiles.values()].every(({column}) => column >= 0 && column < columns));
  // as wide as a screen of 320 pixels, a tile can be touched: 288 by the columns, without the gap
  assert.ok((288 / Math.max(breakAt!, columns - breakAt!)) * (37 / 40) >= 24);
});
