// Comparisons: over territories, of chosen series, and on other people's pages.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {EAST_COLUMN, TILE_COLUMNS, TILES} from "../../src/site/chart/tile-grid.ts";
import {barBase} from "../../src/site/territories/bar-base.ts";
import {nestedNote} from "../../src/site/territories/nested.ts";
import {seriesKey} from "../../src/statistics/series-identity.ts";
import {createApi} from "../api/client.ts";
import {ALTAI, COUNTRY, loadTidy, MOSCOW, SAINT_PETERSBURG} from "../api/packages.ts";
import {PROJECT, temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ODD, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

const key = (territory: string, indicator = "x"): string =>
  seriesKey("showdata", "places", {
    indicator,
    classification: null,
    measure: null,
    transformation: null,
    unit: "PCT",
    frequency: "A",
    territory,
  });

async function openPlaces(t: TestContext) {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: [
      ...[COUNTRY, MOSCOW, SAINT_PETERSBURG, ALTAI].flatMap((geo, place) =>
        [2022, 2023, 2024]
          .filter((year) => geo !== ALTAI || year < 2023)
          .map((year) => `x,PCT,${geo},${year},${(place + 1) * (year - 2000)}`),
      ),
      `y,PCT,${MOSCOW},2024,777`,
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  return store;
}

test("a slice over territories ranks the very values that the api's slice gives for the period, and says where there is none [site.territories]", async (t) => {
  const store = await openPlaces(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  for (const period of ["2022-01-01", "2024-01-01"]) {
    const {json} = await api.get(`/api/v1/data?dataset=places&geo=region&start=${period}&end=${period}`);
    const expected = json.observations
      .filter((one: {series_key: string}) => one.series_key !== key(MOSCOW, "y"))
      .map((one: {series_key: string; value: number}) => [one.series_key, one.value])
      .sort((one: [string, number], other: [string, number]) => other[1] - one[1]);
    const page = (await site.get(`/series/${key(ALTAI)}/territories?period=${period}`, EN)).text;
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
  const latest = (await site.get(`/series/${key(COUNTRY)}/territories`, EN)).text;
  assert.match(latest, /<span class="quiet">no value<\/span>/);
  assert.doesNotMatch(latest, /777/);
  assert.match(
    latest.replaceAll("<wbr>", ""),
    /api\/v1\/data\?dataset=showdata\/places&amp;unit=PCT&amp;freq=A&amp;geo=region&amp;start=2024-01-01/,
  );
  const low = (await site.get(`/series/${key(ALTAI)}/territories?sort=low&period=2024-01-01`, EN)).text;
  assert.ok(low.indexOf(`/series/${key(MOSCOW)}"`) < low.indexOf(`/series/${key(SAINT_PETERSBURG)}"`));
  for (const path of ["/series/0000000000000000/territories", "/series/x/territories"])
    assert.equal((await site.get(path, EN)).status, 404);
});

test("of more territories than a page shows each has its rank among all of them, and a bar to the scale of its page [site.territories site.bar-base]", async (t) => {
  const {store} = await temporaryStore(t);
  const cities = Array.from({length: 420}, (_, place) => ({
    code: `7${String(place + 1).padStart(10, "0")}`,
    name: `Город ${place}`,
    level: "city",
  }));
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "cities",
    header: "indicator,geo,period,value",
    rows: cities.map(({code}, place) => `x,${code},2024,${place + 1}`),
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
    assert.match(text, /Bars are to the scale of this page/);
    assert.equal(table.match(/class="bar-mark" x="0" width="160"/g)?.length, 1);
    ranks.push(
      ...[...table.matchAll(/Город \d+<\/span><\/a><\/th><td class="number">(\d+)</g)].map(([, rank]) => rank!),
    );
  }
  assert.deepEqual(
    ranks,
    cities.map((_, place) => String(420 - place)),
  );
});

test("territories are compared only where there are two or more; the page for one alone says so [site.family]", async (t) => {
  const site = await openSite(t, {store: await openPlaces(t)});
  const [alone, among] = [key(MOSCOW, "y"), key(MOSCOW)];
  assert.doesNotMatch((await site.get(`/series/${alone}`, EN)).text, /\/territories"/);
  assert.match((await site.get(`/series/${among}`, EN)).text, /\/territories"/);
  const one = (await site.get(`/series/${alone}/territories`, EN)).text;
  assert.match(one, /published for one territory alone/);
  assert.match(one, /<h2>Value<\/h2>.*777/s);
  assert.doesNotMatch(one, /Rank|<select|class="bar-mark"/);
  const level = (await site.get(`/series/${among}/territories?level=country`, EN)).text;
  assert.match(level, /<select id="level"/);
  assert.doesNotMatch(level, /territory alone|Rank|id="sort"|class="bar-mark"/);
});

test("a ranking says where the value of an oblast may include those of its autonomous areas, which have values of their own [site.nested]", () => {
  const note = (...valued: readonly string[]): string | null => nestedNote(new Set(valued), "en");
  assert.match(note("RU-72", "RU-89")!, /^The value of Tyumen Region/);
  assert.match(note("RU-29", "RU-83")!, /^The value of Arkhangelsk Region/);
  assert.match(note("RU-29", "RU-83", "RU-72", "RU-86")!, /^The values of Tyumen and Arkhangelsk/);
  assert.equal(note("RU-72", "RU-83"), null);
  assert.equal(note("RU-86", "RU-89"), null);
});

test("bars begin at zero; of per cent of an earlier time they begin at 100, and the page says so [site.bar-base]", async (t) => {
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
  assert.match(text, /Bars begin at 100/);
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

test("every subject of the federation in our list has a tile of its own on the map [site.tile-map]", () => {
  const rows = readFileSync(join(PROJECT, "reference/territories.csv"), "utf8").trim().split("\n").slice(1);
  const regions = rows.map((row) => row.split(";")).filter(([, , level]) => level === "region");
  assert.ok(regions.length > 80);
  const missing = regions.filter(([, , , canonical]) => !TILES.has(canonical!)).map(([, name]) => name);
  assert.deepEqual(missing, []);
  const places = [...TILES.values()].map(({column, row}) => `${column}/${row}`);
  assert.equal(new Set(places).size, places.length);
  assert.ok([...TILES.values()].every(({column}) => column >= 0 && column < TILE_COLUMNS));
  // as wide as a screen of 320 pixels, a tile can be touched: 288 by the columns, without the gap
  assert.ok((288 / Math.max(EAST_COLUMN, TILE_COLUMNS - EAST_COLUMN)) * (37 / 40) >= 24);
});

test("series are compared as published on a scale for each unit, or in per cent of a period that all have; the address holds all of it [site.compare]", async (t) => {
  const store = await openPlaces(t);
  const site = await openSite(t, {store});
  const address = `/compare?series=${key(MOSCOW)},${key(SAINT_PETERSBURG)}`;
  const published = (await site.get(address, EN)).text;
  assert.equal(published.match(/<figure>/g)?.length, 1);
  const index = (await site.get(`${address}&as=index&base=2024-01-01`, EN)).text;
  assert.match(index, /100 = 2024 · <a/);
  assert.match(index, /<h2>Values as published</);
  assert.match((await site.get(`${address}&as=index&base=1999-01-01`, EN)).text, /100 = 2022 · <a/);
  const none = (await site.get(`/compare?series=${key(ALTAI)},${key(MOSCOW, "y")}&as=index`, EN)).text;
  assert.match(none, /have no period in common/);
  const added = (
    await site.get(`/compare?series=${key(ALTAI)}&add=https%3A%2F%2Fx%2Fseries%2F${key(MOSCOW)}%3Fas_of%3D1`, EN)
  ).text;
  assert.equal(added.match(/aria-label="Remove: /g)?.length, 2);
  assert.match(
    (await site.get(`/compare?series=nothing,${key(ALTAI)}`, EN)).text,
    /no such series: <code>nothing<\/code>/,
  );
  const csv = (await site.get(`/compare.csv?series=${key(MOSCOW)},${key(SAINT_PETERSBURG)}&shape=wide`, EN)).text;
  assert.match(csv, /\n2022-01-01;44;66\n2023-01-01;46;69\n2024-01-01;48;72\n$/);
  assert.equal((await site.get(`/compare.csv?series=${key(MOSCOW)},nothing`, EN)).status, 404);
  const seven = Array.from({length: 7}, (_, at) => `no${at}`).join(",");
  assert.match((await site.get(`/compare?series=${seven}`, EN)).text, /More than six series/);
});

test("a comparison draws the last years alone when its address asks for them, in per cent of a period within them; its table stays whole [site.compare-years]", async (t) => {
  const {store} = await temporaryStore(t);
  const years = Array.from({length: 21}, (_, at) => 2004 + at);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: [
      ...years.map((year) => `x,RUB,${MOSCOW},${year},${year}`),
      ...years.map((year) => `x,PCT,${MOSCOW},${year},${year === 2004 ? 9000 : 100}`),
      `x,RUB,${ALTAI},2004,1`,
    ],
    more: {
      units: [
        {code: "PCT", name: "процент", okei: "744", mult: 1},
        {code: "RUB", name: "рубль", okei: "383", mult: 1},
      ],
    },
  });
  const site = await openSite(t, {store});
  const of = (unit: string, territory = MOSCOW): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation: null, unit, frequency: "A", territory},
    });
  const shown = async (asked: string): Promise<string> => (await site.get(`/compare?series=${asked}`, EN)).text;
  const both = `${of("RUB")},${of("PCT")}`;
  const all = await shown(both);
  for (const range of ["1 year", "5 years", "10 years", "All"]) assert.match(all, new RegExp(`>${range}</a>`));
  assert.match(all, /aria-current="true">All</);
  assert.match(all, />8,000</);
  const cut = await shown(`${both}&years=10`);
  assert.match(cut, /aria-current="true">10 years</);
  assert.match(cut, /per cent · the last 10 years/);
  assert.doesNotMatch(cut, />8,000<|<text[^>]*>2010</);
  assert.equal(cut.match(/<tr>/g)?.length, all.match(/<tr>/g)?.length);
  assert.match(cut, /rel="canonical" href="[^"]*\/compare\?series=\w+%2C\w+&amp;lang=en"/);
  assert.match(await shown(`${both}&years=10&as=index`), /100 = 2014 · the last 10 years/);
  assert.match(await shown(`${both}&years=10&as=index&base=2004-01-01`), /100 = 2004 · /);
  assert.match(await shown(`${of("RUB", ALTAI)},${of("PCT")}&years=5`), /There are no values in these years/);
  assert.match(await shown(`${of("RUB", ALTAI)},${of("RUB")}&years=5&as=index`), /100 = 2004 · /);
  assert.doesNotMatch(await shown(`${both}&years=7`), /the last/);
  assert.doesNotMatch(await shown(of("RUB", ALTAI)), /chart-ranges/);
});

test("series of datasets of which one declares that they must not be spliced are compared under a warning with its note [site.compare-splice]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const dataset of ["old", "new", "other"])
    await loadTidy(store, folder, {
      dataset,
      header: "indicator,geo,period,value",
      rows: [2023, 2024].map((year) => `x,${MOSCOW},${year},${year}`),
      more: {
        name: `Набор ${dataset}`,
        related: ["old", "new"].flatMap((one) =>
          one === dataset || dataset === "other"
            ? []
            : [{provider: "showdata", dataset: one, relation: "era", splice: false, note: "другая методика"}],
        ),
      },
    });
  const site = await openSite(t, {store});
  const of = (dataset: string): string =>
    seriesKey("showdata", dataset, {
      ...{indicator: "x", classification: null, measure: null, transformation: null},
      ...{unit: null, frequency: "A", territory: MOSCOW},
    });
  const shown = async (...keys: string[]): Promise<string> => (await site.get(`/compare?series=${keys}`, EN)).text;
  const warned = await shown(of("old"), of("new"));
  assert.equal(warned.match(/These datasets must not be spliced/g)?.length, 1);
  assert.match(warned, /«Набор old»<\/span> and <span lang="ru">«Набор new»<\/span>\.<br>.*другая методика/);
  assert.doesNotMatch(await shown(of("old"), of("other")), /must not be spliced/);
});

test("ratios to an earlier time and values below zero are never shown in per cent of a common period, nor are per cent beside another unit unless asked [site.compare-rebased]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,transformation,unit,geo,period,value",
    rows: [
      ...["level,PCT", "level,RUB", "level,USD", "pct_yoy,PCT", "growth_yoy,PCT"].flatMap((kind) =>
        [2023, 2024].map((year) => `x,${kind},${MOSCOW},${year},${year}`),
      ),
      ...[-6, 0, 5].map((value, at) => `x,balance,RUB,${MOSCOW},${2023 + at},${value}`),
      ...[0, 5].map((value, at) => `x,stock,RUB,${MOSCOW},${2023 + at},${value}`),
    ],
    more: {
      units: [
        {code: "PCT", name: "процент", okei: "744", mult: 1},
        {code: "RUB", name: "рубль", okei: "383", mult: 1},
        {code: "USD", name: "доллар США", okei: "", mult: 1},
      ],
    },
  });
  const site = await openSite(t, {store});
  const of = (transformation: string, unit: string): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: null, transformation, unit, frequency: "A", territory: MOSCOW},
    });
  const shown = async (...asked: string[]): Promise<string> =>
    (await site.get(`/compare?series=${asked.join("&")}`, EN)).text;
  const [level, rubles, dollars] = [of("level", "PCT"), of("level", "RUB"), of("level", "USD")];
  assert.match(await shown(`${rubles},${dollars}`), /The units differ/);
  const beside = await shown(`${level},${rubles}`);
  assert.doesNotMatch(beside, /100 =/);
  assert.match(beside, /Show in per cent of a common period/);
  assert.match(await shown(`${level},${rubles}`, "as=index"), /100 = 2023/);
  assert.match(await shown(rubles, "as=index"), /100 = 2023 · <a[^>]*>Show as published/);
  const [balance, stock] = [of("balance", "RUB"), of("stock", "RUB")];
  assert.doesNotMatch(await shown(`${balance},${dollars}`), /100 =|Show in per cent/);
  assert.match(await shown(`${balance},${dollars}`, "as=index"), /Some values are below zero/);
  assert.match(await shown(`${stock},${dollars}`, "as=index"), /100 = 2024/);
  for (const ratio of [of("pct_yoy", "PCT"), of("growth_yoy", "PCT")]) {
    assert.doesNotMatch(await shown(`${ratio},${rubles}`), /100 =|Show in per cent/);
    assert.match(await shown(`${ratio},${rubles}`, "as=index"), /ratios to an earlier time/);
  }
});

test("charts of a comparison share their days and edges; per cent of different things share no scale [site.compare-axis]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,measure,unit,geo,period,value",
    rows: [
      ...[2001, 2002, 2003].map((year) => `x,prev_month,PCT,${MOSCOW},${year},${year}000`),
      ...[2009, 2020].map((year) => `x,prev_december,PCT,${MOSCOW},${year},101`),
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keys = ["prev_month", "prev_december"].map((measure) =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure, transformation: null},
      ...{unit: "PCT", frequency: "A", territory: MOSCOW},
    }),
  );
  const {text} = await site.get(`/compare?series=${keys}`, EN);
  const charts = text.split("<figure>").slice(1);
  assert.equal(charts.length, 2);
  assert.match(charts[0]!, /<figcaption>per cent · against the previous month/);
  assert.match(charts[1]!, /<figcaption>per cent · against December/);
  const shared = charts.map((chart) => [
    ...chart.matchAll(/<text(?: class="spare")? x="[\d.]+%"[^>]*>[^<]*|plot-values" width="\d+"/g),
  ]);
  assert.ok(shared[0]!.length > 4);
  assert.deepEqual(String(shared[0]), String(shared[1]));
});

test("a frame, a drawing and a comparison say what per cent are of; a column names its territory apart from its subject, and a missing value is a dash [site.kind-words site.compare-columns]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,measure,unit,geo,period,value",
    rows: [
      ...[2023, 2024].map((year) => `x,prev_month,PCT,${MOSCOW},${year},101.5`),
      `x,prev_month,PCT,${SAINT_PETERSBURG},2024,101`,
    ],
    more: {units: [{code: "PCT", name: "процент", okei: "744", mult: 1}]},
  });
  const site = await openSite(t, {store});
  const keyIn = (territory: string): string =>
    seriesKey("showdata", "places", {
      ...{indicator: "x", classification: null, measure: "prev_month", transformation: null},
      ...{unit: "PCT", frequency: "A", territory},
    });
  for (const path of [`/embed/${keyIn(MOSCOW)}`, `/chart/${keyIn(MOSCOW)}.svg`])
    assert.match((await site.get(path, EN)).text, />per cent · against the previous month · 2024: 101\.5</, path);
  const {text} = await site.get(`/compare?series=${keyIn(MOSCOW)},${keyIn(SAINT_PETERSBURG)}`, EN);
  assert.match(text, /<span class="quiet">per cent · against the previous month · annual<\/span>/);
  assert.match(text, /<span class="head-place">Moscow<\/span><span class="head-unit">per cent · against/);
  assert.match(text, /<td class="number">101\.5<\/td><td class="number">—<\/td>/);
});

test("a file of a comparison holds all that was asked for, or is refused: six series are compared, a seventh is not left out in silence [site.compare]", async (t) => {
  const {store} = await temporaryStore(t);
  const indicators = ["a", "b", "c", "d", "e", "f", "g"];
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "places",
    header: "indicator,unit,geo,period,value",
    rows: indicators.map((indicator, at) => `${indicator},PCT,${MOSCOW},2024,${at}`),
  });
  const site = await openSite(t, {store});
  const keys = indicators.map((indicator) => key(MOSCOW, indicator));
  const six = await site.get(`/compare.csv?series=${keys.slice(0, 6)}&shape=wide&decimal=point`, EN);
  assert.match(six.text, /\n2024-01-01;0;1;2;3;4;5\n$/);
  for (const type of ["csv", "xlsx"])
    assert.equal((await site.get(`/compare.${type}?series=${keys}`, EN)).status, 404, type);
});

test("only the page for frames may be framed; it bears no script and no form, and the picture may be shown by anybody [site.frames site.embed site.preview]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const embed = await site.get(`/embed/${ODD.stopped}`, EN);
  assert.match(embed.headers["content-security-policy"] ?? "", /frame-ancestors \*$/);
  assert.equal(embed.headers["x-frame-options"], undefined);
  assert.doesNotMatch(embed.text, /<script|<form|<iframe/);
  assert.match(embed.text, /not updated since January 2025/);
  assert.match(embed.text, /<h1><span lang="ru">[^<]*<\/span>, Russian Federation<\/h1>/);
  const drawing = await site.get(`/chart/${ODD.longName}.svg`, EN);
  assert.equal(drawing.headers["content-type"], "image/svg+xml; charset=utf-8");
  assert.match(drawing.headers["content-security-policy"] ?? "", /frame-ancestors 'none'$/);
  assert.equal(drawing.headers["cross-origin-resource-policy"], "cross-origin");
  assert.doesNotMatch(drawing.text, /<script|<style|style=|<b>/);
  assert.match(drawing.text, /aria-label="[^"]*, Russian Federation\. per cent/);
  assert.match(drawing.text, />наименование показателя, Очень длинное наименование…</);
  const picture = await site.server.inject({
    url: `/chart/${ODD.longName}.png`,
    headers: {...EN, "accept-encoding": "gzip"},
  });
  assert.equal(picture.headers["content-encoding"], undefined, "a picture is packed by itself");
  assert.equal(picture.headers["content-type"], "image/png");
  assert.equal(picture.headers["cross-origin-resource-policy"], "cross-origin");
  const older = await site.server.inject({url: `/chart/${ODD.longName}.png?as_of=2025-06-20`, headers: EN});
  assert.notDeepEqual(older.rawPayload, picture.rawPayload);
  assert.equal((await site.get(`/chart/${ODD.gaps}.png?as_of=yesterday`)).status, 404);
  assert.match(
    (await site.get(`/series/${ODD.longName}`, {...EN, host: "ryad.example"})).text,
    /property="og:image" content="http:\/\/ryad\.example\/chart\/\w+\.png\?lang=en"/,
  );
  for (const path of [`/series/${ODD.gaps}`, "/compare", `/series/${ODD.gaps}/territories`])
    assert.equal((await site.get(path, EN)).headers["x-frame-options"], "DENY", path);
  assert.equal((await site.get(`/embed/${ODD.gaps}?as_of=yesterday`)).status, 404);
});

test("the home page tells what was loaded with counts of new and revised values, and what is overdue [site.home]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-07-15T12:00:00Z")});
  const {text} = await site.get("/", EN);
  assert.match(text, /up to November 2025 · new values: 89 · revised: 33/);
  assert.match(text, /overdue by 5 months/);
  assert.doesNotMatch(text, /<b>/);
  const empty = await (await openSite(t)).get("/", EN);
  assert.match(empty.text, /Nothing is loaded yet/);
  assert.match(empty.text, /Everything is on time/);
});
